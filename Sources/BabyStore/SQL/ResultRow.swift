import BabyModel
import GRDBSQLite

/// The row at which a statement stands; valid until the statement goes on.
///
/// Numbers are held against what can be in the file at all. One that cannot is read as one that can, so that nothing
/// overflows that is calculated with it, and whoever has the row decoded throws `Damage` instead of what comes of it.
struct ResultRow {
  let statement: OpaquePointer
  /// Whether a number was read that no writer of this schema can have written.
  let isDamaged: UnsafeMutablePointer<Bool>

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { number(sqlite3_column_int64(statement, column), in: Plausible.integers) }

  func real(_ column: Int32) -> Double { number(sqlite3_column_double(statement, column), in: Plausible.reals) }

  func instant(_ column: Int32) -> Instant {
    number(Instant(milliseconds: sqlite3_column_int64(statement, column)), in: Instant.plausible)
  }

  private func number<Number: Comparable>(_ number: Number, in range: ClosedRange<Number>) -> Number {
    if range.contains(number) { return number }
    isDamaged.pointee = true
    return range.lowerBound
  }

  func optionalInstant(_ column: Int32) -> Instant? { isNull(column) ? nil : instant(column) }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func id<Subject>(_ column: Int32) throws -> Identifier<Subject> {
    guard let start = sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column) == 16 else {
      throw Damage()
    }
    return Identifier(
      high: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// A word out of a fixed list.
  func word<Word: CaseIterable & RawRepresentable<String>>(_ column: Int32) throws -> Word {
    guard let word: Word = try optionalWord(column) else { throw Damage() }
    return word
  }

  /// Compares bytes, for making a string of each word takes longer than finding the row.
  func optionalWord<Word: CaseIterable & RawRepresentable<String>>(_ column: Int32) throws -> Word? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let stored = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    for word in Word.allCases {
      var text = word.rawValue
      if text.withUTF8({ $0.elementsEqual(stored) }) { return word }
    }
    throw Damage()
  }
}

/// What numbers in the file can be at all, instants apart.
enum Plausible {
  /// Numbers of changes, counts and lengths: as large as a JSON number holds exactly.
  static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
  static let reals = Volume.plausible
}

/// Something in the file that no writer of this schema can have written.
struct Damage: Error {}
