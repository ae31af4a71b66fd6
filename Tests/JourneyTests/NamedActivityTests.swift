import BabyProtocol
import TestSupport
import Testing

/// Baths, walks and what else has a name, in the words of the guide.
@Suite("Activities")
struct NamedActivityTests {
  private func running(_ machine: Machine) throws -> [String] {
    (try machine.call("dashboard.get")["runningActivities"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
  }

  private func said(_ machine: Machine, _ words: String...) throws -> String {
    let run = try machine.bbctl(words)
    #expect(run.status == 0, "\(words): \(run.errors)")
    return run.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test("run side by side over a restart of the daemon, are found, undone, and read back from a file")
  func oneMachine() async throws {
    try await Machine.run { machine in
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      #expect(try said(machine, "start", "bath").hasPrefix("Bath started"))
      #expect(try said(machine, "start", "walk", "10", "min", "ago").hasPrefix("Walk started"))
      #expect(try said(machine, "start", "music class").hasPrefix("Music class started"))
      #expect(try said(machine, "start", "tummy time").hasPrefix("Tummy time started"))
      let twice = try machine.bbctl(["start", "bath"])
      #expect(twice.status == 3 && twice.errors.contains("Eva's bath has been running since"))
      try machine.restart()
      #expect(try running(machine) == ["walk", "bath", "music class"])
      let status = try machine.bbctl("status", "--plain").output
      for line in ["Walk 1", "Bath ", "Music class ", "Tummy time "] {
        #expect(status.components(separatedBy: "\n").contains { $0.hasPrefix(line) && $0.contains("since") }, "\(line)")
      }

      #expect(try said(machine, "stop", "walk").hasPrefix("Walk ended · 1"))
      #expect(try said(machine, "cancel", "music class").hasPrefix("Music class cancelled"))
      let none = try machine.bbctl(["stop", "walk"])
      #expect(none.status == 3 && none.errors.contains("tummy time and bath are"), "\(none.errors)")
      try machine.bbctl("undo")
      #expect(try running(machine) == ["bath", "music class"])
      #expect(try said(machine, "stop", "bath").hasPrefix("Bath ended"))
      #expect(try said(machine, "stop", "music class").hasPrefix("Music class ended"))
      #expect(try said(machine, "bath", "10", "min", "ago").hasPrefix("Logged bath"))
      #expect(try said(machine, "skin", "to", "skin", "30m").hasPrefix("Logged skin to skin · 30 min"))
      #expect(try said(machine, "activity", "music class", "45m").hasPrefix("Logged music class · 45 min"))
      #expect(try machine.bbctl("history", "--kind", "activity").output.contains("Skin to skin · 30 min"))
      #expect(try machine.bbctl("history", "--search", "music").output.contains("Music class · 45 min"))

      let names = try names(machine)
      #expect(names.count == 6)
      for format in ["json", "csv"] {
        let file = machine.directory + "/log." + format
        try machine.bbctl("export", file)
        try await machine.withAnother { other in
          try other.start()
          if format == "csv" { try other.addEva(zone: "Europe/Berlin") }
          let imported = try other.bbctl("import", file)
          #expect(imported.status == 0, "\(imported.errors)")
          #expect(try self.names(other) == names)
        }
      }
    }
  }

  /// Each activity with what it says of its end, newest first.
  private func names(_ machine: Machine) throws -> [String] {
    (try machine.call("timeline.list", ["kinds": ["activity"]])["entries"]?.arrayValue ?? []).map { entry in
      [entry["name"], entry["start"], entry["end"], entry["endUnknown"]].map { $0?.text ?? "-" }.joined(separator: " ")
    }
  }

  @Test("of two machines, one of each name stays; other names all run, and are ended by either")
  func family() async throws {
    try await Family.run { family in
      let (anna, ben) = (family.anna, family.ben)
      try family.cutOff()
      try anna.bbctl("start", "bath", "10", "min", "ago")
      try anna.bbctl("start", "walk")
      try ben.bbctl("start", "Bath")
      try ben.bbctl("start", "crying")
      try family.reconnect()
      for _ in 0..<2 { try family.settle() }
      for machine in [anna, ben] { #expect(Set(try running(machine)) == ["bath", "walk", "crying"]) }
      // It is in the inbox of who came to the server later.
      let inboxes = try [anna, ben].map { try $0.bbctl("inbox", "--plain").output }
      #expect(inboxes.contains { $0.contains("Bath was started twice") }, "\(inboxes)")
      try ben.restart()
      try ben.bbctl("stop", "bath")
      try anna.bbctl("stop", "crying")
      try anna.bbctl("stop", "walk")
      try family.settle()
      #expect(try running(anna) == [] && running(ben) == [])
      #expect(try family.timeline(anna) == family.timeline(ben))
    }
  }
}
