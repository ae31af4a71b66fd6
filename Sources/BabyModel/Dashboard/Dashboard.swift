/// How a child's day stands. It holds instants and no elapsed times: it stays the same until something is logged or
/// the day turns.
public struct Dashboard: Hashable, Sendable {
  public var child: Child
  public var day: DayWindow
  /// The latest feed that counts on its own; pumping does not.
  public var lastFeeding: Entry?
  /// The time from which "time since the last feed" counts.
  public var feedingSince: Instant?
  public var lastDiaper: Entry?
  /// The latest sleep that is over.
  public var lastSleep: Entry?
  /// The latest tummy time that is over.
  public var lastTummyTime: Entry?
  public var lastNote: Entry?
  public var runningFeeding: Entry?
  public var runningSleep: Entry?
  public var runningTummyTime: Entry?
  /// All other activities that are running, those that began first before the others.
  public var runningActivities: [Entry]
  /// The breast to offer next; nil before the first breast feed.
  public var suggestedSide: Side?
  /// When the next feed is due, counted from the last; nil without an interval or a feed.
  public var nextFeedingDue: Instant?
  /// When the next diaper is due; nil without an interval or a diaper.
  public var nextDiaperDue: Instant?
  /// The medicines with a relevant next dose, the most recently given first.
  public var medicines: [MedicineCourse]
  /// Those within the running sleep, or where none runs within the last; nil without any.
  public var wakings: BriefWakings?
  /// The declared kinds that the family uses, in the order in which screens show them.
  public var recentKinds: [KindDeclaration]
  /// Defaults for entries without details.
  public var quick: QuickLog
  public var today: DayTotals

  public init(facts: DashboardFacts, child: Child, settings: Settings, zone: ZoneRules, now: Instant) {
    self.child = child
    day = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    let feedClock = FeedClock(facts, settings)
    lastFeeding = feedClock?.feed
    feedingSince = feedClock?.since
    lastDiaper = facts.lastDiaper
    lastSleep = facts.lastSleep
    lastTummyTime = facts.lastTummyTime
    lastNote = facts.lastNote
    runningFeeding = facts.runningFeeding
    runningSleep = facts.runningSleep
    runningTummyTime = facts.runningTummyTime
    runningActivities = facts.runningActivities
    suggestedSide = .suggested(after: facts.lastBreastFeeding)
    nextFeedingDue = ReminderRule.feeding.due(after: feedingSince, settings)
    nextDiaperDue = ReminderRule.diaper.due(after: facts.lastDiaper?.start, settings)
    medicines = MedicineCourse.awaited(in: facts.doses, at: now, since: day.start)
    wakings = BriefWakings(facts, until: day.end)
    recentKinds = Self.recentKinds(facts.declared, since: day.start - Self.recent)
    quick = QuickLog(facts: facts, settings: settings)
    today = DayTotals(entries: facts.today, in: day)
  }

  /// How long ago before the day an entry of a kind that is used can be.
  private static let recent: Duration = .hours(14 * 24)
  /// As many as fit into a menu beside everything else.
  private static let mostRecentKinds = 5

  /// The kinds that were logged most recently if there are many, in a fixed order, so that people find them by
  /// position.
  private static func recentKinds(_ lasts: [EntryKind: Instant], since: Instant) -> [KindDeclaration] {
    let used = lasts.filter { $0.value >= since }.sorted { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }
    let shown = Set(used.prefix(mostRecentKinds).map(\.key))
    return shown.isEmpty ? [] : DeclaredKinds.all.filter { shown.contains(.declared($0)) }
  }
}

/// Everything that a child's dashboard is computed from, as the store reads it in one transaction.
///
/// "Last" means the latest start among entries that are not deleted; feeds leave pumping out, and sleeps and tummy
/// times leave the running one out. A running feed is one of the feeds: the child is being fed.
public struct DashboardFacts: Hashable, Sendable {
  /// Of a child of whom nothing is logged.
  public static let nothing = DashboardFacts()

  public var lastFeeding: Entry?
  public var lastBreastFeeding: Entry?
  public var lastBottle: Entry?
  /// The last bottle with another content, if the last one contained water.
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
  public var today: [Entry] = []

  /// The bottle that the next one is likely to be as big as: water is not drunk as milk is.
  public var usualBottle: Entry? { lastBottle?.content.isWater == true ? lastMilkBottle : lastBottle }
}
