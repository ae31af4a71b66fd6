import BabyModel
import GRDB
import Synchronization
import Testing

@testable import BabyStore

@Suite("Change log")
struct ChangeLogTests {
  @Test("each commit announces its changes, in order and after they can be read")
  func commits() async throws {
    let fixture = try await Fixture()
    let first = fixture.entry()
    let second = fixture.entry(.sleep)
    try await fixture.write { transaction in
      try transaction.insert(first)
      try transaction.insert(second)
      try transaction.delete(first.id)
    }
    try await fixture.write { try $0.select(fixture.eva.id, uid: 7) }
    try await fixture.write { try $0.setSetting("units", "oz", child: nil) }
    let child = fixture.eva.id
    let commits = fixture.committed.all
    #expect(commits.map { $0.changes.map(\.seq) } == [[1], [2, 3, 4], [5], [6]])
    #expect(
      commits.flatMap { $0.changes.map(\.subject) } == [
        .child(child), .entry(first.id, child: child), .entry(second.id, child: child),
        .entry(first.id, child: child), .selection(uid: 7, child: child), .setting("units", child: nil),
      ])
    #expect(commits[1].changes.map(\.operation) == [.insert, .insert, .delete])
    #expect(commits[1].context.client == "test")
    #expect(try await fixture.store.read { try $0.lastSeq() } == 6)
  }

  @Test("a body that throws has changed nothing and announced nothing")
  func rollback() async throws {
    struct Second: Error {}
    let fixture = try await Fixture()
    let entry = fixture.entry()
    await #expect(throws: Second.self) {
      try await fixture.write { transaction in
        try transaction.insert(entry)
        throw Second()
      }
    }
    let found = try await fixture.store.read { try $0.entry(entry.id) }
    #expect(found == nil)
    #expect(fixture.committed.seqs == [1])
    await #expect(throws: BabyError.nothingToUndo) { try await fixture.write { try $0.undo(uid: Fixture.me) } }
    try fixture.verifyIntegrity()
  }

  @Test("a dry run answers as the real one would, and changes nothing")
  func dryRun() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let seen = try await fixture.write(dryRun: true) { transaction in
      try transaction.insert(entry)
      return try transaction.read.entry(entry.id)
    }
    #expect(seen == entry)
    let found = try await fixture.store.read { try $0.entry(entry.id) }
    #expect(found == nil)
    #expect(fixture.committed.seqs == [1])
  }

  @Test("actions for after a commit run before the next write, and only after a commit")
  func afterCommit() async throws {
    struct Refusal: Error {}
    let fixture = try await Fixture()
    let notes = Mutex<[String]>([])
    try await fixture.write { transaction in
      transaction.afterCommit { notes.withLock { $0.append("one") } }
    }
    #expect(notes.withLock { $0 } == ["one"])
    try await fixture.write(dryRun: true) { transaction in
      transaction.afterCommit { notes.withLock { $0.append("dry run") } }
    }
    await #expect(throws: Refusal.self) {
      try await fixture.write { transaction in
        transaction.afterCommit { notes.withLock { $0.append("failed") } }
        throw Refusal()
      }
    }
    #expect(notes.withLock { $0 } == ["one"])
  }

  @Test("a commit names the kinds of its entries")
  func kinds() async throws {
    let fixture = try await Fixture()
    let entries = [fixture.entry(), fixture.entry(.sleep), fixture.entry(.diaper(.dirty))]
    try await fixture.write { transaction in for entry in entries { try transaction.insert(entry) } }
    try await fixture.write { try $0.undo(uid: Fixture.me) }
    #expect(fixture.committed.all.map(\.kinds) == [[], [.diaper, .sleep], [.diaper, .sleep]])
  }

  @Test("a write that only reads announces nothing")
  func nothingChanged() async throws {
    let fixture = try await Fixture()
    let children = try await fixture.write { try $0.read.children() }
    #expect(children == [fixture.eva])
    #expect(fixture.committed.all.count == 1)
  }

  @Test("seq continues after everything is pruned and the file reopened")
  func seqNeverGoesBack() async throws {
    let fixture = try await Fixture()
    for _ in 0..<3 {
      let entry = fixture.entry()
      try await fixture.write { try $0.insert(entry) }
    }
    try await fixture.write(at: noon + .hours(24 * 60)) { try $0.prune() }
    try fixture.store.close()
    let commits = CommitLog()
    let reopened = try Store.open(path: fixture.path, now: noon) { commits.append($0) }
    #expect(try await reopened.read { try $0.lastSeq() } == 4)
    let entry = fixture.entry()
    try await reopened.write(WriteContext(uid: 0, client: "test", at: noon)) { try $0.insert(entry) }
    #expect(commits.seqs == [5])
    try reopened.close()
    try fixture.verifyIntegrity()
  }

  @Test("thirty days of the journal are kept, and no entry is forgotten")
  func retention() async throws {
    let fixture = try await Fixture()
    let old = fixture.entry()
    let recent = fixture.entry()
    let later = noon + .hours(24 * 30)
    try await fixture.write { try $0.insert(old) }
    try await fixture.write(at: noon + .minutes(1), label: "Recent") { try $0.insert(recent) }
    try await fixture.write(at: later + .minutes(1)) { try $0.prune() }
    let undone = try await fixture.write(at: later) { try $0.undo(uid: Fixture.me) }
    #expect(undone.label == "Recent")
    await #expect(throws: BabyError.nothingToUndo) { try await fixture.write { try $0.undo(uid: Fixture.me) } }
    let found = try await fixture.store.read { try $0.entry(old.id) }
    #expect(found == old)
  }

  @Test("a write runs to its end after its caller was cancelled")
  func cancelledCaller() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let task = Task {
      try await fixture.write { transaction in
        withUnsafeCurrentTask { $0?.cancel() }
        try transaction.insert(entry)
      }
    }
    task.cancel()
    try await task.value
    let found = try await fixture.store.read { try $0.entry(entry.id) }
    #expect(found == entry)
  }
}

@Suite("Changes of many children")
struct FeedTests {
  @Test("a page reads about as many rows as it has room for, however many children there are")
  func portions() async throws {
    let directory = TemporaryDirectory()
    let store = try ServerStore.open(path: directory.path + "/server.db", now: noon)
    let user = User(id: UserID(high: 0, low: 1), email: "anna@example.org", name: "Anna", createdAt: noon)
    let born = try #require(LocalDate("2019-12-18"))
    let (children, limit) = (40, 500)
    try await store.write(at: noon) { writer in
      _ = try writer.insert(user, password: "none")
      for number in 1...UInt64(children) {
        let child = Child(
          id: ChildID(high: 1, low: number), name: "Eva", born: born, zone: "UTC", createdAt: noon, updatedAt: noon)
        try writer.insert(child, owner: user.id)
        try writer.put(
          .known(
            Entry(
              id: EntryID(high: 2, low: number), childID: child.id, content: .diaper(.wet), start: noon,
              createdAt: noon,
              updatedAt: noon)))
      }
    }
    let (found, asked) = try await store.read { reader in
      var asked = 0
      reader.db.trace { event in
        guard case .statement(let statement) = event, statement.sql.contains("entry_by_seq") else { return }
        asked += statement.expandedSQL.split(separator: " ").last.flatMap { Int($0) } ?? 0
      }
      defer { reader.db.trace(nil) }
      let memberships = try reader.memberships(of: user.id)
      let page = try reader.changes(in: memberships, since: .beginning, limit: limit, room: 1 << 20)
      return (page.entries.count, asked)
    }
    #expect(found == children)
    #expect((children...limit + 1 + 8 * children).contains(asked), "no more rows are read")
    try store.close()
  }
}
