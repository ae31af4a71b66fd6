/// A day and what is in it.
public struct DaySummaryRecord: Hashable, WireObject {
  public static var schemaName: String? { "DaySummary" }

  public var day: DayRecord
  public var totals: DayTotalsRecord

  public init(day: DayRecord, totals: DayTotalsRecord) {
    self.day = day
    self.totals = totals
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    day = try members.required("day", "The day.")
    totals = try members.required("totals", "Its counts and sums, for all kinds, whatever was searched for.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("day", day)
    members.field("totals", totals)
  }
}
