import BabyModel
import Foundation
import GRDB
import Testing

@testable import BabyStore

@Suite("Damaged files")
struct DamageTests {
  /// A closed store with some pages of entries in it.
  private func closedFixture() async throws -> Fixture {
    let fixture = try await Fixture()
    // In several transactions, so that entries and the log of their changes lie between each other.
    for batch in 0..<8 {
      let entries = (0..<50).map {
        fixture.entry(at: noon + .minutes(50 * batch + $0), note: "a note that takes some room")
      }
      try await fixture.write { transaction in
        for entry in entries { try transaction.insert(entry) }
      }
    }
    try fixture.store.close()
    #expect(try Files.names(in: fixture.directory.path) == ["local.db"], "the log is part of the file again")
    return fixture
  }

  /// The file is where the store says it is, byte for byte, and a new store is in use.
  private func expectSetAside(_ bytes: Data, _ fixture: Fixture, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let store = try Store.open(path: fixture.path, now: noon + .milliseconds(7_384_000))
    #expect(store.setAside == fixture.path + ".damaged-20231114T140304Z", sourceLocation: sourceLocation)
    #expect(try Files.bytes(of: try #require(store.setAside)) == bytes, sourceLocation: sourceLocation)
    #expect(store.instance != fixture.store.instance, sourceLocation: sourceLocation)
    try await store.write(WriteContext(uid: 0, client: "test", at: noon)) { try $0.insert(fixture.eva) }
    try store.close()
    try fixture.verifyIntegrity()
  }

  @Test("a file that is not a database is set aside, byte for byte")
  func noDatabase() async throws {
    let fixture = try await closedFixture()
    let text = Data("Dear diary, this is not a database.\n".utf8)
    try Files.write(text, to: fixture.path)
    try await expectSetAside(text, fixture)
  }

  @Test("a truncated file is set aside", arguments: [0, 1, 20, 511, 512, 4096, 40_000])
  func truncated(size: Int) async throws {
    let fixture = try await closedFixture()
    let bytes = try Files.bytes(of: fixture.path).prefix(size)
    try Files.write(bytes, to: fixture.path)
    try await expectSetAside(bytes, fixture)
  }

  @Test("a file whose schema is destroyed is set aside")
  func destroyedSchema() async throws {
    let fixture = try await closedFixture()
    var bytes = try Files.bytes(of: fixture.path)
    bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xa5, count: 3996))
    try Files.write(bytes, to: fixture.path)
    try await expectSetAside(bytes, fixture)
  }

  @Test("another program's database is set aside")
  func foreign() async throws {
    let fixture = try await closedFixture()
    try FileManager.default.removeItem(atPath: fixture.path)
    try await DatabaseQueue(path: fixture.path).write { try $0.execute(sql: "CREATE TABLE history (url TEXT)") }
    try await expectSetAside(try Files.bytes(of: fixture.path), fixture)
  }

  @Test("the log goes with its database, also if it is all that is left")
  func logWithoutDatabase() async throws {
    let fixture = try await Fixture()
    let log = try Files.bytes(of: fixture.path + "-wal")
    #expect(!log.isEmpty)
    try fixture.store.close()
    try Files.write(Data(), to: fixture.path)
    try Files.write(log, to: fixture.path + "-wal")
    try await expectSetAside(Data(), fixture)
    let aside = fixture.path + ".damaged-20231114T140304Z-wal"
    #expect(try Files.bytes(of: aside) == log)
  }

  @Test(
    "a log without its database is set aside, and does not become part of a new one", arguments: ["-wal", "-journal"])
  func onlyLog(companion: String) async throws {
    let fixture = try await Fixture()
    let log = try Files.bytes(of: fixture.path + "-wal")
    try fixture.store.close()
    for name in try Files.names(in: fixture.directory.path) {
      try FileManager.default.removeItem(atPath: fixture.directory.path + "/" + name)
    }
    try Files.write(log, to: fixture.path + companion)
    let store = try Store.open(path: fixture.path, now: noon)
    #expect(try await store.read { try $0.children() }.isEmpty)
    let aside = try #require(store.setAside)
    #expect(try Files.bytes(of: aside + companion) == log)
    try store.close()
    try fixture.verifyIntegrity()
  }

  @Test("the new one records that it replaced a damaged one, until another is restored or that is dismissed")
  func successor() async throws {
    let fixture = try await closedFixture()
    let folder = BackupFolder(of: fixture.path)
    let whole = try Store.open(path: fixture.path, now: noon)
    #expect(try await !whole.read { try $0.succeedsDamaged })
    let good = try folder.add(whole, at: noon)
    try whole.close()
    try Files.write(Data(), to: fixture.path)
    let first = try Store.open(path: fixture.path, now: noon)
    let aside = try #require(first.setAside)
    try await first.write(WriteContext(uid: 0, client: "test", at: noon)) { try $0.insert(fixture.eva) }
    _ = try folder.add(first, at: noon + .hours(24))
    try first.close()

    let again = try Store.open(path: fixture.path, now: noon + .hours(25))
    #expect(again.setAside == nil, "nothing was damaged this time")
    #expect(try await again.read { try $0.succeedsDamaged })
    #expect(again.damagedFile == aside)
    #expect(folder.newestSound == good, "the new log's own backup is newer, and none of the log that was lost")
    try await again.write(WriteContext(uid: 0, client: "test", at: noon, dryRun: true)) { try $0.dismissDamage() }
    #expect(try await again.read { try $0.succeedsDamaged })
    try again.restore(
      from: folder.file(named: good.name), now: noon, ids: fixture.ids, check: { _, _ in }, before: { _ in })
    try again.close()
    let restored = try Store.open(path: fixture.path, now: noon)
    #expect(try await !restored.read { try $0.succeedsDamaged })
    try restored.close()
  }

  @Test("a backup that is damaged, empty or another program's is not offered for a restore")
  func unsound() async throws {
    let fixture = try await closedFixture()
    let folder = BackupFolder(of: fixture.path)
    let store = try Store.open(path: fixture.path, now: noon)
    let good = try folder.add(store, at: noon)
    for (days, bytes) in [(1, 3 * 4096), (2, 10), (3, 0)] {
      let newer = try folder.add(store, at: noon + .hours(24 * days))
      let path = try folder.file(named: newer.name)
      try Files.write(try Files.bytes(of: path).prefix(bytes), to: path)
    }
    #expect(folder.newestSound == good)
    try store.close()
  }

  @Test("a second damaged file in the same second does not replace the first")
  func sameSecond() async throws {
    let fixture = try await closedFixture()
    for content in ["one", "two"] {
      try Files.write(Data(content.utf8), to: fixture.path)
      try Store.open(path: fixture.path, now: noon).close()
    }
    let aside = fixture.path + ".damaged-20231114T120000Z"
    #expect(try Files.bytes(of: aside) == Data("one".utf8))
    #expect(try Files.bytes(of: aside + "-2") == Data("two".utf8))
  }

  @Test("with any byte of the header flipped, the entries are still served or the file is set aside unchanged")
  func flippedHeader() async throws {
    let fixture = try await closedFixture()
    let whole = try Files.bytes(of: fixture.path)
    for position in 0..<100 {
      var bytes = whole
      bytes[position] ^= 0xff
      let path = fixture.directory.path + "/flipped-\(position).db"
      try Files.write(bytes, to: path)
      let store = try Store.open(path: path, now: noon)
      if let aside = store.setAside {
        #expect(try Files.bytes(of: aside) == bytes, "byte \(position)")
      } else {
        let count = try await store.read { try $0.entryCounts(child: fixture.eva.id) }
        #expect(count == [.diaper: 400], "byte \(position)")
      }
      try store.close()
    }
  }

  @Test("damage found while reading is reported with the path")
  func damageFoundLater() async throws {
    let fixture = try await closedFixture()
    var bytes = try Files.bytes(of: fixture.path)
    // Each table's first entries, which are looked at when the store opens, lie further in front.
    let end = bytes.count - 8 * 4096
    bytes.replaceSubrange(end..<bytes.count, with: Data(repeating: 0x5a, count: 8 * 4096))
    try Files.write(bytes, to: fixture.path)
    let store = try Store.open(path: fixture.path, now: noon)
    #expect(store.setAside == nil)
    await #expect(throws: BabyError.storeCorrupt(path: fixture.path)) {
      _ = try await store.read { try $0.entries(EntryQuery(child: fixture.eva.id)) }
    }
    #expect(try await store.read { try $0.children() } == [fixture.eva])
  }

  @Test("a word that the schema does not know is damage, too")
  func unknownWord() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    try await DatabaseQueue(path: fixture.path).write { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE entry SET diaper = 'blue'")
    }
    await #expect(throws: BabyError.storeCorrupt(path: fixture.path)) {
      _ = try await fixture.store.read { try $0.entry(entry.id) }
    }
  }
}
