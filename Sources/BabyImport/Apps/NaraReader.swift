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

extension NaraRow {
  /// The app's column names: spreadsheets and people change their case.
  static let columnNames: Set<String> = {
    let measures = [
      "Breast Milk Volume", "Formula Volume", "Volume", "Left Volume", "Right Volume", "Total Volume", "Weight",
      "Height", "Head Size", "Temperature", "Dose",
    ]
    let names =
      measures + measures.map { "\($0) Unit" } + [
        "Begin Side", "End Side", "Left Duration (Seconds)", "Right Duration (Seconds)", "Duration (Seconds)",
        "End Date/time", "End Date/time (Epoch)", "Type", "Formula Name", "Detail", "Dirty Color", "Dirty Texture",
        "Medication", "Routine", "Food", "Foods", "Milestone", "Title", "Birth Date",
      ]
    let groups = Set(types.values).flatMap { group in names.map { "[\(group)] \($0)" } }
    return Set(
      groups + [
        "Type", "Profile Name", "Start Date/time", "Start Date/time (Epoch)", "Note", "Time Zone",
        "Created By Caregiver", "Last Updated By Caregiver", "_activityKey", "_profileKey", "_familyKey",
      ])
  }()

  /// The app's words for what a row is about, by themselves in small letters.
  static let types: [String: String] = {
    let words = [
      "Profile", "Breastfeed", "Bottle Feed", "Combo Feed", "Solids", "Diaper", "Sleep", "Pump", "Growth", "Medical",
      "Routine", "Milestone",
    ]
    return Dictionary(uniqueKeysWithValues: words.map { ($0.lowercased(), $0) })
  }()
}

/// One row of a Nara export, which has a column for each field of each kind: "[Sleep] Duration (Seconds)".
///
/// Times are instants, and each row has an id that stays.
struct NaraRow {
  private let row: NamedRow
  /// Of dates that a spreadsheet has written.
  private let dates: DateStyle

  init(_ row: NamedRow, dates: DateStyle = DateStyle()) {
    self.row = row
    self.dates = dates
  }

  /// Times of the clock that stand for themselves: spreadsheets round the milliseconds beside them.
  func surveyTimes(_ line: Int, into survey: inout Survey) {
    guard plainInteger(row["Start Date/time (Epoch)"], digits: 14) == nil else { return }
    survey.add(yearFirstTime: row["Start Date/time"], line: line)
  }

  static let headings = ["Type", "Start Date/time", "_activityKey"]

  static func isHeader(_ columns: [String]) -> Bool { Set(columns).isSuperset(of: headings) }

  /// The app's word, however its letters are written.
  var type: String { Self.types[row["Type"].lowercased()] ?? row["Type"] }
  /// Empty if a row is not about a child, such as a pumping.
  var child: String { row["Profile Name"] }
  var note: String { row["Note"] }
  /// In which the row's clock times are.
  var zone: String { row["Time Zone"] }
  var author: String? { row.author?.name }
  /// The row of a child itself, which is not an entry.
  var isProfile: Bool { type == "Profile" }

  /// The same in every export: the row's key, or all fields of a row without one.
  func identity(of fields: [String]) -> [String] {
    let key = row["_activityKey"]
    return ["Nara"] + (key.isEmpty ? fields : [key])
  }

  func value(_ group: String, _ name: String) -> String { row["[\(group)] \(name)"] }

  /// The values that no field has room for, as a note keeps them.
  ///
  /// The app's ids become the entry's; the zone and the milliseconds belong to times. If several columns have one name,
  /// the first is read, and the others are kept in the note.
  ///
  /// - Parameters:
  ///   - used: names of columns.
  ///   - group: whose columns are called without it.
  func rest(besides used: Set<String>, of group: String) -> [String] {
    let prefix = "[\(group)]".lowercased()
    let writer = row.author
    return row.all.compactMap { column, text, isFirst in
      let isRead =
        column.hasPrefix("_") || column.hasSuffix("(Epoch)") || Self.columns.contains(column) || used.contains(column)
        || column == "Last Updated By Caregiver" && text == writer?.name
      let isAuthor = column == writer?.column && text == writer?.name
      guard !isAuthor, !isRead || !isFirst else { return nil }
      let isOwn = column.lowercased().hasPrefix(prefix)
      let title = isOwn ? trimmed(String(column.dropFirst(prefix.count))) : column
      return LooseColumns.Column.shortened(title) + " " + text
    }
  }

  private static let columns: Set = [
    "Type", "Profile Name", "Start Date/time", "Note", "Time Zone",
  ]

  /// All of the row's data for a kind, as readable text.
  func details(_ group: String) -> String {
    row.values(under: "[\(group)]").filter { !$0.name.contains("Epoch") }
      .map { "\(LooseColumns.Column.shortened($0.name)) \($0.value)" }
      .joined(separator: ", ")
  }

  /// The names of the columns of a group.
  func columns(of group: String) -> Set<String> { Set(row.values(under: "[\(group)]").map(\.name)) }

  /// - Throws: `RowFault.unreadable` if it is not a number.
  func number(_ group: String, _ name: String) throws(RowFault) -> Double? {
    let text = value(group, name)
    guard !text.isEmpty else { return nil }
    guard let number = cellNumber(text) else { throw .unreadable(column: "[\(group)] \(name)") }
    return number
  }

  /// A length of time; none for nothing.
  func seconds(_ group: String, _ name: String) throws(RowFault) -> Duration? {
    let limit = Double(EntryLimits.longest.components.seconds)
    guard let number = try number(group, name), number > 0 else { return nil }
    guard number <= limit else { throw .unreadable(column: "[\(group)] \(name)") }
    return .seconds(Int(number))
  }

  /// An amount with its unit, which is never guessed; none for 0.
  func volume(_ group: String, _ name: String) throws(RowFault) -> Volume? {
    guard let number = try number(group, name), number > 0 else { return nil }
    switch value(group, "\(name) Unit").uppercased() {
    case "ML": return Volume(number, .milliliters)
    case "FLOZ", "OZ", "FL OZ": return Volume(number, .ounces)
    default: throw .unreadable(column: "[\(group)] \(name) Unit")
    }
  }

  func start(in zone: ZoneRules?) throws(RowFault) -> FlaggedSpan {
    guard let time = try time("Start Date/time", in: zone) else { throw .unreadable(column: "Start Date/time") }
    return time
  }

  /// When something ended, or how long it took; nil if the row says neither.
  func end(_ group: String, after start: Instant, in zone: ZoneRules?) throws(RowFault) -> Instant? {
    if let end = try time("[\(group)] End Date/time", in: zone) { return end.start }
    return try seconds(group, "Duration (Seconds)").map { start + $0 }
  }

  /// The milliseconds count; the clock time beside them is that of the row's zone.
  private func time(_ column: String, in zone: ZoneRules?) throws(RowFault) -> FlaggedSpan? {
    let epoch = row["\(column) (Epoch)"]
    if let milliseconds = plainInteger(epoch, digits: 14) {
      return FlaggedSpan(start: Instant(milliseconds: Int64(milliseconds)))
    }
    guard !row[column].isEmpty else { return nil }
    guard let local = WallTimeText(row[column])?.time(dates) else { throw .unreadable(column: column) }
    guard let zone else { throw .unreadable(column: "Time Zone") }
    return WallSpan(start: local).resolve(in: zone)
  }
}
