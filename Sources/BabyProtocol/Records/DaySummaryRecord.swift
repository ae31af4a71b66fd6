/// A day and what is in it.
@WireMembers("DaySummary")
public struct DaySummaryRecord: Hashable, WireObject {
  /// The day.
  public var day: DayRecord
  /// Its counts and sums, for all kinds, whatever was searched for.
  public var totals: DayTotalsRecord
}
