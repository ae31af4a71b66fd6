import BabyModel

/// The reader of one app's exports. A value reads one file: first for facts about the whole, then, as a new value, for
/// its entries.
///
/// It decides nothing by itself that a file leaves open: that is surveyed, decided for all files together, and handed
/// back in the context.
protocol AppReader: Sendable {
  var format: ImportFormat { get }

  /// - Parameter first: what the file begins with: its columns, its first member or list, its first line, its tables.
  /// - Returns: nil for another app's file.
  init?(recognising first: FileRecord)

  /// The tables of a database to read; no others are touched. Empty if it is not a database.
  var tables: [String] { get }

  /// The columns of a table to read; nil for all. Others may be secrets.
  func columns(of table: String) -> Set<String>?

  /// Gets the file's name, before any record. A name only decides what the content leaves open: it is not part of a
  /// row's identity.
  mutating func learn(fileName: String)

  /// Learns which of the files it is, from 1, before any record: the same in both passes.
  mutating func learn(fileNumber: Int)

  /// Looks at a record before anything is decided.
  ///
  /// - Parameter record: every one but the columns of a table.
  mutating func survey(_ record: FileRecord, into survey: inout Survey)

  /// The rows of a record. One may be empty, or complete what earlier ones began.
  ///
  /// - Parameter record: every one but the columns of a table.
  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow]

  /// The rows that are complete at the end of the file: some thousands at once. Called again while there are more.
  mutating func finish(in context: ReadingContext) -> [ReadRow]

  /// Whether `finish` has not given all.
  var hasMore: Bool { get }

  /// Rows that turn out to be unreadable only at the end of the file; read after it.
  var refusedLines: [RefusedLine] { get }
}

extension AppReader {
  var tables: [String] { [] }
  func columns(of table: String) -> Set<String>? { nil }
  mutating func learn(fileName: String) {}
  mutating func learn(fileNumber: Int) {}
  mutating func survey(_ record: FileRecord, into survey: inout Survey) {}
  mutating func finish(in context: ReadingContext) -> [ReadRow] { [] }
  var hasMore: Bool { false }
  var refusedLines: [RefusedLine] { [] }
}

/// Where a row is that cannot be read, and why.
struct RefusedLine {
  var line: Int
  var fault: RowFault
}

/// A row's entry, its child, and its identity in other exports.
struct ReadRow {
  var readings: [RowReading]
  var identity: RowIdentity
  var target: ImportTarget
  /// Where it began; nil for the line of the record that it was read from.
  var line: Int?

  init(_ readings: [RowReading], _ identity: RowIdentity, of target: ImportTarget, line: Int? = nil) {
    self.readings = readings
    self.identity = identity
    self.target = target
    self.line = line
  }

  /// About how much memory its texts take, in bytes.
  var textBytes: Int {
    readings.reduce(identity.parts.reduce(0) { $0 + $1.utf8.count }) { $0 + ($1.note?.utf8.count ?? 0) }
  }
}

/// Identifies a row in other exports of the app.
struct RowIdentity {
  /// The app's own id of it, or values that are not changed by corrections; the first part is the app's name.
  var parts: [String]
  /// By what earlier versions of this program knew it: an entry that has such an id is this one.
  var former: [[String]] = []
  /// No two rows of the app have the same: one that comes again is the same row, out of another of its files.
  var isUnique = false

  init(_ parts: [String], former: [[String]] = [], isUnique: Bool = false) {
    self.parts = parts
    self.former = former
    self.isUnique = isUnique
  }
}

/// The context for reading rows.
struct ReadingContext: Sendable {
  var targets: ImportTargets
  var decisions: ImportDecisions
  /// The rules of a zone by its name, where files have one.
  var zones: @Sendable (String) throws(BabyError) -> ZoneRules
  /// Of the file that is being read, from 1.
  var fileNumber = 0

  /// Of the dates of that file.
  var dates: DateStyle {
    DateStyle(
      order: decisions.dateOrder, takesSerials: decisions.serialFiles.contains(fileNumber),
      mixesClocks: decisions.mixedFiles.contains(fileNumber))
  }

  /// The log that a row belongs to.
  ///
  /// - Parameters:
  ///   - name: the name in the row; empty if it has none, and nil in a file without names.
  ///   - isAboutParent: whether such a row names no child, like a pumping.
  /// - Throws: `RowFault.otherChild`, `.childMissing` where others are about several children.
  func target(named name: String? = nil, isAboutParent: Bool = false) throws(RowFault) -> ImportTarget {
    if name?.isEmpty == true, targets.areSeveral, !isAboutParent { throw .childMissing }
    guard let target = targets[name ?? ""] else { throw .otherChild }
    return target
  }

  /// The log of a child by its possible names, the likeliest first.
  ///
  /// - Throws: `RowFault.otherChild`.
  func target(anyOf names: [String]) throws(RowFault) -> ImportTarget {
    for name in names {
      if let target = targets[name] { return target }
    }
    throw .otherChild
  }

  /// A clock time in whatever style it is written: files go through spreadsheets, which have their own.
  ///
  /// - Parameter zone: the zone of a time with an offset; nil refuses it.
  /// - Throws: `RowFault.unreadable` naming the column, also if day and month are ambiguous.
  func wallTime(_ text: String, column: String, in zone: ZoneRules? = nil) throws(RowFault) -> LocalDateTime {
    if let time = WallTimeText(text)?.time(dates) { return time }
    guard let zone, let instant = Instant(withOffset: text) else { throw .unreadable(column: column) }
    return zone.local(instant)
  }

  /// The unit of numbers that carry none, by its word in the kind's declaration.
  ///
  /// - Throws: `RowFault.unreadable` naming the column if the unit is unknown.
  func unit(of quantity: ImportQuantity, column: String) throws(RowFault) -> String {
    guard let unit = decisions.units[quantity] else { throw .unreadable(column: column) }
    return unit
  }
}

/// The child of the first row, in a file that names none: rows about another one are refused.
struct OnlyChild {
  private var id: String?

  /// - Throws: `RowFault.otherChild`.
  mutating func target(of id: String, in context: ReadingContext) throws(RowFault) -> ImportTarget {
    guard id == self.id ?? id else { throw .otherChild }
    self.id = id
    return try context.target()
  }
}

/// The files of all apps that are read.
enum AppReaders {
  static let all: [any AppReader.Type] = [
    BabyConnectReader.self, BabyBuddyReader.self, BabyBuddyDatabaseReader.self, HuckleberryReader.self, NaraReader.self,
    NighpReader.self, GlowReader.self, HatchReader.self, SproutTrackReader.self, PiyoLogReader.self,
    BabyPlusReader.self,
  ]

  static func reader(for first: FileRecord, among formats: [ImportFormat]) -> (any AppReader)? {
    for type in all {
      guard let reader = type.init(recognising: first) else { continue }
      return formats.contains(reader.format) ? reader : nil
    }
    return nil
  }
}

/// The pieces of files for their reader. The same files have the same pieces each time they are read.
public enum ImportPiece: Sendable {
  /// A file begins.
  case file(name: String)
  case bytes([UInt8])
  /// The first piece of a database: the names of its tables.
  case tables([String])
  case row(DatabaseRow)
  /// The file is at its end.
  case end
  /// The file, or the rest of it, cannot be read: a sentence about why.
  case fault(String)
}
