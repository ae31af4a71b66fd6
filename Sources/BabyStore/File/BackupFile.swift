/// A file that may be a copy of a whole database of this program's.
public enum BackupFile {
  /// How many bytes of it tell.
  public static let beginningSize = 72

  /// - Parameter beginning: the first `beginningSize` bytes, or all there are.
  public static func isOne(beginning: [UInt8]) -> Bool {
    guard beginning.count >= beginningSize, beginning.starts(with: Array("SQLite format 3\0".utf8)) else {
      return false
    }
    let id = beginning[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return id == DatabaseSchema.ladder.applicationID || id == ServerSchema.ladder.applicationID
  }
}
