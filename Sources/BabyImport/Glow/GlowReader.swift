import BabyModel

/// Reads a table that Glow Baby exports: one CSV file of each kind, about one child whom they do not name.
struct GlowReader: AppReader {
  let format = ImportFormat.glowCSV
  private let columns: LooseColumns
  private let table: GlowTable

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = LooseColumns(fields)
    guard let table = GlowTable(columns: columns.names) else { return nil }
    self.table = table
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, let row = try? columns.row(fields) else { return }
    survey.add(time: row[table.time], line: line)
    if table == .sleep { survey.add(writtenAnew: row["end time"], line: line, isInOrder: false) }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let row = GlowRow(table: table, row: try columns.row(fields.get()))
    let target = try context.target()
    let time = try row.time(in: context, target.zone)
    var readings = try row.readings(at: time, in: target.zone, context)
    for index in readings.indices { readings[index].author = row.row.author?.name }
    return [ReadRow(readings, row.identity(at: time), of: target)]
  }
}
