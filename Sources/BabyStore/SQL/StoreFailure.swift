import BabyModel
import GRDB

/// What a failure in the database means to its user: the only place where SQLite's codes become `BabyError`s.
///
/// Errors that are not the database's, such as those of a transaction's body, stay as they are.
func storeFailure(_ error: any Error, path: String) -> any Error {
  if error is Damage { return BabyError.storeCorrupt(path: path) }
  guard let error = error as? DatabaseError else { return error }
  // A full disk shows in the shared-memory file as an I/O error.
  if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return BabyError.storeFull(path: path) }
  switch error.resultCode {
  case .SQLITE_INTERRUPT: return CancellationError()
  case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: return BabyError.storeLocked(path: path)
  case .SQLITE_READONLY, .SQLITE_PERM: return BabyError.storeReadOnly(path: path)
  case .SQLITE_FULL: return BabyError.storeFull(path: path)
  case .SQLITE_CORRUPT, .SQLITE_NOTADB: return BabyError.storeCorrupt(path: path)
  default:
    return BabyError.storeFailed(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
  }
}
