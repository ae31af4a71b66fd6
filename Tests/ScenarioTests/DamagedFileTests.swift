import BabyProtocol
import Foundation
import Testing

@Suite("A damaged database")
struct DamagedFileTests {
  enum Damage: String, CaseIterable {
    case truncated = "cut off in the middle"
    case flippedHeader = "with flipped bits in its header"
    case flippedPages = "with flipped bits in its pages"
    case garbage = "that is not a database"
    case empty = "cut off to nothing"
    case oneByte = "cut off to one byte"
  }

  @Test("is set aside byte for byte and reported, and the daemon begins a new one", arguments: Damage.allCases)
  func setAside(_ damage: Damage) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "first smile")
      let backup = try #require(machine.call("data.backup")["backup"]?["name"]?.stringValue)
      try machine.stop()
      let damaged = try damage.applied(to: machine.bytes(machine.database))
      try Data(damaged).write(to: URL(filePath: machine.database))

      try machine.start()
      let status = try machine.call("daemon.status")
      let path = try #require(status["setAside"]?.stringValue)
      let first = try machine.bbctl("status")
      #expect(first.status == 3, "there is no child")
      #expect(first.output.hasPrefix("The log was damaged, so it was set aside"))
      #expect(first.output.contains("bbctl restore \(backup)"))
      #expect(try machine.bytes(path) == damaged)
      #expect(machine.daemonErrors.contains(path))
      #expect(status["children"] == 0)
      try machine.addEva(zone: "Europe/Berlin")
      #expect(try machine.bbctl("diaper", "wet").status == 0)
      try machine.stop()
      try machine.start()
      #expect(try machine.diapers == 1)
      // It is shown until it is settled, also once a child has been added.
      #expect(try machine.bbctl("status").output.hasPrefix("The log was damaged, so it was set aside"))
      #expect(try machine.bbctl("status").output.contains("Eva"))
      #expect(try machine.call("daemon.status")["backup"]?.stringValue == backup)
      let replaced = try machine.bbctl("restore", backup, "--yes", "--json").json["replaced"]?["name"]?.stringValue
      #expect(try machine.call("daemon.status")["setAside"] == nil)
      #expect(try machine.bbctl("status").output.hasPrefix("Eva\n"))
      // And back to what was logged since, which says it again until it is dismissed.
      try machine.bbctl("restore", #require(replaced), "--yes")
      #expect(try machine.call("daemon.status")["setAside"]?.stringValue == path)
      try machine.bbctl("inbox", "dismiss")
      #expect(try machine.call("daemon.status")["setAside"] == nil)
      #expect(try machine.bbctl("status").output.hasPrefix("Eva\n"))
    }
  }

  @Test("in one page is set aside, or read around, or refused with a sentence, and its daemon reports its state")
  func onePage() async throws {
    try await Machine.withEva { machine in
      for number in 0..<40 { try machine.bbctl("note", String(repeating: "a note \(number) ", count: 40)) }
      try machine.stop()
      let whole = try machine.bytes(machine.database)
      for page in 1..<whole.count / 4096 {
        var bytes = whole
        for index in page * 4096..<(page + 1) * 4096 { bytes[index] ^= 0x55 }
        try Data(bytes).write(to: URL(filePath: machine.database))
        do {
          try machine.start()
          #expect(try machine.call("daemon.status")["pid"] != nil, "page \(page)")
          try machine.stop()
        } catch {
          let refusal = try machine.startRefused()
          #expect(refusal.status == .exited(65), "page \(page)")
          #expect(refusal.message.contains("\(machine.database) is damaged"), "page \(page)")
        }
      }
    }
  }

  @Test("by a newer version is refused with a sentence, and stays as it is")
  func newer() async throws {
    try await Machine.withEva { machine in
      try machine.stop()
      try machine.sqlite("INSERT INTO grdb_migrations VALUES ('v1000'); PRAGMA wal_checkpoint(TRUNCATE)")
      let before = try machine.bytes(machine.database)
      let refusal = try machine.startRefused()
      #expect(refusal.status == .exited(65))
      #expect(refusal.message.contains("was written by a newer version"))
      #expect(refusal.message.contains(machine.database))
      #expect(try machine.bytes(machine.database) == before)
      #expect(!FileManager.default.fileExists(atPath: machine.paths.socket))
    }
  }

  @Test("by a build from before the first release is refused, and the daemon begins a new one after it was moved away")
  func unreleased() async throws {
    try await Machine.withEva { machine in
      try machine.stop()
      try machine.sqlite("UPDATE grdb_migrations SET identifier = '17'; PRAGMA wal_checkpoint(TRUNCATE)")
      let before = try machine.bytes(machine.database)
      let refusal = try machine.startRefused()
      #expect(refusal.status == .exited(65))
      let hint = try #require(refusal.message.firstMatch(of: /Try: (mv .*)/)).1
      #expect(try machine.bytes(machine.database) == before)
      #expect(try machine.shell(String(hint)).status == 0)
      try machine.start()
      #expect(try machine.call("daemon.status")["children"] == 0)
      #expect(try machine.bytes(machine.database + ".unreleased") == before)
    }
  }

  @Test("an unknown time zone of a child is not damage: the daemon refuses to show wrong times")
  func zone() async throws {
    try await Machine.withEva { machine in
      try machine.stop()
      try machine.sqlite("UPDATE child SET zone = 'Mars/Olympus_Mons'")
      let refusal = try machine.startRefused()
      #expect(refusal.status == .exited(72))
      #expect(refusal.message.contains("Mars/Olympus_Mons"))
      #expect(!FileManager.default.fileExists(atPath: machine.paths.socket))
    }
  }
}

extension DamagedFileTests.Damage {
  fileprivate func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    switch self {
    case .truncated: bytes.removeLast(bytes.count / 2)
    case .flippedHeader: for index in 16..<32 { bytes[index] ^= 0xff }
    case .flippedPages: for index in 4096..<bytes.count { bytes[index] ^= 0x55 }
    case .empty: bytes = []
    case .oneByte: bytes = [bytes[0]]
    case .garbage: bytes = Array("Dear diary, this is not a database.\n".utf8)
    }
    return bytes
  }
}
