public import BabyModel

/// One day of a child: its date and the instants between which it lies.
@WireMembers("Day")
public struct DayRecord: Hashable, WireObject {
  /// The date on which the day begins, in the child's time zone.
  public var date: LocalDate
  /// The first instant of the day.
  public var start: Instant
  /// The first instant of the next day.
  public var end: Instant
}

extension DayRecord {
  public init(_ window: DayWindow) { self.init(date: window.date, start: window.start, end: window.end) }
}
