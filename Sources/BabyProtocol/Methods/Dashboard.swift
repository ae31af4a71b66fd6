public import BabyModel

/// The answer has instants and no elapsed times: it stays the same until something is logged or the day ends, and the
/// client draws what moves.
public enum DashboardGet: RPCMethod {
  public static let name = "dashboard.get"
  public static let summary =
    "Returns a child's day so far: the last of each kind, what is running, and the day's totals."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildParams

  @WireMembers("Dashboard")
  public struct Answer: Hashable, WireObject {
    /// The child.
    public var child: ChildReference
    /// IANA time zone of the child's days.
    public var zone: String
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// The day the totals are for.
    public var day: DayRecord
    /// The latest feed; pumping does not count, nor does a bottle that feeding.topUp makes part of the feed before. Solid food
    /// is one where feeding.solids is on.
    @Wire(writesNull: true) public var lastFeeding: EntryRecord?
    /// The time from which "time since the last feed" counts, if that is not the feed's start: see reminders.from.
    public var feedingSince: Instant?
    /// The same time with the offset of the child's time zone.
    public var feedingSinceLocal: String?
    /// The latest diaper.
    @Wire(writesNull: true) public var lastDiaper: EntryRecord?
    /// The latest sleep that has ended.
    @Wire(writesNull: true) public var lastSleep: EntryRecord?
    /// The latest tummy time that has ended.
    @Wire(writesNull: true) public var lastTummyTime: EntryRecord?
    /// The latest note.
    @Wire(writesNull: true) public var lastNote: EntryRecord?
    /// The running feed, paused or not; the latest feed can be the same.
    @Wire(writesNull: true) public var runningFeeding: EntryRecord?
    /// The running sleep.
    @Wire(writesNull: true) public var runningSleep: EntryRecord?
    /// The running tummy time.
    @Wire(writesNull: true) public var runningTummyTime: EntryRecord?
    /// All other running activities, the earliest first; left out if there are none.
    public var runningActivities: [EntryRecord]?
    /// The breast to offer next: not the one the last breast feed began with.
    ///
    /// Nil before the first breast feed.
    @Wire(writesNull: true) public var suggestedSide: Side?
    /// When the next feed is due; left out if feeding.interval is off.
    ///
    /// Nil before the first feed, too.
    public var nextFeedingDue: Instant?
    /// The same time with the offset of the child's time zone.
    public var nextFeedingDueLocal: String?
    /// When the next diaper is due; left out if diaper.interval is off.
    public var nextDiaperDue: Instant?
    /// The same time with the offset of the child's time zone.
    public var nextDiaperDueLocal: String?
    /// Predictions, the earliest first; left out if there are none. prediction.get has more.
    public var predictions: [PredictionSummary]?
    /// The medicines with a known time for the next dose, the most recently given first; left out if there are none.
    /// Each is listed until the end of the day on which that time is 24 hours past; at most 8. medicine.list has more.
    public var medicines: [NextDoseRecord]?
    /// The brief wakings in the running sleep, or otherwise in the last one; left out if there are none.
    public var wakings: WakingsRecord?
    /// Kinds of entries from weight on that were logged in the last two weeks, for menus; at most 5, left out if there
    /// are none. A client may not know all of them.
    public var recentKinds: [String]?
    /// Defaults for calls without details.
    public var quick: QuickLogRecord
    /// The day's counts and sums.
    public var today: DayTotalsRecord
    /// Number of the database's last change.
    public var seq: Int
  }
}

/// The defaults of a quick log: the last-used values, or the apps' defaults.
@WireMembers("QuickLog")
public struct QuickLogRecord: Hashable, WireObject {
  /// A bottle's amount, in unit.
  public var amount: Double
  /// The amount's unit.
  public var unit: VolumeUnit
  /// A diaper's type.
  public var diaperType: DiaperType
  /// Length of a tummy time, in seconds.
  public var tummySeconds: Int
}

extension QuickLogRecord {
  public init(_ quick: QuickLog) {
    self.init(
      amount: quick.amount.value, unit: quick.amount.unit, diaperType: quick.diaperType,
      tummySeconds: quick.tummyDuration.wholeSeconds)
  }
}

extension DashboardGet.Answer {
  /// - Parameter seq: number of the last change that the dashboard knows of.
  public init(_ dashboard: Dashboard, settings: Settings, zone: ZoneRules, seq: Int) {
    let feedingSince = dashboard.feedingSince.flatMap { $0 == dashboard.lastFeeding?.start ? nil : $0 }
    func record(_ entry: Entry?) -> EntryRecord? { entry.map { EntryRecord($0, in: zone) } }
    self.init(
      child: ChildReference(dashboard.child), zone: dashboard.child.zone, units: settings.units,
      timeFormat: settings.timeFormat, theme: settings.theme, day: DayRecord(dashboard.day),
      lastFeeding: record(dashboard.lastFeeding), feedingSince: feedingSince,
      feedingSinceLocal: feedingSince?.text(in: zone),
      lastDiaper: record(dashboard.lastDiaper), lastSleep: record(dashboard.lastSleep),
      lastTummyTime: record(dashboard.lastTummyTime), lastNote: record(dashboard.lastNote),
      runningFeeding: record(dashboard.runningFeeding),
      runningSleep: record(dashboard.runningSleep), runningTummyTime: record(dashboard.runningTummyTime),
      runningActivities: dashboard.runningActivities.isEmpty
        ? nil : dashboard.runningActivities.map { EntryRecord($0, in: zone) },
      suggestedSide: dashboard.suggestedSide, nextFeedingDue: dashboard.nextFeedingDue,
      nextFeedingDueLocal: dashboard.nextFeedingDue?.text(in: zone), nextDiaperDue: dashboard.nextDiaperDue,
      nextDiaperDueLocal: dashboard.nextDiaperDue?.text(in: zone),
      medicines: NextDoseRecord.all(dashboard.medicines, in: zone),
      wakings: dashboard.wakings.map { WakingsRecord($0) },
      recentKinds: dashboard.recentKinds.isEmpty ? nil : dashboard.recentKinds.map(\.word),
      quick: QuickLogRecord(dashboard.quick),
      today: DayTotalsRecord(dashboard.today), seq: seq)
  }
}

/// The brief wakings within a sleep.
@WireMembers("Wakings")
public struct WakingsRecord: Hashable, WireObject {
  /// How many.
  public var count: Int
  /// Time awake, in seconds.
  public var awakeSeconds: Int
}

extension WakingsRecord {
  public init(_ wakings: BriefWakings) {
    self.init(count: wakings.count, awakeSeconds: wakings.awake.wholeSeconds)
  }

  public var wakings: BriefWakings { BriefWakings(count: count, awake: .seconds(awakeSeconds)) }
}
