public import BabyModel
import GRDB
import GRDBSQLite
import Synchronization

/// The database: children, entries, settings, the change log and the undo journal in one SQLite file.
///
/// Reads see one state each and never wait for writes; writes run one after the other, and each is on the disk when
/// its call returns.
public final class Store: Sendable {
  public let path: String
  /// Minted when the file was made: changes of two databases are never taken for each other's.
  public let instance: Identifier<Store>
  /// Where a damaged database was put when this one was opened, which was begun in its place.
  public let setAside: String?
  /// Whether changes wait in an outbox until a family server has them.
  public let keepsOutbox: Bool
  /// The owner of the log, as recorded in its backups; nil if unknown.
  public let owner: LogOwner?

  private let readExecutor: any TaskExecutor
  let writeExecutor: any TaskExecutor
  private let opener: DatabaseOpener
  private let onCommit: @Sendable (CommittedChanges) -> Void
  private let onWriting: @Sendable (_ begins: Bool) -> Void
  private let pool: Mutex<DatabasePool>
  private let kept = Mutex<WriterCache.Kept?>(nil)
  /// Connections of ended snapshots, for the next ones: after each of GRDB's connections that is closed, Dispatch wakes
  /// up every second for ever.
  private let idleConnections = Mutex<[DatabaseQueue]>([])
  /// Held while a backup is made.
  let copying = Mutex(())
  /// Another database has replaced this one. Set and read by the writer.
  let isReplaced = Atomic(false)

  /// Opens the database, or creates it.
  ///
  /// A damaged file is set aside, never overwritten, and a new one is begun. A file that cannot be written, because it
  /// is read-only, locked or on a full disk, is still opened if it can be read: then each write tries again.
  ///
  /// - Parameters:
  ///   - now: names a damaged file and dates the id of a new one.
  ///   - keepsOutbox: whether changes are sent to a family server, as from an account's database.
  ///   - owner: whose log it is, for its backups.
  ///   - busyTimeout: how long to wait for another process that holds the database locked.
  ///   - readExecutor: where reads run; its threads have to bear waiting for a disk.
  ///   - writeExecutor: where writes run. Those wait for each other, so one thread is enough.
  ///   - onCommit: called after each commit that changed something, in the order of the commits and before the write
  ///     returns. It must not wait for anything.
  ///   - onWriting: called on the writes' thread when a write begins, and when it has ended. It must not wait either.
  ///   - onMigrating: called again and again while the tables are brought up to date and that gets on.
  /// - Throws: `BabyError.storeNewer`, `.storeUnreleased`, `.storeLocked`, `.storeReadOnly`, `.storeFull`,
  ///   `.storeFailed`.
  public static func open(
    path: String, now: Instant, ids: IDGenerator = IDGenerator(), keepsOutbox: Bool = false, owner: LogOwner? = nil,
    busyTimeout: Duration = .seconds(2), readExecutor: any TaskExecutor = globalConcurrentExecutor,
    writeExecutor: any TaskExecutor = globalConcurrentExecutor,
    onCommit: @escaping @Sendable (CommittedChanges) -> Void = { _ in },
    onWriting: @escaping @Sendable (_ begins: Bool) -> Void = { _ in },
    onMigrating: @escaping @Sendable () -> Void = {}
  ) throws(BabyError) -> Store {
    try explainingFailures(of: path) {
      try Store(
        path: path, now: now, ids: ids, keepsOutbox: keepsOutbox, owner: owner, busyTimeout: busyTimeout,
        readExecutor: readExecutor, writeExecutor: writeExecutor, onMigrating: onMigrating, onCommit: onCommit,
        onWriting: onWriting)
    }
  }

  private init(
    path: String, now: Instant, ids: IDGenerator, keepsOutbox: Bool, owner: LogOwner?, busyTimeout: Duration,
    readExecutor: any TaskExecutor, writeExecutor: any TaskExecutor, onMigrating: @escaping @Sendable () -> Void,
    onCommit: @escaping @Sendable (CommittedChanges) -> Void, onWriting: @escaping @Sendable (Bool) -> Void
  ) throws {
    let file = DatabaseFile(path: path)
    let opener = DatabaseOpener(file: file, busyTimeout: busyTimeout, onMigrating: onMigrating)
    var setAside: String?
    if file.isCutOff || file.reservesPageEnds { setAside = try file.setAside(at: now) }

    func openPool() throws -> DatabasePool {
      do {
        return try opener.writable(instance: ids.next(at: now))
      } catch {
        switch storeFailure(error, path: path) {
        case BabyError.storeCorrupt, BabyError.storeNewer, BabyError.storeUnreleased: throw error
        default: break
        }
        guard let pool = try? opener.readOnly(), try pool.read(DatabaseSchema.ladder.isCurrent) else { throw error }
        return pool
      }
    }

    let pool: DatabasePool
    do {
      pool = try openPool()
    } catch {
      guard case BabyError.storeCorrupt = storeFailure(error, path: path) else { throw error }
      setAside = try file.setAside(at: now)
      pool = try openPool()
    }
    self.path = path
    instance = try pool.read(DatabaseSchema.ladder.id)
    self.setAside = setAside
    self.keepsOutbox = keepsOutbox
    self.owner = owner
    self.readExecutor = readExecutor
    self.writeExecutor = writeExecutor
    self.opener = opener
    self.onCommit = onCommit
    self.onWriting = onWriting
    self.pool = Mutex(pool)
  }

  /// Of the SQLite that is linked in.
  public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// In bytes, including the log; 0 if unknown.
  public var fileSize: Int { [path, path + "-wal"].reduce(0) { $0 + (DatabaseFile.size(of: $1) ?? 0) } }

  /// Where the newest database is that was found damaged in this one's place, now or at an earlier start.
  public var damagedFile: String? { opener.file.setAside }

  /// Closes the file. Reads and writes that have begun end first; later ones fail.
  public func close() throws(BabyError) {
    try explainingFailures(of: path) {
      let pool = currentPool
      // The readers go first: only a writer that closes last merges the log into the file.
      pool.releaseMemory()
      for connection in idleConnections.withLock({ $0 }) { try connection.close() }
      try pool.close()
    }
  }

  /// Reads one state of the database.
  ///
  /// Runs on the store's executor, whichever the caller's task prefers: no event loop waits for it, and it is not
  /// handed on from there to a queue of GRDB's, which takes longer than most reads.
  ///
  /// - Parameter behindWrites: runs it on the writing thread, after earlier writes. For callers that react to a commit:
  ///   that thread is awake, and waking another takes longer than most reads.
  /// - Throws: what the body throws; `BabyError.storeCorrupt` and its like; `CancellationError`.
  public func read<Value: Sendable>(
    behindWrites: Bool = false, _ body: @Sendable (ReadTransaction) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withTaskExecutorPreference(behindWrites ? writeExecutor : readExecutor) { try readNow(body) }
  }

  /// Keeps the state as it is now, for reads that belong together.
  ///
  /// - Throws: `BabyError.storeLocked` and its like.
  public func snapshot() throws -> StoreSnapshot {
    do {
      let connection =
        try idleConnections.withLock { $0.popLast() } ?? opener.forSnapshots(of: currentPool)
      return try StoreSnapshot(on: connection, path: path) { [weak self] connection in
        self?.idleConnections.withLock { $0.append(connection) }
      }
    } catch { throw storeFailure(error, path: path) }
  }

  private func readNow<Value>(_ body: (ReadTransaction) throws -> Value) throws -> Value {
    do {
      return try currentPool.unsafeRead { db in
        try db.run("BEGIN")
        defer { try? db.run("COMMIT") }
        return try body(ReadTransaction(db: db))
      }
    } catch {
      throw storeFailure(error, path: path)
    }
  }

  /// Changes the database in one transaction: when the body throws, nothing has changed.
  ///
  /// A write that has begun runs to its end, whether or not the caller is still waiting.
  ///
  /// - Throws: what the body throws; `BabyError.storeLocked`, `.storeReadOnly`, `.storeFull`, `.storeCorrupt`,
  ///   `.storeFailed`.
  public func write<Value: Sendable>(
    _ context: WriteContext, _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws -> Value {
    try await withTaskExecutorPreference(writeExecutor) { try writeNow(context, body) }
  }

  private func writeNow<Value>(_ context: WriteContext, _ body: (WriteTransaction) throws -> Value) throws -> Value {
    onWriting(true)
    defer { onWriting(false) }
    var pool = currentPool
    do {
      if pool.configuration.readonly { pool = try pool.writeWithoutTransaction { [pool] _ in try reopen(pool) } }
    } catch {
      throw storeFailure(error, path: path)
    }
    return try pool.writeWithoutTransaction { try perform(context, body, on: $0) }
  }

  var currentPool: DatabasePool { pool.withLock { $0 } }

  private func perform<Value>(
    _ context: WriteContext, _ body: (WriteTransaction) throws -> Value, on db: Database
  ) throws -> Value {
    do {
      guard !isReplaced.load(ordering: .acquiring) else { throw BabyError.storeReplaced(path: path) }
      try db.run("BEGIN IMMEDIATE")
      let cache = WriterCache(kept.withLock { $0 }, db)
      let transaction = WriteTransaction(db, context, cache, keepsOutbox: keepsOutbox)
      defer { if transaction.expectsManyRows { try? PageCache.usual.set(db) } }
      let value = try body(transaction)
      let committed = try transaction.finish()
      try db.run(context.dryRun ? "ROLLBACK" : "COMMIT")
      if !context.dryRun {
        kept.withLock { $0 = cache.kept(db) }
        transaction.noteCommit()
        if let committed { onCommit(committed) }
      }
      return value
    } catch {
      // A full disk, for one, has ended the transaction already.
      if db.isInsideTransaction { try? db.run("ROLLBACK") }
      throw storeFailure(error, path: path)
    }
  }

  /// Tries to open for writing what could only be read. Called on the pool's own queue, one call at a time.
  private func reopen(_ readOnly: DatabasePool) throws -> DatabasePool {
    let current = currentPool
    guard current === readOnly else { return current }
    let writable = try opener.writable(instance: instance)
    kept.withLock { $0 = nil }
    pool.withLock { $0 = writable }
    return writable
  }
}

/// One state of the database for several reads, however long they take and whatever is written meanwhile.
///
/// While one is kept, the log beside the database cannot shrink.
public final class StoreSnapshot: Sendable {
  private let connection: DatabaseQueue
  private let path: String
  private let giveBack: @Sendable (DatabaseQueue) -> Void

  /// - Parameters:
  ///   - connection: outside any transaction, and used by nothing else meanwhile.
  ///   - giveBack: called with the connection when it is over.
  init(
    on connection: DatabaseQueue, path: String, giveBack: @escaping @Sendable (DatabaseQueue) -> Void
  ) throws {
    self.connection = connection
    self.path = path
    self.giveBack = giveBack
    try connection.unsafeRead { db in
      try db.run("BEGIN")
      // The state is that of the first read.
      _ = try db.exists("SELECT 1 FROM sqlite_master LIMIT 1")
    }
  }

  deinit {
    try? connection.unsafeRead { try $0.run("COMMIT") }
    connection.releaseMemory()
    giveBack(connection)
  }

  /// Reads on the thread of the caller, which waits for the disk.
  ///
  /// - Throws: what the body throws; `BabyError.storeCorrupt` and its like.
  public func read<Value>(_ body: (ReadTransaction) throws -> Value) throws -> Value {
    do { return try connection.unsafeRead { try body(ReadTransaction(db: $0)) } } catch {
      throw storeFailure(error, path: path)
    }
  }
}
