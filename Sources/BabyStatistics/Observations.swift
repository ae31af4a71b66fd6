import BabyModel
import Glibc

/// How long something took once, and how things stood then.
struct Observation {
  /// When it began, in minutes since 1970.
  var start: Double
  /// In minutes.
  var length: Double
  /// The hour of the day at which it began.
  var hour: Double
  /// The length of what came before, on a logarithmic scale.
  var size: Double
}

/// The start of a prediction, and the child's own intervals since then.
struct Question {
  var parameters: Parameters
  /// The child's current interval: its `length` is the time so far.
  var now: Observation
  /// The minimum total: no less than the time so far.
  var least: Double
  /// The child's earlier ones, whole, in order.
  var earlier: [Observation]
  /// The usual interval at an age in weeks, in minutes.
  var usual: @Sendable (Double) -> Double
  /// The upper limit at that age, in minutes.
  var most: Double
}

extension History {
  /// The next sleep of a child that is awake; nil if it is unknown since when.
  func untilSleep(now: Double, age: Double) -> Question? {
    guard let last = sleeps.last, let awake = last.end else { return nil }
    var earlier: [Observation] = []
    for (sleep, next) in zip(sleeps, sleeps.dropFirst()) {
      guard let end = sleep.end else { continue }
      earlier.append(
        Observation(
          start: end, length: next.start - end, hour: sleep.endHour, size: size(end - sleep.start, atLeast: 5)))
    }
    return Question(
      parameters: .nap,
      now: Observation(
        start: awake, length: now - awake, hour: last.endHour, size: size(awake - last.start, atLeast: 5)),
      least: now - awake, earlier: earlier, usual: { AgeTable.awake[$0] }, most: AgeTable.longestAwake[age])
  }

  /// The next diaper, counted from the last; nil without one.
  ///
  /// - Parameter diapers: when there was one, in order, in minutes since 1970; one soon after another belongs to it.
  static func untilDiaper(_ diapers: [Double], now: Double, age: Double, clock: LocalClock) -> Question? {
    var changes: [Double] = []
    for diaper in diapers where changes.last.map({ diaper - $0 >= Parameters.diaperJoin.minutes }) ?? true {
      changes.append(diaper)
    }
    return Question(
      parameters: .diaper, stretches: zip(changes, changes.dropFirst()).map { ($0, $1) }, since: changes.last,
      now: now, clock: clock, usual: { AgeTable.betweenDiapers[$0] }, most: AgeTable.longestBetweenDiapers[age])
  }

  /// The next entry of any kind, counted from when the last one began or ended; nil without any.
  ///
  /// - Parameter entries: from when to when each was, in the order of their starts, in minutes since 1970.
  static func untilEntry(_ entries: [(start: Double, end: Double)], now: Double, clock: LocalClock) -> Question? {
    var quiet: [(Double, Double)] = []
    var reach: Double?
    for entry in entries {
      if let reach, entry.start > reach { quiet.append((reach, entry.start)) }
      reach = max(reach ?? entry.end, entry.end)
    }
    return Question(
      parameters: .quiet, stretches: quiet, since: reach, now: now, clock: clock, usual: { _ in 1 },
      most: Parameters.longestQuiet)
  }

  /// The next feed, counted from when the last one ended; nil without one.
  func sinceFeed(now: Double, age: Double, clock: LocalClock) -> Question? {
    Question(
      parameters: .feeding, stretches: zip(feeds, feeds.dropFirst()).map { ($0.end, $1.start) }, since: feeds.last?.end,
      now: now, clock: clock, usual: { AgeTable.betweenFeeds[$0] }, most: AgeTable.longestBetweenFeeds[age])
  }

  /// The next feed, counted from the last; nil without one.
  func untilFeed(now: Double, age: Double) -> Question? {
    guard let last = feeds.last else { return nil }
    let earlier = zip(feeds, feeds.dropFirst()).map { feed, next in
      Observation(
        start: feed.start, length: next.start - feed.start, hour: feed.hour,
        size: size(feed.end - feed.start + 3, atLeast: 3))
    }
    // A feed that follows sooner belongs to the same feed.
    let soonest = last.end - last.start + Parameters.feedJoin.minutes
    return Question(
      parameters: .feeding,
      now: Observation(
        start: last.start, length: now - last.start, hour: last.hour,
        size: size(last.end - last.start + 3, atLeast: 3)),
      least: max(now - last.start, soonest), earlier: earlier, usual: { AgeTable.betweenFeeds[$0] },
      most: AgeTable.longestBetweenFeeds[age])
  }

  /// The end of the sleep that goes on; nil without one.
  func untilWakeUp(now: Double, age: Double) -> Question? {
    guard isAsleep, let current = sleeps.last else { return nil }
    var earlier: [Observation] = []
    var awakeBefore = size(90, atLeast: 5)
    for (index, sleep) in sleeps.enumerated() {
      if index > 0, let end = sleeps[index - 1].end { awakeBefore = size(min(600, sleep.start - end), atLeast: 5) }
      guard let end = sleep.end else { continue }
      earlier.append(
        Observation(start: sleep.start, length: end - sleep.start, hour: sleep.startHour, size: awakeBefore))
    }
    let isNight = current.startHour >= 18.5 || current.startHour < 4
    return Question(
      parameters: .wakeUp,
      now: Observation(start: current.start, length: now - current.start, hour: current.startHour, size: awakeBefore),
      least: now - current.start, earlier: earlier, usual: { isNight ? AgeTable.night[$0] : AgeTable.nap[$0] },
      most: AgeTable.longestSleep[age])
  }

  private func size(_ minutes: Double, atLeast least: Double) -> Double { log(max(least, minutes)) }
}

extension Question {
  /// Of what has nothing before it that counts.
  ///
  /// - Parameter stretches: from when to when the earlier ones were, in order.
  fileprivate init?(
    parameters: Parameters, stretches: [(start: Double, end: Double)], since: Double?, now: Double, clock: LocalClock,
    usual: @escaping @Sendable (Double) -> Double, most: Double
  ) {
    guard let since else { return nil }
    func observation(_ start: Double, _ end: Double) -> Observation {
      Observation(start: start, length: end - start, hour: clock.hour(Instant(minutes: start)), size: 0)
    }
    self.init(
      parameters: parameters, now: observation(since, now), least: now - since, earlier: stretches.map(observation),
      usual: usual, most: most)
  }

  /// How much the child's own times count in all, and as how many equal ones.
  struct Weight {
    var total = 0.0
    var count = 0.0
  }

  /// The child's own times, each with how much it counts now.
  ///
  /// - Parameters:
  ///   - age: in weeks, now.
  ///   - isAsleep: whether the child was asleep at a time; the same time after the start is what counts.
  func own(age: Double, isAsleep: (Double) -> Bool) -> (samples: [(value: Double, weight: Double)], Weight) {
    let usualNow = usual(age)
    let stateNow = isAsleep(now.start + now.length)
    let comparesState = parameters.otherState < 1 && now.length >= Parameters.settling
    var samples: [(value: Double, weight: Double)] = []
    var squares = 0.0
    var total = 0.0
    for observation in earlier where observation.start + observation.length <= now.start && observation.length < most {
      let hours = LocalClock.difference(observation.hour, now.hour)
      var weight =
        decay((now.start - observation.start) / 1440 / parameters.memory) * bell(hours / parameters.hourWidth)
      guard weight > 1e-6 else { continue }
      let sizes = bell((observation.size - now.size) / parameters.sizeWidth)
      weight *= parameters.sizeFloor + (1 - parameters.sizeFloor) * sizes
      if comparesState, isAsleep(observation.start + now.length) != stateNow { weight *= parameters.otherState }
      // A child of another age: its times grow as the table's do.
      let growth = usualNow / usual(age - (now.start - observation.start) / 10_080)
      let shift = parameters.clockShare * 60 * min(max(hours, -2), 2)
      samples.append((max(5, observation.length * growth + shift), weight))
      total += weight
      squares += weight * weight
    }
    return (samples, Weight(total: total, count: squares > 0 ? total * total / squares : 0))
  }

  /// The expected distribution.
  ///
  /// - Parameters: as of `own`.
  func distribution(age: Double, isAsleep: (Double) -> Bool) -> (Distribution, Weight) {
    let (samples, weight) = own(age: age, isAsleep: isAsleep)
    let usualNow = usual(age)
    let table = Distribution.around(usualNow, spread: parameters.ageSpread, weight: parameters.ageWeight)
    // The table's times that have passed go on from now: what is longer than usual is not at once unheard of.
    let passed = table.reduce(0) { $0 + ($1.value > least ? 0 : $1.weight) }
    let rest = Distribution.around(
      usualNow * Parameters.restShare, spread: Parameters.restSpread, weight: passed
    ).map { (value: least + $0.value, weight: $0.weight) }
    return (Distribution(spread(samples, weight) + table, after: least, rest: rest), weight)
  }

  /// Each sample as three: what happened at one minute can happen at those around it.
  private func spread(
    _ samples: [(value: Double, weight: Double)], _ weight: Weight
  ) -> [(value: Double, weight: Double)] {
    guard weight.total > 0 else { return [] }
    let logs = samples.map { log($0.value) }
    let mean = zip(samples, logs).reduce(0) { $0 + $1.0.weight * $1.1 } / weight.total
    let variance = zip(samples, logs).reduce(0) { $0 + $1.0.weight * ($1.1 - mean) * ($1.1 - mean) } / weight.total
    let width = min(parameters.ownSpread, 0.3 * variance.squareRoot() * pow(max(1, weight.count), -0.2))
    let factor = exp(width * 1.5.squareRoot())
    return samples.flatMap { sample in
      [1 / factor, 1, factor].map { (sample.value * $0, sample.weight / 3) }
    }
  }
}

extension LocalClock {
  /// Hours from one time of the day to another, -12..<12: negative when `other` is later.
  static func difference(_ hour: Double, _ other: Double) -> Double {
    let difference = (hour - other + 36).truncatingRemainder(dividingBy: 24)
    return difference - 12
  }
}
