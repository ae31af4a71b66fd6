import BabyModel
import GRDB
import Testing

@testable import BabyStore

/// Changes to a sound file that SQLite finds nothing wrong with, and that no version of this program has made.
@Suite("Impossible rows")
struct TrustTests {
  private func fixture(_ sql: String) async throws -> Fixture {
    let fixture = try await Fixture()
    let entries = [
      fixture.entry(.sleep, at: noon),
      fixture.entry(.feeding(Feeding(method: .bottle, amount: Volume(80, .milliliters)))),
    ]
    let reminder = CustomReminder(
      id: fixture.ids.next(at: noon), childID: fixture.eva.id, name: "Vitamin D", schedule: .every(.hours(8)),
      since: noon)
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
      try transaction.set(reminder)
    }
    try fixture.store.close()
    try await DatabaseQueue(path: fixture.path).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(sql)")
    }
    return fixture
  }

  static let impossible = [
    "UPDATE entry SET start_at = 9223372036854775000 WHERE kind = 'sleep'",
    "UPDATE entry SET start_at = -9223372036854775808 WHERE kind = 'sleep'",
    "UPDATE entry SET updated_at = 9223372036854775807", "UPDATE entry SET amount = 9e999 WHERE amount > 0",
    "UPDATE child SET created_at = 9223372036854775807", "UPDATE custom_reminder SET since = -9223372036854775808",
    "UPDATE change SET seq = 9223372036854775807 WHERE seq = (SELECT max(seq) FROM change)",
    "UPDATE store SET forgotten_seq = 9223372036854775807; DELETE FROM change",
  ]

  @Test(
    "are reported as damage, without any arithmetic on their numbers",
    arguments: impossible + ["UPDATE custom_reminder SET every = 0", "UPDATE custom_reminder SET every = 1 << 62"])
  func reading(sql: String) async throws {
    let fixture = try await fixture(sql)
    let store = try Store.open(path: fixture.path, now: noon)
    await #expect(throws: BabyError.storeCorrupt(path: fixture.path)) {
      try await store.read { transaction in
        _ = try transaction.children()
        _ = try transaction.entries(EntryQuery(child: fixture.eva.id))
        _ = try transaction.running(.sleep, child: fixture.eva.id)
        _ = try transaction.customReminders(child: fixture.eva.id)
        _ = try transaction.lastSeq() + 1
      }
    }
    // What is sound is there as before.
    #expect(try await store.read { try $0.settings(child: fixture.eva.id) } == [:])
    try store.close()
  }

  @Test(
    "are not a label of a backup: a table with other columns or words is ignored, and gone after a restore",
    arguments: [
      "CREATE TABLE backup_of (x)",
      "CREATE TABLE Backup_Of (server, user, more); INSERT INTO backup_of VALUES (1, 2, 3)",
      "CREATE TABLE backup_of (server, user); INSERT INTO backup_of VALUES ('https://a b', 'c')",
      "CREATE TABLE backup_of (server, user); INSERT INTO backup_of VALUES (hex(zeroblob(1000)), 'c')",
    ])
  func label(sql: String) async throws {
    let backup = try await fixture(sql)
    let fixture = try await Fixture()
    var owner: LogOwner?
    try fixture.store.restore(
      from: backup.path, now: noon, ids: fixture.ids, check: { owner = $1 }, before: { _ in })
    #expect(owner == .machine)
    try fixture.store.close()
    let isThere = try await DatabaseQueue(path: fixture.path).read { db in
      try db.exists("SELECT 1 FROM sqlite_master WHERE lower(name) = 'backup_of'")
    }
    #expect(!isThere)
  }

  @Test(
    "prevent a restore if they would conflict with its own label",
    arguments: ["CREATE VIEW backup_of AS SELECT 1 AS server, 2 AS user", "CREATE INDEX backup_of ON child (name)"])
  func labelInTheWay(sql: String) async throws {
    let backup = try await fixture(sql)
    let fixture = try await Fixture()
    #expect(throws: BabyError.storeCorrupt(path: backup.path)) {
      try fixture.store.restore(from: backup.path, now: noon, ids: fixture.ids, check: { _, _ in }, before: { _ in })
    }
  }

  @Test(
    "prevent a restore, and the error names them",
    arguments: zip(
      impossible
        + [
          "UPDATE entry SET child_id = x'00112233445566778899aabbccddeeff'",
          "INSERT INTO entry_before SELECT 1, * FROM entry LIMIT 1; UPDATE entry_before SET kind = 'bath'",
        ],
      [
        "entry.start_at has a value that is not a time", "entry.start_at has a value that is not a time",
        "entry.updated_at has",
        "entry.amount has a value that is not a possible amount", "child.created_at has", "custom_reminder.since has",
        "change.seq has a value that is not a number", "store.forgotten_seq has", "refers to one that is missing",
        "an unknown word",
      ]))
  func restoring(sql: String, reason: String) async throws {
    let backup = try await fixture(sql)
    let fixture = try await Fixture()
    let error = #expect(throws: BabyError.self) {
      try fixture.store.restore(from: backup.path, now: noon, ids: fixture.ids, check: { _, _ in }, before: { _ in })
    }
    guard case .restoreInvalid(let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains(reason), "\(sentence)")
    // And nothing has changed.
    #expect(try await fixture.store.read { try $0.children() } == [fixture.eva])
    try await fixture.write { try $0.insert(fixture.entry()) }
    #expect(try Files.names(in: fixture.directory.path).filter { $0.contains("restoring") } == [])
  }
}
