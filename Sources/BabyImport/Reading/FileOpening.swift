import BabyModel
import BabyProtocol

/// Splits the pieces of one file after the other, and detects each file's format by its beginning.
struct FileOpening: Sendable {
  /// The reader of a file.
  enum Owner: Sendable {
    /// This program's own table of entries.
    case ownTable
    /// This program's own export of everything.
    case ownArchive
    case app(ImportFormat)
  }

  enum State: Sendable {
    /// Nothing of the file has been seen.
    case unopened
    case opened(Owner)
    /// Not supported.
    case foreign(Foreign)
  }

  /// Why a file is not supported.
  enum Foreign: Sendable {
    case damaged
    /// It is a table with these columns.
    ///
    /// - Parameter nearly: a sentence about the app whose table it nearly is.
    case table(String, nearly: String?)
    /// "JSON"
    case other(String)

    var error: BabyError {
      switch self {
      case .damaged: .importInvalid("The file is damaged.")
      case .table(let columns, let nearly): .importFormatUnknown(columns, nearly: nearly)
      case .other(let kind):
        .importInvalid("This is \(kind), but not from a supported app. bbctl import --help lists them.")
      }
    }
  }

  private let expected: [ImportFormat]
  /// The map for matching tables.
  private let map: ColumnMap?
  /// The numbers of files in Windows-1252; nil until it is known.
  private let windows1252: Set<Int>?
  private var parser = FileParser(takesWindows1252: true)
  private var fileName = ""
  private var fileNumber = 0
  private(set) var state = State.unopened
  /// The reader of the current file. Callers take it out while they read: readers hold rows, and changing a shared copy
  /// would copy them all.
  var reader: (any AppReader)?
  /// Of a table.
  private(set) var columns: [String] = []
  private(set) var isDatabase = false
  /// Columns that the map names and the table lacks that was opened last.
  private(set) var missingColumns: [String] = []

  /// - Parameters:
  ///   - expected: other files are foreign.
  ///   - map: takes precedence for tables with its columns, whatever their format.
  ///   - windows1252: the numbers, from 1, of files in Windows-1252; nil to detect it.
  init(expected: [ImportFormat], map: ColumnMap? = nil, windows1252: Set<Int>? = nil) {
    self.expected = expected
    self.map = map
    self.windows1252 = windows1252
  }

  /// The line that shows that the table is in Windows-1252 that was read last; nil if nothing does.
  var lineInWindows1252: Int? { parser.lineInWindows1252 }
  /// The line that shows that the table is in no encoding that is read here; nil if nothing does.
  var lineInOtherEncoding: Int? { parser.lineInOtherEncoding }

  mutating func begin() {
    parser = FileParser(takesWindows1252: windows1252?.contains(fileNumber) ?? true)
    state = .unopened
    reader = nil
    columns = []
    isDatabase = false
  }

  /// A line of a table that could not be taken apart, among those of the last piece.
  func damaged(on line: Int) -> [UInt8]? { parser.damaged[line] }

  /// Nothing more is wanted of the file.
  mutating func giveUp() {
    state = .foreign(.damaged)
    reader = nil
  }

  var isForeign: Bool {
    if case .foreign = state { true } else { false }
  }

  func interest(in table: String) -> TableInterest {
    guard let reader, reader.tables.contains(table) else { return .none }
    return reader.columns(of: table).map(TableInterest.columns) ?? .all
  }

  /// - Throws: `BabyError.importInvalid` for damaged data.
  mutating func records(of piece: ImportPiece) throws(BabyError) -> [FileRecord] {
    switch piece {
    case .file(let name):
      fileName = name
      fileNumber += 1
      begin()
      return []
    case .bytes(let bytes):
      if case .foreign = state { return [] }
      return opened(try parser.consume(bytes))
    case .tables(let names):
      isDatabase = true
      return opened([.tables(names)])
    case .row(let row): return opened([row.record])
    case .end:
      if case .foreign = state { return [] }
      return opened(try parser.finish())
    case .fault: return []
    }
  }

  /// The records without those that only identify the format; empty for an unsupported file.
  private mutating func opened(_ records: [FileRecord]) -> [FileRecord] {
    guard case .unopened = state, let first = records.first else {
      if case .foreign = state { return [] }
      return records
    }
    if let map, case .fields(_, .success(let fields)) = first {
      missingColumns = MappedReader.missing(of: map, in: fields)
    }
    guard let owner = owner(of: first) else {
      state = .foreign(Self.foreign(first))
      return []
    }
    state = .opened(owner)
    if case .fields(_, .success(let fields)) = first { columns = fields }
    switch first {
    case .fields, .tables: return Array(records.dropFirst())
    case .member, .record, .text: return records
    }
  }

  /// Has the reader ready where there is one.
  ///
  /// - Returns: nil for a file that is unsupported or not expected.
  mutating func owner(of first: FileRecord) -> Owner? {
    if let map, expected.contains(.mappedCSV), let reader = MappedReader(map, recognising: first) {
      self.reader = reader
      return .app(reader.format)
    }
    if case .fields(_, .success(let columns)) = first, ExportedRow.isHeader(columns.map(trimmed)) {
      return expected.contains(.babyBasicsCSV) ? .ownTable : nil
    }
    if case .member("format", let format) = first, format == .string(Archive.format) {
      return expected.contains(.babyBasicsJSON) ? .ownArchive : nil
    }
    // Our table has all columns of Baby Buddy's for pumping: a changed one of ours must not pass for that.
    if case .fields(_, .success(let columns)) = first, SimilarTable.isOwn(columns) { return nil }
    guard var reader = AppReaders.reader(for: first, among: expected) else { return nil }
    reader.learn(fileName: fileName)
    reader.learn(fileNumber: fileNumber)
    self.reader = reader
    return .app(reader.format)
  }

  private static func foreign(_ first: FileRecord) -> Foreign {
    switch first {
    case .fields(_, .success(let fields)):
      .table(String(fields.map(trimmed).joined(separator: ",").prefix(200)), nearly: SimilarTable.text(fields))
    case .fields(_, .failure(let fault)): .other("a table whose first line \(fault)")
    case .member, .record: .other("JSON")
    case .text: .other("a text")
    case .tables: .other("a database")
    }
  }
}

extension FileOpening.Owner {
  var format: ImportFormat {
    switch self {
    case .ownTable: .babyBasicsCSV
    case .ownArchive: .babyBasicsJSON
    case .app(let format): format
    }
  }
}

/// The part of a database table to read.
public enum TableInterest: Hashable, Sendable {
  case none, all
  case columns(Set<String>)
}
