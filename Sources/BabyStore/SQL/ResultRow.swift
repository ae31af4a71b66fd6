import BabyModel
import GRDBSQLite

/// The row at which a statement stands, read by its columns' names; valid until the statement goes on.
///
/// Numbers are held against what can be in the file at all. One that cannot is read as one that can, so that nothing
/// overflows that is calculated with it, and whoever has the row decoded throws `Damage` instead of what comes of it.
struct ResultRow<Column: Columns> {
  let statement: OpaquePointer
  /// Whether a number was read that no writer of this schema can have written.
  let isDamaged: UnsafeMutablePointer<Bool>
  /// Where the first of the columns stands in the statement.
  fileprivate var start: Int32 = 0

  init(statement: OpaquePointer, isDamaged: UnsafeMutablePointer<Bool>) {
    self.statement = statement
    self.isDamaged = isDamaged
  }

  /// What the statement names after these columns.
  func following<Next: Columns>(_: Next.Type = Next.self) -> ResultRow<Next> {
    var next = ResultRow<Next>(statement: statement, isDamaged: isDamaged)
    next.start = start + Column.columns.count
    return next
  }

  private func place(_ column: Column) -> Int32 { start + column.rawValue }

  func isNull(_ column: Column) -> Bool { sqlite3_column_type(statement, place(column)) == SQLITE_NULL }

  func integer(_ column: Column) -> Int64 {
    number(sqlite3_column_int64(statement, place(column)), in: Plausible.integers)
  }

  func optionalInteger(_ column: Column) -> Int64? { isNull(column) ? nil : integer(column) }

  func flag(_ column: Column) -> Bool { integer(column) != 0 }

  func real(_ column: Column) -> Double {
    number(sqlite3_column_double(statement, place(column)), in: Plausible.reals)
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

  /// Where a word stands in a fixed list; nil for NULL.
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

/// What numbers in the file can be at all, instants apart.
enum Plausible {
  /// Numbers of changes, counts and lengths: as large as a JSON number holds exactly.
  static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
  static let reals = Volume.plausible
}

/// Something in the file that no writer of this schema can have written.
struct Damage: Error {}
