import BabyModel

/// Reads the CSV export of the app of Hatch's scale, which names the children.
struct HatchReader: AppReader {
  let format = ImportFormat.hatchCSV
  private let columns: LooseColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = LooseColumns(fields)
    guard columns.names.isSuperset(of: ["baby name", "start time", "end time", "activity", "amount", "percentile"])
    else { return nil }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, let row = try? columns.row(fields) else { return }
    let hatch = HatchRow(row: row)
    survey.add(time: HatchRow.plain(row["start time"]), line: line)
    survey.add(child: hatch.child)
    if let (quantity, declaration) = hatch.quantity, let value = try? row.cell(["amount"])?.value(of: declaration),
      value.unit == nil
    {
      survey.add(value.number, of: quantity)
    }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let row = HatchRow(row: try columns.row(fields.get()))
    let target = try context.target(named: row.child)
    let start = try row.time("start time", in: context)
    guard let start else { throw .unreadable(column: row.row.title(["start time"])) }
    let reading = try row.reading(from: start, in: target.zone, context)
    return [ReadRow([reading], row.identity(at: start), of: target)]
  }
}
