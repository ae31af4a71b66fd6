import BabyModel

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
      // Where commas stand before decimals, a spreadsheet writes one.
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
