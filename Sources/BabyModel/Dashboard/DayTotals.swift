/// A day's counts and sums.
///
/// Entries count on the day on which they begin; durations count for the part that lies in the day. So a sleep over
/// midnight is one sleep, of the evening's day, with its hours split. Time that was logged twice is counted once.
public struct DayTotals: Hashable, Sendable {
  /// Feeds at the breast and from a bottle; pumping never counts.
  public var feedings = 0
  public var breastFeedings = 0
  public var bottles = 0
  public var feedingMilliliters = 0.0
  /// How much of that was known to be what.
  public var contents = BottleAmounts()
  /// Time of all feeds together, at the breast and from a bottle.
  public var feedingDuration: Duration = .zero
  /// Time at the left breast, of feeds that began in the day: when within a feed each side was used is unknown.
  public var leftDuration: Duration = .zero
  /// Time at the right breast, counted in the same way.
  public var rightDuration: Duration = .zero
  public var pumpings = 0
  public var pumpingMilliliters = 0.0
  public var diapers = 0
  /// A diaper that was both counts as wet and as dirty.
  public var wetDiapers = 0
  public var dirtyDiapers = 0
  public var sleeps = 0
  /// Without the running sleep, which keeps growing, and the time that it covers; without brief wakings.
  public var sleepDuration: Duration = .zero
  public var tummyTimes = 0
  /// Without the running tummy time, and the time that it covers.
  public var tummyDuration: Duration = .zero
  public var notes = 0

  /// - Parameter entries: those that touch the day; others and deleted ones are left out.
  public init(entries: some Sequence<Entry>, in day: DayWindow) {
    var covered: [EntryKind: CoveredTime] = [:]
    var running: [EntryKind: Instant] = [:]
    for entry in entries where entry.deletedAt == nil {
      count(entry, in: day)
      if entry.isRunning { running[entry.kind] = entry.start }
      guard let end = entry.end, entry.lastsForChild else { continue }
      covered[entry.kind, default: CoveredTime()].add(from: max(entry.start, day.start), to: min(end, day.end))
    }
    func duration(_ kind: EntryKind) -> Duration { covered[kind]?.duration(before: running[kind]) ?? .zero }
    feedingDuration = duration(.feeding)
    sleepDuration = duration(.sleep)
    if let asleep = covered[.sleep], let awake = covered[.declared(.briefWaking)] {
      sleepDuration = asleep.duration(without: awake, before: running[.sleep])
    }
    tummyDuration = duration(.tummyTime)
  }

  private mutating func add(_ sides: (left: Duration, right: Duration)) {
    leftDuration += sides.left
    rightDuration += sides.right
  }

  private mutating func count(_ entry: Entry, in day: DayWindow) {
    let count = day.contains(entry.start) ? 1 : 0
    switch entry.content {
    case .feeding(let feeding) where feeding.countsAsFeed:
      feedings += count
      if feeding.method == .breast { breastFeedings += count } else { bottles += count }
      feedingMilliliters += Double(count) * (feeding.amount?.milliliters ?? 0)
      if count > 0, let content = feeding.content { contents[content] += feeding.amount?.milliliters ?? 0 }
      if count > 0, !entry.isRunning { add(feeding.sides(of: entry)) }
    case .feeding(let feeding):
      pumpings += count
      pumpingMilliliters += Double(count) * (feeding.amount?.milliliters ?? 0)
    case .diaper(let type):
      diapers += count
      if type != .dirty { wetDiapers += count }
      if type != .wet { dirtyDiapers += count }
    case .sleep: sleeps += count
    case .tummyTime: tummyTimes += count
    case .note: notes += count
    case .declared: break
    }
  }
}

extension Entry {
  /// Whether its time is the child's: pumping is not.
  fileprivate var lastsForChild: Bool {
    if case .feeding(let feeding) = content { feeding.countsAsFeed } else { true }
  }
}

extension DayTotals {
  /// The totals of days that follow each other, newest first.
  ///
  /// - Parameter now: running entries last until then.
  public static func all(
    of days: [DayWindow], entries: some Sequence<Entry>, until now: Instant
  ) -> [DayTotals] {
    zip(days, days.touching(entries, until: now)).map { DayTotals(entries: $1, in: $0) }
  }
}

extension [DayWindow] {
  /// For each of days that follow each other, newest first, the entries that begin or continue in it. Each entry is
  /// looked at only for the days that it touches.
  ///
  /// - Parameter now: running entries last until then.
  public func touching(_ entries: some Sequence<Entry>, until now: Instant) -> [[Entry]] {
    var touching = map { _ in [Entry]() }
    for entry in entries {
      let end = Swift.max(entry.start, entry.isRunning ? now : entry.end ?? entry.start)
      // The newest day that it touches, and the oldest.
      let newest = partitioningIndex { $0.start < end || $0.start == entry.start }
      let oldest = partitioningIndex { $0.start <= entry.start }
      for day in newest..<Swift.max(newest, Swift.min(oldest + 1, count)) { touching[day].append(entry) }
    }
    return touching
  }
}

/// The contents of bottles in millilitres. Amounts of unknown content are left out.
public struct BottleAmounts: Hashable, Sendable {
  private var amounts: [BottleContent: Double] = [:]

  public init() {}

  /// In millilitres.
  public subscript(content: BottleContent) -> Double {
    get { amounts[content] ?? 0 }
    set { amounts[content] = newValue == 0 ? nil : newValue }
  }
}
