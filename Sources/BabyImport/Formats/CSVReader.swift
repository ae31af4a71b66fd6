import BabyModel

/// Reads comma-separated records (RFC 4180) out of bytes that arrive in chunks of any size.
///
/// The separator is a semicolon or a tab if the first record has more of them than commas: with a decimal comma,
/// spreadsheets write such tables. Some declare it in a line before: `sep=;`
///
/// In some apps' tables, recognized by their columns, a backslash in quotation marks escapes the next character, as in
/// JSON.
///
/// Lines end with LF or CRLF, or with CR alone if the first one does; a byte order mark and empty lines are skipped. An
/// invalid record only affects its own line: the reader continues on the line after it, even if an open quote had
/// swallowed the following lines. It never holds more than one record of `recordLimit` bytes besides the current chunk.
struct CSVReader: Sendable {
  /// The maximum record in bytes, without line ends: the longest note, all quotes, which are doubled, fits with
  /// everything beside it.
  static let recordLimit = 2 * TextLimits.note.bytes

  struct Record: Hashable, Sendable {
    /// The line on which it begins, from 1.
    let line: Int
    let fields: Result<[String], RowFault>
    /// The line as it is, where it cannot be taken apart; empty if it is too long.
    var damaged: [UInt8] = []
  }

  private var buffer: [UInt8] = []
  /// The start of the current record in the buffer, and how far it was read.
  private var start = 0
  private var scanned = 0
  private var line = 1
  /// Whether a table with these columns, in quotation marks, has its cells written as JSON.
  private let isEscaped: @Sendable ([String]) -> Bool
  private var hasEscapes = false
  /// The byte before, in quotation marks, was a backslash that escapes the next one.
  private var isAfterEscape = false
  /// An odd number of quotes so far: line ends belong to a field.
  private var isQuoteOpen = false
  /// The current record is too long; nothing of it is kept.
  private var isSkippingLine = false
  /// The byte that ends lines; nil until the first one has ended.
  private var lineEnd: UInt8?
  /// The byte between fields; nil until the first record, or a line that declares it.
  private var separator: UInt8?
  /// No record has been there.
  private var isAtColumns = true
  /// Makes texts of fields, and knows what they were so far.
  private(set) var decoding: TextDecoding

  init(
    decoding: TextDecoding = TextDecoding(takesWindows1252: false),
    isEscaped: @escaping @Sendable ([String]) -> Bool = { _ in false }
  ) {
    self.decoding = decoding
    self.isEscaped = isEscaped
  }

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
        // The byte after a carriage return shows whether it ends lines by itself.
        guard byte == lineFeed || scanned + 1 < buffer.count else { return }
        lineEnd = byte == carriageReturn && buffer[scanned + 1] != lineFeed ? carriageReturn : lineFeed
      } else if byte == lineEnd, !isQuoteOpen {
        endRecord(at: scanned, into: &records)
      } else {
        if isAfterEscape {
          isAfterEscape = false
        } else if byte == quote {
          isQuoteOpen.toggle()
        } else if byte == backslash, hasEscapes, isQuoteOpen {
          isAfterEscape = true
        }
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
    if line == 1, raw.starts(with: byteOrderMark) {
      raw = raw.dropFirst(byteOrderMark.count)
      decoding.learnByteOrderMark()
    }
    if raw.last == carriageReturn { raw = raw.dropLast() }
    do throws(RowFault) {
      if raw.count > Self.recordLimit { throw hasLineEnd(raw) ? .openQuote : .tooLong }
      if separator == nil, let said = separatorSaid(by: raw) {
        separator = said
      } else if !raw.isEmpty {
        let separator = separator ?? mostFrequentSeparator(in: raw)
        let fields = try splitFields(raw, at: separator, hasEscapes: hasEscapes, &decoding, line: line)
        if isAtColumns { hasEscapes = raw.first == quote && isEscaped(fields) }
        (self.separator, isAtColumns) = (separator, false)
        records.append(Record(line: line, fields: .success(fields)))
      }
      line += raw.count { $0 == lineEnd }
      advance(past: end)
    } catch {
      reject(error, into: &records)
    }
  }

  /// Reports the current record and returns to the line after its first, or skips to it if it has not arrived yet.
  private mutating func reject(_ fault: RowFault, into records: inout [Record]) {
    let lineEnd = lineEnd ?? lineFeed
    self.lineEnd = lineEnd
    if let end = buffer[start...].firstIndex(of: lineEnd) {
      records.append(Record(line: line, fields: .failure(fault), damaged: Self.whole(buffer[start..<end])))
      advance(past: end)
    } else {
      // Of a line that is too long the rest is still to come.
      let damaged = fault == .tooLong ? [] : Self.whole(buffer[start...])
      records.append(Record(line: line, fields: .failure(fault), damaged: damaged))
      isSkippingLine = true
      start = buffer.count
      scanned = start
    }
  }

  /// A line as it is, without the carriage return of its end; empty if it is too long.
  private static func whole(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line.count > recordLimit ? [] : Array(line.last == carriageReturn ? line.dropLast() : line)
  }

  /// Whether a record that is too long spans several lines, as after an open quotation mark.
  private func hasLineEnd(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.contains(lineEnd ?? lineFeed) }

  /// Begins the next record after a line end, or at the end of the file.
  private mutating func advance(past end: Int) {
    if end < buffer.count { line += 1 }
    start = min(end + 1, buffer.count)
    scanned = start
    isQuoteOpen = false
    isAfterEscape = false
  }
}

/// The separator that a line declares; nil if it declares none.
private func separatorSaid(by line: ArraySlice<UInt8>) -> UInt8? {
  guard line.count == 5, line.prefix(4).elementsEqual("sep=".utf8), let last = line.last else { return nil }
  return [comma, semicolon, tab].contains(last) ? last : nil
}

/// The most frequent separator of a record outside quotation marks; the comma by default.
private func mostFrequentSeparator(in record: ArraySlice<UInt8>) -> UInt8 {
  var counts: [UInt8: Int] = [comma: 0, semicolon: 0, tab: 0]
  var isQuoted = false
  for byte in record {
    if byte == quote { isQuoted.toggle() }
    if !isQuoted, let count = counts[byte] { counts[byte] = count + 1 }
  }
  return [semicolon, tab].reduce(comma) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
}

/// The fields of one record without its line end.
///
/// - Parameter hasEscapes: whether a backslash in quotation marks escapes what follows.
private func splitFields(
  _ record: ArraySlice<UInt8>, at separator: UInt8, hasEscapes: Bool, _ decoding: inout TextDecoding, line: Int
) throws(RowFault) -> [String] {
  enum Place { case fieldStart, plain, quoted, escaped, afterQuote }
  var fields: [String] = []
  var field: [UInt8] = []
  var place = Place.fieldStart
  func endField() throws(RowFault) {
    fields.append(try decoding.text(field, line: line))
    field.removeAll(keepingCapacity: true)
    place = .fieldStart
  }
  for byte in record {
    switch (place, byte) {
    case (.quoted, quote): place = .afterQuote
    case (.quoted, backslash) where hasEscapes: place = .escaped
    case (.quoted, _): field.append(byte)
    case (.escaped, _):
      if let escaped = escapedBytes[byte] { field.append(escaped) } else { field += [backslash, byte] }
      place = .quoted
    case (_, separator): try endField()
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
  if place == .quoted || place == .escaped { throw .openQuote }
  try endField()
  return fields
}

/// The meaning of a byte after a backslash.
private let escapedBytes: [UInt8: UInt8] = [
  quote: quote, backslash: backslash, UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "n"): lineFeed,
  UInt8(ascii: "r"): carriageReturn, UInt8(ascii: "t"): tab,
]

let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let comma = UInt8(ascii: ",")
private let semicolon = UInt8(ascii: ";")
private let tab = UInt8(ascii: "\t")
