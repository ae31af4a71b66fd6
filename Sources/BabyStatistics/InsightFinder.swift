public import BabyModel

/// Finds what stands out about a child just now, from what was known of it at one instant.
///
/// Compares the time since the last feed, sleep and diaper with the child's own times on similar occasions, as
/// predictions weigh them. It skips topics with probably missing entries.
public struct InsightFinder: Sendable {
  /// How far back the log is looked at.
  public static var window: Duration { Parameters.window }
  /// The maximum number of entries, the newest: more than 150 a day.
  public static let mostEntries = 5_000
  /// For how long a temperature or a vaccine is worth a mention.
  private static let recent: Duration = .hours(48)

  /// The known entries, sorted by start.
  private let entries: [Entry]
  private let history: History
  private let clock: LocalClock
  private let zone: ZoneRules
  private let settings: Settings
  private let now: Instant
  private let age: Double

  /// - Parameters:
  ///   - entries: at least those of `window`, in any order; deleted ones and what began after `now` are not looked at.
  ///   - basis: from when the child's age counts.
  ///   - zone: the child's.
  public init(_ entries: [Entry], basis: AgeBasis, settings: Settings, zone: ZoneRules, now: Instant) {
    let earliest = now - Parameters.window
    self.entries = entries.filter { $0.deletedAt == nil && $0.start <= now && $0.start >= earliest }
      .sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    history = History(
      Rhythm(self.entries, solids: settings.solids).joiningTopUps(within: settings.topUp), zone: zone, from: earliest,
      now: now)
    clock = LocalClock(zone)
    age = Predictor.age(at: now, basis: basis, zone: zone)
    (self.zone, self.settings, self.now) = (zone, settings, now)
  }

  public func insight() -> Insight {
    guard !entries.isEmpty else { return Insight(madeAt: now, gaps: [InsightGap(.nothingLogged)]) }
    var insight = Insight(madeAt: now)
    insight.add(happenings())
    if let gap = logGap() {
      // Intervals from an incomplete log would be wrong.
      insight.gaps.append(gap)
    } else {
      insight.add(timers())
      insight.add(crying().map { [$0] } ?? [])
      for topic in [InsightTopic.feeding, .awake, .asleep, .diaper] { add(topic, to: &insight) }
    }
    insight.findings.sort { $0.unusualness > $1.unusualness }
    return insight
  }
}

extension InsightFinder {
  /// Why the log as a whole is not to be counted from; nil if it is.
  private func logGap() -> InsightGap? {
    let running = entries.filter { $0.isRunning }
    if let forgotten = running.first(where: { Timer.isForgotten($0, now: now) }) {
      return InsightGap(.timerForgotten, since: forgotten.start, entry: forgotten)
    }
    // A running timer is already visible.
    guard running.isEmpty else { return nil }
    // Entries of a whole day do not show when people logged.
    let timed = entries.filter { !$0.isOfDay(at: zone.local($0.start)) }
    let stretches = timed.map { ($0.start.minutes, max($0.start, min($0.end ?? $0.start, now)).minutes) }
    guard let question = History.untilEntry(stretches, now: now.minutes, clock: clock),
      question.now.length >= Parameters.shortestQuiet
    else { return nil }
    let gap = InsightGap(.quiet, since: Instant(minutes: question.now.start))
    if question.now.length >= question.most { return gap }
    guard question.comparison(age: age, isAsleep: history.isAsleep(at:)).1.count >= Parameters.fewestToCompare else {
      return nil
    }
    return question.now.length >= question.longest(age: age, isAsleep: history.isAsleep(at:)) ? gap : nil
  }

  private func add(_ topic: InsightTopic, to insight: inout Insight) {
    guard let question = question(topic) else {
      if topic == .awake, !history.isAsleep, let sleep = history.sleeps.last, sleep.end == nil {
        insight.gaps.append(InsightGap(.endUnknown, topic, since: Instant(minutes: sleep.start)))
      }
      return
    }
    let since = Instant(minutes: question.now.start)
    let (comparison, weight) = question.comparison(age: age, isAsleep: history.isAsleep(at:))
    if question.now.length >= min(question.most, question.longest(age: age, isAsleep: history.isAsleep(at:))) {
      return insight.gaps.append(InsightGap(.entryMissing, topic, since: since))
    }
    guard weight.count >= Parameters.fewestToCompare else {
      return insight.gaps.append(InsightGap(.fewTimes, topic, since: since, count: comparison.count))
    }
    insight.findings.append(
      InsightFinding(
        topic, entry: entry(topic, at: since), since: since, length: now - since, comparison: comparison,
        unusualness: comparison.share))
  }

  /// Nil if nothing of it is logged, and where it goes on.
  private func question(_ topic: InsightTopic) -> Question? {
    let minutes = now.minutes
    switch topic {
    case .feeding:
      if entries.contains(where: { $0.isFeed(solids: .off) && $0.isRunning }) { return nil }
      return settings.feedingIntervalFrom == .end
        ? history.sinceFeed(now: minutes, age: age, clock: clock) : history.untilFeed(now: minutes, age: age)
    case .awake: return history.isAsleep ? nil : history.untilSleep(now: minutes, age: age)
    case .asleep: return history.untilWakeUp(now: minutes, age: age)
    case .diaper:
      let diapers = entries.filter { $0.kind == .diaper }.map(\.start.minutes)
      return History.untilDiaper(diapers, now: minutes, age: age, clock: clock)
    case .timer, .temperature, .vaccine, .crying: return nil
    }
  }

  /// The entry that a topic counts from.
  private func entry(_ topic: InsightTopic, at since: Instant) -> Entry? {
    entries.last { entry in
      switch topic {
      case .feeding: entry.isFeed(solids: settings.solids) && (entry.start == since || entry.end == since)
      case .awake: entry.kind == .sleep && entry.end == since
      case .asleep: entry.kind == .sleep && entry.start == since
      case .diaper: entry.kind == .diaper && entry.start == since
      case .timer, .temperature, .vaccine, .crying: false
      }
    }
  }

  /// Timers that have been running for longer than is usual for this child; sleep is a separate topic.
  private func timers() -> [InsightFinding] {
    entries.filter { $0.isRunning && $0.kind != .sleep }.compactMap { running in
      let lengths = entries.filter { $0.isSameSort(as: running) }.compactMap(\.duration)
      guard Double(lengths.count) >= Parameters.fewestToCompare else { return nil }
      let length = now - running.start
      let share = Double(lengths.count { $0 < length }) / Double(lengths.count)
      guard share >= Insight.standsOut else { return nil }
      return InsightFinding(
        .timer, entry: running, since: running.start, length: length,
        comparison: InsightComparison(share: share, count: lengths.count), unusualness: share)
    }
  }

  /// The last temperature and the vaccines of the last two days.
  private func happenings() -> [InsightFinding] {
    [(InsightTopic.temperature, KindDeclaration.temperature), (.vaccine, .vaccine)].flatMap { topic, kind in
      let all = entries.filter { $0.kind == .declared(kind) }
      let recent = all.filter { now - $0.start <= Self.recent }
      let days = Double(Set(all.map { clock.zone.local($0.start).date }).count)
      return (topic == .temperature ? recent.suffix(1) : recent[...]).map { entry in
        InsightFinding(
          topic, entry: entry, since: entry.start, length: now - entry.start, comparison: nil,
          unusualness: 1 - days / (daysKept + 1))
      }
    }
  }

  /// On how many days anything was logged.
  private var daysKept: Double { Double(Set(entries.map { clock.zone.local($0.start).date }).count) }

  /// How much crying was logged today beside the days before; nil without any.
  private func crying() -> InsightFinding? {
    let crying = CryingDays(entries, dayStart: settings.dayStart, zone: clock.zone, now: now)
    guard crying.today > .zero else { return nil }
    let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: clock.zone)
    let share = Double(crying.before.count { $0 < crying.today }) / Double(max(crying.before.count, 1))
    let isComparable = crying.before.count >= 3
    return InsightFinding(
      .crying, since: day.start, length: crying.today,
      average: isComparable ? crying.before.reduce(.zero, +) / crying.before.count : nil,
      comparison: isComparable ? InsightComparison(share: share, count: crying.before.count) : nil,
      unusualness: isComparable ? share : 0.5)
  }
}

extension Insight {
  fileprivate mutating func add(_ findings: [InsightFinding]) { self.findings += findings }
}

extension Entry {
  /// Whether another lasts as this one does: of its kind, and an activity of its name.
  fileprivate func isSameSort(as other: Entry) -> Bool {
    isFeed(solids: .off) == other.isFeed(solids: .off) && timer == other.timer
  }
}

extension Question {
  /// Beyond what the child's own times on similar occasions make believable; without any, nothing is.
  fileprivate func longest(age: Double, isAsleep: (Double) -> Bool) -> Double {
    let (samples, _) = own(age: age, isAsleep: isAsleep)
    guard !samples.isEmpty else { return .infinity }
    return Distribution(samples, after: 0).quantile(0.98) * Parameters.believable
  }

  /// Compares the time since then with the child's own times.
  fileprivate func comparison(age: Double, isAsleep: (Double) -> Bool) -> (InsightComparison, Weight) {
    let (samples, weight) = own(age: age, isAsleep: isAsleep)
    let shorter = samples.reduce(0) { $0 + ($1.value < now.length ? $1.weight : 0) }
    let share = weight.total > 0 ? shorter / weight.total : 0
    return (InsightComparison(share: share, count: Int(weight.count.rounded())), weight)
  }
}
