import BabyModel

/// Reads one of the tables that Baby Buddy exports, or what its API answers.
struct BabyBuddyReader: AppReader {
  let format: ImportFormat
  /// Of a table, whose columns tell which it is.
  private let columns: [String]
  private let table: BabyBuddyRow.Table?
  /// The child of the first row, where the file has no names.
  private var childID: String?

  init?(recognising first: FileRecord) {
    switch first {
    case .fields(_, .success(let fields)):
      columns = fields.map { trimmed($0).lowercased() }
      guard BabyBuddyRow.isHeader(columns) else { return nil }
      (table, format) = (BabyBuddyRow.table(of: Set(columns)), .babyBuddyCSV)
    case .member("count", _), .member("next", _), .member("previous", _), .record("results", _, _):
      (columns, table, format) = ([], nil, .babyBuddyJSON)
    case .record("", _, let json):
      // An export of its admin pages has the child's name in place of its id.
      guard let row = try? BabyBuddyRow(json), BabyBuddyRow.isHeader(row.columns),
        !row.childID.isEmpty || !row.childNames.isEmpty
      else { return nil }
      (columns, table, format) = ([], nil, .babyBuddyJSON)
    default: return nil
    }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard let row = try? row(record), let table = row.table else { return }
    if let name = row.childNames.first { survey.add(child: name) }
    row.surveyTimes(record.line, into: &survey)
    for (column, quantity) in row.numbersWithoutUnit(table) {
      if let number = cellNumber(row[column]) { survey.add(number, of: quantity) }
    }
  }

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard let row = try row(record) else { return [] }
    let target = try target(of: row, in: context)
    let readings = try row.readings(in: target.zone, context)
    return [ReadRow(readings, row.identity(of: readings), of: target)]
  }

  private func row(_ record: FileRecord) throws(RowFault) -> BabyBuddyRow? {
    switch record {
    case .fields(_, let fields):
      let values = try fields.get().fitted(to: columns.count)
      return BabyBuddyRow(Dictionary(zip(columns, values)) { first, _ in first }, table: table)
    case .record(_, _, let json): return try BabyBuddyRow(json)
    // How many there are, and where the next ones would be.
    case .member, .text, .tables: return nil
    }
  }

  /// - Throws: `RowFault.otherChild` for a row about a child of another name, or, where the file has no names, about
  ///   another one than the first row.
  private mutating func target(of row: BabyBuddyRow, in context: ReadingContext) throws(RowFault) -> ImportTarget {
    let names = row.childNames
    if names.isEmpty {
      guard childID == nil || row.childID == childID else { throw .otherChild }
      childID = row.childID
      return try context.target()
    }
    for name in names {
      if let target = context.targets[name] { return target }
    }
    throw .otherChild
  }
}
