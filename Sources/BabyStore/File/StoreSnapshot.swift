import GRDB

/// One state of the database for several reads, however long they take and whatever is written meanwhile.
///
/// While one is kept, the log beside the database cannot shrink.
public final class StoreSnapshot: Sendable {
  private let snapshot: DatabaseSnapshot
  private let path: String

  init(of pool: DatabasePool, path: String) throws {
    snapshot = try pool.makeSnapshot()
    // Entries in the order of their time lie anywhere in the table: with a smaller cache each page is read many times.
    try snapshot.unsafeRead { try $0.execute(sql: "PRAGMA cache_size = -24576") }
    self.path = path
  }

  /// Reads on the thread of the caller, which waits for the disk.
  ///
  /// - Throws: what the body throws; `BabyError.storeCorrupt` and its like.
  public func read<Value>(_ body: (ReadTransaction) throws -> Value) throws -> Value {
    do { return try snapshot.unsafeRead { try body(ReadTransaction(db: $0)) } } catch {
      throw storeFailure(error, path: path)
    }
  }
}
