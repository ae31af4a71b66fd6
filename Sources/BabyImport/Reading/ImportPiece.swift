/// The pieces of files for their reader. The same files have the same pieces each time they are read.
public enum ImportPiece: Sendable {
  /// A file begins.
  case file(name: String)
  case bytes([UInt8])
  /// The first piece of a database: the names of its tables.
  case tables([String])
  case row(DatabaseRow)
  /// The file is at its end.
  case end
  /// The file, or the rest of it, cannot be read: a sentence about why.
  case fault(String)
}
