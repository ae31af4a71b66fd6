import GRDB

/// One state of the database for several reads, however long they take and whatever is written meanwhile.
///
/// While one is kept, the log beside the database cannot shrink.
public final class StoreSnapshot: Sendable {
  private let connection: DatabaseQueue
  private let path: String
  private let giveBack: @Sendable (DatabaseQueue) -> Void

  /// - Parameters:
  ///   - connection: in no transaction, and nobody else's while this lasts.
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
