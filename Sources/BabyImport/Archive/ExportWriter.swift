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
