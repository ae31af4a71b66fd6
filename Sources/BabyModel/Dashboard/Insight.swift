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
  /// For crying, the average of the days before; otherwise nil.
  public var average: Duration?
  /// Nil if there is nothing to compare with.
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
  fileprivate var ofTen: (shorter: Int, all: Int) {
    let all = min(count, 10)
    return (Int((share * Double(all)).rounded()), all)
  }
}

/// A topic that was skipped, and why.
public struct InsightGap: Hashable, Sendable {
  /// Why nothing can be said about it.
  public enum Reason: String, CaseIterable, Sendable {
    /// The last entry is too long ago to count from it.
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
  /// From when on the log says nothing, or from when it counts; nil if nothing was logged.
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

// What stands out about a child right now.
extension Words {
  /// "Why is Eva crying?"
  public static func insightTitle(_ child: String) -> String { "Why is \(child) crying?" }

  /// "Feed", "Awake", "Tummy time", "Temperature"
  public static func title(_ finding: InsightFinding) -> String {
    finding.topic == .timer ? finding.entry.map { title($0.kind) } ?? "Timer" : heading(finding.topic)
  }

  static func heading(_ topic: InsightTopic) -> String {
    switch topic {
    case .feeding: "Feed"
    case .awake: "Awake"
    case .asleep: "Asleep"
    case .diaper: "Diaper"
    case .timer: "Timer"
    case .temperature: "Temperature"
    case .vaccine: "Vaccine"
    case .crying: "Crying"
    }
  }

  /// "2h 50m since the last feed, at 9:10 AM"; "1h 40m, since 10:20 AM"; "38.2 °C · ear · yesterday 9:10 PM"; "45m logged
  /// today, 15m a day before"
  ///
  /// - Parameter clock: an instant as the child's clocks show it.
  public static func text(_ finding: InsightFinding, units: VolumeUnit, clock: (Instant) -> String) -> String {
    let length = duration(finding.length)
    switch finding.topic {
    case .feeding: return "\(length) since the last feed, at \(clock(finding.since))"
    case .diaper: return "\(length) since the last diaper, at \(clock(finding.since))"
    case .awake, .asleep, .timer: return "\(length), since \(clock(finding.since))"
    case .temperature, .vaccine:
      return line((finding.entry.map { measures($0, units: units) } ?? []) + [clock(finding.since)])
    case .crying:
      return "\(length) logged today" + (finding.average.map { ", \(duration($0)) a day in the week before" } ?? "")
    }
  }

  /// "later than 8 of 10 times", "longer than 8 of 10 times", "more than on 6 of the 7 days before"
  public static func text(_ comparison: InsightComparison, of topic: InsightTopic) -> String {
    let (shorter, all) = comparison.ofTen
    switch topic {
    case .crying: return "more than on \(shorter) of the \(days(all)) before"
    case .feeding, .diaper: return "later than \(shorter) of \(all) times"
    case .awake, .asleep, .timer, .temperature, .vaccine: return "longer than \(shorter) of \(all) times"
    }
  }

  /// Why a topic was skipped: "The log looks incomplete since 9:10 AM: nothing was logged for 5h, far longer than usual
  /// at this hour."
  ///
  /// - Parameter clock: an instant as the child's clocks show it.
  public static func explanation(_ gap: InsightGap, now: Instant, clock: (Instant) -> String) -> String {
    let topic = gap.topic.map(heading) ?? ""
    let length = gap.since.map { longDuration(now - $0) } ?? ""
    let since = gap.since.map(clock) ?? ""
    switch gap.reason {
    case .nothingLogged: return "Nothing was logged in the last 30 days that could be looked at."
    case .quiet:
      return "\(incomplete) since \(since): nothing was logged for \(length), far longer than usual at this hour."
    case .timerForgotten:
      let kind = gap.entry.map { title($0.kind).lowercased() } ?? "timer"
      return "\(incomplete) since \(since): the \(kind) that was started then was probably not ended."
    case .entryMissing:
      return
        "\(topic): \(length) since \(since), far longer than usual at this hour: something was probably not logged."
    case .endUnknown: return "\(topic): the end of the sleep at \(since) was not logged."
    case .fewTimes:
      let times = gap.count.map { "\($0)" } ?? "no"
      return "\(topic): \(length), since \(since). Too few earlier times at a similar hour to compare with (\(times))."
    }
  }

  private static let incomplete = "The log looks incomplete"

  /// "5h 20m", and from two days on "5 days"
  private static func longDuration(_ length: Duration) -> String {
    let hours = length.wholeMinutes / 60
    return hours < 48 ? duration(length) : days(Int(hours / 24))
  }

  /// Shown if there is no finding.
  public static let nothingStandsOut = "Nothing unusual in the log."

  /// Shown below insights.
  public static let insightIsNoAdvice =
    "Compared with this child's own last 30 days at a similar hour. A log cannot explain why. Not medical advice."
}
