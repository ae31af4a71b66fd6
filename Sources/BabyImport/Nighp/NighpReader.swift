import BabyModel

/// Reads a table that Baby Tracker by Nighp exports: one CSV file of each kind, alone or all of them in a zip.
struct NighpReader: AppReader {
  let format = ImportFormat.nighpCSV
  private let columns: LooseColumns
  private let table: NighpTable
  /// The content of the bottles in a table; nil if unknown.
  private var milk: BottleContent?

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = LooseColumns(fields)
    guard let table = NighpTable(columns: columns.names) else { return nil }
    self.table = table
  }

  /// The tables of formula and of expressed milk have the same columns: `Eva_formula.csv`, `Eva_expressed.csv`.
  mutating func learn(fileName: String) {
    guard table == .bottle else { return }
    let name = fileName.split(separator: "/").last?.lowercased() ?? ""
    switch (name.contains("formula"), name.contains("expressed")) {
    case (true, false): milk = .formula
    case (false, true): milk = .breastMilk
    default: break
    }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record,
      let row = try? NighpRow(fields, table: table, columns: columns)
    else { return }
    survey.add(time: row.row["time"], line: line)
    if !row.row["time"].isEmpty { survey.add(child: row.child) }
    for (quantity, number) in row.valuesWithoutUnit { survey.add(number, of: quantity) }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let row = try NighpRow(fields.get(), table: table, columns: columns)
    let target = try context.target(named: row.child, isAboutParent: table == .pump)
    let time = try row.time(in: context, target.zone)
    var readings = try row.readings(at: time, in: target.zone, context, milk: milk)
    for index in readings.indices { readings[index].author = row.row.author?.name }
    return [ReadRow(readings, row.identity(at: time), of: target)]
  }
}
