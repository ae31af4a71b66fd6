/// What files are made of, on the way to their reader. The same files have the same pieces each time they are read.
public enum ImportPiece: Sendable {
  /// A file begins.
  case file(name: String)
  case bytes([UInt8])
  /// What comes first of a database: the names of its tables.
  case tables([String])
  case row(DatabaseRow)
  /// The file is at its end.
  case end
  /// The file, or the rest of it, cannot be read: a sentence about why.
  case fault(String)
}
