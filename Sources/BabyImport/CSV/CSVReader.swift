import BabyModel

/// Reads comma-separated records (RFC 4180) out of bytes that arrive in chunks of any size.
///
/// Lines end with LF or CRLF, or with CR alone where the first one does; a byte order mark and empty lines are passed over. A record that breaks the rules spoils
/// nothing but its own line: the reader goes on at the line after it, even when a quote left open had swallowed the
/// lines that follow. It never holds more than one record of `recordLimit` bytes besides the chunk at hand.
struct CSVReader: Sendable {
  /// The longest record in bytes, line ends not counted: the longest note whose every letter is a quote, which are
  /// doubled, has room in it with all that stands beside it.
  static let recordLimit = 2 * TextLimits.note.bytes

  struct Record: Hashable, Sendable {
    /// The line on which it begins, from 1.
    let line: Int
    let fields: Result<[String], RowFault>
  }

  private var buffer: [UInt8] = []
  /// Where the record at hand begins in the buffer, and how far it has been looked at.
  private var start = 0
  private var scanned = 0
  private var line = 1
  /// An odd number of quotes so far: line ends belong to a field.
  private var isQuoteOpen = false
  /// The record at hand is known to be too long; nothing of it is kept.
  private var isSkippingLine = false
  /// The byte that ends lines; nil until the first one has ended.
  private var lineEnd: UInt8?

  /// Takes the next bytes and returns the records that they complete.
  mutating func consume(_ bytes: some Sequence<UInt8>) -> [Record] {
    buffer.append(contentsOf: bytes)
    var records: [Record] = []
    scan(into: &records)
    buffer.removeFirst(start)
    scanned -= start
    start = 0
    return records
  }

  /// Returns what the end of the file completes: the last line may lack its line end.
  mutating func finish() -> [Record] {
    var records: [Record] = []
    while start < buffer.count, !isSkippingLine {
      endRecord(at: buffer.count, into: &records)
      scan(into: &records)
    }
    return records
  }

  private mutating func scan(into records: inout [Record]) {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      if byte == lineEnd, isSkippingLine {
        isSkippingLine = false
        advance(past: scanned)
      } else if lineEnd == nil, !isQuoteOpen, byte == carriageReturn || byte == lineFeed {
        // What follows a carriage return tells whether it ends lines by itself.
        guard byte == lineFeed || scanned + 1 < buffer.count else { return }
        lineEnd = byte == carriageReturn && buffer[scanned + 1] != lineFeed ? carriageReturn : lineFeed
      } else if byte == lineEnd, !isQuoteOpen {
        endRecord(at: scanned, into: &records)
      } else {
        if byte == quote { isQuoteOpen.toggle() }
        scanned += 1
        if isSkippingLine {
          start = scanned
        } else if scanned - start > Self.recordLimit + 1 {
          // One byte more than the limit may be the carriage return of the line end.
          reject(hasLineEnd(buffer[start..<scanned]) ? .openQuote : .tooLong, into: &records)
        }
      }
    }
  }

  /// Takes start..<end as a record; `end` is at its line end or the file's.
  private mutating func endRecord(at end: Int, into records: inout [Record]) {
    var raw = buffer[start..<end]
    if line == 1, raw.starts(with: byteOrderMark) { raw = raw.dropFirst(byteOrderMark.count) }
    if raw.last == carriageReturn { raw = raw.dropLast() }
    do throws(RowFault) {
      if raw.count > Self.recordLimit { throw hasLineEnd(raw) ? .openQuote : .tooLong }
      if !raw.isEmpty { records.append(Record(line: line, fields: .success(try splitFields(raw)))) }
      line += raw.count { $0 == lineEnd }
      advance(past: end)
    } catch {
      reject(error, into: &records)
    }
  }

  /// Reports the record at hand and goes back to the line after its first, or skips to it when it has not come yet.
  private mutating func reject(_ fault: RowFault, into records: inout [Record]) {
    records.append(Record(line: line, fields: .failure(fault)))
    let lineEnd = lineEnd ?? lineFeed
    self.lineEnd = lineEnd
    if let end = buffer[start...].firstIndex(of: lineEnd) {
      advance(past: end)
    } else {
      isSkippingLine = true
      start = buffer.count
      scanned = start
    }
  }

  /// Whether a record that is too long goes on over several lines, as one does whose quotation mark was left open.
  private func hasLineEnd(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.contains(lineEnd ?? lineFeed) }

  /// Begins the next record after a line end, or at the end of the file.
  private mutating func advance(past end: Int) {
    if end < buffer.count { line += 1 }
    start = min(end + 1, buffer.count)
    scanned = start
    isQuoteOpen = false
  }
}

/// The fields of one record without its line end.
private func splitFields(_ record: ArraySlice<UInt8>) throws(RowFault) -> [String] {
  enum Place { case fieldStart, plain, quoted, afterQuote }
  var fields: [String] = []
  var field: [UInt8] = []
  var place = Place.fieldStart
  func endField() throws(RowFault) {
    guard let text = String(validating: field, as: UTF8.self) else { throw .notUTF8 }
    fields.append(text)
    field.removeAll(keepingCapacity: true)
    place = .fieldStart
  }
  for byte in record {
    switch (place, byte) {
    case (.quoted, quote): place = .afterQuote
    case (.quoted, _): field.append(byte)
    case (_, comma): try endField()
    case (.fieldStart, quote): place = .quoted
    case (.afterQuote, quote):
      field.append(quote)
      place = .quoted
    case (.plain, quote), (.afterQuote, _): throw .strayQuote
    case (.fieldStart, _), (.plain, _):
      field.append(byte)
      place = .plain
    }
  }
  if place == .quoted { throw .openQuote }
  try endField()
  return fields
}

let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
