import BabyModel

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
