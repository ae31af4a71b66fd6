/// A row of a database that another app has written.
public struct ForeignRow: Hashable, Sendable {
  /// Any value other than a number or text, such as a picture, is null.
  public enum Value: Hashable, Sendable { case null, integer(Int64), real(Double), text(String) }

  public struct Column: Hashable, Sendable {
    public var name: String
    public var value: Value
    /// The text is longer than is read, and the value is null.
    public var isCut = false
  }

  public var table: String
  /// Its number in the table, from 1.
  public var line: Int
  public var values: [Column]
}

/// A table of a database that another app has written: a real one, neither a view nor a virtual table.
public struct ForeignTable: Hashable, Sendable {
  public var name: String
  /// In the table's order, without those that are calculated.
  public var columns: [String]
  /// By what a row is called; nil when the table has no number for its rows, or columns that hide it.
  var rowNumber: String?
}
