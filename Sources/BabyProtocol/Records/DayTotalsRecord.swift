/// A day's counts and sums. Durations are in whole seconds, and only the part that lies in the day counts.
@WireMembers("DayTotals")
public struct DayTotalsRecord: Hashable, WireObject {
  /// Feeds; pumping does not count.
  public var feedings: Int
  /// Amount fed from bottles, in millilitres.
  public var feedingMl: Double
  /// Time fed, in seconds.
  public var feedingSeconds: Int
  /// Time at the left breast in feeds that began on the day, without the running one, in seconds.
  public var leftSeconds: Int
  /// Time at the right breast, likewise.
  public var rightSeconds: Int
  /// Feeds at the breast.
  public var breastFeedings: Int
  /// Feeds from a bottle.
  public var bottles: Int
  /// Pumping sessions.
  public var pumpings: Int
  /// Amount pumped, in millilitres.
  public var pumpingMl: Double
  /// Diapers.
  public var diapers: Int
  /// Wet diapers; a wet and dirty one counts here and below.
  public var wetDiapers: Int
  /// Dirty diapers.
  public var dirtyDiapers: Int
  /// Sleeps that began on the day.
  public var sleeps: Int
  /// Time asleep on the day, without the running sleep, in seconds.
  public var sleepSeconds: Int
  /// Tummy times that began on the day.
  public var tummyTimes: Int
  /// Tummy time on the day, without the running one, in seconds.
  public var tummySeconds: Int
  /// Notes.
  public var notes: Int
}
