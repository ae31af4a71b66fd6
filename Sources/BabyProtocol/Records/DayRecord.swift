public import BabyModel

/// One day of a child: its date and the instants between which it lies.
public struct DayRecord: Hashable, WireObject {
  public static var schemaName: String? { "Day" }

  public var date: LocalDate
  public var start: Instant
  /// The first instant of the next day.
  public var end: Instant

  public init(date: LocalDate, start: Instant, end: Instant) {
    self.date = date
    self.start = start
    self.end = end
  }

  public init(_ window: DayWindow) { self.init(date: window.date, start: window.start, end: window.end) }

  public init(reading members: inout ObjectReader) throws(WireError) {
    date = try members.required("date", "The date on which the day begins, in the child's time zone.")
    start = try members.required("start", "The first instant of the day.")
    end = try members.required("end", "The first instant of the next day.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("date", date)
    members.field("start", start)
    members.field("end", end)
  }
}
