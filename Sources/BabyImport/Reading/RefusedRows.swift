import BabyModel
import BabyProtocol

/// The rows of a file that could not be read, as a file of the same form: to be mended and imported again.
public struct RefusedRows: Hashable, Sendable {
  /// The name of the file that they are of.
  public var name: String
  /// A table with its columns, or a list of JSON.
  public var text: String
  /// How many of its rows are in the text.
  public var count: Int
}

/// Collects the rows that could not be read, of files that can be written again: tables and lists of JSON.
struct RefusedRowsCollector: Sendable {
  /// In bytes, all texts together. Further ones are in the next import's, of the corrected file.
  private static let limit = 256 << 10

  private struct File: Sendable {
    var name: String
    var bytes: [UInt8] = []
    var count = 0
    /// Nil for a table.
    var list: String?
  }

  private var files: [File] = []
  private var size = 0

  var rows: [RefusedRows] {
    files.map { file in
      let text = String(decoding: file.bytes, as: UTF8.self)
      guard let list = file.list else { return RefusedRows(name: file.name, text: text, count: file.count) }
      let whole = list.isEmpty ? "[\(text)]\n" : "{\(JSON.string(list).text):[\(text)]}\n"
      return RefusedRows(name: file.name, text: whole, count: file.count)
    }
  }

  /// - Parameters:
  ///   - name: of the file, which is the one before until it changes.
  ///   - columns: of the table.
  ///   - damaged: the line of a table that cannot be taken apart.
  mutating func add(_ record: FileRecord, of name: String, columns: [String], damaged: [UInt8]?) {
    var bytes: [UInt8] = []
    var list: String?
    switch record {
    case .fields(_, .success(let fields)): bytes.appendCSVLine(fields) { $1.appendCSVField($0) }
    case .fields(_, .failure):
      guard let damaged else { return }
      bytes = damaged + Array("\r\n".utf8)
    case .record(let name, _, let json):
      list = name
      bytes = Array(json.text.utf8)
    case .member, .text, .tables: return
    }
    add(bytes, list: list, of: name, columns: columns)
  }

  private mutating func add(_ bytes: [UInt8], list: String?, of name: String, columns: [String]) {
    guard size + bytes.count <= Self.limit else { return }
    if files.last?.name != name || files.last?.list != list {
      var file = File(name: name, list: list)
      if list == nil { file.bytes.appendCSVLine(columns) { $1.appendCSVField($0) } }
      files.append(file)
    }
    let last = files.count - 1
    if list != nil, files[last].count > 0 { files[last].bytes += Array(",\n".utf8) }
    files[last].bytes += bytes
    files[last].count += 1
    size += bytes.count
  }
}

/// Why a row could not become an entry. It never quotes the row: what a family logged stays out of summaries and logs.
enum RowFault: Error, Hashable {
  case strayQuote
  case openQuote
  case notUTF8
  case tooLong
  case fieldCount(Int, expected: Int)
  case unreadable(column: String)
  case tooLongText(column: String)
  case otherChild
  case childMissing
  case unknownKind
  case unknownSetting
  case invalid([FieldError])
}

extension RowFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .strayQuote: "has a quotation mark in the wrong place"
    case .openQuote: "has a quotation mark that is not closed"
    case .notUTF8: "is not UTF-8 text"
    case .tooLong: "is longer than \(CSVReader.recordLimit / 1024) KiB"
    case .fieldCount(let count, let expected): "has \(count) fields instead of \(expected)"
    case .unreadable(let column): "has a value that cannot be read in the column “\(column)”"
    case .tooLongText(let column): "has a text in the column “\(column)” that is too long"
    case .otherChild: "is about another child"
    case .childMissing: "does not say which of the children it is about"
    case .unknownKind: "is of a kind that this version does not know"
    case .unknownSetting: "is a setting that this version does not know"
    case .invalid(let errors): errors.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
    }
  }
}
