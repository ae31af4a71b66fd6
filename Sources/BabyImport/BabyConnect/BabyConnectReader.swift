import BabyModel

/// Reads the CSV export of the Baby Connect app.
struct BabyConnectReader: AppReader {
  let format = ImportFormat.babyConnectCSV

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let columns)) = first,
      columns.map(trimmed) == BabyConnectRow.Column.allCases.map(\.rawValue)
    else { return nil }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, fields.count > 1 else { return }
    survey.add(time: fields[0], line: line)
    survey.add(time: fields[1], line: line, isInOrder: false)
    // A feed's minutes have no pauses.
    if fields.count > 3, trimmed(fields[3]) == "Sleep", let minutes = plainInteger(trimmed(fields[2]), digits: 4) {
      survey.add(from: fields[0], to: fields[1], minutes: minutes, line: line)
    }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    let target = try context.target()
    let row = try BabyConnectRow(values, in: context)
    return [ReadRow([row.reading(of: target.child.name, in: target.zone)], row.identity(of: values), of: target)]
  }
}
