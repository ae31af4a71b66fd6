/// What a statement reads or writes, one case each, in its order: SELECT lists, placeholders and decoding all come from
/// the cases, so that no column is ever meant by its number.
///
/// A case is called as its column is, in our spelling: `startAt` is `start_at`. Raw values are left to the compiler: they
/// are the columns' places.
protocol Columns: CaseIterable, Hashable, RawRepresentable<Int32>, Sendable {
  /// All of them, spelt once for the life of the process.
  static var columns: ColumnList<Self> { get }
}

/// Columns as SQL names them. Put into a statement it is their list: "id, child_id, kind".
struct ColumnList<Column: Columns>: CustomStringConvertible, Sendable {
  private let names: [String]
  let description: String
  /// A parameter for each: "?, ?, ?".
  let placeholders: String

  /// - Parameters:
  ///   - columns: all of them, where no other are given.
  ///   - expressions: of those that are no columns of a table: "count(*)".
  init(_ columns: [Column] = Array(Column.allCases), computing expressions: [Column: String] = [:]) {
    names = columns.map { expressions[$0] ?? Self.name(of: $0) }
    description = names.joined(separator: ", ")
    placeholders = Array(repeating: "?", count: names.count).joined(separator: ", ")
  }

  var count: Int32 { Int32(names.count) }

  /// The column that SQL calls so.
  func column(named name: String) -> Column? {
    names.firstIndex(of: name).flatMap { Column(rawValue: Int32($0)) }
  }

  /// The same columns where another table has columns of the same names.
  func of(_ table: String) -> String { names.map { "\(table).\($0)" }.joined(separator: ", ") }

  /// `childID` is `child_id`.
  private static func name(of column: Column) -> String {
    var name = ""
    var isWithinWord = false
    for letter in "\(column)" {
      if letter.isUppercase, isWithinWord { name += "_" }
      isWithinWord = letter.isLowercase
      name += letter.lowercased()
    }
    return name
  }
}

/// The column of a statement that asks for one value, which needs no name.
enum OnlyColumn: Int32, Columns {
  case only
  static let columns = ColumnList<Self>()
}
