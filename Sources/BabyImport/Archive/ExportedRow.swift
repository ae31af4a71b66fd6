import BabyModel

/// A line of a table that `ExportWriter` has written.
struct ExportedRow {
  private let fields: [String]

  init(_ fields: [String]) throws(RowFault) {
    guard fields.count == CSVColumn.all.count else { throw .fieldCount(fields.count, expected: CSVColumn.all.count) }
    self.fields = fields
  }

  static func isHeader(_ columns: [String]) -> Bool { columns == CSVColumn.all.map(\.rawValue) }

  /// The entry as it was, but for when it was made and changed, which the table does not tell.
  func entry(of child: Child, now: Instant) throws(RowFault) -> Entry {
    guard text(.child).map({ $0.lowercased() == child.name.lowercased() }) == true else { throw .otherChild }
    guard let id = EntryID(self[.id]) else { throw .unreadable(column: CSVColumn.id.rawValue) }
    guard let start = try instant(.start) else { throw .unreadable(column: CSVColumn.start.rawValue) }
    let end = try instant(.end)
    let isOver: Bool
    switch self[.state] {
    case "": isOver = false
    case "endUnknown": isOver = true
    case "running" where end == nil: isOver = false
    default: throw .unreadable(column: CSVColumn.state.rawValue)
    }
    return Entry(
      id: id, childID: child.id, content: try content, start: start, end: end, endUnknown: isOver, note: text(.note),
      author: text(.author), createdAt: now, updatedAt: now)
  }

  private var content: EntryContent {
    get throws(RowFault) {
      switch try required(.kind) as EntryKind {
      case .feeding:
        return .feeding(
          Feeding(
            method: try required(.type), startedSide: try word(.startedSide), breasts: try word(.breasts),
            amount: try amount))
      case .diaper: return .diaper(try required(.type))
      case .sleep: return .sleep
      case .tummyTime: return .tummyTime
      case .note: return .note(try required(.type))
      }
    }
  }

  private var amount: Volume? {
    get throws(RowFault) {
      guard let unit: VolumeUnit = try word(.unit) else {
        guard self[.amount].isEmpty else { throw .unreadable(column: CSVColumn.unit.rawValue) }
        return nil
      }
      guard let value = Double(self[.amount]), Volume.plausible.contains(value) else {
        throw .unreadable(column: CSVColumn.amount.rawValue)
      }
      return Volume(value, unit)
    }
  }

  // MARK: Fields

  private subscript(column: CSVColumn) -> String { fields[column.position] }

  private func text(_ column: CSVColumn) -> String? {
    let text = self[column]
    return text.isEmpty ? nil : SpreadsheetText.unguarded(text)
  }

  private func instant(_ column: CSVColumn) throws(RowFault) -> Instant? {
    let text = self[column]
    guard !text.isEmpty else { return nil }
    guard let instant = Instant(rfc3339: text) else { throw .unreadable(column: column.rawValue) }
    return instant
  }

  private func required<Word: RawRepresentable<String>>(_ column: CSVColumn) throws(RowFault) -> Word {
    guard let word: Word = try word(column) else { throw .unreadable(column: column.rawValue) }
    return word
  }

  private func word<Word: RawRepresentable<String>>(_ column: CSVColumn) throws(RowFault) -> Word? {
    guard !self[column].isEmpty else { return nil }
    guard let word = Word(rawValue: self[column]) else { throw .unreadable(column: column.rawValue) }
    return word
  }
}
