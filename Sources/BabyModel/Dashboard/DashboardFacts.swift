/// Everything that a child's dashboard is computed from, as the store reads it in one transaction.
///
/// "Last" means the latest start among entries that are not deleted; feeds leave pumping out, and sleeps and tummy
/// times leave the running one out. A running feed is one of the feeds: the child is being fed.
public struct DashboardFacts: Hashable, Sendable {
  public var lastFeeding: Entry?
  public var lastBreastFeeding: Entry?
  public var lastBottle: Entry?
  /// The last bottle with anything else in it, where the last one held water.
  public var lastMilkBottle: Entry?
  /// The last solid food, where that counts as a feed (`FeedClock`).
  public var lastSolids: Entry?
  public var lastDiaper: Entry?
  public var lastSleep: Entry?
  public var lastTummyTime: Entry?
  public var lastNote: Entry?
  public var runningFeeding: Entry?
  public var runningSleep: Entry?
  public var runningTummyTime: Entry?
  /// All other activities that are running, those that began first before the others.
  public var runningActivities: [Entry] = []
  /// The feeds of the time before the last one, which is the last of them, in order: where the time since it depends on
  /// them (`FeedClock`).
  public var recentFeeds: [Entry] = []
  /// When the last entry of each declared kind began.
  public var declared: [EntryKind: Instant] = [:]
  /// Doses of medicines, newest first; empty if none is pending.
  public var doses: [Entry] = []
  /// Brief wakings since the running sleep began, or where none runs within the last, newest first.
  public var wakings: [Entry] = []
  /// Entries that touch the day, of the kinds of which something is counted, in order of their start, running ones included;
  /// without notes and names.
  public var today: [Entry]

  public init(
    lastFeeding: Entry? = nil, lastBreastFeeding: Entry? = nil, lastBottle: Entry? = nil, lastDiaper: Entry? = nil,
    lastSleep: Entry? = nil, lastTummyTime: Entry? = nil, lastNote: Entry? = nil, runningFeeding: Entry? = nil,
    runningSleep: Entry? = nil, runningTummyTime: Entry? = nil, today: [Entry] = []
  ) {
    self.lastFeeding = lastFeeding
    self.lastBreastFeeding = lastBreastFeeding
    self.lastBottle = lastBottle
    self.lastDiaper = lastDiaper
    self.lastSleep = lastSleep
    self.lastTummyTime = lastTummyTime
    self.lastNote = lastNote
    self.runningFeeding = runningFeeding
    self.runningSleep = runningSleep
    self.runningTummyTime = runningTummyTime
    self.today = today
  }

  /// The bottle that the next one is likely to be as big as: water is not drunk as milk is.
  public var usualBottle: Entry? { lastBottle?.content.isWater == true ? lastMilkBottle : lastBottle }
}
