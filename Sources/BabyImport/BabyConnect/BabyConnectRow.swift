import BabyModel

/// The columns of a Baby Connect table, which the app has written in several orders and under several names.
struct BabyConnectColumns {
  enum Column: String, CaseIterable {
    case start = "Date and Time"
    case end = "End Time"
    case duration = "Duration (min)"
    case activity = "Activity"
    case quantity = "Quantity"
    case extraData = "Extra data"
    case text = "Text"
    case notes = "Notes"
    case caregiver = "Caregiver"
    /// Only of tables of several children.
    case child = "Child Name"

    /// As versions of the app call it, in small letters and without its unit.
    fileprivate var names: [String] {
      switch self {
      case .start: ["date and time", "start time"]
      case .end: ["end time"]
      case .duration: ["duration"]
      case .activity: ["activity"]
      case .quantity: ["quantity"]
      case .extraData: ["extra data"]
      case .text: ["text"]
      case .notes: ["notes", "note"]
      case .caregiver: ["caregiver"]
      case .child: ["child name", "child"]
      }
    }
  }

  private let columns: LooseColumns

  /// - Returns: nil for another app's table.
  init?(_ fields: [String]) {
    columns = LooseColumns(fields)
    let names = columns.names
    let needed: [Column] = [.start, .end, .duration, .activity, .quantity, .extraData, .text]
    guard needed.allSatisfy({ !names.isDisjoint(with: $0.names) }) else { return nil }
  }

  /// Whether rows say which child they are about.
  var nameChildren: Bool { !columns.names.isDisjoint(with: Column.child.names) }

  /// The values of a row, and what stands in other columns, as a note keeps it.
  ///
  /// - Throws: `RowFault.fieldCount`.
  func values(of fields: [String]) throws(RowFault) -> (values: [Column: String], rest: [String]) {
    let row = try columns.row(fields)
    let values = Dictionary(
      uniqueKeysWithValues: Column.allCases.map { ($0, row.cell($0.names)?.text ?? "") })
    return (values, row.remarks(besides: Set(Column.allCases.flatMap(\.names))))
  }
}

/// One row of a Baby Connect export, its columns read but not yet understood.
struct BabyConnectRow {
  typealias Column = BabyConnectColumns.Column

  let span: WallSpan
  let activity: String
  let quantity: String
  /// What a bottle held, how a diaper was, or the unit of the quantity.
  let extraData: String
  /// The sentence that the app shows, such as `Eva drank 8.2 oz of formula (30m)`.
  let text: String
  /// What somebody noted, and what stands in columns that the app does not have.
  let notes: String
  let caregiver: String
  /// When it ended, as the row has it.
  let end: String

  /// The app writes no ids. The time stays when a row is corrected, and so does what it is about and who wrote it; earlier
  /// versions knew a row by all that it says.
  func identity(of fields: [String]) -> RowIdentity {
    RowIdentity(["Baby Connect", activity.lowercased(), span.start.identity, caregiver], former: [fields])
  }

  init(
    _ row: (values: [Column: String], rest: [String]), in context: ReadingContext, _ zone: ZoneRules
  ) throws(RowFault) {
    func value(_ column: Column) -> String { row.values[column] ?? "" }
    let start = try context.wallTime(value(.start), column: Column.start.rawValue, in: zone)
    end = value(.end)
    let last = end.isEmpty ? nil : try context.wallTime(end, column: Column.end.rawValue, in: zone)
    let minutes = plainInteger(value(.duration), digits: 5)
    if minutes == nil, !value(.duration).isEmpty { throw .unreadable(column: Column.duration.rawValue) }
    if value(.activity).isEmpty { throw .unreadable(column: Column.activity.rawValue) }
    span = WallSpan(start: start, end: last, minutes: minutes)
    activity = value(.activity)
    quantity = value(.quantity)
    extraData = value(.extraData)
    text = value(.text)
    notes = joined([value(.notes)] + row.rest) ?? ""
    caregiver = value(.caregiver)
  }
}
