public import BabyModel
public import BabyProtocol

/// The files that a log can be written to.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// A table of entries for spreadsheets.
  case csv
  /// Everything, to be imported again.
  case json
}

/// Writes a file in this program's or another one's format piece by piece, in the order `begin`, `add` for each entry,
/// `end`.
public protocol LogWriter: Sendable {
  /// Remarks about the file so far, beside its bytes.
  var remarks: ExportRemarks { get }

  /// Whether entries of kinds that this version does not know are in the file.
  var takesUnknownKinds: Bool { get }

  mutating func begin(_ archive: Archive)

  /// - Parameters:
  ///   - child: whose entry it is.
  ///   - zone: the child's.
  mutating func add(_ entry: Entry, of child: Child, in zone: ZoneRules)

  /// An entry of a kind that this version does not know, with all that it came with; nothing unless
  /// `takesUnknownKinds`.
  mutating func add(_ unknown: UnknownEntry)

  mutating func end()

  /// Takes what has been written since.
  mutating func take() -> [UInt8]
}

/// Metadata of an exported file.
public struct ExportRemarks: Hashable, Sendable {
  public var format: ExportFormatWord
  /// How many entries are in it.
  public var entries = 0
  /// How many of them have a note for values that the other program has no field for.
  public var keptAsNotes = 0
  /// How many entries the other program has no place for at all.
  public var leftOut = 0
  /// How many entries are notes because the other program refuses two at one time.
  public var overlapping = 0
  /// When the first of these began, by the clocks of their zones.
  public var overlappingAt: [String] = []
  /// The units of numbers, if the file does not contain them.
  public var units: [String]?

  /// The maximum number of times that are listed.
  static let mostOverlapping = 5
}

/// Writes this program's own files.
///
/// Times carry the offset that was in force in the child's zone, and an amount its own unit. The JSON file has one
/// record a line.
public struct ExportWriter: LogWriter {
  public let format: ExportFormat
  private var anonymiser: Anonymiser?
  private var isFirst = true
  public private(set) var remarks: ExportRemarks
  /// Written bytes that have not been taken.
  public private(set) var bytes: [UInt8] = []

  /// - Parameter anonymiser: removes everything that identifies the family; nil writes the log as it is.
  public init(format: ExportFormat, anonymiser: Anonymiser? = nil) {
    self.format = format
    self.anonymiser = anonymiser
    remarks = ExportRemarks(format: format == .csv ? .csv : .json)
  }

  /// A table has no columns for them, and which parts are names is unknown.
  public var takesUnknownKinds: Bool { format == .json && anonymiser == nil }

  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  public mutating func begin(_ archive: Archive) {
    let archive = anonymiser?.begin(archive) ?? archive
    guard format == .json else {
      bytes.appendCSVLine(CSVColumn.all) { $1.appendCSVField($0.rawValue) }
      return
    }
    put("{\"format\":\"\(Archive.format)\",\"version\":\(Archive.version)")
    if anonymiser != nil { put(",\"anonymised\":true") }
    section("children", archive.children.map { ChildRecord($0, isCurrent: false) })
    section("settings", archive.settings)
    section("reminders", archive.reminders.map(ArchivedReminder.init))
    put(",\n\"entries\":[")
  }

  public mutating func add(_ entry: Entry, of child: Child, in zone: ZoneRules) {
    remarks.entries += 1
    if let anonymiser {
      write(anonymiser.entry(entry, in: zone), of: anonymiser.child(child), in: Anonymiser.zone)
    } else {
      write(entry, of: child, in: zone)
    }
  }

  private mutating func write(_ entry: Entry, of child: Child, in zone: ZoneRules) {
    switch format {
    case .csv:
      let own = entry.content.values
      bytes.appendCSVLine(CSVColumn.all) { $0.append(entry, own, of: child, in: zone, to: &$1) }
    case .json: put(record: EntryRecord(entry, in: zone))
    }
  }

  public mutating func add(_ unknown: UnknownEntry) {
    guard takesUnknownKinds else { return }
    remarks.entries += 1
    separate()
    put(unknown.json)
  }

  public mutating func end() {
    if format == .json { put("\n]}\n") }
  }

  private mutating func section(_ name: String, _ records: [some WireObject]) {
    put(",\n\"\(name)\":[")
    isFirst = true
    for record in records { put(record: record) }
    put("\n]")
    isFirst = true
  }

  private mutating func put(record: some WireObject) {
    separate()
    bytes += record.encoded
  }

  private mutating func separate() {
    put(isFirst ? "\n" : ",\n")
    isFirst = false
  }

  private mutating func put(_ text: String) { bytes += text.utf8 }
}

/// A line of a table from `ExportWriter`. The columns for spreadsheets repeat the start and the end.
struct ExportedRow {
  private let fields: [String]

  /// - Throws: `RowFault.fieldCount`. Fields that are missing at the end are empty: earlier versions had fewer columns.
  init(_ fields: [String]) throws(RowFault) { self.fields = try fields.fitted(to: CSVColumn.all.count) }

  static func isHeader(_ columns: [String]) -> Bool {
    let all = CSVColumn.all.map(\.rawValue)
    // Spreadsheets write columns of nothing behind what they have.
    var columns = columns
    while columns.last == "" { columns.removeLast() }
    return columns == all || CSVColumn.formerCounts.contains { columns == Array(all.prefix($0)) }
  }

  /// The child; empty if the row has none.
  var childName: String { text(.child) ?? "" }

  /// The entry as it was, but for when it was made and changed, which the table does not tell.
  func entry(of child: Child, now: Instant) throws(RowFault) -> Entry {
    guard let id = EntryID(self[.id]) else { throw .unreadable(column: CSVColumn.id.rawValue) }
    guard let start = try instant(.start) else { throw .unreadable(column: CSVColumn.start.rawValue) }
    let end = try instant(.end)
    var entry = Entry(
      id: id, childID: child.id, content: try content, start: start, end: end, note: text(.note),
      author: text(.author), createdAt: now, updatedAt: now)
    switch self[.state] {
    case "": break
    case "endUnknown": entry.endUnknown = true
    // Earlier tables do not contain the side of a running feed: it is imported as ended.
    case "running" where end == nil: entry.fitSides(after: entry)
    default: throw .unreadable(column: CSVColumn.state.rawValue)
    }
    return entry
  }

  private var content: EntryContent {
    get throws(RowFault) {
      guard let kind = EntryKind(rawValue: self[.kind]) else { throw .unreadable(column: CSVColumn.kind.rawValue) }
      var own: [FieldValue?] = []
      for field in kind.declaration.fields { own.append(try value(of: field)) }
      if let field = kind.declaration.missingField(in: own) { throw .unreadable(column: field.heading) }
      guard let content = EntryContent(kind, own) else { throw .unreadable(column: CSVColumn.kind.rawValue) }
      return content
    }
  }

  private func value(of field: FieldDeclaration) throws(RowFault) -> FieldValue? {
    switch field.type {
    case .choice(let words): return try place(field.heading, among: words).map { .choice($0) }
    case .quantity(let quantity):
      let text = self[field.heading]
      guard let unit = try place(quantity.unitName, among: quantity.unitWords) else {
        guard text.isEmpty else { throw .unreadable(column: quantity.unitName) }
        return nil
      }
      // With a decimal comma, a spreadsheet writes one.
      guard let number = Double(text) ?? Double(text.replacing(",", with: ".")), quantity.plausible.contains(number)
      else {
        throw .unreadable(column: field.heading)
      }
      return .quantity(number, unit: unit)
    case .seconds(let range): return try whole(field.heading, within: range).map { .seconds($0) }
    case .count(let range): return try whole(field.heading, within: range).map { .count($0) }
    case .text:
      let text = self[field.heading]
      return text.isEmpty ? nil : .text(SpreadsheetText.unguarded(text))
    case .instant: return try instant(field.heading).map { .instant($0) }
    }
  }

  // MARK: Fields

  private subscript(column: CSVColumn) -> String { fields.field(column.position) }

  private func text(_ column: CSVColumn) -> String? {
    let text = self[column]
    return text.isEmpty ? nil : SpreadsheetText.unguarded(text)
  }

  private func instant(_ column: CSVColumn) throws(RowFault) -> Instant? { try instant(column.rawValue) }

  private func instant(_ heading: String) throws(RowFault) -> Instant? {
    let text = self[heading]
    guard !text.isEmpty else { return nil }
    guard let instant = Instant(rfc3339: text) else { throw .unreadable(column: heading) }
    return instant
  }

  private subscript(heading: String) -> String { CSVColumn(rawValue: heading).map { self[$0] } ?? "" }

  private func whole(_ heading: String, within range: ClosedRange<Int>) throws(RowFault) -> Int? {
    let text = self[heading]
    guard !text.isEmpty else { return nil }
    guard let whole = Int(text), range.contains(whole) else { throw .unreadable(column: heading) }
    return whole
  }

  private func place(_ heading: String, among words: [String]) throws(RowFault) -> Int? {
    let text = self[heading]
    guard !text.isEmpty else { return nil }
    guard let place = words.firstIndex(of: text) else { throw .unreadable(column: heading) }
    return place
  }
}
