import TestSupport
import Testing

@Suite("A backup of another log")
struct OtherBackupTests {
  @Test("bbctl restore says whose it is and how to restore it all the same, and the command works as it stands")
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
