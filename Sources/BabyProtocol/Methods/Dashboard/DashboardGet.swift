public import BabyModel

/// How a child's day stands.
///
/// The answer holds instants and no elapsed times: it stays the same until something is logged or the day turns, and
/// the client draws what moves.
public enum DashboardGet: RPCMethod {
  public static let name = "dashboard.get"
  public static let summary =
    "Returns a child's day so far: the last of each kind, what is running, and the day's totals."
  public static let access = MethodAccess.everybody

  public typealias Params = ChildParams

  public struct Answer: Hashable, WireObject {
    public static var schemaName: String? { "Dashboard" }

    public var child: ChildReference
    public var zone: String
    public var units: VolumeUnit
    public var timeFormat: TimeFormat
    public var theme: Theme
    public var day: DayRecord
    public var lastFeeding: EntryRecord?
    public var lastDiaper: EntryRecord?
    public var lastSleep: EntryRecord?
    public var lastTummyTime: EntryRecord?
    public var lastNote: EntryRecord?
    public var runningSleep: EntryRecord?
    public var runningTummyTime: EntryRecord?
    /// The breast to offer next; nil before the first breast feed.
    public var suggestedSide: Side?
    /// When the next feed is due; nil without an interval in the settings or a feed.
    public var nextFeedingDue: Instant?
    /// RFC 3339 with the offset of the child's zone.
    public var nextFeedingDueLocal: String?
    public var nextDiaperDue: Instant?
    public var nextDiaperDueLocal: String?
    /// What is likely to come next; nil where nothing is predicted.
    public var predictions: [PredictionSummary]?
    public var quick: QuickLogRecord
    public var today: DayTotalsRecord
    public var seq: Int

    public init(
      child: ChildReference, zone: String, units: VolumeUnit, timeFormat: TimeFormat, theme: Theme = Theme(),
      day: DayRecord, lastFeeding: EntryRecord? = nil, lastDiaper: EntryRecord? = nil, lastSleep: EntryRecord? = nil,
      lastTummyTime: EntryRecord? = nil, lastNote: EntryRecord? = nil, runningSleep: EntryRecord? = nil,
      runningTummyTime: EntryRecord? = nil, suggestedSide: Side?, nextFeedingDue: Instant? = nil,
      nextFeedingDueLocal: String? = nil, nextDiaperDue: Instant? = nil, nextDiaperDueLocal: String? = nil,
      predictions: [PredictionSummary]? = nil, quick: QuickLogRecord, today: DayTotalsRecord, seq: Int
    ) {
      self.child = child
      self.zone = zone
      self.units = units
      self.timeFormat = timeFormat
      self.theme = theme
      self.day = day
      self.lastFeeding = lastFeeding
      self.lastDiaper = lastDiaper
      self.lastSleep = lastSleep
      self.lastTummyTime = lastTummyTime
      self.lastNote = lastNote
      self.runningSleep = runningSleep
      self.runningTummyTime = runningTummyTime
      self.suggestedSide = suggestedSide
      self.nextFeedingDue = nextFeedingDue
      self.nextFeedingDueLocal = nextFeedingDueLocal
      self.nextDiaperDue = nextDiaperDue
      self.nextDiaperDueLocal = nextDiaperDueLocal
      self.predictions = predictions
      self.quick = quick
      self.today = today
      self.seq = seq
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      zone = try members.required("zone", "IANA time zone of the child's days.")
      units = try members.required("units", "The unit to show amounts in.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
      theme = try members.required("theme", "The theme set for the child.")
      day = try members.required("day", "The day the totals are for.")
      lastFeeding = try members.optional("lastFeeding", "The latest feed; pumping does not count.")
      lastDiaper = try members.optional("lastDiaper", "The latest diaper.")
      lastSleep = try members.optional("lastSleep", "The latest sleep that has ended.")
      lastTummyTime = try members.optional("lastTummyTime", "The latest tummy time that has ended.")
      lastNote = try members.optional("lastNote", "The latest note.")
      runningSleep = try members.optional("runningSleep", "The running sleep.")
      runningTummyTime = try members.optional("runningTummyTime", "The running tummy time.")
      suggestedSide = try members.optional(
        "suggestedSide", "The breast to offer next: not the one the last breast feed began with.")
      nextFeedingDue = try members.optional(
        "nextFeedingDue", "When the next feed is due; left out if feeding.interval is off.")
      nextFeedingDueLocal = try members.optional(
        "nextFeedingDueLocal", "The same time with the offset of the child's time zone.")
      nextDiaperDue = try members.optional(
        "nextDiaperDue", "When the next diaper is due; left out if diaper.interval is off.")
      nextDiaperDueLocal = try members.optional(
        "nextDiaperDueLocal", "The same time with the offset of the child's time zone.")
      predictions = try members.optional(
        "predictions", "What is likely to come next; left out if nothing is predicted. prediction.get says more.")
      quick = try members.required("quick", "What is logged when a call gives no details.")
      today = try members.required("today", "The day's counts and sums.")
      seq = try members.required("seq", "Number of the database's last change.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("zone", zone)
      members.field("units", units)
      members.field("timeFormat", timeFormat)
      members.field("theme", theme)
      members.field("day", day)
      members.nullable("lastFeeding", lastFeeding)
      members.nullable("lastDiaper", lastDiaper)
      members.nullable("lastSleep", lastSleep)
      members.nullable("lastTummyTime", lastTummyTime)
      members.nullable("lastNote", lastNote)
      members.nullable("runningSleep", runningSleep)
      members.nullable("runningTummyTime", runningTummyTime)
      members.nullable("suggestedSide", suggestedSide)
      members.field("nextFeedingDue", nextFeedingDue)
      members.field("nextFeedingDueLocal", nextFeedingDueLocal)
      members.field("nextDiaperDue", nextDiaperDue)
      members.field("nextDiaperDueLocal", nextDiaperDueLocal)
      members.field("predictions", predictions)
      members.field("quick", quick)
      members.field("today", today)
      members.field("seq", seq)
    }
  }
}

/// What a quick log fills in: the last-used values, or the apps' defaults.
public struct QuickLogRecord: Hashable, WireObject {
  public static var schemaName: String? { "QuickLog" }

  public var amount: Double
  public var unit: VolumeUnit
  public var diaperType: DiaperType
  public var tummySeconds: Int

  public init(amount: Double, unit: VolumeUnit, diaperType: DiaperType, tummySeconds: Int) {
    self.amount = amount
    self.unit = unit
    self.diaperType = diaperType
    self.tummySeconds = tummySeconds
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    amount = try members.required("amount", "A bottle's amount, in unit.")
    unit = try members.required("unit", "The amount's unit.")
    diaperType = try members.required("diaperType", "A diaper's type.")
    tummySeconds = try members.required("tummySeconds", "Length of a tummy time, in seconds.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("amount", amount)
    members.field("unit", unit)
    members.field("diaperType", diaperType)
    members.field("tummySeconds", tummySeconds)
  }
}
