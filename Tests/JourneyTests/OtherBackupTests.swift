import TestSupport
import Testing

@Suite("A backup of another log")
struct OtherBackupTests {
  private func backup(_ machine: Machine) throws -> String {
    let file = machine.directory + "/copy.db"
    let made = try machine.bbctl("backup", file, "--force")
    #expect(made.status == 0, "\(made.errors)")
    return file
  }

  /// The question of bbctl before it restores another log, and whether its command works.
  private func restored(_ file: String, on machine: Machine, _ expected: String) throws {
    let before = try machine.call("timeline.list")
    let refused = try machine.bbctl("restore", file, "--yes")
    #expect(refused.status == 3 && refused.errors.contains(expected), "\(refused.errors)")
    #expect(refused.errors.contains("Try: bbctl restore \(file) --other-log --yes"), "\(refused.errors)")
    #expect(try machine.call("timeline.list") == before)
    let run = try machine.bbctl("restore", file, "--other-log", "--yes")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("another account's, of the same child, is restored only on request, and then nothing is duplicated")
  func otherAccount() async throws {
    try await Family.run { family in
      try family.anna.bbctl("note", "Anna's")
      try family.settle()
      // One's own is restored without a word.
      let own = try family.anna.bbctl("restore", backup(family.anna), "--yes")
      #expect(own.status == 0, "\(own.errors)")
      try family.cutOff()
      try family.ben.bbctl("note", "Ben's")
      let file = try backup(family.ben)
      try family.ben.stop()
      try restored(
        file, on: family.anna,
        "This backup is of another account's log on 127.0.0.1, with 2 entries. Whatever your account on 127.0.0.1 does "
          + "not have would be sent to it in your name. Nothing was changed.")
      try family.reconnect()
      // What Ben's machine has not sent is Anna's now, and the same entry for his.
      try family.sync(family.anna)
      try family.ben.start()
      try family.settle()
      for machine in [family.anna, family.ben] {
        #expect(try family.timeline(machine).compactMap(\.note).sorted() == ["Anna's", "Ben's"])
        #expect(try machine.call("child.list")["children"]?.arrayValue?.count == 1)
      }
      let entries = try family.anna.call("timeline.list")["entries"]?.arrayValue ?? []
      #expect(entries.allSatisfy { $0["author"] == "Anna" }, "\(entries)")
    }
  }

  @Test("an account's, on a machine without one, is usable by everybody, and waits for no server")
  func withoutAccount() async throws {
    try await Family.run { family in
      try family.anna.bbctl("note", "Anna's")
      try family.anna.bbctl("share", "role", "Ben", "viewer")
      try family.settle()
      let file = try backup(family.ben)
      try await family.withAnother { cleo in
        try cleo.start()
        // Where nothing is yet, nothing can be mixed up.
        let empty = try cleo.bbctl("restore", file, "--yes")
        #expect(empty.status == 0, "\(empty.errors)")
        try restored(
          file, on: cleo,
          "This backup is of an account's log on 127.0.0.1, with 1 entry. This machine has no account: what is in the "
            + "backup would stay on this machine, and no sync would follow. Nothing was changed.")
        #expect(try cleo.bbctl("note", "Cleo's").status == 0)
        #expect(try family.timeline(cleo).compactMap(\.note).sorted() == ["Anna's", "Cleo's"])
        #expect(try cleo.call("queue.list")["items"] == [])
      }
    }
  }

  @Test("a machine's without an account does not count as the account's, which would have a child twice")
  func intoAccount() async throws {
    try await Family.run { family in
      try await family.withAnother { cleo in
        try cleo.start()
        try cleo.addEva(zone: "America/Los_Angeles")
        try cleo.bbctl("note", "Cleo's")
        try restored(
          backup(cleo), on: family.anna,
          "This backup is of a log without an account, with 1 entry. Whatever your account on 127.0.0.1 does not have "
            + "would be sent to it in your name. Then it has Eva twice. Nothing was changed.")
      }
    }
  }

  @Test("bbctl restore names its owner and how to restore it anyway, and the command works as printed")
  func otherLog() async throws {
    try await Machine.withEva { anna in
      try anna.bbctl("note", "Eva's")
      try await anna.withAnother { cleo in
        try cleo.start()
        _ = try cleo.call("child.add", ["name": "Mia", "born": "2026-03-01", "zone": "UTC"])
        try cleo.bbctl("note", "Mia's")
        let file = cleo.directory + "/mia.db"
        #expect(try cleo.bbctl("backup", file).status == 0)

        let refused = try anna.bbctl("restore", file, "--yes")
        #expect(refused.status == 3)
        #expect(
          refused.errors.contains("This backup is of another log, with 1 entry: Mia has never been in this one."),
          "\(refused.errors)")
        #expect(refused.errors.contains("Try: bbctl restore \(file) --other-log --yes"), "\(refused.errors)")
        #expect(try anna.bbctl("today").output.contains("Eva's"))

        #expect(try anna.bbctl("restore", file, "--other-log", "--yes").status == 0)
        #expect(try anna.bbctl("today").output.contains("Mia's"))
      }
    }
  }
}
