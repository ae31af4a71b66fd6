import BabyModel
import GRDBSQLite

/// A statement's current row, read by its columns' names; valid until the statement's next step.
///
/// Numbers are checked against the possible range. One outside it is read as one inside, so that arithmetic does not
/// overflow, and the decoding then throws `Damage`.
struct ResultRow<Column: Columns> {
  let statement: OpaquePointer
  /// Whether a number was read that no writer of this schema can have written.
  let isDamaged: UnsafeMutablePointer<Bool>
  /// The position of the first of the columns in the statement.
  fileprivate var start: Int32 = 0

  init(statement: OpaquePointer, isDamaged: UnsafeMutablePointer<Bool>) {
    self.statement = statement
    self.isDamaged = isDamaged
  }

  /// The columns that follow these in the statement.
  func following<Next: Columns>(_: Next.Type = Next.self) -> ResultRow<Next> {
    var next = ResultRow<Next>(statement: statement, isDamaged: isDamaged)
    next.start = start + Column.columns.count
    return next
  }

  private func place(_ column: Column) -> Int32 { start + column.rawValue }

  func isNull(_ column: Column) -> Bool { sqlite3_column_type(statement, place(column)) == SQLITE_NULL }

  func integer(_ column: Column) -> Int64 {
    number(sqlite3_column_int64(statement, place(column)), in: PlausibleRange.integers)
  }

  func optionalInteger(_ column: Column) -> Int64? { isNull(column) ? nil : integer(column) }

  func flag(_ column: Column) -> Bool { integer(column) != 0 }

  func real(_ column: Column) -> Double {
    number(sqlite3_column_double(statement, place(column)), in: PlausibleRange.reals)
  }

  func instant(_ column: Column) -> Instant {
    number(Instant(milliseconds: sqlite3_column_int64(statement, place(column))), in: Instant.plausible)
  }

  func optionalInstant(_ column: Column) -> Instant? { isNull(column) ? nil : instant(column) }

  private func number<Number: Comparable>(_ number: Number, in range: ClosedRange<Number>) -> Number {
    if range.contains(number) { return number }
    isDamaged.pointee = true
    return range.lowerBound
  }

  func text(_ column: Column) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Column) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

  /// A text's bytes where they lie; nil for NULL.
  func utf8(_ column: Column) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(statement, place(column)) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place(column))))
  }

  func bytes(_ column: Column) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, place(column)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, place(column)))))
  }

  func optionalBytes(_ column: Column) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  func id<Subject>(_ column: Column) throws -> Identifier<Subject> {
    guard let start = sqlite3_column_blob(statement, place(column)),
      sqlite3_column_bytes(statement, place(column)) == 16
    else { throw Damage() }
    return Identifier(
      high: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  func optionalID<Subject>(_ column: Column) throws -> Identifier<Subject>? { isNull(column) ? nil : try id(column) }

  /// A word out of a fixed list.
  func word<Word: CaseIterable & RawRepresentable<String>>(_ column: Column) throws -> Word {
    guard let word: Word = try optionalWord(column) else { throw Damage() }
    return word
  }

  func optionalWord<Word: CaseIterable & RawRepresentable<String>>(_ column: Column) throws -> Word? {
    try match(column, among: Word.allCases, \.rawValue)?.element
  }

  /// The position of a word in a fixed list; nil for NULL.
  func place(_ column: Column, among words: [String]) throws -> Int? {
    try match(column, among: words) { $0 }?.offset
  }

  /// Compares bytes, for making a string of each word takes longer than finding the row.
  private func match<Words: Collection>(
    _ column: Column, among words: Words, _ word: (Words.Element) -> String
  ) throws -> (offset: Int, element: Words.Element)? {
    guard let stored = utf8(column) else { return nil }
    for (offset, element) in words.enumerated() {
      var text = word(element)
      if text.withUTF8({ $0.elementsEqual(stored) }) { return (offset, element) }
    }
    throw Damage()
  }
}

extension ResultRow<OnlyColumn> {
  func integer() -> Int64 { integer(.only) }
  func flag() -> Bool { flag(.only) }
  func text() -> String { text(.only) }
  func optionalInstant() -> Instant? { optionalInstant(.only) }
  func id<Subject>() throws -> Identifier<Subject> { try id(.only) }
  func word<Word: CaseIterable & RawRepresentable<String>>() throws -> Word { try word(.only) }
}

/// The possible range of numbers in the file, except instants.
enum PlausibleRange {
  /// Numbers of changes, counts and lengths: as large as a JSON number holds exactly.
  static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
  static let reals = Volume.plausible
}

/// Something in the file that no writer of this schema can have written.
struct Damage: Error {}

/// The columns of a statement, one case each, in order: SELECT lists, placeholders and decoding all come from the
/// cases, so no column is referred to by its number.
///
/// A case has its column's name in Swift's spelling: `startAt` is `start_at`. The compiler assigns the raw values,
/// which are the columns' positions.
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
  ///   - expressions: of cases that are not columns of a table: "count(*)".
  init(_ columns: [Column] = Array(Column.allCases), computing expressions: [Column: String] = [:]) {
    names = columns.map { expressions[$0] ?? Self.name(of: $0) }
    description = names.joined(separator: ", ")
    placeholders = Array(repeating: "?", count: names.count).joined(separator: ", ")
  }

  var count: Int32 { Int32(names.count) }

  /// What an insert does with a row that is there: "(note, seq) = (excluded.note, excluded.seq)".
  ///
  /// - Parameters:
  ///   - kept: columns that stay as they are.
  ///   - more: further columns that are replaced.
  func replacing(except kept: [Column], and more: [String] = []) -> String {
    let kept = kept.map { names[Int($0.rawValue)] }
    let replaced = names.filter { !kept.contains($0) } + more
    return "(\(replaced.joined(separator: ", "))) = (\(replaced.map { "excluded.\($0)" }.joined(separator: ", ")))"
  }

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
