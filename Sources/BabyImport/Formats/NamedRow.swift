import BabyModel

/// The columns of a table, by their names.
struct NamedColumns: Sendable {
  let titles: [String]
  /// The same columns as notes name them.
  fileprivate let all: [LooseColumns.Column]
  /// The index of each; the first one if several have one name.
  fileprivate let places: [String: Int]
  /// Columns that may contain a row's author.
  fileprivate let authors: [Int]

  /// - Parameter known: the app's names of its columns: spreadsheets and people change their case and white space.
  init(_ fields: [String], called known: Set<String> = []) {
    let titles = Self.titles(of: fields, called: known)
    let all = fields.map { LooseColumns.Column(trimmed($0)) }
    self.titles = titles
    self.all = all
    places = Dictionary(zip(titles, titles.indices)) { first, _ in first }
    authors = titles.indices.filter { AuthorColumns.contains(all[$0]) }
  }

  /// The titles of columns, those that are known as the app has them.
  static func titles(of fields: [String], called known: Set<String>) -> [String] {
    let names = Dictionary(known.map { (key($0), $0) }) { first, _ in first }
    return fields.map(trimmed).map { known.contains($0) ? $0 : names[key($0)] ?? $0 }
  }

  private static func key(_ title: String) -> String {
    normalised(String(title.lowercased().map { $0 == "_" ? " " : $0 }))
  }
}

/// A record of such a table.
struct NamedRow {
  private let columns: NamedColumns
  private let fields: [String]

  /// - Throws: `RowFault.fieldCount`.
  init(_ fields: [String], columns: NamedColumns) throws(RowFault) {
    self.fields = try fields.fitted(to: columns.titles.count).map(trimmed)
    self.columns = columns
  }

  /// The value of a column, trimmed; empty if it is missing.
  subscript(_ column: String) -> String { columns.places[column].map(fields.field) ?? "" }

  /// The columns with values, in their order. If several have one name, only the first is read.
  var all: [(column: String, text: String, isFirst: Bool)] {
    fields.indices.filter { !fields[$0].isEmpty }
      .map { (columns.titles[$0], fields[$0], columns.places[columns.titles[$0]] == $0) }
  }

  /// All columns with a prefix that are read, by the rest of their names, in their order.
  func values(under prefix: String) -> [(name: String, value: String)] {
    all.filter { $0.isFirst && $0.column.hasPrefix(prefix) }
      .map { (trimmed(String($0.column.dropFirst(prefix.count))), $0.text) }
  }

  /// The unused columns, for the note; including a second one with the same name.
  func remarks(besides names: Set<String>) -> [String] {
    let titles = columns.titles
    return fields.indices
      .filter { !fields[$0].isEmpty && (!names.contains(titles[$0]) || columns.places[titles[$0]] != $0) }
      .map { LooseRow.Cell(column: columns.all[$0], text: fields[$0]).remark }
  }

  /// The row's author, and the name of that column; nil if there is none.
  var author: (column: String, name: String)? {
    columns.authors.prefix { $0 < fields.count }.first { AuthorColumns.isName(fields[$0]) }
      .map { (columns.titles[$0], fields[$0]) }
  }
}

/// Columns that newer versions of apps, and other programs that write the same tables, have for who logged something.
enum AuthorColumns {
  private static let names: Set = [
    "logged by", "created by", "created by caregiver", "added by", "recorded by", "entered by", "caregiver", "author",
    "user",
  ]

  static func contains(_ column: LooseColumns.Column) -> Bool { names.contains(column.name) }

  /// Whether a text can be a person's name.
  static func isName(_ text: String) -> Bool { text.fits(TextLimits.name) }
}

extension [String] {
  /// The record's fields, at most the given number, and fewer if the end of the line is empty. Programs leave out empty
  /// fields there, and write a separator after the last.
  ///
  /// Missing fields are not filled in: a short row of a wide table would cost as much as the table is wide.
  ///
  /// - Throws: `RowFault.fieldCount` if there are more that are not empty.
  func fitted(to count: Int) throws(RowFault) -> [String] {
    var fields = self
    while fields.count > count, fields.last.map(trimmed) == "" { fields.removeLast() }
    guard fields.count <= count else { throw .fieldCount(self.count, expected: count) }
    return fields
  }

  /// The field of a column; empty if the row ends before it.
  func field(_ place: Int) -> String { place < count ? self[place] : "" }
}
