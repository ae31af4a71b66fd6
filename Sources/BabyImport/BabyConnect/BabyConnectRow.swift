import BabyModel

/// One row of a Baby Connect export, its columns read but not yet understood.
struct BabyConnectRow {
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
  }

  let span: WallSpan
  let activity: String
  let quantity: String
  /// What a bottle held, how a diaper was, or the unit of the quantity.
  let extraData: String
  /// The sentence that the app shows, such as `Eva drank 8.2 oz of formula (30m)`.
  let text: String
  let notes: String
  let caregiver: String

  /// The app writes no ids. The time stays when a row is corrected, and so does what it is about and who wrote it; earlier
  /// versions knew a row by all that it says.
  func identity(of fields: [String]) -> RowIdentity {
    RowIdentity(["Baby Connect", activity.lowercased(), span.start.identity, caregiver], former: [fields])
  }

  init(_ fields: [String], in context: ReadingContext) throws(RowFault) {
    let columns = Column.allCases
    guard fields.count == columns.count else { throw .fieldCount(fields.count, expected: columns.count) }
    let values = fields.map(trimmed)
    let start = try context.wallTime(values[0], column: Column.start.rawValue)
    let end = values[1].isEmpty ? nil : try context.wallTime(values[1], column: Column.end.rawValue)
    let minutes = plainInteger(values[2], digits: 5)
    if minutes == nil, !values[2].isEmpty { throw .unreadable(column: Column.duration.rawValue) }
    if values[3].isEmpty { throw .unreadable(column: Column.activity.rawValue) }
    span = WallSpan(start: start, end: end, minutes: minutes)
    activity = values[3]
    quantity = values[4]
    extraData = values[5]
    text = values[6]
    notes = values[7]
    caregiver = values[8]
  }
}
