import BabyModel
import GRDBSQLite

/// A search through rows, of which only those are decoded that are found: of a hundred thousand, most differ in their
/// time alone, and what was found in one holds for the next.
struct RowSearch {
  /// What a row holds of an entry's content, as numbers.
  private struct Content: Hashable {
    /// Kind, method, side, breasts, unit, diaper and category, each by its first eight letters, which no two share.
    var words: SIMD8<UInt64>
    var amount: UInt64
  }

  private let search: EntrySearch
  private var contents: [Content: UInt64] = [:]
  private var minutes = [UInt64?](repeating: nil, count: 24 * 60)

  init(_ search: EntrySearch) { self.search = search }

  /// - Parameter row: with the columns of `EntryRow`.
  mutating func matches(_ row: ResultRow) throws -> Bool {
    var found: UInt64 = 0
    if search.inNotesOnly != 0 {
      found = foundInNote(row)
      guard found & search.inNotesOnly == search.inNotesOnly else { return false }
    }
    if found == search.all { return true }
    found |= try foundInContent(row)
    if found == search.all { return true }
    found |= foundInTime(row)
    if found == search.all { return true }
    return search.inNotesOnly == 0 && found | foundInNote(row) == search.all
  }

  private func foundInNote(_ row: ResultRow) -> UInt64 {
    guard let start = sqlite3_column_text(row.statement, 13) else { return 0 }
    let count = Int(sqlite3_column_bytes(row.statement, 13))
    return search.found(inNote: UnsafeBufferPointer(start: start, count: count))
  }

  private mutating func foundInContent(_ row: ResultRow) throws -> UInt64 {
    var content = Content(words: .zero, amount: row.real(9).bitPattern)
    for (index, column) in [Int32(2), 6, 7, 8, 10, 11, 12].enumerated() {
      content.words[index] = Self.number(row.statement, column)
    }
    if let known = contents[content] { return known }
    let found = search.found(in: try EntryRow.decode(row).content)
    contents[content] = found
    return found
  }

  private mutating func foundInTime(_ row: ResultRow) -> UInt64 {
    let start = row.instant(3)
    let minute = search.minuteOfDay(at: start)
    if let known = minutes[minute] { return known }
    let found = search.found(at: start)
    minutes[minute] = found
    return found
  }

  /// The first eight bytes of a text; 0 for NULL.
  private static func number(_ statement: OpaquePointer, _ column: Int32) -> UInt64 {
    guard let start = sqlite3_column_text(statement, column) else { return 0 }
    let count = min(8, Int(sqlite3_column_bytes(statement, column)))
    var number: UInt64 = 0
    for index in 0..<count { number = number << 8 | UInt64(start[index]) }
    return number
  }
}
