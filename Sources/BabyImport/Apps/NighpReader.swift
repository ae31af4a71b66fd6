import BabyModel

/// Reads a table that Baby Tracker by Nighp exports: one CSV file for each kind, alone or all of them in a zip.
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

/// The tables of Baby Tracker's export. Files have no mark of the app and may have any name: their columns distinguish
/// them, except for two tables with the same columns.
enum NighpTable: String, Sendable {
  case sleep, nursing, pump, diaper, activity, medication, vaccine, milestone, growth, temperature
  /// Formula or expressed milk: only the file's name tells which.
  case bottle
  case diary
  /// An unknown table.
  case other

  /// - Parameter names: of all columns, in small letters and without their units.
  /// - Returns: nil for another app's table.
  init?(columns names: Set<String>) {
    let own = names.subtracting(["baby", "time", "note"])
    func hasAny(_ wanted: [String]) -> Bool { !own.isDisjoint(with: wanted) }
    guard names.contains("time") else { return nil }
    let isOfBreasts = own.isSuperset(of: ["left duration", "right duration"])
    if isOfBreasts, hasAny(["left amount", "right amount", "total amount"]) {
      // It is not about a child.
      self = .pump
      return
    }
    guard names.contains("baby") else { return nil }
    if isOfBreasts {
      self = .nursing
    } else if hasAny(Self.medicineNames) {
      self = .medication
    } else if hasAny(Self.vaccineNames) {
      self = .vaccine
    } else if own.contains("milestone") {
      self = .milestone
    } else if own.contains("other activity") {
      self = .activity
    } else if own.contains("status") {
      self = .diaper
    } else if hasAny(NighpRow.measures.flatMap(\.names)) {
      self = .growth
    } else if own.contains("temperature") {
      self = .temperature
    } else if own == ["duration"] {
      self = .sleep
    } else if own == ["amount"] {
      self = .bottle
    } else if names.contains("note") {
      self = own.isEmpty ? .diary : .other
    } else {
      return nil
    }
  }

  static let medicineNames = ["medication name", "medication"]
  static let vaccineNames = ["vaccine name", "vaccine"]

  /// The table's columns other than the child, the time and the note; values of any other column are kept in the note.
  var columns: [String] {
    switch self {
    case .sleep: ["duration"]
    case .nursing: ["start side", "left duration", "right duration", "total duration", "total"]
    case .pump:
      [
        "start side", "left duration", "right duration", "total duration", "total", "left amount", "right amount",
        "total amount",
      ]
    case .diaper: ["status"]
    case .activity: ["other activity", "duration"]
    // The unit of a dose is in a column without a name.
    case .medication: Self.medicineNames + ["amount", "", "min interval"]
    case .vaccine: Self.vaccineNames
    case .milestone: ["milestone"]
    case .growth: NighpRow.measures.flatMap(\.names)
    case .temperature: ["temperature"]
    case .bottle: ["amount"]
    case .diary, .other: []
    }
  }

  /// The columns that distinguish rows of the same minute.
  var subject: [String] {
    switch self {
    case .activity: ["other activity"]
    case .medication: Self.medicineNames
    case .vaccine: Self.vaccineNames
    case .milestone: ["milestone"]
    default: []
    }
  }

  /// The word for an entry without a kind that is kept as a note.
  var word: String { self == .other ? "Other" : rawValue.capitalizedFirst }
}

/// One row of a table of Baby Tracker's.
struct NighpRow {
  let table: NighpTable
  let row: LooseRow

  static let measures: [(kind: KindDeclaration, quantity: ImportQuantity, names: [String])] = [
    (.weight, .weight, ["weight"]), (.length, .length, ["length", "height"]),
    (.head, .head, ["head size", "head circumference", "head"]),
  ]

  /// Names of columns of which the first that says something is read.
  private static let alternatives =
    measures.map(\.names) + [NighpTable.medicineNames, NighpTable.vaccineNames, ["total duration", "total"]]

  /// - Throws: `RowFault.fieldCount`.
  init(_ fields: [String], table: NighpTable, columns: LooseColumns) throws(RowFault) {
    self.table = table
    row = try columns.row(fields)
  }

  /// Empty if a row is not about a child, such as a pumping.
  var child: String { row["baby"] }
  var note: String { row["note"] }
  /// Unused values.
  var rest: [String] {
    row.remarks(
      besides: Set(["baby", "time", "note"] + table.columns + [row.author?.column].compactMap(\.self)),
      oneOf: Self.alternatives)
  }

  func time(in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) -> LocalDateTime {
    try context.wallTime(row["time"], column: row.title(["time"]), in: zone)
  }

  /// The app writes no ids. Times stay when a row is corrected, and so does what it is about.
  func identity(at time: LocalDateTime) -> RowIdentity {
    RowIdentity(["Baby Tracker by Nighp", table.rawValue, time.identity] + table.subject.map { row[$0].lowercased() })
  }

  /// Values without a unit, with their quantities.
  var valuesWithoutUnit: [(quantity: ImportQuantity, number: Double)] {
    let cells: [(ImportQuantity, QuantityDeclaration?, [String])] =
      switch table {
      case .bottle: [(.volume, KindDeclaration.amount, ["amount"])]
      case .pump:
        ["left amount", "right amount", "total amount"].map { (.volume, KindDeclaration.amount, [$0]) }
      case .growth: Self.measures.map { ($0.quantity, $0.kind.quantity, $0.names) }
      case .temperature: [(.temperature, KindDeclaration.temperature.quantity, ["temperature"])]
      default: []
      }
    return cells.compactMap { quantity, declaration, names in
      guard let declaration, let value = try? row.cell(names)?.value(of: declaration), value.unit == nil else {
        return nil
      }
      return (quantity, value.number)
    }
  }

  // MARK: Values

  /// A length in minutes; nil for none, and for 0.
  func minutes(_ names: String...) throws(RowFault) -> Int? {
    guard let minutes = try row.cell(names)?.minutes(), minutes > 0 else { return nil }
    return minutes
  }

  /// An amount in the unit that the column says, or that was decided for all files; nil for none, and for 0.
  func volume(_ name: String, in context: ReadingContext) throws(RowFault) -> Volume? {
    guard let cell = row.cell([name]), let quantity = KindDeclaration.amount else { return nil }
    let (number, word) = try cell.value(of: quantity)
    if number == 0 { return nil }
    let unit = try context.unit(word, of: .volume, column: cell.column.title)
    guard let unit = VolumeUnit(rawValue: unit) else { throw cell.fault }
    return Volume(number, unit)
  }

  /// A measurement, in the unit of the column, or the one that was decided for all files; nil for none, and for 0.
  func measured(
    _ kind: KindDeclaration, _ quantity: ImportQuantity, _ names: [String], in context: ReadingContext
  ) throws(RowFault) -> EntryContent? {
    guard let cell = row.cell(names), let declaration = kind.quantity else { return nil }
    let (number, word) = try cell.value(of: declaration)
    if number == 0 { return nil }
    let column = cell.column.title
    return try .measured(
      kind, number, unit: try context.unit(word, of: quantity, column: column), column: column)
  }

  /// The breast that it began with.
  var startedSide: Side? { Side(rawValue: row["start side"].lowercased()) }
  /// The column's value if it is not a breast.
  var otherSide: String { startedSide == nil ? row["start side"] : "" }
}
