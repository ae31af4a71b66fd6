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

  init(_ fields: [String]) throws(RowFault) {
    let columns = Column.allCases
    guard fields.count == columns.count else { throw .fieldCount(fields.count, expected: columns.count) }
    let values = fields.map(trimmed)
    guard let start = parseWallTime(values[0]) else { throw .unreadable(column: Column.start.rawValue) }
    let end = parseWallTime(values[1])
    if end == nil, !values[1].isEmpty { throw .unreadable(column: Column.end.rawValue) }
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

/// Reads `12/9/20 8:01 PM`: month, day and year of this century, then a 12-hour clock time.
private func parseWallTime(_ text: String) -> LocalDateTime? {
  let parts = text.split(separator: " ")
  guard parts.count == 3 else { return nil }
  let day = parts[0].split(separator: "/", omittingEmptySubsequences: false)
  let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
  guard day.count == 3, clock.count == 2, day[2].utf8.count == 2, clock[1].utf8.count == 2,
    let month = plainInteger(day[0], digits: 2), let dayOfMonth = plainInteger(day[1], digits: 2),
    let year = plainInteger(day[2], digits: 2), let hour = plainInteger(clock[0], digits: 2),
    let minute = plainInteger(clock[1], digits: 2), (1...12).contains(hour)
  else { return nil }
  let noon: Int
  switch parts[2].uppercased() {
  case "AM": noon = 0
  case "PM": noon = 12
  default: return nil
  }
  guard let date = LocalDate(year: 2000 + year, month: month, day: dayOfMonth),
    let time = TimeOfDay(hour: hour % 12 + noon, minute: minute)
  else { return nil }
  return LocalDateTime(date, time)
}
