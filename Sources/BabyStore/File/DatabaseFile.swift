import BabyModel
import CProcess
import Foundation
import GRDB
import SystemCalls

/// The database as files: the one at `path`, and those that SQLite keeps beside it.
struct DatabaseFile {
  let path: String
  /// The path that errors name: a draft's target.
  private let namedPath: String

  /// - Parameter target: the file that this is a draft of; nil if it is not a draft.
  init(path: String, becoming target: String? = nil) {
    self.path = path
    namedPath = target ?? path
  }

  /// The suffixes that SQLite appends to the name.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Makes the file, and the directories down to it, for their owner's eyes only. What SQLite puts beside the file
  /// takes over its mode. Directories that exist stay as they are.
  ///
  /// - Parameter mustBeNew: fails if there is a file, or a link in its place.
  func create(mustBeNew: Bool = false) throws {
    try Self.createDirectory(directory)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (mustBeNew ? O_EXCL | O_NOFOLLOW : 0), 0o600)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { _ = Foundation.close(descriptor) }
    // A device, which everybody may write to, is not a place for a database.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw failure(ENOTSUP) }
    for file in [path] + Self.companions.map({ path + $0 }) { _ = chmod(file, 0o600) }
  }

  /// Waits until all of the file is on the disk.
  private func sync() throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { _ = Foundation.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
  }

  /// Empty for a file in the working directory.
  private var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Deletes the files; for copies that have served their purpose.
  func remove() { for file in [path] + Self.companions.map({ path + $0 }) { unlink(file) } }

  /// Creates a database if there is none.
  ///
  /// It is whole before it is there: a file that is empty, or cut off, is never one that was left unfinished. Of two
  /// processes that begin one at once, such as a server and a command typed right after it, the second waits and finds
  /// what the first has made.
  /// - Parameter fill: writes the tables.
  func begin(_ fill: (DatabaseQueue) throws -> Void) throws {
    try Self.createDirectory(directory)
    let lock = open(directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Ends with the descriptor. Where a file system has no such locks, two at once are what they were: a failure.
    defer { if lock >= 0 { _ = Foundation.close(lock) } }
    if lock >= 0 { _ = flock(lock, LOCK_EX) }
    guard !exists else { return }
    let draft = DatabaseFile(path: path + ".new", becoming: path)
    draft.remove()
    defer { draft.remove() }
    try draft.create(mustBeNew: true)
    let queue = try DatabaseQueue(path: draft.path, configuration: .lasting())
    // It waits for the disk once, when it is whole: until then, nothing is lost with it.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    try fill(queue)
    if setAside != nil { try queue.writeWithoutTransaction { try Successor.mark($0) } }
    // With its log from the beginning: SQLite does not wait for locks while it changes a file to have one, so opening
    // it would fail whenever another process writes to it.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    try draft.sync()
    // Another process may have begun one meanwhile, which is as good.
    guard link(draft.path, path) == 0 || errno == EEXIST || rename(draft.path, path) == 0 else { throw failure(errno) }
    // Its name, too. Where a file system cannot sync a directory, there is nothing else to do.
    if lock >= 0 { _ = fsync(lock) }
  }

  /// Opens the file where it cannot be written.
  func readingPool(_ configuration: Configuration) throws -> DatabasePool {
    do {
      return try DatabasePool(path: path, configuration: configuration)
    } catch  where !hasPendingLog {
      // Where SQLite cannot make the files it needs beside the database, it reads only what is declared immutable.
      // With a log beside the file that would hide the latest entries.
      return try DatabasePool(path: immutableURI, configuration: configuration)
    }
  }

  /// The file as SQLite opens it without making anything beside it, and without looking for changes.
  var immutableURI: String {
    let escaped = path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"): Array("%\([byte].hexadecimal)".utf8)
      default: [byte]
      }
    }
    return "file:" + String(decoding: escaped, as: UTF8.self) + "?immutable=1"
  }

  /// Whether committed changes wait in the log, beside the file.
  var hasPendingLog: Bool { (Self.size(of: path + "-wal") ?? 0) > 0 }

  var exists: Bool { Self.size(of: path) != nil }

  /// Whether the file cannot be a database any more: it is shorter than the smallest page, or gone, while a log that
  /// belongs to it is there.
  var isCutOff: Bool {
    guard let size = Self.size(of: path) else { return hasPendingLog || (Self.size(of: path + "-journal") ?? 0) > 0 }
    return size < 512
  }

  /// Whether the header says that bytes are left free at the end of each page, which this program's never does: the one
  /// byte whose damage SQLite does not see before it has written.
  var reservesPageEnds: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = Foundation.close(descriptor) }
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, 20) == 1 && byte != 0
  }

  /// The newest damaged database that was set aside here; nil if there is none.
  var setAside: String? {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { String(path[..<$0]) } ?? "."
    let prefix = path[(slash.map { path.index(after: $0) } ?? path.startIndex)...] + ".damaged"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { name in name.hasPrefix(prefix) && !Self.companions.contains { name.hasSuffix($0) } }.max()
      .map { directory + "/" + $0 }
  }

  /// Renames the files so that a new database can begin in their place.
  ///
  /// - Returns: the path under which the damaged database is now found.
  func setAside(at now: Instant) throws -> String {
    let name = "\(path).damaged-\(now.fileStamp)"
    var target = name
    var attempt = 1
    while Self.size(of: target) != nil {
      attempt += 1
      target = "\(name)-\(attempt)"
    }
    // The database goes last: a log that is left without it would be thrown away by SQLite.
    for companion in Self.companions where Self.size(of: path + companion) != nil {
      guard rename(path + companion, target + companion) == 0 else { throw failure(errno) }
    }
    guard !exists || rename(path, target) == 0 else { throw failure(errno) }
    return target
  }

  private static func createDirectory(_ path: String) throws {
    guard !path.isEmpty, mkdir(path, 0o700) != 0 else { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { return }
    try createDirectory(String(path[..<slash]))
    _ = mkdir(path, 0o700)
  }

  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  private func failure(_ code: Int32) -> BabyError {
    switch code {
    case EROFS, EACCES, EPERM: .storeReadOnly(path: namedPath)
    case ENOSPC, EDQUOT: .storeFull(path: namedPath)
    default: .storeFailed(path: namedPath, reason: systemErrorText(code))
    }
  }
}

/// Opens a database with the settings that all of its connections share.
struct DatabaseOpener {
  let file: DatabaseFile
  let busyTimeout: Duration
  var ladder = DatabaseSchema.ladder
  let onMigrating: @Sendable () -> Void

  /// Opens the file for reading and writing and brings its tables up to date.
  ///
  /// - Parameter instance: id of the database, should it be a new one.
  func writable(instance: Identifier<Store>) throws -> DatabasePool {
    let migrator = ladder.migrator(id: instance)
    if !file.exists { try file.begin { try migrator.migrate($0) } }
    try file.create()
    let pool = try DatabasePool(path: file.path, configuration: configuration(readonly: false))
    let watch = ProgressWatch(onProgress: onMigrating)
    pool.writeWithoutTransaction { watch.begin($0) }
    defer { pool.writeWithoutTransaction { watch.end($0) } }
    try migrator.migrate(pool)
    // Opening the pool has set NORMAL, with which a commit may be lost when the power fails.
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try UnknownKinds.setAside(db)
    }
    return pool
  }

  /// Opens a file that cannot be written.
  func readOnly() throws -> DatabasePool {
    try file.readingPool(configuration(readonly: true))
  }

  /// Opens what a pool has opened once more, for snapshots.
  func forSnapshots(of pool: DatabasePool) throws -> DatabaseQueue {
    var configuration = configuration(readonly: true)
    // A snapshot is a transaction over several reads.
    configuration.allowsUnsafeTransactions = true
    let connection = try DatabaseQueue(path: pool.path, configuration: configuration)
    // Entries in the order of their time lie anywhere in the table: with a smaller cache each page is read many times.
    try connection.unsafeRead { try $0.execute(sql: "PRAGMA cache_size = -20480") }
    return connection
  }

  private func configuration(readonly: Bool) -> Configuration {
    var configuration = Configuration.lasting(readonly: readonly)
    configuration.maximumReaderCount = 2
    configuration.busyMode = .timeout(Double(busyTimeout.inMilliseconds) / 1000)
    configuration.label = "babystore"
    let path = file.path
    let milliseconds = busyTimeout.inMilliseconds
    // Set below instead, after the look at the file.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { [ladder] db in
      if db.configuration.readonly == readonly { try ladder.verify(db, path: path) }
      try db.execute(sql: "PRAGMA foreign_keys = ON")
      // GRDB has a separate, longer timeout for the pool's readers.
      try db.execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
      try PageCache.usual.set(db)
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      // Gives back the room that the log of a large import has taken.
      try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
    }
    return configuration
  }
}

extension Configuration {
  /// For each connection of a daemon's: its queue is never disposed of.
  ///
  /// Otherwise Dispatch would dispose of GRDB's queues on a thread of its pool, and then wakes up every second for that
  /// pool. A retained queue takes a few hundred bytes, and connections are closed only when a database is created,
  /// restored or left.
  static func lasting(readonly: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.prepareDatabase { _ in process_keep_queue() }
    return configuration
  }
}

/// How much of a database a connection keeps in memory, in KiB.
enum PageCache: Int {
  /// A day's entries take a few dozen.
  case usual = 512
  /// For transactions with thousands of rows, scattered over the table: a smaller cache would read and write pages
  /// several times.
  case manyRows = 5120

  func set(_ db: Database) throws { try db.execute(sql: "PRAGMA cache_size = -\(rawValue)") }
}

/// Each account has its own database, so that two never mix.
public enum AccountFile {
  /// - Parameter account: id of an account, made of letters, digits and hyphens; nil without one.
  public static func path(dataDirectory: String, account: String? = nil) -> String {
    dataDirectory + "/" + (account.map { "account-\($0).db" } ?? "local.db")
  }

  /// Whether a file in the data directory is a database, a copy of one, or lies beside one.
  static func isDatabase(_ name: String) -> Bool {
    name.hasPrefix("local.db") || (name.hasPrefix("account-") && name.contains(".db"))
  }
}
