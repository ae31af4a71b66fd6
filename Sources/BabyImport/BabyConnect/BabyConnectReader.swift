import BabyModel

/// Reads the CSV export of the Baby Connect app.
struct BabyConnectReader: AppReader {
  let format = ImportFormat.babyConnectCSV
  private let columns: BabyConnectColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first, let columns = BabyConnectColumns(fields) else { return nil }
    self.columns = columns
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, let cells = try? columns.cells(of: fields) else {
      return
    }
    let (start, end) = (cells[.start], cells[.end])
    if !start.isEmpty { survey.add(child: cells[.child]) }
    survey.add(time: start, line: line)
    survey.add(time: end, line: line, isInOrder: false)
    // A feed's minutes have no pauses.
    if cells[.activity] == "Sleep", let minutes = BabyConnectRow.minutes(cells[.duration]) {
      survey.add(from: start, to: end, minutes: minutes, line: line)
    }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let written = try fields.get()
    let cells = try columns.cells(of: written)
    let target = try context.target(named: columns.nameChildren ? cells[.child] : nil)
    let row = try BabyConnectRow(cells, in: context, target.zone)
    return [ReadRow([row.reading(of: target.child.name, in: target.zone)], row.identity(of: written), of: target)]
  }
}
