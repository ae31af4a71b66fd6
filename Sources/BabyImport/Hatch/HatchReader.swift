import BabyModel

/// Reads the CSV export of the app of Hatch's scale, which names the children. Lines such as `=== BEGIN Feedings ===`
/// separate its rows by kind, and add nothing to the rows.
struct HatchReader: AppReader {
  let format = ImportFormat.hatchCSV
  private let columns: LooseColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = LooseColumns(fields)
    guard columns.names.isSuperset(of: Self.headings.map { $0.lowercased() }) else { return nil }
  }

  static let headings = ["Baby Name", "Start Time", "End Time", "Activity", "Amount", "Percentile"]

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, !Self.isHeading(fields),
      let row = try? columns.row(fields)
    else { return }
    let hatch = HatchRow(row: row)
    survey.add(time: HatchRow.plain(row["start time"]), line: line)
    if !row["start time"].isEmpty { survey.add(child: hatch.child) }
    if let (quantity, declaration) = hatch.quantity, let value = try? row.cell(["amount"])?.value(of: declaration),
      value.unit == nil
    {
      survey.add(value.number, of: quantity)
    }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    if Self.isHeading(values) { return [] }
    let row = HatchRow(row: try columns.row(values))
    let target = try context.target(named: row.child, isAboutParent: row.activity == .pumping)
    let start = try row.time("start time", in: context, target.zone)
    guard let start else { throw .unreadable(column: row.row.title(["start time"])) }
    var reading = try row.reading(from: start, in: target.zone, context)
    reading.author = row.row.author?.name
    return [ReadRow([reading], row.identity(at: start), of: target)]
  }

  /// Whether a line only says which rows follow, or that they are over.
  private static func isHeading(_ fields: [String]) -> Bool {
    let said = fields.map(trimmed).filter { !$0.isEmpty }
    return said.count == 1 && said[0].hasPrefix("===") && said[0].hasSuffix("===")
  }
}
