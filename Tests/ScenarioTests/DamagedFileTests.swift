import BabyProtocol
import Foundation
import Testing

@Suite("A damaged database")
struct DamagedFileTests {
  enum Damage: String, CaseIterable {
    case truncated = "cut off in the middle"
    case flippedHeader = "with flipped bits in its header"
    case flippedPages = "with flipped bits in its pages"
    case garbage = "that is no database"
  }

  @Test("is set aside byte for byte, told of, and the daemon begins a new one", arguments: Damage.allCases)
  func setAside(_ damage: Damage) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "first smile")
      try machine.stop()
      let damaged = try damage.applied(to: machine.bytes(machine.database))
      try Data(damaged).write(to: URL(filePath: machine.database))

      try machine.start()
      let status = try machine.call("daemon.status")
      let path = try #require(status["setAside"]?.stringValue)
      #expect(try machine.bytes(path) == damaged)
      #expect(machine.daemonErrors.contains(path))
      #expect(status["children"] == 0)
      try machine.addEva(zone: "Europe/Berlin")
      #expect(try machine.bbctl("diaper", "wet").status == 0)
      try machine.stop()
      try machine.start()
      #expect(try machine.call("daemon.status")["setAside"] == nil)
      #expect(try machine.diapers == 1)
    }
  }

  @Test("by a newer version is refused with a sentence, and stays as it is")
  func newer() async throws {
    try await Machine.withEva { machine in
      try machine.stop()
      try machine.sqlite("INSERT INTO grdb_migrations VALUES ('1000'); PRAGMA wal_checkpoint(TRUNCATE)")
      let before = try machine.bytes(machine.database)
      let refusal = try machine.startRefused()
      #expect(refusal.status == .exited(65))
      #expect(refusal.message.contains("was written by a newer version"))
      #expect(refusal.message.contains(machine.database))
      #expect(try machine.bytes(machine.database) == before)
      #expect(!FileManager.default.fileExists(atPath: machine.paths.socket))
    }
  }

  @Test("is none when a child's time zone is unknown here: the daemon refuses to show times in a wrong one")
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
    case .garbage: bytes = Array("Dear diary, this is no database.\n".utf8)
    }
    return bytes
  }
}
