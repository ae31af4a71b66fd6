import BabyModel
import Foundation
import GRDB
import Testing

@testable import BabyStore

@Suite("Locks, full disks and read-only files")
struct FaultTests {
  private let context = WriteContext(uid: Fixture.me, client: "test", at: noon)

  @Test("while another process writes, writes are refused after the timeout and reads continue")
  func locked() async throws {
    let fixture = try await Fixture()
    try fixture.store.close()
    let store = try Store.open(path: fixture.path, now: noon, busyTimeout: .milliseconds(30))
    let entry = fixture.entry()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: fixture.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: BabyError.storeLocked(path: fixture.path)) {
      try await store.write(context) { try $0.insert(entry) }
    }
    #expect(try await store.read { try $0.children() } == [fixture.eva])
    let opened = try Store.open(path: fixture.path, now: noon, busyTimeout: .milliseconds(30))
    #expect(try await opened.read { try $0.children() } == [fixture.eva])
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.write(context) { try $0.insert(entry) }
    #expect(try await opened.read { try $0.entry(entry.id) } == entry)
    _ = try await opened.write(context) { try $0.delete(entry.id) }
    try fixture.verifyIntegrity()
  }

  @Test("without space nothing is half written, reads continue, and writes work again when there is space")
  func noRoom() async throws {
    let fixture = try await Fixture()
    try await fixture.write { transaction in
      let pages = try transaction.db.first("PRAGMA page_count") { $0.integer() } ?? 0
      try transaction.db.run("PRAGMA max_page_count = \(pages + 2)")
    }
    let acknowledged = try await fill(fixture.store, fixture)
    try await expectExactly(acknowledged, fixture.store, fixture)
    try await fixture.write { try $0.db.run("PRAGMA max_page_count = 1000000") }
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    try await expectExactly(acknowledged + 1, fixture.store, fixture)
    try fixture.verifyIntegrity()
  }

  @Test(
    "a full disk is reported as such, also when opening a store on it",
    .enabled(if: SmallDisk.canMount, "needs the right to mount a small file system"))
  func fullDisk() async throws {
    let volume = try SmallDisk(kilobytes: 1024)
    let fixture = try await Fixture(in: volume.path)
    let ballast = volume.path + "/ballast"
    try Files.write(Data(repeating: 0, count: 400_000), to: ballast)
    let acknowledged = try await fill(fixture.store, fixture)
    try await expectExactly(acknowledged, fixture.store, fixture)

    try fixture.store.close()
    try Files.write(Data(), to: ballast)
    try Files.write(Data(repeating: 0, count: try freeBytes(volume.path)), to: ballast)
    let store = try Store.open(path: fixture.path, now: noon)
    // More than the write that failed has left room for.
    let entry = fixture.entry(note: String(repeating: "z", count: 100_000))
    await #expect(throws: BabyError.storeFull(path: fixture.path)) {
      try await store.write(context) { try $0.insert(entry) }
    }
    try await expectExactly(acknowledged, store, fixture)
    try Files.write(Data(), to: ballast)
    try await store.write(context) { try $0.insert(entry) }
    try await expectExactly(acknowledged + 1, store, fixture)
    try store.close()
    try fixture.verifyIntegrity()
  }

  @Test(
    "a store on a read-only disk answers reads, refuses writes, and accepts them again once it may",
    .enabled(if: SmallDisk.canMount, "needs the right to mount a small file system"),
    arguments: ["", "/Müsli 子", "/100% #1?"])
  func readOnlyDisk(folder: String) async throws {
    let volume = try SmallDisk(kilobytes: 1024)
    let fixture = try await Fixture(in: volume.path + folder)
    try fixture.store.close()
    try volume.remount(readOnly: true)
    let store = try Store.open(path: fixture.path, now: noon)
    let entry = fixture.entry()
    #expect(store.instance == fixture.store.instance)
    #expect(try await store.read { try $0.children() } == [fixture.eva])
    await #expect(throws: BabyError.storeReadOnly(path: fixture.path)) {
      try await store.write(context) { try $0.insert(entry) }
    }
    #expect(throws: BabyError.storeReadOnly(path: volume.path + "/account-a.db")) {
      _ = try Store.open(path: volume.path + "/account-a.db", now: noon)
    }
    try volume.remount(readOnly: false)
    try await store.write(context) { try $0.insert(entry) }
    #expect(try await store.read { try $0.entry(entry.id) } == entry)
    try store.close()
    try fixture.verifyIntegrity()
  }

  @Test(
    "on a read-only disk a database whose latest changes cannot be read is refused, not shown without them",
    .enabled(if: SmallDisk.canMount, "needs the right to mount a small file system"))
  func readOnlyDiskWithLog() async throws {
    let volume = try SmallDisk(kilobytes: 1024)
    let fixture = try await Fixture()
    let path = volume.path + "/local.db"
    for suffix in ["", "-wal"] { try Files.write(try Files.bytes(of: fixture.path + suffix), to: path + suffix) }
    try volume.remount(readOnly: true)
    #expect(throws: BabyError.storeReadOnly(path: path)) {
      _ = try Store.open(path: path, now: noon)
    }
  }

  @Test(
    "a family server's database on a full disk can be inspected, and copied to another disk",
    .enabled(if: SmallDisk.canMount, "needs the right to mount a small file system"))
  func serverOnFullDisk() async throws {
    let volume = try SmallDisk(kilobytes: 2048)
    let path = volume.path + "/server.db"
    let user = User(id: IDGenerator().next(at: noon), email: "anna@example.org", name: "Anna", createdAt: noon)
    let store = try ServerStore.open(path: path, now: noon)
    #expect(try await store.write(at: noon) { try $0.insert(user, password: "x") })
    try store.close()
    let rest = open(volume.path + "/rest", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(rest, zeros, zeros.count) > 0 {}
    close(rest)
    #expect(throws: BabyError.storeFull(path: path)) { _ = try ServerStore.open(path: path, now: noon) }
    let full = try ServerStore.openReadOnly(path: path)
    #expect(try await full.read { try $0.totals(now: noon).accounts } == 1)
    await #expect(throws: BabyError.self) { try await full.write(at: noon) { try $0.insert(user, password: "y") } }
    let directory = TemporaryDirectory()
    try full.backup(to: directory.path + "/copy.db")
    try full.close()
    let copy = try ServerStore.open(path: directory.path + "/copy.db", now: noon)
    #expect(try await copy.read { try $0.accounts().map(\.user.name) } == ["Anna"])
    try copy.close()
  }

  @Test(
    "a file without write permission answers reads and refuses writes", .enabled(if: geteuid() != 0, "root may write"))
  func noWritePermission() async throws {
    let fixture = try await Fixture()
    try fixture.store.close()
    chmod(fixture.directory.path, 0o500)
    defer { chmod(fixture.directory.path, 0o700) }
    let store = try Store.open(path: fixture.path, now: noon)
    let entry = fixture.entry()
    #expect(try await store.read { try $0.children() } == [fixture.eva])
    await #expect(throws: BabyError.storeReadOnly(path: fixture.path)) {
      try await store.write(context) { try $0.insert(entry) }
    }
  }

  /// Writes until there is no room; gives the number of writes that were acknowledged.
  private func fill(_ store: Store, _ fixture: Fixture) async throws -> Int {
    for acknowledged in 0..<10_000 {
      let entry = fixture.entry(note: String(repeating: "z", count: 1000))
      do {
        try await store.write(context) { try $0.insert(entry) }
      } catch {
        #expect(error as? BabyError == .storeFull(path: fixture.path))
        return acknowledged
      }
    }
    Issue.record("never full")
    return 0
  }

  private func expectExactly(_ count: Int, _ store: Store, _ fixture: Fixture) async throws {
    let counts = try await store.read { try $0.entryCounts(child: fixture.eva.id) }
    #expect(counts == [.diaper: count])
  }

  private func freeBytes(_ path: String) throws -> Int {
    try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int ?? 0
  }
}
