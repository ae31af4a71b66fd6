import BabyModel
import BabyProtocol

/// Parses a file of any origin: tables, JSON, or lines of text, from chunks of any size. Its memory is bounded by the
/// longest record of each.
struct FileParser: Sendable {
  private enum Source {
    case table(CSVReader)
    case records(JSONRecordReader)
    case lines(LineReader)
  }

  /// How many bytes tell what a file is.
  private static let enough = 64

  private var source: Source?
  private var beginning: [UInt8] = []
  /// Of a text in UTF-16.
  private var transcoder: UTF16Transcoder?
  /// Whether the columns of a table are still to come.
  private var isAtColumns = true
  /// Whether tables may be in Windows-1252.
  private let takesWindows1252: Bool
  /// Lines of a table that could not be parsed, of the last read, by number.
  private(set) var damaged: [Int: [UInt8]] = [:]

  /// - Parameter takesWindows1252: whether to decode invalid UTF-8 in a table as Windows-1252.
  init(takesWindows1252: Bool) { self.takesWindows1252 = takesWindows1252 }

  /// The line that shows that a table is in Windows-1252; nil if nothing does.
  var lineInWindows1252: Int? {
    if case .table(let reader)? = source { reader.decoding.lineInWindows1252 } else { nil }
  }

  /// The line that shows that a table is in an encoding that is not read here; nil if nothing does.
  var lineInOtherEncoding: Int? {
    if case .table(let reader)? = source { reader.decoding.lineInOther } else { nil }
  }

  /// - Throws: `BabyError.importInvalid` for data that is neither text nor a table, and for invalid JSON.
  mutating func consume(_ bytes: some Sequence<UInt8>) throws(BabyError) -> [FileRecord] {
    guard source == nil else {
      guard transcoder != nil else { return try read(Array(bytes)) }
      return try read(transcoder?.consume(bytes) ?? [])
    }
    beginning += bytes
    return beginning.count < Self.enough ? [] : try begin()
  }

  mutating func finish() throws(BabyError) -> [FileRecord] {
    var records = source == nil ? try begin() : []
    if let rest = transcoder?.finish(), !rest.isEmpty { records += try read(rest) }
    switch source {
    case .table(var reader):
      records += take(reader.finish())
      source = .table(reader)
    case .records(let reader): try reader.finish()
    case .lines(var reader): records += reader.finish()
    case nil: break
    }
    return records
  }

  private mutating func begin() throws(BabyError) -> [FileRecord] {
    var bytes = beginning
    transcoder = UTF16Transcoder(beginning: Array(bytes.prefix(Self.enough)))
    if transcoder != nil { bytes = transcoder?.consume(bytes) ?? [] }
    if let refusal = OtherFile.refusal(of: Array(bytes.prefix(Self.enough))) { throw .importInvalid(refusal) }
    // Any number of blank lines may come first.
    let text = bytes.drop { $0 <= 0x20 || byteOrderMark.contains($0) }
    beginning = []
    if text.isEmpty { return [] }
    if PiyoLogBeginning.isAt(text) {
      source = .lines(LineReader())
    } else if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
      if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
      source = .records(JSONRecordReader())
    } else {
      source = .table(
        CSVReader(
          decoding: TextDecoding(takesWindows1252: takesWindows1252), isEscaped: HuckleberryRow.writesJSON))
    }
    return try read(bytes)
  }

  private mutating func read(_ bytes: [UInt8]) throws(BabyError) -> [FileRecord] {
    switch source {
    case .table(var reader):
      source = nil
      let records = reader.consume(bytes)
      source = .table(reader)
      return take(records)
    case .records(var reader):
      source = nil
      let parts = try reader.consume(bytes)
      source = .records(reader)
      return parts.map { part in
        switch part {
        case .member(let name, let json): .member(name: name, json)
        case .record(let list, let line, let json): .record(list: list, line: line, json)
        }
      }
    case .lines(var reader):
      source = nil
      let records = reader.consume(bytes)
      source = .lines(reader)
      return records
    case nil: return []
    }
  }

  private mutating func take(_ records: [CSVReader.Record]) -> [FileRecord] {
    damaged = [:]
    return records.compactMap { record in
      if !record.damaged.isEmpty { damaged[record.line] = record.damaged }
      guard case .success(let fields) = record.fields else { return .fields(line: record.line, record.fields) }
      // Spreadsheets write rows of nothing behind what they have.
      if fields.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return nil }
      defer { isAtColumns = false }
      return .fields(line: record.line, .success(fields.map(isAtColumns ? withoutFormats : plainText)))
    }
  }
}

/// The text of a cell as a spreadsheet shows it. Some programs write `="0123"`, so that a spreadsheet does not read it
/// as a number.
private func plainText(_ text: String) -> String {
  let text = withLineFeeds(text)
  guard text.utf8.first == UInt8(ascii: "="), text.hasPrefix("=\""), text.utf8.count > 3, text.hasSuffix("\"") else {
    return text
  }
  let inner = text.dropFirst(2).dropLast()
  return inner.contains("\"") ? text : String(inner)
}

/// The text without invisible characters, such as byte order marks, which some programs put before the first title.
func withoutFormats(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
}

/// The text of a cell with its lines parted as in a note: programs may end them as they end those of the file.
private func withLineFeeds(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
  return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
}

/// With what the text begins that PiyoLog sends, which is neither a table nor JSON, whatever its first byte.
enum PiyoLogBeginning {
  static let marks = ["【ぴよログ】", "[PiyoLog]", "【PiyoLog】", "[Piyo日志]", "[Piyo日誌]"]
  private static let bytes = marks.map { Array($0.utf8) }

  static func isAt(_ text: some Sequence<UInt8>) -> Bool { bytes.contains { text.starts(with: $0) } }
}

/// A piece of a file, independent of the app that wrote it.
enum FileRecord: Sendable {
  /// A line of a table: its fields, or why it has none. The first one names the columns.
  case fields(line: Int, Result<[String], RowFault>)
  /// A member of a JSON object that is not a list.
  case member(name: String, JSON)
  /// An element of a JSON list or a row of a database; `list` is empty if the whole file is one list.
  case record(list: String, line: Int, JSON)
  /// A line of a text, without its line end.
  case text(line: Int, String)
  /// The first record of a database: the names of its tables.
  case tables([String])

  /// Where it stands, from 1; 0 if no one line is meant.
  var line: Int {
    switch self {
    case .fields(let line, _), .record(_, let line, _), .text(let line, _): line
    case .member, .tables: 0
    }
  }
}

/// A row of a database that another app has written.
public struct DatabaseRow: Sendable {
  /// Any value other than a number or text, such as a picture, is null, and so is a text that is longer than is read.
  public enum Value: Hashable, Sendable { case null, integer(Int64), real(Double), text(String) }

  public var table: String
  /// Its number in the table, from 1.
  public var line: Int
  public var values: [(name: String, value: Value)]
  /// The first column with a text that is longer than is read.
  var tooLongColumn: String?

  public init(table: String, line: Int, values: [(name: String, value: Value)]) {
    self.table = table
    self.line = line
    self.values = values
  }

  var record: FileRecord {
    let members = values.map { column in
      let value: JSON =
        switch column.value {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .number(number)
        case .text(let text): .string(text)
        }
      return (column.name, value)
    }
    return .record(list: table, line: line, .object(JSONObject(members)))
  }
}
