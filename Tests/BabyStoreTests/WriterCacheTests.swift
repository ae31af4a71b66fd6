import BabyModel
import BabyStore
import Testing

/// A write asks the database only once for what the writes before it have left as it was.
@Suite("A write's cache from earlier ones")
struct WriterCacheTests {
  private struct Known: Hashable {
    var seq: Int64
    var selected: Child?
    var settings: StoredSettings
  }

  private struct Failure: Error {}

  /// What a write of a store sees.
  private func known(
    by store: Store, _ fixture: Fixture, dryRun: Bool = false,
    after change: @escaping @Sendable (WriteTransaction) throws -> Void = { _ in }
  ) async throws -> Known {
    try await store.write(WriteContext(uid: Fixture.me, client: "test", at: noon, dryRun: dryRun)) { transaction in
      try change(transaction)
      return Known(
        seq: try transaction.read.lastSeq(), selected: try transaction.read.selectedChild(uid: Fixture.me),
        settings: try transaction.read.settings(inForceFor: fixture.eva.id))
    }
  }

  /// What is in the file.
  private func stored(_ fixture: Fixture) async throws -> Known {
    try await fixture.store.read { transaction in
      Known(
        seq: try transaction.lastSeq(), selected: try transaction.selectedChild(uid: Fixture.me),
        settings: try transaction.settings(inForceFor: fixture.eva.id))
    }
  }

  private static func change(_ fixture: Fixture) -> @Sendable (WriteTransaction) throws -> Void {
    var ben = fixture.eva
    ben.id = fixture.ids.next(at: noon)
    ben.name = "Ben"
    return { [ben] transaction in
      try transaction.insert(ben)
      try transaction.select(ben.id, uid: Fixture.me)
      try transaction.setSetting("units", "oz", child: nil)
      try transaction.setSetting("units", "ml", child: fixture.eva.id)
    }
  }

  @Test("includes the changes of the write itself")
  func ownChanges() async throws {
    let fixture = try await Fixture()
    let before = try await known(by: fixture.store, fixture)
    let within = try await known(by: fixture.store, fixture, after: Self.change(fixture))
    #expect(within.seq == before.seq + 4)
    #expect(within.selected?.name == "Ben")
    #expect(within.settings == StoredSettings(family: ["units": "oz"], own: ["units": "ml"]))
    #expect(try await known(by: fixture.store, fixture) == within)
    #expect(try await stored(fixture) == within)
  }

  @Test("includes another process's commits in between")
  func otherProcess() async throws {
    let fixture = try await Fixture()
    let before = try await known(by: fixture.store, fixture)
    let other = try Store.open(path: fixture.path, now: noon)
    let changed = try await known(by: other, fixture, after: Self.change(fixture))
    #expect(changed != before)
    #expect(try await known(by: fixture.store, fixture) == changed)
    try other.close()
  }

  @Test("does not include a failed write or a dry run")
  func takenBack() async throws {
    let fixture = try await Fixture()
    let before = try await known(by: fixture.store, fixture)
    let change = Self.change(fixture)
    _ = try await known(by: fixture.store, fixture, dryRun: true, after: change)
    #expect(try await known(by: fixture.store, fixture) == before)
    await #expect(throws: Failure.self) {
      _ = try await known(by: fixture.store, fixture) { transaction in
        try change(transaction)
        throw Failure()
      }
    }
    #expect(try await known(by: fixture.store, fixture) == before)
  }

  @Test("finds the steps that another process has undone, and drops them")
  func undoneElsewhere() async throws {
    let fixture = try await Fixture()
    let (first, second) = (fixture.entry(), fixture.entry())
    try await fixture.write { try $0.insert(first) }
    let other = try Store.open(path: fixture.path, now: noon)
    _ = try await other.write(WriteContext(uid: Fixture.me, client: "other", at: noon)) {
      try $0.undo(uid: Fixture.me)
    }
    try other.close()
    try await fixture.write { try $0.insert(second) }
    await #expect(throws: BabyError.nothingToRedo) {
      try await fixture.write { try $0.redo(uid: Fixture.me) }
    }
  }
}
