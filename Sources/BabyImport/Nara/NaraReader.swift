import BabyModel

/// Reads the CSV export of the Nara app, which names the children.
struct NaraReader: AppReader {
  let format = ImportFormat.naraCSV
  private let columns: NamedColumns
  /// The last one that a row named: all do, and mostly the same.
  private var zone: (name: String, rules: ZoneRules?)?

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = NamedColumns(fields, called: NaraRow.columnNames)
    guard NaraRow.isHeader(columns.titles) else { return nil }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, let row = try? NamedRow(fields, columns: columns)
    else { return }
    NaraRow(row).surveyTimes(line, into: &survey)
    let born = row["[Profile] Birth Date"]
    survey.add(child: NaraRow(row).child, born: LocalDate(born) ?? WallTimeText(born)?.date(DateStyle()))
  }

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    let row = NaraRow(try NamedRow(values, columns: columns), dates: context.dates)
    let target = try context.target(named: row.child, isAboutParent: row.type == "Pump")
    let zone = row.zone.isEmpty ? target.zone : zone(named: row.zone, in: context)
    return [ReadRow(try row.readings(in: zone), RowIdentity(row.identity(of: values)), of: target)]
  }

  private mutating func zone(named name: String, in context: ReadingContext) -> ZoneRules? {
    if let zone, zone.name == name { return zone.rules }
    let rules = try? context.zones(name)
    zone = (name, rules)
    return rules
  }
}
