import BabyModel

/// Reads the CSV export of the Nara app, which names the children.
struct NaraReader: AppReader {
  let format = ImportFormat.naraCSV
  private let columns: [String]

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = fields.map(trimmed)
    guard NaraRow.isHeader(columns) else { return nil }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(_, .success(let fields)) = record, let row = try? NamedRow(fields, columns: columns) else {
      return
    }
    let born = row["[Profile] Birth Date"]
    survey.add(child: NaraRow(row).child, born: LocalDate(born) ?? WallTimeText(born)?.date(nil))
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    let row = NaraRow(try NamedRow(values, columns: columns))
    let target = try context.target(named: row.child)
    return [ReadRow(try row.readings(in: target.zone), RowIdentity(row.identity(of: values)), of: target)]
  }
}
