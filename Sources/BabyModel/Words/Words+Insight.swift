// What stands out about a child right now.
extension Words {
  /// "Why is Eva crying?"
  public static func whyCrying(_ child: String) -> String { "Why is \(child) crying?" }

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
    case .endUnknown: return "\(topic): nobody logged when the sleep of \(since) ended."
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

  /// Stands where nothing is far from what is usual.
  public static let nothingStandsOut = "Nothing that was logged is far from this child's usual."

  /// Shown below insights.
  public static let insightIsNoAdvice =
    "Compared with this child's own last 30 days at a similar hour. A log knows no reasons. Not medical advice."
}
