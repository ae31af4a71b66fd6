import BabyModel
import Testing

@testable import BabyStore

@Suite("Databases of an earlier version")
struct UpgradeTests {
  private let directory = TemporaryDirectory()

  private func copy(_ name: String, of version: String) throws -> String {
    try KeptFiles.copy(name, of: version, into: directory)
  }

  @Test("there are some")
  func some() { #expect(KeptFiles.versions.contains("0.1")) }

  @Test(
    "without an account: the log is complete, a sleep runs, settings and reminders are set, undo works",
    arguments: KeptFiles.versions)
  func local(version: String) async throws {
    let path = try copy("local.db", of: version)
    let store = try Store.open(path: path, now: noon)
    #expect(store.setAside == nil)
    #expect(try await store.read { try DatabaseSchema.ladder.isCurrent($0.db) })
    let children = try await store.read { try $0.children(includingRemoved: true) }
    #expect(children.map(\.name).sorted() == ["Eva", "Max"])
    #expect(children.first { $0.name == "Max" }?.removedAt != nil)
    let eva = try #require(children.first { $0.name == "Eva" }).id
    let sleep = try #require(try await store.read { try $0.running(.sleep, child: eva) })
    #expect(try await store.read { try $0.entryCounts(child: eva) } == [.feeding: 1, .diaper: 1, .sleep: 1])
    #expect(try await store.read { try $0.settings(child: nil) } == ["units": "oz"])
    #expect(try await store.read { try $0.customReminders(child: eva) }.map(\.name) == ["Vitamin D"])
    let uid = try #require(
      try await store.read {
        try $0.db.first("SELECT uid FROM change WHERE label IS NOT NULL") { UInt32($0.integer()) }
      })
    let context = WriteContext(uid: uid, client: "test", at: sleep.start + .minutes(1))
    let undone = try await store.write(context) { try $0.undo(uid: uid) }
    #expect(undone.entries.map(\.id) == [sleep.id])
    #expect(try await store.read { try $0.running(.sleep, child: eva) } == nil)
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test(
    "of an account: unsent changes are in the queue, the inbox is there, and new entries join the queue",
    arguments: KeptFiles.versions)
  func account(version: String) async throws {
    let path = try copy("account.db", of: version)
    let store = try Store.open(path: path, now: noon, keepsOutbox: true)
    #expect(store.setAside == nil)
    let children = try await store.read { try $0.children(includingRemoved: true) }
    #expect(children.filter { $0.removedAt != nil }.map(\.name) == ["Mia"])
    let leo = try #require(children.first { $0.name == "Leo" }).id
    let sleep = try #require(try await store.read { try $0.running(.sleep, child: leo) })
    let before = try await store.read { try $0.queueCounts() }
    #expect(before.waiting + before.failed == 4)
    #expect(try await store.read { try $0.inbox(limit: 10) }.map(\.text) == ["Ben logged left breast"])
    var entry = sleep
    (entry.id, entry.content) = (EntryID(high: 1, low: 1), .diaper(.wet))
    try await store.write(WriteContext(uid: 1000, client: "test", at: sleep.start)) { [entry] transaction in
      try transaction.label("Logged")
      try transaction.insert(entry)
    }
    #expect(try await store.read { try $0.queueCounts() }.waiting == before.waiting + 1)
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test(
    "of a family server: accounts, children and entries are there, and it can be written",
    arguments: KeptFiles.versions)
  func server(version: String) async throws {
    let path = try copy("server.db", of: version)
    let store = try ServerStore.open(path: path, now: noon)
    let counts = try await store.read { reader in
      try ["user", "child", "entry"].map { table in
        try reader.db.first("SELECT count(*) FROM \(table)") { $0.integer() } ?? 0
      }
    }
    #expect(counts == [2, 2, 3])
    #expect(try await store.read { try $0.lastSeq() } > 0)
    try store.backup(to: directory.path + "/copy.db")
    try store.restore(from: directory.path + "/copy.db", now: noon)
    try store.close()
    try verifyIntegrity(of: path)
  }
}
