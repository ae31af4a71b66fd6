import BabyProtocol
import Foundation
import Testing

@Suite("Files, backups, and erasing")
struct KeepingDataTests {
  @Test("a log is exported to a file, and imported into another machine's database")
  func exported() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("feed", "bottle", "4oz", "--note", "warm, \"slowly\"")
      try machine.bbctl("settings", "set", "units", "oz")
      let file = machine.directory + "/log.json"
      #expect(try machine.bbctl("export", file).output == "Wrote 1 entry to \(file)\n")
      #expect(try machine.mode(of: file) == 0o600)
      #expect(try machine.bbctl("export", file).status == 2)
      #expect(try machine.bbctl("export", file, "--force").status == 0)
      let table = try machine.bbctl("export", "-", "--format", "csv").output
      #expect(table.contains(",feeding,bottle,"))
      #expect(table.contains(",4,oz,\"warm, \"\"slowly\"\"\","))
      try machine.stop()
      for name in try FileManager.default.contentsOfDirectory(atPath: machine.paths.data) {
        try FileManager.default.removeItem(atPath: machine.paths.data + "/" + name)
      }
      try machine.start()
      #expect(try machine.bbctl("import", file).status == 0)
      #expect(try machine.bbctl("export", "-", "--format", "json").output == machine.text("log.json"))
      #expect(try machine.bbctl("status").output.hasPrefix("Eva\n"))
    }
  }

  @Test("yesterday's file is restored under a running daemon, and that can be reversed")
  func restored() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "yesterday")
      let file = machine.directory + "/yesterday.db"
      #expect(try machine.bbctl("backup", file).status == 0)
      #expect(try machine.mode(of: file) == 0o600)
      try machine.bbctl("note", "today")
      let before = try machine.call("daemon.status")["instance"]

      #expect(try machine.bbctl("restore", file).status == 2, "nobody can be asked")
      let run = try machine.bbctl("restore", file, "--yes")
      #expect(run.output.hasPrefix("Restored \(file) · 1 entry\n"))
      #expect(try machine.notes() == ["yesterday"])
      #expect(try machine.call("daemon.status")["instance"] != before)

      // What was there is a backup itself.
      let name = try #require(machine.call("data.backups")["backups"]?.arrayValue?.first?["name"]?.stringValue)
      #expect(try machine.bbctl("restore", name, "--yes", "--json").json["entries"] == 2)
      #expect(try machine.notes() == ["today", "yesterday"])
      // And it goes on as before, also after a restart.
      try machine.bbctl("note", "tomorrow")
      try machine.stop()
      try machine.start()
      #expect(try machine.notes() == ["tomorrow", "today", "yesterday"])
    }
  }

  @Test("a backup that is restored within a second of its creation is the right one")
  func sameSecond() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "before")
      let name = try #require(try machine.call("data.backup")["backup"]?["name"]?.stringValue)
      try machine.bbctl("note", "after")
      #expect(try machine.bbctl("restore", name, "--yes").status == 0)
      #expect(try machine.notes() == ["before"])
    }
  }

  @Test("a plain copy of a database in use can be restored, too")
  func plainCopy() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "kept")
      try machine.stop()
      let copy = machine.directory + "/copy.db"
      try FileManager.default.copyItem(atPath: machine.database, toPath: copy)
      try machine.start()
      try machine.bbctl("undo")
      #expect(try machine.bbctl("restore", copy, "--yes").status == 0)
      #expect(try machine.notes() == ["kept"])
    }
  }

  @Test("a follower gets a new connection with a snapshot of the restored state")
  func followed() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("backup")
      try machine.bbctl("diaper", "wet")
      let client = try LineClient(machine.paths.socket)
      let answer = try client.call("changes.subscribe", ["topics": ["dashboard"]])
      let instance = answer["result"]?["instance"]
      let name = try #require(machine.call("data.backups")["backups"]?.arrayValue?.first?["name"]?.stringValue)
      #expect(try machine.bbctl("restore", name, "--yes").status == 0)
      let next = try LineClient(machine.paths.socket)
      let again = try next.call("changes.subscribe", ["topics": ["dashboard"]])
      #expect(again["result"]?["instance"] != instance)
      #expect(again["result"]?["snapshot"]?["dashboard"]?["today"]?["diapers"] == 0)
    }
  }

  @Test("other files and damaged backups are refused, and nothing changes", arguments: ["no database", ""])
  func refused(content: String) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "kept")
      let instance = try machine.call("daemon.status")["instance"]
      try machine.write(content, to: machine.directory + "/other.db")
      #expect(try machine.bbctl("restore", machine.directory + "/other.db", "--yes").status != 0)
      #expect(try machine.bbctl("restore", machine.directory + "/missing.db", "--yes").status == 2)
      #expect(try machine.bbctl("call", "data.restore", "{\"name\":\"../local.db\"}").errorName == "backup.notFound")
      #expect(try machine.notes() == ["kept"])
      #expect(try machine.call("daemon.status")["instance"] == instance)
      let left = try FileManager.default.contentsOfDirectory(atPath: machine.paths.data)
      #expect(left.filter { $0.contains("restoring") } == [])
    }
  }

  @Test("the daemon makes a private backup each day")
  func daily() async throws {
    try await Machine.withEva { machine in
      try machine.stop()
      try machine.start()
      let folder = machine.paths.data + "/backups"
      // It is made beside the first calls.
      try machine.wait(for: "the backup") { try machine.call("data.backups")["backups"]?.arrayValue?.isEmpty == false }
      let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
      #expect(try machine.mode(of: folder) == 0o700)
      #expect(try machine.mode(of: folder + "/" + name) == 0o600)
      try machine.stop()
      try machine.start()
      try machine.call("daemon.status")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
    }
  }

  @Test("erasing leaves no logged data in any file, and requires its word")
  func erased() async throws {
    try await Machine.withEva { machine in
      for text in ["a secret in the file", "a secret that was undone"] { try machine.bbctl("note", text) }
      try machine.bbctl("undo")
      try machine.bbctl("edit", "last", "--note", "a secret that was edited")
      try machine.bbctl("backup")
      try Data("a secret set aside".utf8).write(to: URL(filePath: machine.database + ".damaged-20200101T000000Z"))
      #expect(try machine.bbctl("erase").status == 2)
      #expect(try machine.bbctl("erase", "--confirm", "delete").status == 2)
      #expect(try machine.bbctl("call", "data.erase").errorName == "erase.unconfirmed")
      #expect(try machine.notes() == ["a secret that was edited"])

      let file = machine.directory + "/everything.json"
      let run = try machine.bbctl("erase", "--confirm", "DELETE", "--export", file)
      #expect(run.output == "Erased everything, with 2 copies.\n")
      #expect(try machine.text("everything.json").contains("a secret that was edited"))
      #expect(try machine.call("daemon.status")["children"] == 0)
      #expect(try machine.bbctl("undo").status == 3)
      for name in try FileManager.default.subpathsOfDirectory(atPath: machine.paths.data) {
        guard let bytes = FileManager.default.contents(atPath: machine.paths.data + "/" + name) else { continue }
        #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(name)")
        #expect(bytes.range(of: Data("Eva".utf8)) == nil, "\(name)")
      }
      // And a family can start over.
      try machine.addEva(zone: "Europe/Berlin")
      #expect(try machine.bbctl("diaper", "wet").status == 0)
    }
  }
}

extension Machine {
  fileprivate func notes() throws -> [String] {
    try call("timeline.list", ["kinds": ["note"]])["entries"]?.arrayValue?.compactMap { $0["note"]?.stringValue } ?? []
  }

  fileprivate func mode(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
  }
}
