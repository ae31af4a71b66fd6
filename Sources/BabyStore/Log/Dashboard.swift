public import BabyModel
import GRDB

extension ReadTransaction {
  /// Everything that a child's dashboard is computed from.
  ///
  /// - Parameter settings: those in force for the child.
  public func dashboardFacts(_ child: ChildID, day: DayWindow, settings: Settings) throws -> DashboardFacts {
    var facts = try feedFacts(child, settings: settings)
    facts.declared = try lastStarts(ofDeclaredKinds: child)
    if facts.declared[.declared(.medicine)] != nil { facts.doses = try awaitedDoses(of: child, at: day.end) }
    if let sleep = facts.runningSleep ?? facts.lastSleep, let waking = facts.declared[.declared(.briefWaking)],
      waking >= sleep.start
    {
      facts.wakings = try wakings(in: sleep)
    }
    var today = EntryQuery(child: child, from: day.start, to: day.end, kinds: EntryDetail.countedKinds)
    today.detail = .forCounting
    facts.today = try entries(today).entries.reversed()
    return facts
  }

  /// The last entry of each sort and what is running, and of feeds what the time since the last counts from.
  ///
  /// - Parameter settings: those in force for the child.
  public func feedFacts(_ child: ChildID, settings: Settings) throws -> DashboardFacts {
    var facts = try lastEntries(child)
    let isFood = settings.solids == .on
    if isFood {
      facts.lastSolids = try entries(EntryQuery(child: child, kinds: [.declared(.food)], limit: 1)).entries.first
    }
    if let last = FeedClock.last(facts, settings), FeedClock.needsRecentFeeds(facts, settings) {
      var query = EntryQuery(
        child: child, from: last.start - FeedClock.window, to: last.start + .milliseconds(1),
        kinds: isFood ? [.feeding, .declared(.food)] : [.feeding])
      query.detail = .withoutNotes
      facts.recentFeeds = try entries(query).entries.reversed().filter { $0.isFeed(solids: settings.solids) }
      // The one that is shown has its note.
      if let shown = FeedClock(facts, settings)?.feed.id, let entry = try entry(shown),
        let place = facts.recentFeeds.firstIndex(where: { $0.id == shown })
      {
        facts.recentFeeds[place] = entry
      }
    }
    return facts
  }

  /// The last entry of each sort and what is running, without the day's entries.
  public func lastEntries(_ child: ChildID) throws -> DashboardFacts {
    var facts = DashboardFacts.nothing
    try db.eachRow(Self.lastEntriesSQL, [.id(child)]) { (row: ResultRow<EntryRow>) in
      let entry = try EntryRow.decode(row)
      switch entry.content {
      case .feeding(let feeding) where feeding.method == .breast:
        // One that runs comes once more, as what is running.
        if entry.isRunning { facts.runningFeeding = entry }
        facts.lastBreastFeeding = Self.later(entry, facts.lastBreastFeeding)
      case .feeding: facts.lastBottle = entry
      case .diaper: facts.lastDiaper = entry
      case .sleep where entry.isRunning: facts.runningSleep = entry
      case .sleep: facts.lastSleep = entry
      case .tummyTime where entry.isRunning: facts.runningTummyTime = entry
      case .tummyTime: facts.lastTummyTime = entry
      case .note: facts.lastNote = entry
      case .declared:
        if entry.isRunning, facts.runningActivities.count < KindDeclaration.mostRunningActivities {
          facts.runningActivities.append(entry)
        }
      }
      return true
    }
    if facts.lastBottle?.content.isWater == true {
      facts.lastMilkBottle = try db.first(Self.lastMilkBottleSQL, [.id(child)], EntryRow.decode)
    }
    facts.runningActivities.sort { ($0.start, $0.id) < ($1.start, $1.id) }
    facts.lastFeeding = Self.later(facts.lastBreastFeeding, facts.lastBottle)
    return facts
  }

  private static func later(_ entry: Entry?, _ other: Entry?) -> Entry? {
    guard let entry, let other else { return entry ?? other }
    return (entry.start, entry.id) < (other.start, other.id) ? other : entry
  }

  private static let lastMilkBottleSQL = """
    SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_by_kind
    WHERE child_id = ? AND deleted_at IS NULL AND kind = 'feeding' AND method = 'bottle'
      AND bottle_content IS NOT '\(BottleContent.water.rawValue)'
    ORDER BY start_at DESC, id DESC LIMIT 1
    """

  /// The last of each, each by a step into the index, and what is running. Parameter: the child.
  static let lastEntriesSQL: String = {
    let lasts = [
      "kind = 'feeding' AND method = 'breast'", "kind = 'feeding' AND method = 'bottle'",
      "kind = 'diaper' AND method IS NULL", "kind = 'note' AND method IS NULL",
      "kind = 'sleep' AND method IS NULL AND (end_at IS NOT NULL OR end_unknown = 1)",
      "kind = 'tummy' AND method IS NULL AND (end_at IS NOT NULL OR end_unknown = 1)",
    ].map { condition in
      """
      SELECT * FROM (
        SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_by_kind
        WHERE child_id = ?1 AND deleted_at IS NULL AND \(condition) ORDER BY start_at DESC, id DESC LIMIT 1)
      """
    }
    let running = """
      SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_running WHERE child_id = ?1 AND \(EntryRow.isRunning)
      """
    return (lasts + [running]).joined(separator: " UNION ALL ")
  }()

  /// Doses with an interval or a limit up to a time, newest first: as many as a course needs, and no more; without
  /// their notes.
  public func doses(of child: ChildID, before time: Instant) throws -> [Entry] {
    var query = EntryQuery(
      child: child, from: time - MedicineCourse.memory, to: time + .milliseconds(1), kinds: [.declared(.medicine)],
      limit: MedicineCourse.mostDoses)
    query.detail = .withoutNotes
    return try entries(query).entries
  }

  /// The same where a next dose can be awaited at all: a family that gives no medicine pays one step into an index.
  public func awaitedDoses(of child: ChildID, at time: Instant) throws -> [Entry] {
    let newest = EntryQuery(child: child, kinds: [.declared(.medicine)], limit: 1)
    guard let last = try entries(newest).entries.first, last.start > time - MedicineCourse.longestWait
    else { return [] }
    return try doses(of: child, before: time)
  }

  /// The brief wakings since a sleep began, newest first and without their notes; those after its end are not among
  /// them.
  func wakings(in sleep: Entry) throws -> [Entry] {
    let kind = EntryKind.declared(.briefWaking)
    var query = EntryQuery(child: sleep.childID, from: sleep.start, to: sleep.end, kinds: [kind])
    query.detail = .withoutNotes
    return try entries(query).entries
  }

  /// A child's sleeps and feeds, pumping left out.
  ///
  /// - Parameters:
  ///   - from: what began before is left out.
  ///   - solids: whether solid food is a feed.
  public func rhythm(_ child: ChildID, from: Instant? = nil, solids: Switch = .off) throws -> Rhythm {
    var sleeps: [Stretch] = []
    var feedings: [Stretch] = []
    let earliest = from ?? Instant(milliseconds: .min)
    let food: [(String, String?)] = solids == .on ? [(KindDeclaration.food.word, nil)] : []
    for (kind, method) in [("sleep", nil), ("feeding", "breast"), ("feeding", "bottle")] + food {
      try db.eachRow(
        Self.rhythmSQL, [.id(child), .text(kind), .optional(method), .instant(earliest)]
      ) { (row: ResultRow<StretchRow>) in
        let stretch = Stretch(
          start: row.instant(.startAt), end: row.optionalInstant(.endAt), endUnknown: row.flag(.endUnknown),
          isBottle: method == "bottle")
        if kind == "sleep" { sleeps.append(stretch) } else { feedings.append(stretch) }
        return true
      }
    }
    return Rhythm(sleeps: sleeps, feedings: feedings)
  }

  /// Parameters: child, kind, method, and the earliest start.
  static let rhythmSQL = """
    SELECT \(StretchRow.columns) FROM entry INDEXED BY entry_by_kind
    WHERE child_id = ?1 AND kind = ?2 AND method IS ?3 AND start_at >= ?4 AND deleted_at IS NULL ORDER BY start_at
    """
}

/// The columns of the index by kind.
private enum StretchRow: Int32, Columns {
  case startAt, endAt, endUnknown
  static let columns = ColumnList<Self>()
}

extension WriteTransaction {
  /// Stores feedback on a prediction. It is not announced and cannot be undone.
  public func keep(_ verdict: PredictionVerdict, of kind: PredictionKind, child: ChildID) throws {
    try db.run(
      "INSERT INTO prediction_feedback (child_id, kind, verdict, at, uid) VALUES (?, ?, ?, ?, ?)",
      [
        .id(child), .text(kind.rawValue), .text(verdict.rawValue), .instant(context.at),
        .integer(Int64(context.uid)),
      ])
  }
}

extension ReadTransaction {
  /// Counts of the caregivers' feedback on a child's predictions.
  ///
  /// - Parameters: `from` on, and before `to`.
  public func predictionFeedback(
    _ child: ChildID, from: Instant?, to: Instant?
  ) throws -> [PredictionKind: [PredictionVerdict: Int]] {
    let counts: [(kind: PredictionKind, verdict: PredictionVerdict, count: Int)] = try db.all(
      """
      SELECT \(VerdictCount.columns) FROM prediction_feedback
      WHERE child_id = ?1 AND at >= ifnull(?2, at) AND at < ifnull(?3, at + 1) GROUP BY kind, verdict
      """, [.id(child), .instant(from), .instant(to)]
    ) { (row: ResultRow<VerdictCount>) in
      (try row.word(.kind), try row.word(.verdict), Int(row.integer(.count)))
    }
    return counts.reduce(into: [:]) { $0[$1.kind, default: [:]][$1.verdict] = $1.count }
  }
}

private enum VerdictCount: Int32, Columns {
  case kind, verdict, count
  static let columns = ColumnList<Self>(computing: [.count: "count(*)"])
}
