/// A record of a table whose columns are told apart by their names.
struct NamedRow {
  private let values: [String: String]

  /// - Throws: `RowFault.fieldCount`.
  init(_ fields: [String], columns: [String]) throws(RowFault) {
    guard fields.count == columns.count else { throw .fieldCount(fields.count, expected: columns.count) }
    values = Dictionary(zip(columns, fields.map(trimmed))) { first, _ in first }
  }

  /// The value of a column, without white space at its ends; empty where there is none.
  subscript(_ column: String) -> String { values[column] ?? "" }

  /// What stands in all columns whose names begin so, by the rest of their names.
  func values(under prefix: String) -> [(name: String, value: String)] {
    values.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { (trimmed(String($0.key.dropFirst(prefix.count))), $0.value) }
  }
}
