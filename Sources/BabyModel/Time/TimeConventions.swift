/// How a family writes times and dates, where what is written may be read in two ways.
public struct TimeConventions: Hashable, Sendable {
  /// On a 12-hour clock `3:15` is before noon or after it, as `at 3` is; on a 24-hour one it is what it looks like.
  public var timeFormat: TimeFormat
  public var dateOrder: DateOrder

  public init(timeFormat: TimeFormat = .twentyFourHour, dateOrder: DateOrder = .ask) {
    self.timeFormat = timeFormat
    self.dateOrder = dateOrder
  }
}

extension Settings {
  public var timeConventions: TimeConventions { TimeConventions(timeFormat: timeFormat, dateOrder: dateOrder) }
}
