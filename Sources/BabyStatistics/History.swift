import BabyModel

/// What was known of a child at an instant: whole sleeps and feeds, in order, in minutes since 1970.
///
/// Overlapping sleeps and those with a moment between them are one, marker entries none; feeds that follow one another
/// closely are one.
struct History {
  struct Sleep {
    var start: Double
    /// Nil while it is running or if it is unknown.
    var end: Double?
    /// Hours of the child's clocks.
    var startHour: Double
    var endHour: Double
  }

  struct Feed {
    var start: Double
    var end: Double
    var hour: Double
  }

  private(set) var sleeps: [Sleep] = []
  private(set) var feeds: [Feed] = []
  /// Whether the last sleep is running.
  private(set) var isAsleep = false

  /// - Parameters:
  ///   - earliest: what began before is ignored.
  ///   - now: what began later is unknown; what ended later is still running.
  init(_ rhythm: Rhythm, zone: ZoneRules, from earliest: Instant?, now: Instant) {
    let clock = LocalClock(zone)
    for stretch in rhythm.sleeps.known(from: earliest, until: now) { add(sleep: stretch, now: now, clock: clock) }
    for stretch in rhythm.feedings.known(from: earliest, until: now) { add(feed: stretch, now: now, clock: clock) }
  }

  private mutating func add(sleep stretch: Stretch, now: Instant, clock: LocalClock) {
    let end = stretch.end.flatMap { $0 <= now ? $0 : nil }
    if let end, end - stretch.start < Parameters.shortestSleep { return }
    let goesOn = end == nil && !stretch.endUnknown
    if let last = sleeps.last, let lastEnd = last.end,
      stretch.start.minutes - lastEnd < Parameters.sleepJoin.minutes
    {
      if goesOn || end.map({ $0.minutes > lastEnd }) ?? false {
        sleeps[sleeps.count - 1].end = end?.minutes
        sleeps[sleeps.count - 1].endHour = end.map(clock.hour) ?? 0
      }
    } else {
      // A sleep without an end has ended when the next one begins.
      sleeps.append(
        Sleep(
          start: stretch.start.minutes, end: end?.minutes, startHour: clock.hour(stretch.start),
          endHour: end.map(clock.hour) ?? 0))
    }
    isAsleep = sleeps.last?.end == nil && goesOn
  }

  private mutating func add(feed stretch: Stretch, now: Instant, clock: LocalClock) {
    let end = max(stretch.start, min(stretch.end ?? stretch.start, now)).minutes
    if let last = feeds.last, stretch.start.minutes - last.end < Parameters.feedJoin.minutes {
      feeds[feeds.count - 1].end = max(last.end, end)
    } else {
      feeds.append(Feed(start: stretch.start.minutes, end: end, hour: clock.hour(stretch.start)))
    }
  }

  /// Whether the child was asleep.
  func isAsleep(at time: Double) -> Bool {
    let after = sleeps.partitioningIndex { $0.start > time }
    guard after > 0 else { return false }
    let sleep = sleeps[after - 1]
    return sleep.end.map { time < $0 } ?? (after == sleeps.count && isAsleep)
  }

  /// How long the child had been awake, in hours; 0 while asleep, and nil if that is not known.
  func hoursAwake(at time: Double) -> Double? {
    let after = sleeps.partitioningIndex { $0.start > time }
    guard after > 0, let end = sleeps[after - 1].end else { return after > 0 && isAsleep(at: time) ? 0 : nil }
    return max(0, time - end) / 60
  }
}

/// Hours of the day on a child's clocks.
struct LocalClock {
  let zone: ZoneRules

  init(_ zone: ZoneRules) { self.zone = zone }

  func hour(_ instant: Instant) -> Double {
    let local = instant.milliseconds + Int64(zone.offset(at: instant)) * 1000
    let day = LocalDate.millisecondsPerDay
    return Double(((local % day) + day) % day) / 3_600_000
  }
}

extension Instant {
  var minutes: Double { Double(milliseconds) / 60_000 }

  init(minutes: Double) { self.init(milliseconds: Int64((minutes * 60_000).rounded())) }
}

extension Duration {
  var minutes: Double { Double(inMilliseconds) / 60_000 }

  init(minutes: Double) { self = .milliseconds(Int64((minutes * 60_000).rounded())) }
}

extension [Stretch] {
  /// Those that began in a time. They are in order.
  fileprivate func known(from earliest: Instant?, until now: Instant) -> ArraySlice<Stretch> {
    let first = earliest.map { earliest in partitioningIndex { $0.start >= earliest } } ?? 0
    return self[first..<Swift.max(first, partitioningIndex { $0.start > now })]
  }
}
