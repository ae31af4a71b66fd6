import BabyProtocol
import TestSupport
import Testing

@Suite("Moving a log from one daemon to another")
struct MoveTests {
  /// Eva's log at the machine's own daemon, and another daemon without anything.
  private func two(_ scenario: (Machine, _ other: String) throws -> Void) async throws {
    try await Machine.withEva { machine in
      let other = machine.directory + "/run/other.sock"
      try machine.startAnother(data: machine.directory + "/other", socket: other)
      try machine.bbctl("feed", "bottle", "120ml", "--at", "2h ago")
      try machine.bbctl("diaper", "wet", "--at", "1h ago")
      try machine.bbctl("settings", "set", "units", "oz")
      try machine.bbctl("remind", "add", "Vitamin D", "--daily", "09:00")
      try machine.bbctl("sleep", "start")
      try scenario(machine, other)
    }
  }

  @Test("takes everything along and leaves only a backup; new entries continue there")
  func whole() async throws {
    try await two { machine, other in
      let rehearsal = try machine.bbctl("move", "--to", other, "--dry-run")
      #expect(rehearsal.output.contains("Would move 3 entries of Eva"), "\(rehearsal.errors)")
      #expect(try machine.children(at: other) == [])
      #expect(try machine.bbctl("move", "--to", other).status == 2, "nobody can be asked")

      let moved = try machine.bbctl("move", "--to", other, "--yes")
      #expect(moved.status == 0, "\(moved.errors)")
      #expect(moved.output.contains("Moved 3 entries of Eva to \(other)"))
      #expect(try machine.children(at: other) == ["Eva"])
      #expect(try machine.call("child.list", ["includeRemoved": true])["children"]?.arrayValue == [])
      #expect(try machine.bbctl("status", "--socket", other).output.contains("Sleeping"))
      #expect(try machine.bbctl("settings", "get", "units", "--socket", other).output.contains("oz"))
      #expect(try machine.bbctl("remind", "--socket", other).output.contains("Vitamin D"))
      #expect(try machine.bbctl("sleep", "stop", "--socket", other).status == 0)

      // Once more there is nothing to be moved.
      let again = try machine.bbctl("move", "--to", other, "--yes")
      #expect(again.status == 2)
      #expect(again.errors.contains("There is nothing to move"))
      #expect(try machine.entries(at: other) == 3)
    }
  }

  @Test("back and forth restores everything, with entries made since")
  func andBack() async throws {
    try await two { machine, other in
      #expect(try machine.bbctl("move", "--to", other, "--yes").status == 0)
      #expect(try machine.bbctl("sleep", "stop", "--socket", other).status == 0)
      #expect(try machine.bbctl("diaper", "dirty", "--socket", other).status == 0)
      let back = try machine.bbctl("move", "--to", machine.paths.socket, "--socket", other, "--yes")
      #expect(back.status == 0, "\(back.errors)")
      #expect(try machine.children(at: other) == [])
      #expect(try machine.entries(at: machine.paths.socket) == 4)
      #expect(try !machine.bbctl("status").output.contains("Sleeping"))
    }
  }

  @Test("is reversed by the commands that it names")
  func undo() async throws {
    try await two { machine, other in
      let moved = try machine.bbctl("move", "--to", other, "--yes")
      let commands = try #require(moved.output.firstMatch(of: /undo: (.*); (bbctl restore .*)\)/))
      for command in ["\(commands.1)", "\(commands.2) --yes"] {
        #expect(try machine.bbctl(command.split(separator: " ").dropFirst().map(String.init)).status == 0, "\(command)")
      }
      #expect(try machine.entries(at: machine.paths.socket) == 3)
      #expect(try machine.entries(at: other) == 0)
      #expect(try machine.bbctl("status").output.contains("Sleeping"))
    }
  }

  @Test("a child of the same name is merged into the existing one, whose settings stay")
  func sameName() async throws {
    try await two { machine, other in
      try machine.bbctl("child", "add", "eva", "--born", "2026-01-31", "--zone", "Europe/Berlin", "--socket", other)
      try machine.bbctl("settings", "set", "units", "ml", "--socket", other)
      try machine.bbctl("diaper", "dirty", "--socket", other)
      let moved = try machine.bbctl("move", "--to", other, "--yes", "--json")
      #expect(moved.status == 0, "\(moved.errors)")
      #expect(try moved.json["added"] == 3)
      #expect(try machine.children(at: other) == ["eva"])
      #expect(try machine.entries(at: other) == 4)
      #expect(try machine.bbctl("settings", "get", "units", "--socket", other).output.contains("ml"))
    }
  }

  @Test("what the other daemon refuses leaves everything where it was")
  func refused() async throws {
    try await two { machine, other in
      try machine.bbctl("note", "early", "--at", "240h ago")
      try machine.bbctl("log", "weight 4.2kg 10 days ago")
      try machine.bbctl("child", "add", "Eva", "--born", "2026-11-20", "--zone", "UTC", "--socket", other)
      let moved = try machine.bbctl("move", "--to", other, "--yes")
      #expect(moved.status != 0)
      #expect(moved.errors.contains("did not take 2 entries"), "\(moved.errors)")
      #expect(moved.output.contains("early"), "\(moved.output)")
      // It is of a day.
      #expect(moved.output.contains("2026-11-11 Weight"), "\(moved.output)")
      #expect(try machine.entries(at: machine.paths.socket) == 5)
    }
  }

  @Test("duplicates in the other daemon are named and not moved")
  func alike() async throws {
    try await two { machine, other in
      try machine.bbctl("child", "add", "Eva", "--born", "2026-01-31", "--zone", "UTC", "--socket", other)
      try machine.bbctl("diaper", "wet", "--at", "61m ago", "--socket", other)
      let rehearsal = try machine.bbctl("move", "--to", other, "--dry-run")
      #expect(rehearsal.output.contains("is probably the same"), "\(rehearsal.output)")
      let moved = try machine.bbctl("move", "--to", other, "--yes")
      #expect(moved.status == 0, "\(moved.errors)")
      #expect(moved.output.contains("Wet diaper") && moved.output.contains("is probably the same"), "\(moved.output)")
      #expect(try machine.entries(at: other) == 3)
      #expect(try machine.call("child.list", ["includeRemoved": true])["children"]?.arrayValue == [])
    }
  }

  @Test("a duplicate without the note blocks the move until a person has decided")
  func alikeWithNote() async throws {
    try await two { machine, other in
      try machine.bbctl("child", "add", "Eva", "--born", "2026-01-31", "--zone", "UTC", "--socket", other)
      try machine.bbctl("diaper", "dirty", "--at", "31m ago", "--socket", other)
      try machine.bbctl("diaper", "dirty", "--at", "30m ago", "--note", "a rash")
      for isRehearsal in [true, false] {
        let moved = try machine.bbctl("move", "--to", other, isRehearsal ? "--dry-run" : "--yes")
        #expect(moved.status != 0 && moved.output.contains("a rash"), "\(moved.output)")
        #expect(moved.output.contains("lacks its note"), "\(moved.output)")
        #expect(moved.errors.contains("did not take 1 entry"), "\(moved.errors)")
      }
      #expect(try machine.entries(at: machine.paths.socket) == 4)
      #expect(try machine.bbctl("move", "--to", other, "--yes", "--keep-similar").status == 0)
      #expect(try machine.entries(at: other) == 5)
    }
  }

  @Test("changes after an interrupted move are included; changes on both sides are named")
  func changed() async throws {
    try await two { machine, other in
      let file = machine.directory + "/log.json"
      try machine.bbctl("export", file)
      #expect(try machine.bbctl("import", file, "--yes", "--socket", other).status == 0)
      try machine.bbctl("edit", "last", "--note", "here")
      let note = try machine.bbctl("note", "mine")
      #expect(note.status == 0)
      let moved = try machine.bbctl("move", "--to", other, "--yes")
      #expect(moved.status == 0, "\(moved.output) \(moved.errors)")
      #expect(try machine.bbctl("today", "--socket", other).output.contains("here"))
      #expect(try machine.call("child.list", ["includeRemoved": true])["children"]?.arrayValue == [])
    }
    try await two { machine, other in
      let file = machine.directory + "/log.json"
      try machine.bbctl("export", file)
      try machine.bbctl("import", file, "--yes", "--socket", other)
      try machine.bbctl("edit", "last", "--note", "here")
      try machine.bbctl("edit", "last", "--note", "there", "--socket", other)
      let moved = try machine.bbctl("move", "--to", other, "--yes")
      #expect(moved.status != 0 && moved.output.contains("it was changed there too"), "\(moved.output)")
      let command = try #require(moved.output.firstMatch(of: /bbctl (delete [0-9a-f]+ --socket [^ ]+) gives/)).1
      #expect(try machine.bbctl(command.split(separator: " ").map(String.init) + ["--yes"]).status == 0)
      #expect(try machine.bbctl("move", "--to", other, "--yes").status == 0)
      #expect(try machine.bbctl("today", "--socket", other).output.contains("there"))
    }
  }

  @Test("an account's log is not moved: the family server has it")
  func account() async throws {
    try await Family.run { family in
      let other = family.anna.directory + "/run/other.sock"
      try family.anna.startAnother(data: family.anna.directory + "/other", socket: other)
      let moved = try family.anna.bbctl("move", "--to", other, "--yes")
      #expect(moved.status == 2)
      #expect(moved.errors.contains("an account on the family server"))
      #expect(moved.errors.contains("bbctl login --socket \(other)"))
      #expect(try family.anna.bbctl("move", "--to", "own").status == 5, "there is no system's daemon here")
    }
  }
}

extension Machine {
  fileprivate func children(at socket: String) throws -> [String] {
    try bbctl("child", "list", "--json", "--socket", socket).json["children"]?.arrayValue?
      .compactMap { $0["name"]?.stringValue } ?? []
  }

  fileprivate func entries(at socket: String) throws -> JSON? {
    try bbctl("call", "daemon.status", "--socket", socket).json["entries"]
  }
}
