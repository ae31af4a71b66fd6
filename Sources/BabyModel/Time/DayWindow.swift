/// One day of a child: from its day start time to the next, 23, 24 or 25 hours long.
public struct DayWindow: Hashable, Sendable {
  /// The date on which the day begins.
  public let date: LocalDate
  public let start: Instant
  /// The first instant of the next day.
  public let end: Instant

  public init(_ date: LocalDate, dayStart: TimeOfDay, zone: ZoneRules) {
    self.date = date
    start = zone.instants(of: LocalDateTime(date, dayStart)).earliest
    end = zone.instants(of: LocalDateTime(date.adding(days: 1), dayStart)).earliest
  }

  /// The day that holds an instant.
  public init(containing instant: Instant, dayStart: TimeOfDay, zone: ZoneRules) {
    let date = zone.local(instant).date
    let window = DayWindow(date, dayStart: dayStart, zone: zone)
    if instant < window.start {
      self = DayWindow(date.adding(days: -1), dayStart: dayStart, zone: zone)
    } else if instant >= window.end {
      self = DayWindow(date.adding(days: 1), dayStart: dayStart, zone: zone)
    } else {
      self = window
    }
  }

  public func contains(_ instant: Instant) -> Bool { instant >= start && instant < end }
}
