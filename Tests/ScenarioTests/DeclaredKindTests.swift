import BabyProtocol
import Foundation
import Testing

/// Daemons, servers and `bbctl`s of which some know one kind of entries more: a warmth, which is declared in
/// TestSupport and nowhere else.
@Suite("A kind that is only declared")
struct DeclaredKindTests {
  /// What the history says of warmths, newest first.
  private func lines(_ machine: Machine, _ arguments: String...) throws -> [String] {
    let run = try machine.run(machine.programs + "/bbctl", ["history"] + arguments)
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
    return run.output.components(separatedBy: .newlines).compactMap { line in
      line.components(separatedBy: "  ").first { $0.contains("Warmth") }?.trimmingCharacters(in: .whitespaces)
    }
  }

  private func said(_ run: Machine.Run) -> String {
    run.output.split(separator: "\n").first.map(String.init) ?? run.errors
  }

  @Test("is logged in words, shown, found, edited, undone, kept over a power cut, and moved in a file")
  func oneMachine() async throws {
    try await Machine.run { machine in
      try machine.useTestOnlyKind()
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      let logged = try machine.bbctl("log", "warmth", "37.5", "celsius", "ear")
      #expect(said(logged).hasPrefix("Logged warmth · 37.5 °C · ear"))
      try machine.bbctl("warmish", "99.5", "forehead", "10", "min", "ago", "note", "after", "the", "nap")
      try machine.bbctl("diaper", "wet")
      let (ear, forehead) = ("Warmth · 37.5 °C · ear", "Warmth · 99.5 °F · forehead")
      #expect(try lines(machine) == [ear, forehead + " · after the nap"])
      #expect(try lines(machine, "--kind", "warmth").count == 2)
      #expect(try lines(machine, "--search", "fahrenheit nap").count == 1)
      #expect(try lines(machine, "--search", "armpit") == [])

      for wrong in [["warmth", "60"], ["warmth", "38", "mouth"], ["warmth", "ear"]] {
        #expect(try machine.run(machine.programs + "/bbctl", wrong).status != 0)
      }
      let id = try machine.call("timeline.list", ["kinds": ["warmth"]])["entries"]?.arrayValue?.first?["id"]
      let edited = try machine.bbctl("edit", id?.stringValue ?? "", "--set", "place=armpit", "--set", "value=38")
      #expect(edited.output.contains("Warmth · 37.5 °C · ear") && edited.output.contains("38 °C · armpit"))
      try machine.kill()
      try machine.start()
      #expect(try lines(machine).first == "Warmth · 38 °C · armpit")
      #expect(said(try machine.bbctl("undo")).hasPrefix("Undid: Updated warmth"))
      #expect(try lines(machine).first == ear)
      try machine.bbctl("delete", id?.stringValue ?? "", "--yes")
      #expect(try lines(machine).count == 1)
      try machine.bbctl("undo")
      try machine.bbctl("duplicate", id?.stringValue ?? "")
      #expect(try lines(machine).filter { $0 == ear }.count == 2)

      for format in ["json", "csv"] {
        let file = machine.directory + "/log." + format
        #expect(try machine.bbctl("export", file).status == 0)
        try await Machine.withAnother { other in
          try other.useTestOnlyKind()
          try other.start()
          if format == "csv" { try other.addEva(zone: "Europe/Berlin") }
          let imported = try other.bbctl("import", file)
          #expect(imported.status == 0, "\(imported.errors)")
          #expect(try lines(other).count == 3)
          #expect(try lines(other).contains { $0.hasPrefix(forehead) })
        }
      }
    }
  }

  @Test("passes through a server and a daemon that do not know it, completely, and appears once they do")
  func family() async throws {
    try await Family.run { family in
      let (home, anna, ben) = (family.home, family.anna, family.ben)
      // Anna's and a tablet's programs are newer than Ben's and the server's.
      try restart(anna, knowing: true)
      try anna.bbctl("log", "warmth", "37.5", "celsius", "ear", "note", "she slept badly")
      try anna.bbctl("log", "warmth", "39", "celsius", "1h", "ago")
      try family.settle()
      #expect(try count(home, "relayed_entry") == "2" && count(home, "entry") == "0")
      #expect(try ben.call("timeline.list")["unknownKinds"] == 2)
      #expect(try ben.call("timeline.list")["entries"] == [])
      #expect(try ben.bbctl("history").output.contains("2 entries of kinds"))

      // What Ben's daemon has kept is read when it is upgraded, and edited.
      try restart(ben, knowing: true)
      let (ear, night) = ("Warmth · 37.5 °C · ear", "Warmth · 39 °C")
      let all = [ear + " · she slept badly", night]
      #expect(try lines(ben) == all)
      let id = try ben.call("timeline.list")["entries"]?.arrayValue?.last?["id"]?.stringValue ?? ""
      try ben.bbctl("edit", id, "--set", "place=forehead")
      try family.settle()
      #expect(try lines(anna) == [all[0], night + " · forehead"])

      // The server is upgraded while Anna has something that it does not have.
      let port = family.server.port
      try family.server.stop()
      try anna.bbctl("edit", id, "--set", "value=38.5")
      try home.useTestOnlyKind()
      family.server = try ServerProcess(on: home, port: port)
      try family.settle()
      #expect(try count(home, "relayed_entry") == "0" && count(home, "entry") == "2")
      #expect(try lines(ben).last == "Warmth · 38.5 °C · forehead")

      // After a downgrade nothing is lost, here or there.
      try family.server.stop()
      home.useCurrentPrograms()
      family.server = try ServerProcess(on: home, port: port)
      #expect(try count(home, "relayed_entry") == "2" && count(home, "entry") == "0")
      try restart(ben, knowing: false)
      #expect(try ben.call("timeline.list")["unknownKinds"] == 2)
      try anna.bbctl("delete", id, "--yes")
      try family.settle()
      #expect(try ben.call("timeline.list")["unknownKinds"] == 1)
      try restart(ben, knowing: true)
      try family.settle()
      #expect(try lines(ben) == [all[0]])
      #expect(try lines(anna) == [all[0]])
    }
  }

  @Test("a note that becomes such an entry is kept by a daemon that does not know it, and is a note again by undo")
  func conversion() async throws {
    try await Family.run { family in
      let (anna, ben) = (family.anna, family.ben)
      try restart(anna, knowing: true)
      try anna.bbctl("note", "warmth 37.5 celsius ear", "--category", "health", "--at", "1h ago")
      try family.settle()
      let note = try family.timeline(ben)
      #expect(note.map(\.note) == ["warmth 37.5 celsius ear"])
      #expect(try ben.bbctl("convert", "--yes").output.contains("No note can be converted"))
      #expect(try anna.bbctl("convert", "--yes").output.contains("Turned 1 note into an entry"))
      try family.settle()
      #expect(try lines(anna) == ["Warmth · 37.5 °C · ear"])

      // Ben's daemon and the server have it whole, and let nobody change what they cannot read.
      #expect(try ben.call("timeline.list")["unknownKinds"] == 1)
      #expect(try ben.call("timeline.list")["entries"] == [])
      #expect(try ben.bbctl("history").output.contains("1 entry of a kind"))
      let id = try anna.call("timeline.list")["entries"]?.arrayValue?.first?["id"]?.stringValue ?? ""
      for words in [["edit", id, "--note", "x"], ["delete", id, "--yes"]] {
        #expect(try ben.run(ben.programs + "/bbctl", words).status != 0)
      }
      // Undoing goes past it, and an export has it.
      try ben.bbctl("diaper", "wet")
      try ben.bbctl("undo")
      #expect(try ben.call("timeline.list")["unknownKinds"] == 1)
      let file = ben.directory + "/log.json"
      #expect(try ben.bbctl("export", file).status == 0)
      try await Machine.withAnother { other in
        try other.useTestOnlyKind()
        try other.start()
        #expect(try other.bbctl("import", file).status == 0)
        #expect(try lines(other) == ["Warmth · 37.5 °C · ear"])
      }

      try anna.bbctl("undo")
      try family.settle()
      #expect(try family.timeline(ben) == note)
      #expect(try ben.call("timeline.list")["unknownKinds"] == nil)
      #expect(try family.timeline(anna) == note)
    }
  }

  private func restart(_ machine: Machine, knowing: Bool) throws {
    try machine.stop()
    if knowing { try machine.useTestOnlyKind() } else { machine.useCurrentPrograms() }
    try machine.start()
  }

  private func count(_ home: Machine, _ table: String) throws -> String {
    let sql = "SELECT count(*) FROM \(table) WHERE deleted_at IS NULL"
    return try home.run("sqlite3", ["\(home.paths.data)/server.db", sql]).output.trimmingCharacters(in: .newlines)
  }
}
