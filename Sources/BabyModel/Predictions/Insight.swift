/// What stands out about a child right now, judging by the log: what a caregiver goes through when it cries.
///
/// It compares with the child's own rhythm and names no cause. It is not medical advice.
public struct Insight: Hashable, Sendable {
  public var madeAt: Instant
  /// The most unusual first.
  public var findings: [InsightFinding]
  /// The topics that were skipped, and why.
  public var gaps: [InsightGap]

  /// From here on, something is worth pointing at: it was longer than 8 of 10 times.
  public static let standsOut = 0.8

  public init(madeAt: Instant, findings: [InsightFinding] = [], gaps: [InsightGap] = []) {
    self.madeAt = madeAt
    self.findings = findings
    self.gaps = gaps
  }
}

/// The topics of an insight.
public enum InsightTopic: String, CaseIterable, Sendable {
  /// The time since the last feed, awake, asleep, and since the last diaper.
  case feeding, awake, asleep, diaper
  /// Something that has been running for long.
  case timer
  case temperature, vaccine
  case crying
}

/// One thing about a child, with what it rests on.
public struct InsightFinding: Hashable, Sendable {
  public var topic: InsightTopic
  /// The entry that it counts from, or that says it; nil for crying.
  public var entry: Entry?
  /// From when it counts; the day's beginning for crying.
  public var since: Instant
  /// The time since then; for crying, the logged duration.
  public var length: Duration
  /// Of crying, the middle of the days before; else nil.
  public var average: Duration?
  /// Nil where there is nothing to compare with.
  public var comparison: InsightComparison?
  /// 0...1: how rare this is for this child. Findings are sorted by it.
  public var unusualness: Double

  public init(
    _ topic: InsightTopic, entry: Entry? = nil, since: Instant, length: Duration, average: Duration? = nil,
    comparison: InsightComparison?, unusualness: Double
  ) {
    self.topic = topic
    self.entry = entry
    self.since = since
    self.length = length
    self.average = average
    self.comparison = comparison
    self.unusualness = unusualness
  }
}

/// The child's own earlier ones beside what there is now.
public struct InsightComparison: Hashable, Sendable {
  /// How many of the earlier ones were shorter, 0...1; those at a similar hour and more recent count more.
  public var share: Double
  /// As how many equal ones they count: times, or days of crying.
  public var count: Int

  public init(share: Double, count: Int) {
    self.share = share
    self.count = count
  }

  /// "8 of 10" in numbers: never more than there are.
  public var ofTen: (shorter: Int, all: Int) {
    let all = min(count, 10)
    return (Int((share * Double(all)).rounded()), all)
  }
}

/// A topic that was skipped, and why.
public struct InsightGap: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    /// Nothing was logged for so long that there is nothing to count from.
    case nothingLogged
    /// Nothing at all was logged for far longer than is usual at this hour.
    case quiet
    /// A timer has run for longer than its kind can last.
    case timerForgotten
    /// The last one is far longer ago than is usual at this hour: something was probably not logged.
    case entryMissing
    /// The end was not recorded.
    case endUnknown
    /// There are too few earlier times at a similar hour to compare with.
    case fewTimes
  }

  public var reason: Reason
  /// Nil for the whole log.
  public var topic: InsightTopic?
  /// From when on the log says nothing, or from when it counts; nil where nothing was logged.
  public var since: Instant?
  /// The entry that it is about.
  public var entry: Entry?
  /// How many past cases it compares with.
  public var count: Int?

  public init(
    _ reason: Reason, _ topic: InsightTopic? = nil, since: Instant? = nil, entry: Entry? = nil, count: Int? = nil
  ) {
    self.reason = reason
    self.topic = topic
    self.since = since
    self.entry = entry
    self.count = count
  }
}
