public import BabyModel
import BabyProtocol

/// The files that a log can be written to.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// A table of entries for spreadsheets.
  case csv
  /// Everything, to be imported again.
  case json
}

/// Writes a file piece by piece, in the order `begin`, `add` for each entry, `end`.
///
/// Times carry the offset that was in force in the child's zone, and an amount its own unit. The JSON file has one
/// record a line.
public struct ExportWriter: Sendable {
  public let format: ExportFormat
  private var isFirst = true
  /// What has been written and not been taken.
  public private(set) var bytes: [UInt8] = []

  public init(format: ExportFormat) { self.format = format }

  /// Takes what has been written since.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  public mutating func begin(_ archive: Archive) {
    guard format == .json else {
      bytes.appendCSVLine(CSVColumn.all) { $1.appendCSVField($0.rawValue) }
      return
    }
    put("{\"format\":\"\(Archive.format)\",\"version\":\(Archive.version)")
    section("children", archive.children.map { ChildRecord($0, isCurrent: false) })
    section("settings", archive.settings)
    section("reminders", archive.reminders.map(ArchivedReminder.init))
    put(",\n\"entries\":[")
  }

  /// - Parameters:
  ///   - child: whose entry it is.
  ///   - zone: the child's.
  public mutating func add(_ entry: Entry, of child: Child, in zone: ZoneRules) {
    switch format {
    case .csv:
      let own = entry.content.values
      bytes.appendCSVLine(CSVColumn.all) { $0.append(entry, own, of: child, in: zone, to: &$1) }
    case .json: put(record: EntryRecord(entry, in: zone))
    }
  }

  /// An entry of a kind that this version does not know, with all that it came with. A table has no columns for it.
  public mutating func add(_ unknown: UnknownEntry) {
    guard format == .json else { return }
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
