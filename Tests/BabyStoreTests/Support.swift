import BabyModel
import BabyStore
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

/// 2023-11-14 12:00 UTC
let noon = Instant(milliseconds: 1_699_963_200_000)

/// A directory of a test's own, removed with it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/babystore-" + UUID().uuidString
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// An open store with one child in it, in a directory of its own.
struct Fixture {
  let directory = TemporaryDirectory()
  let store: Store
  let committed = CommitLog()
  let ids: IDGenerator
  let eva: Child

  static let me: UInt32 = 1000
  static let other: UInt32 = 1001

  let path: String

  /// - Parameters:
  ///   - other: a directory to put the file into, in place of the fixture's own.
  ///   - keepsOutbox: whether it is an account's.
  init(in other: String? = nil, keepsOutbox: Bool = false) async throws {
    path = (other ?? directory.path) + "/local.db"
    ids = IDGenerator(random: SeededRandom(seed: 7).next)
    let committed = committed
    store = try Store.open(path: path, now: noon, ids: ids, keepsOutbox: keepsOutbox) { committed.append($0) }
    let eva = Child(
      id: ids.next(at: noon), name: "Eva", born: try #require(LocalDate("2019-12-18")), zone: "America/Los_Angeles",
      createdAt: noon, updatedAt: noon)
    self.eva = eva
    // Of no user: a test undoes only its own changes.
    try await write(uid: 0) { try $0.insert(eva) }
  }

  @discardableResult
  func write<Value: Sendable>(
    uid: UInt32 = me, at now: Instant = noon, dryRun: Bool = false, label: String = "Logged",
    _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws -> Value {
    try await store.write(WriteContext(uid: uid, client: "test", at: now, dryRun: dryRun)) { transaction in
      try transaction.label(label)
      return try body(transaction)
    }
  }

  func entry(
    _ content: EntryContent = .diaper(.wet), at start: Instant = noon, end: Instant? = nil, endUnknown: Bool = false,
    note: String? = nil
  ) -> Entry {
    Entry(
      id: ids.next(at: start), childID: eva.id, content: content, start: start, end: end, endUnknown: endUnknown,
      note: note, createdAt: noon, updatedAt: noon)
  }

  /// Ends the store's life as a test should find it: whole, whatever has happened.
  func verifyIntegrity() throws { try BabyStoreTests.verifyIntegrity(of: path) }
}

/// SQLite's own checks, through a connection of its own.
func verifyIntegrity(of path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.read { db in
    let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check")
    let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
    #expect(integrity == ["ok"])
    #expect(orphans.isEmpty)
  }
}

final class CommitLog: Sendable {
  private let commits = Mutex<[CommittedChanges]>([])
  func append(_ changes: CommittedChanges) { commits.withLock { $0.append(changes) } }
  var all: [CommittedChanges] { commits.withLock { $0 } }
  var seqs: [Int64] { all.flatMap { $0.changes.map(\.seq) } }
}

/// Whole files, as bytes.
enum Files {
  static func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  static func write(_ bytes: Data, to path: String) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Permission bits, such as 0o600.
  static func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }
}

/// Databases as programs of earlier versions have left them; `contrib/dev/upgrade-fixture` makes them.
enum KeptFiles {
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

  static let versions = (try? Files.names(in: folder)) ?? []

  static func path(of name: String, in version: String) -> String { "\(folder)/\(version)/\(name)" }

  /// - Returns: the copy's path.
  static func copy(_ name: String, of version: String, into directory: TemporaryDirectory) throws -> String {
    let target = directory.path + "/" + name
    try FileManager.default.copyItem(atPath: path(of: name, in: version), toPath: target)
    return target
  }
}

/// A small file system of a test's own, which can be filled and made read-only.
final class SmallDisk: Sendable {
  static let canMount: Bool = {
    guard let volume = try? SmallDisk(kilobytes: 64) else { return false }
    _ = volume
    return true
  }()

  struct CannotMount: Error {}

  let directory = TemporaryDirectory()
  var path: String { directory.path }

  init(kilobytes: Int) throws {
    guard mount("tmpfs", directory.path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw CannotMount() }
  }

  func remount(readOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", path, "tmpfs", flags, nil) == 0 else { throw CannotMount() }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
