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
