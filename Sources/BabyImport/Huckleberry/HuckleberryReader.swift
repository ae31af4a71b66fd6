import BabyModel

/// Reads the CSV export of the Huckleberry app, which is about one child and does not name it.
struct HuckleberryReader: AppReader {
  let format = ImportFormat.huckleberryCSV
  private let columns: NamedColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = NamedColumns(fields, called: HuckleberryRow.columns)
    guard HuckleberryRow.isHeader(columns.titles) else { return nil }
  }

  /// In nights in which clocks change the app writes starts that its clocks did not show: lengths tell nothing there.
  func survey(_ record: FileRecord, into survey: inout Survey) {
    survey.zone.addClockTime()
    guard case .fields(let line, .success(let fields)) = record, let row = try? NamedRow(fields, columns: columns)
    else { return }
    survey.add(writtenAnew: row["Start"], line: line)
    survey.add(writtenAnew: row["End"], line: line, isInOrder: false)
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    let target = try context.target()
    let row = try HuckleberryRow(NamedRow(values, columns: columns), in: target.zone, context)
    return [ReadRow(try row.readings(in: target.zone), row.identity, of: target)]
  }
}
