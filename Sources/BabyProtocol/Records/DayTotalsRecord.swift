/// A day's counts and sums. Durations are in whole seconds, and only the part that lies in the day counts.
public struct DayTotalsRecord: Hashable, Sendable {
  /// Feeds at the breast and from a bottle; pumping never counts.
  public var feedings = 0
  public var feedingMl = 0.0
  public var feedingSeconds = 0
  public var breastFeedings = 0
  public var bottles = 0
  public var pumpings = 0
  public var pumpingMl = 0.0
  public var diapers = 0
  /// A diaper that was both counts as wet and as dirty.
  public var wetDiapers = 0
  public var dirtyDiapers = 0
  /// Sleeps that began in the day.
  public var sleeps = 0
  /// Time asleep in the day without the running sleep, which the client adds.
  public var sleepSeconds = 0
  public var tummyTimes = 0
  public var tummySeconds = 0
  public var notes = 0

  public init() {}
}

extension DayTotalsRecord: WireObject {
  public static var schemaName: String? { "DayTotals" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    feedings = try members.required("feedings", "Feeds; pumping does not count.")
    feedingMl = try members.required("feedingMl", "Amount fed from bottles, in millilitres.")
    feedingSeconds = try members.required("feedingSeconds", "Time fed, in seconds.")
    breastFeedings = try members.required("breastFeedings", "Feeds at the breast.")
    bottles = try members.required("bottles", "Feeds from a bottle.")
    pumpings = try members.required("pumpings", "Pumping sessions.")
    pumpingMl = try members.required("pumpingMl", "Amount pumped, in millilitres.")
    diapers = try members.required("diapers", "Diapers.")
    wetDiapers = try members.required("wetDiapers", "Wet diapers; a wet and dirty one counts here and below.")
    dirtyDiapers = try members.required("dirtyDiapers", "Dirty diapers.")
    sleeps = try members.required("sleeps", "Sleeps that began on the day.")
    sleepSeconds = try members.required(
      "sleepSeconds", "Time asleep on the day, without the running sleep, in seconds.")
    tummyTimes = try members.required("tummyTimes", "Tummy times that began on the day.")
    tummySeconds = try members.required("tummySeconds", "Tummy time on the day, without the running one, in seconds.")
    notes = try members.required("notes", "Notes.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("feedings", feedings)
    members.field("feedingMl", feedingMl)
    members.field("feedingSeconds", feedingSeconds)
    members.field("breastFeedings", breastFeedings)
    members.field("bottles", bottles)
    members.field("pumpings", pumpings)
    members.field("pumpingMl", pumpingMl)
    members.field("diapers", diapers)
    members.field("wetDiapers", wetDiapers)
    members.field("dirtyDiapers", dirtyDiapers)
    members.field("sleeps", sleeps)
    members.field("sleepSeconds", sleepSeconds)
    members.field("tummyTimes", tummyTimes)
    members.field("tummySeconds", tummySeconds)
    members.field("notes", notes)
  }
}
