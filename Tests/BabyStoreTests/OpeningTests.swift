import BabyModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import BabyStore

@Suite("Opening a store")
struct OpeningTests {
  @Test("the files, and their new directories, are for their owner alone")
  func modes() async throws {
    let directory = TemporaryDirectory()
    let path = AccountFile.path(dataDirectory: directory.path + "/share/babybasics")
    let store = try Store.open(path: path, now: noon)
    for file in [path, path + "-wal", path + "-shm"] { #expect(try Files.mode(of: file) == 0o600) }
    #expect(try Files.mode(of: directory.path + "/share") == 0o700)
    #expect(try Files.mode(of: directory.path + "/share/babybasics") == 0o700)
    try store.close()
  }

  @Test("a file that others could read becomes private")
  func tightened() async throws {
    let fixture = try await Fixture()
    try fixture.store.close()
    chmod(fixture.path, 0o644)
    let store = try Store.open(path: fixture.path, now: noon)
    #expect(try Files.mode(of: fixture.path) == 0o600)
    try store.close()
  }

  @Test("of several that create the same database at once, one makes it and all have it", arguments: 1...5)
  func together(attempt: Int) async throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/deep/server.db"
    let epochs = try await withThrowingTaskGroup(of: Identifier<ServerStore>?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          // All of them write when they open, one after the other.
          let store = try ServerStore.open(path: path, now: noon, busyTimeout: .seconds(120))
          let epoch: Identifier<ServerStore>? = try await store.read { reader in
            try reader.db.first("SELECT epoch FROM server") { try $0.id() }
          }
          try store.close()
          return epoch
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(epochs).count == 1 && epochs.first != nil)
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  /// SQLite does not wait for others while it gives a file its log, so it has one from the beginning.
  @Test("opening a new database waits for its current writer")
  func justBegun() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/server.db"
    let epoch: Identifier<ServerStore> = IDGenerator().next(at: noon)
    try DatabaseFile(path: path).begin { try ServerSchema.ladder.migrator(id: epoch).migrate($0) }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    async let opened = onOwnThread { try ServerStore.open(path: path, now: noon, busyTimeout: .seconds(120)) }
    // Nothing says that it waits; once it has the file it needs no more than a moment until it does.
    let descriptors = "/proc/self/fd"
    try await eventually("it has opened the file") {
      try FileManager.default.contentsOfDirectory(atPath: descriptors).count { number in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(number)")) == path
      } > 1
    }
    try await Task.sleep(for: .milliseconds(20))
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try await opened.close()
    try other.close()
  }

  @Test("each account has its file")
  func accountFiles() {
    #expect(AccountFile.path(dataDirectory: "/d") == "/d/local.db")
    #expect(AccountFile.path(dataDirectory: "/d", account: "a1") == "/d/account-a1.db")
  }

  @Test("commits wait for the disk, keys are checked, and the log is a write-ahead log")
  func pragmas() async throws {
    let fixture = try await Fixture()
    let settings = try await fixture.write { transaction in
      try ["synchronous", "foreign_keys", "journal_mode", "busy_timeout", "mmap_size", "cache_size"].map { name in
        try transaction.db.first("PRAGMA \(name)") { $0.text() }
      }
    }
    #expect(settings == ["2", "1", "wal", "2000", "0", "-512"])
    let reader = try await fixture.store.read { try $0.db.first("PRAGMA busy_timeout") { $0.integer() } }
    #expect(reader == 2000)
  }

  @Test("a database keeps its instance, and another has another")
  func instance() async throws {
    let fixture = try await Fixture()
    try fixture.store.close()
    let reopened = try Store.open(path: fixture.path, now: noon + .hours(1))
    #expect(reopened.instance == fixture.store.instance)
    #expect(reopened.setAside == nil)
    let other = try await Fixture().store
    _ = other
    let fresh = try Store.open(path: fixture.directory.path + "/account-a.db", now: noon)
    #expect(fresh.instance != reopened.instance)
  }

  @Test("a closed store answers nothing more")
  func closed() async throws {
    let fixture = try await Fixture()
    try fixture.store.close()
    await #expect(throws: BabyError.self) { _ = try await fixture.store.read { try $0.children() } }
    await #expect(throws: BabyError.self) { _ = try await fixture.write { try $0.read.children() } }
  }

  /// SQLite waits for the disk four times for each transaction of a file without a log.
  @Test("a draft is synced only as a whole, and its tables are written in two transactions")
  func draft() throws {
    let directory = TemporaryDirectory()
    let commits = Commits()
    let instance: Identifier<Store> = IDGenerator().next(at: noon)
    try DatabaseFile(path: directory.path + "/local.db").begin { draft in
      draft.add(transactionObserver: commits)
      try DatabaseSchema.ladder.migrator(id: instance).migrate(draft)
      // GRDB's list of the steps, and the step.
      #expect(commits.count == 2)
      #expect(try draft.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 0)
    }
  }

  private final class Commits: TransactionObserver {
    private(set) var count = 0

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count += 1 }
    func databaseDidRollback(_ db: Database) {}
  }

  @Test("a new store is complete before it is visible, so an interruption never leaves an unfinished one")
  func begun() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/local.db"
    // A daemon that was killed has left this.
    try Files.write(Data("the beginning of a draft".utf8), to: path + ".new")
    let store = try Store.open(path: path, now: noon)
    #expect(store.setAside == nil)
    #expect(try Files.names(in: directory.path).allSatisfy { !$0.contains(".new") })
    #expect(try Files.bytes(of: path).count > 4096, "the tables are in the file, and not in the log alone")
    try store.close()
  }

  @Test("a link in a draft's place is not followed")
  func linkedDraft() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/local.db"
    let other = directory.path + "/diary"
    try Files.write(Data("mine".utf8), to: other)
    try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: other)
    let store = try Store.open(path: path, now: noon)
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/copy.db.part", withDestinationPath: other)
    try store.backup(to: directory.path + "/copy.db")
    #expect(try Files.bytes(of: other) == Data("mine".utf8))
    #expect(try Files.mode(of: directory.path + "/copy.db") == 0o600)
    try store.close()
  }
}
