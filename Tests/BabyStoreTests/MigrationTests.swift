import BabyModel
import GRDB
import Synchronization
import Testing

@testable import BabyStore

@Suite("Files of earlier versions")
struct MigrationTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path + "/local.db" }

  /// Makes a file as version 1 has left it, with two entries, of which one was changed, and what they are logged as.
  private func makeVersion1(_ changes: String) async throws -> [Entry] {
    let ids = IDGenerator(random: SeededRandom(seed: 7).next)
    let born = try #require(LocalDate("2019-12-18"))
    let eva = Child(
      id: ids.next(at: noon), name: "Eva", born: born, zone: "America/Los_Angeles", createdAt: noon, updatedAt: noon)
    let entries = [EntryContent.diaper(.wet), .sleep].map { content in
      Entry(id: ids.next(at: noon), childID: eva.id, content: content, start: noon, createdAt: noon, updatedAt: noon)
    }
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try db.execute(sql: Schema.tablesOfVersion1)
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1');
          INSERT INTO store VALUES (1, x'00112233445566778899aabbccddeeff');
          INSERT INTO answer VALUES (1000, 'key:k', 'f', x'01', 1699963200000);
          INSERT INTO answer VALUES (1000, 'press:bar', 'f', x'02', 1699963200000);
          """)
      try db.run("INSERT INTO child (\(ChildRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", ChildRow.values(eva))
      for entry in entries {
        try db.run("INSERT INTO entry (\(EntryRow.columns)) VALUES (\(EntryRow.placeholders))", EntryRow.values(entry))
        try db.run(
          """
          INSERT INTO change (at, uid, subject, operation, entry_id, child_id, step)
          VALUES (1699963200000, 1000, 'entry', 'insert', ?, ?, 1)
          """, [.id(entry.id), .id(eva.id)])
      }
      try db.execute(sql: "INSERT INTO step VALUES (1, 1000, 'bar', 1699963200000, 'Logged both', 'done')")
      try db.execute(sql: changes)
    }
    return entries
  }

  @Test("tell while they are brought up to date that it gets on; files of today have nothing to tell")
  func progress() async throws {
    _ = try await makeVersion1(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
      INSERT INTO answer SELECT 1000, 'key:' || n, 'f', x'01', 1699963200000 FROM number
      """)
    let heard = Mutex(0)
    let store = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor,
      onMigrating: { heard.withLock { $0 += 1 } })
    #expect(heard.withLock { $0 } > 0)
    try store.close()
    heard.withLock { $0 = 0 }
    _ = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor,
      onMigrating: { heard.withLock { $0 += 1 } })
    #expect(heard.withLock { $0 } == 0)
  }

  @Test("of version 1 all data, the numbers of its changes and what can be undone stay")
  func version1() async throws {
    let entries = try await makeVersion1("UPDATE change SET seq = 5 WHERE seq = 2")
    let store = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor)
    #expect(store.setAside == nil)
    #expect(store.instance.description == "00112233-4455-6677-8899-aabbccddeeff")
    #expect(try await store.read { try $0.lastSeq() } == 5)
    let context = WriteContext(uid: 1000, client: "bar", at: noon)
    #expect(try await store.write(context) { try $0.storedAnswer(uid: 1000, key: "k")?.answer } == [1])
    let kept = try await store.read { try $0.db.all("SELECT key FROM answer") { $0.text(0) } }
    #expect(kept == ["k"])
    let undone = try await store.write(context) { try $0.undo(uid: 1000) }
    #expect(undone.label == "Logged both")
    #expect(Set(undone.entries.map(\.id)) == Set(entries.map(\.id)))
    #expect(try await store.read { try $0.lastSeq() } == 7)
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("of version 2 the change log stays as it is, and takes in what is done to reminders")
  func version2() async throws {
    let entries = try await makeVersion1("")
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: Schema.stepToVersion2)
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2')")
    }
    let store = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor)
    let child = entries[0].childID
    let before = try await store.read { try $0.changes(after: 0, limit: 10) }
    #expect(before.map(\.seq) == [1, 2] && before.map(\.subject) == entries.map { .entry($0.id, child: child) })
    let mark = ReminderMark(id: "feeding.x", due: noon, toldAt: noon)
    try await store.write(WriteContext(uid: 0, client: "babybasicsd", at: noon)) { transaction in
      try transaction.mark(.feeding, of: child, mark, as: .insert)
    }
    let after = try await store.read { try $0.changes(after: 2, limit: 10) }
    #expect(after.map(\.subject) == [.reminder(rule: "feeding", child: child)])
    #expect(try await store.read { try $0.reminderMarks(child: child) } == ["feeding": mark])
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("of version 5 what is on its way is sent still, a child's change as a whole")
  func version5() async throws {
    let entries = try await makeVersion1("")
    let child = entries[0].childID
    try await DatabaseQueue(path: path).write { db in
      for step in [Schema.stepToVersion2, Schema.stepToVersion3, Schema.stepToSyncing, Schema.stepToPredictions] {
        try db.execute(sql: step)
      }
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2'), ('3'), ('4'), ('5')")
      try db.run(
        "INSERT INTO outbox (number, child_id, base, sends, is_attempted, is_outdated) VALUES (1, ?, 7, 1, 1, 1)",
        [.id(child)])
      try db.run(
        "INSERT INTO outbox (number, entry_id, child_id, sends, next_at) VALUES (2, ?, ?, 3, ?)",
        [.id(entries[0].id), .id(child), .instant(noon + .hours(1))])
    }
    let store = try Store.open(
      path: path, now: noon, keepsOutbox: true, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    let rows = try await store.read { try $0.outboxRows(limit: 10) }
    #expect(rows.map(\.number) == [1, 2] && rows.map(\.entryID) == [nil, entries[0].id])
    #expect(try await store.read { try $0.nextOutboxRow(now: noon) }?.number == 1)
    #expect(rows[0].base == Instant(milliseconds: 7))
    #expect(try await store.read { try $0.remoteChild(child) } == nil)
    #expect(try await store.read { try $0.sentChild(rows[0]) } == nil)
    #expect(rows[1].nextAt.milliseconds == 0, "nobody knows since when it waits")
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("of version 1 the last number stays, also when all changes were pruned")
  func prunedVersion1() async throws {
    let entries = try await makeVersion1("DELETE FROM change; DELETE FROM step")
    let commits = CommitLog()
    let store = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor
    ) { commits.append($0) }
    #expect(try await store.read { try $0.lastSeq() } == 2)
    try await store.write(WriteContext(uid: 1000, client: "bar", at: noon)) { _ = try $0.delete(entries[0].id) }
    #expect(commits.seqs == [3])
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("a file of version 1 that cannot be written is refused, for it cannot be brought up to date")
  func lockedVersion1() async throws {
    _ = try await makeVersion1("")
    let somebodyElse = try DatabaseQueue(path: path)
    try await somebodyElse.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(throws: BabyError.storeLocked(path: path)) {
        _ = try Store.open(
          path: path, now: noon, busyTimeout: .milliseconds(30), readExecutor: globalConcurrentExecutor,
          writeExecutor: globalConcurrentExecutor)
      }
      try db.execute(sql: "ROLLBACK")
    }
    let store = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor)
    #expect(try await store.read { try $0.lastSeq() } == 2)
    try store.close()
  }

  @Test("of a family server keep all but the notes of what was deleted, and know no machine")
  func serverVersion1() async throws {
    let path = directory.path + "/server.db"
    let ids = IDGenerator(random: SeededRandom(seed: 7).next)
    let eva = Child(
      id: ids.next(at: noon), name: "Eva", born: try #require(LocalDate("2019-12-18")), zone: "America/Los_Angeles",
      createdAt: noon, updatedAt: noon)
    let entries = [nil, noon].map { deletedAt in
      Entry(
        id: ids.next(at: noon), childID: eva.id, content: .note(.general), start: noon, note: "a secret",
        createdAt: noon, updatedAt: noon, deletedAt: deletedAt)
    }
    let queue = try DatabaseQueue(path: path)
    try ServerSchema.migrator(epoch: ids.next(at: noon)).migrate(queue, upTo: "1")
    try await queue.write { db in
      try db.run("INSERT INTO child (\(ChildRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", ChildRow.values(eva))
      for entry in entries {
        try db.run("INSERT INTO entry (\(EntryRow.columns)) VALUES (\(EntryRow.placeholders))", EntryRow.values(entry))
      }
    }
    try queue.close()
    let store = try ServerStore.open(path: path, now: noon)
    let (kept, tombstone, users) = try store.read { reader in
      (
        try reader.entries.entry(entries[0].id), try reader.entries.entry(entries[1].id),
        try reader.users(of: [UInt8](repeating: 0, count: 32), now: noon)
      )
    }
    #expect(kept == entries[0])
    #expect(tombstone?.deletedAt == noon && tombstone?.note == nil)
    #expect(users == [])
    try store.close()
  }
}
