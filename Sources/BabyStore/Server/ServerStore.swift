public import BabyModel
import GRDB
import GRDBSQLite
import Synchronization

/// The family server's database: accounts, sessions, children that several people share, and their entries, in one
/// SQLite file for all families.
///
/// Reads see one state each and never wait for writes; writes run one after the other, and each is on the disk when
/// its call returns.
public final class ServerStore: Sendable {
  public let path: String
  private let pool: DatabasePool
  private let commits: CommitCounter
  private let readExecutor: any TaskExecutor
  private let commitActions = Mutex<[@Sendable () -> Void]>([])
  /// Held while a backup is made.
  let copying = Mutex(())

  /// Opens the database, or creates it. A damaged file is refused: it has to be replaced by a backup.
  ///
  /// - Parameters:
  ///   - busyTimeout: how long to wait for another process that writes.
  ///   - readExecutor: where reads run, at most `mostReads` at once; its threads have to bear waiting for a disk.
  /// - Throws: `BabyError.storeNewer`, `.storeUnreleased`, `.storeLocked`, `.storeReadOnly`, `.storeFull`,
  ///   `.storeCorrupt`, `.storeFailed`.
  public static func open(
    path: String, now: Instant, ids: IDGenerator = IDGenerator(), busyTimeout: Duration = .seconds(5),
    readExecutor: any TaskExecutor = globalConcurrentExecutor
  ) throws(BabyError) -> ServerStore {
    try explainingFailures(of: path) {
      try ServerStore(path: path, epoch: ids.next(at: now), busyTimeout: busyTimeout, readExecutor: readExecutor)
    }
  }

  /// Opens a database for reading alone, where nothing can be written: on a full disk, for one. Writes and
  /// `commitCount` throw.
  ///
  /// - Throws: as `open`; `.storeReadOnly` also for tables that would have to be brought up to date.
  public static func openReadOnly(
    path: String, busyTimeout: Duration = .seconds(5), readExecutor: any TaskExecutor = globalConcurrentExecutor
  ) throws(BabyError) -> ServerStore {
    try explainingFailures(of: path) {
      try ServerStore(readingAlone: path, busyTimeout: busyTimeout, readExecutor: readExecutor)
    }
  }

  private init(readingAlone path: String, busyTimeout: Duration, readExecutor: any TaskExecutor) throws {
    let file = DatabaseFile(path: path)
    guard file.exists, !file.isCutOff else { throw Damage() }
    self.path = path
    self.readExecutor = readExecutor
    var configuration = Self.configuration(path: path, busyTimeout: busyTimeout)
    configuration.readonly = true
    pool = try file.readingPool(configuration)
    commits = CommitCounter()
    guard try pool.read(ServerSchema.ladder.isCurrent) else { throw BabyError.storeReadOnly(path: path) }
  }

  private init(
    path: String, epoch: Identifier<ServerStore>, busyTimeout: Duration, readExecutor: any TaskExecutor
  ) throws {
    let file = DatabaseFile(path: path)
    guard !file.isCutOff else { throw Damage() }
    let migrator = ServerSchema.ladder.migrator(id: epoch)
    if !file.exists { try file.begin { try migrator.migrate($0) } }
    try file.create()
    self.path = path
    self.readExecutor = readExecutor
    pool = try DatabasePool(path: path, configuration: Self.configuration(path: path, busyTimeout: busyTimeout))
    try migrator.migrate(pool)
    // Opening the pool has set NORMAL, with which a commit may be lost when the power fails.
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // In place of one without changes: the file may be a copy of when that one had none yet.
      try db.run("INSERT OR REPLACE INTO history (after_seq, id) SELECT seq, lower(hex(randomblob(8))) FROM server")
      try UnknownKinds.setAsideOnServer(db)
    }
    commits = try CommitCounter(path: path)
  }

  /// Reading connections: further reads wait for one of them, each on a separate thread.
  public static let mostReads = 4

  private static func configuration(path: String, busyTimeout: Duration) -> Configuration {
    var configuration = Configuration()
    configuration.maximumReaderCount = mostReads
    configuration.busyMode = .timeout(Double(busyTimeout.inMilliseconds) / 1000)
    configuration.label = "serverstore"
    configuration.prepareDatabase { db in
      try ServerSchema.ladder.verify(db, path: path)
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
      // Erased data is overwritten.
      try db.execute(sql: "PRAGMA secure_delete = ON")
    }
    return configuration
  }

  /// Closes the file. Reads and writes that have begun end first; later ones fail.
  public func close() throws(BabyError) {
    try explainingFailures(of: path) {
      // The readers go first: only a writer that closes last merges the log into the file.
      commits.close()
      pool.releaseMemory()
      try pool.close()
    }
  }

  /// Reads one state of the database.
  ///
  /// Runs on the store's executor, whichever the caller's task prefers: no thread that serves connections waits for it.
  ///
  /// - Throws: what the body throws; `BabyError.storeCorrupt` and its like.
  public func read<Value: Sendable>(_ body: @Sendable (ServerReader) throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(readExecutor) { try readNow(body) }
  }

  private func readNow<Value>(_ body: (ServerReader) throws -> Value) throws -> Value {
    do {
      return try pool.unsafeRead { db in
        try db.run("BEGIN")
        defer { try? db.run("COMMIT") }
        return try body(ServerReader(db: db))
      }
    } catch {
      throw storeFailure(error, path: path)
    }
  }

  /// A number that is another one after each commit, of this process or another. It never becomes smaller.
  ///
  /// While it stays the same, everything read since it was taken is still current.
  /// - Throws: `BabyError.storeLocked` and its like.
  public func commitCount() throws(BabyError) -> Int64 {
    try explainingFailures(of: path) { try commits.count() }
  }

  /// - Parameter action: called after each write of this process, on the writing thread: it must not block.
  ///   `commitCount` includes other processes' commits.
  public func whenCommitted(_ action: @escaping @Sendable () -> Void) { commitActions.withLock { $0.append(action) } }

  /// Changes the database in one transaction: when the body throws, nothing has changed.
  ///
  /// - Parameter now: the time of the changes.
  /// - Throws: what the body throws; `BabyError.storeLocked`, `.storeReadOnly`, `.storeFull`, `.storeCorrupt`,
  ///   `.storeFailed`.
  public func write<Value: Sendable>(
    at now: Instant, _ body: @escaping @Sendable (ServerWriter) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      pool.asyncWriteWithoutTransaction { db in
        continuation.resume(with: Result { try self.perform(at: now, body, on: db) })
      }
    }
  }

  /// Merges the log beside the file into it: what was erased there is in neither afterwards, once no read is using it.
  public func mergeLog() async throws {
    try await withCheckedThrowingContinuation { continuation in
      pool.asyncWriteWithoutTransaction { [path] db in
        continuation.resume(
          with: Result {
            do { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") } catch {
              throw storeFailure(error, path: path)
            }
          })
      }
    }
  }

  private func perform<Value>(at now: Instant, _ body: (ServerWriter) throws -> Value, on db: Database) throws -> Value
  {
    do {
      try db.run("BEGIN IMMEDIATE")
      let writer = ServerWriter(db: db, now: now)
      let value = try body(writer)
      try db.run("COMMIT")
      writer.wasCommitted()
      for action in commitActions.withLock({ $0 }) { action() }
      return value
    } catch {
      // A full disk, for one, has ended the transaction already.
      if db.isInsideTransaction { try? db.run("ROLLBACK") }
      throw storeFailure(error, path: path)
    }
  }
}

// MARK: Backup

extension ServerStore {
  /// Writes a copy of the database as it is at one moment, while it is in use. A file that is there is replaced.
  ///
  /// - Throws: `BabyError.storeFull` and its like.
  public func backup(to target: String) throws(BabyError) {
    try explainingFailures(of: target) { try DatabaseCopy.write(pool, to: target) }
  }

  /// Puts a backup in place of everything in this database, at once, even while a server uses it.
  ///
  /// The restored database gets a new epoch, so that machines that have seen more than the backup contains start over.
  /// - Throws: `BabyError.storeCorrupt` if it is not a backup, or a damaged one. Nothing has changed then.
  public func restore(from source: String, now: Instant, ids: IDGenerator = IDGenerator()) throws(BabyError) {
    let epoch: Identifier<ServerStore> = ids.next(at: now)
    try explainingFailures(of: source) {
      try DatabaseCopy.withWorkingCopy(
        of: source, beside: path, holding: "server", verify: { try ServerSchema.ladder.verify($0, path: source) },
        migrator: ServerSchema.ladder.migrator(id: epoch)
      ) { copy, _ in
        try copy.writeWithoutTransaction { try $0.run("UPDATE server SET epoch = ?", [.id(epoch)]) }
        try copy.backup(to: pool)
      }
    }
  }
}

/// A separate connection that notices commits, by this process or another one.
private final class CommitCounter: Sendable {
  private let connection: Mutex<Connection?>

  /// Has no connection: `count` throws, as after `close`.
  init() { connection = Mutex(nil) }

  init(path: String) throws { connection = Mutex(try Connection(path: path)) }

  /// Another number after each commit; never a smaller one.
  func count() throws -> Int64 {
    try connection.withLock { connection in
      guard let count = try connection?.count() else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      return count
    }
  }

  func close() { connection.withLock { $0 = nil } }

  /// Uses SQLite's handles directly: it only runs one step of one statement, which has to cost next to nothing.
  private struct Connection: ~Copyable {
    private let database: OpaquePointer
    private let query: OpaquePointer

    init(path: String) throws {
      var database: OpaquePointer?
      var query: OpaquePointer?
      var code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
      if code == SQLITE_OK { code = sqlite3_busy_timeout(database, 5000) }
      if code == SQLITE_OK { code = sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &query, nil) }
      guard code == SQLITE_OK, let database, let query else {
        let error = DatabaseError(resultCode: ResultCode(rawValue: code))
        sqlite3_close(database)
        throw error
      }
      (self.database, self.query) = (database, query)
    }

    deinit {
      sqlite3_finalize(query)
      sqlite3_close(database)
    }

    func count() throws -> Int64 {
      defer { sqlite3_reset(query) }
      let code = sqlite3_step(query)
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      return sqlite3_column_int64(query, 0)
    }
  }
}
