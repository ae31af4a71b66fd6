public import BabyModel

/// Predicts one child's day from what was known at one instant.
///
/// A prediction is a distribution of the child's own recent times, weighted by how similar their circumstances are,
/// together with the usual times for the age. Times that have already passed are left out: the median of the rest is
/// the prediction, its quarters and tenths are the intervals.
public struct Predictor: Sendable {
  /// How far back the log is read.
  public static var window: Duration { Parameters.window }

  let history: History
  let clock: LocalClock
  let now: Instant
  /// In weeks, with fractions.
  let age: Double
  /// Whole weeks since birth where that is another age.
  private let sinceBirth: Int?

  /// - Parameters:
  ///   - rhythm: at least what began within `window`; what began after `now` is not looked at.
  ///   - basis: from when the child's age counts.
  ///   - zone: the child's.
  public init(_ rhythm: Rhythm, basis: AgeBasis, zone: ZoneRules, now: Instant) {
    clock = LocalClock(zone)
    history = History(rhythm, zone: zone, from: now - Parameters.window, now: now)
    self.now = now
    age = Self.age(at: now, basis: basis, zone: zone)
    let today = zone.local(now).date
    sinceBirth = basis.isCorrected(on: today) ? (today.dayNumber - basis.born.dayNumber) / 7 : nil
  }

  var weeks: Int { Int(age.rounded(.down)) }

  /// In weeks, with fractions.
  static func age(at instant: Instant, basis: AgeBasis, zone: ZoneRules) -> Double {
    Double(basis.days(on: zone.local(instant).date)) / 7 + LocalClock(zone).hour(instant) / 168
  }

  /// All current predictions, for display.
  public func forecast() -> Forecast {
    var forecast = Forecast(madeAt: now)
    for kind in PredictionKind.allCases {
      do { forecast.predictions.append(try predict(kind)) } catch { forecast.gaps[kind] = error }
    }
    if let nap = forecast[.nap], let bedtime = forecast[.bedtime], isNight(nap, before: bedtime) {
      forecast.predictions.removeAll { $0.kind == .nap }
      forecast.gaps[.nap] = .bedtimeNext
    }
    forecast.predictions.sort { $0.at < $1.at }
    return forecast
  }

  /// Predicts one thing; a nap also where that is likely the night.
  public func predict(_ kind: PredictionKind) throws(PredictionGap) -> Prediction {
    guard age >= 0, age < Parameters.oldest else { throw .ageOutOfRange }
    switch kind {
    case .nap where history.isAsleep: throw .asleep
    case .wakeUp where !history.isAsleep: throw .awake
    case .nap where history.sleeps.isEmpty, .feeding where history.feeds.isEmpty: throw .nothingLogged
    case .bedtime: return try bedtime()
    case .nap, .wakeUp, .feeding: return try answer(kind, question(kind))
    }
  }

  /// The input of a prediction; nil if its start is unknown, and for a bedtime.
  func question(_ kind: PredictionKind) -> Question? {
    switch kind {
    case .nap: history.untilSleep(now: now.minutes, age: age)
    case .feeding: history.untilFeed(now: now.minutes, age: age)
    case .wakeUp: history.untilWakeUp(now: now.minutes, age: age)
    case .bedtime: nil
    }
  }

  /// Whether the next sleep is the night's.
  func isNight(_ nap: Prediction, before bedtime: Prediction) -> Bool {
    bedtime.at - nap.at <= Duration(minutes: Parameters.napBeforeBedtime)
  }

  private func answer(_ kind: PredictionKind, _ question: Question?) throws(PredictionGap) -> Prediction {
    guard let question, question.now.length < question.most else { throw .entryMissing }
    let (distribution, weight) = question.distribution(age: age, isAsleep: history.isAsleep(at:))
    guard distribution.left > Parameters.leastLeft else { throw .entryMissing }
    let usual = question.usual(age)
    return prediction(
      kind, distribution, since: question.now.start,
      evidence: PredictionEvidence(
        since: Instant(minutes: question.now.start), age: weeks, sinceBirth: sinceBirth,
        usual: Duration(minutes: usual * 0.8)...Duration(minutes: usual * 1.2), similar: Int(weight.count.rounded()),
        ownShare: weight.total / (weight.total + question.parameters.ageWeight)))
  }

  /// The evening's bedtime: the child's own by the clock, those of days that stood alike at this hour counting more.
  private func bedtime() throws(PredictionGap) -> Prediction {
    guard age >= Parameters.firstNights else { throw .tooYoung }
    guard !history.sleeps.isEmpty else { throw .nothingLogged }
    let parameters = Parameters.bedtime
    let evening = Evening(now.minutes, clock: clock)
    let nights = Nights(history, clock: clock).nights
    if nights.last?.day == evening.day { throw .nightBegan }
    if history.isAsleep, let sleep = history.sleeps.last {
      let start = Evening(sleep.start, clock: clock)
      if start.day < evening.day || start.hour >= Parameters.evening.from { throw .nightBegan }
    }
    let awake = history.hoursAwake(at: now.minutes) ?? 0
    var samples: [(value: Double, weight: Double)] = []
    var squares = 0.0
    for night in nights {
      let days = Double(evening.day - night.day)
      let then = night.start - (night.hour - evening.hour) * 60
      let difference = (history.hoursAwake(at: then) ?? awake) - awake
      let weight = decay(days / parameters.memory) * bell(min(max(difference, -3), 3) / parameters.hourWidth)
      squares += weight * weight
      samples += [-1, 0, 1].map { (night.hour + parameters.ownSpread * $0, weight / 3) }
    }
    let own = samples.reduce(0) { $0 + $1.weight }
    let usual = AgeTable.bedtime[age]
    samples += Distribution.evenly(around: usual, spread: parameters.ageSpread, weight: parameters.ageWeight)
    // From hours of the evening to minutes from now on.
    let distribution = Distribution(samples.map { (($0.value - evening.hour) * 60, $0.weight) }, after: 0)
    guard distribution.left > Parameters.leastLeft else { throw .entryMissing }
    let noon = now.minutes - (evening.hour - 12) * 60
    return prediction(
      .bedtime, distribution, since: now.minutes,
      evidence: PredictionEvidence(
        since: Instant(minutes: noon), age: weeks, sinceBirth: sinceBirth,
        usual: Duration(minutes: (usual - 13) * 60)...Duration(minutes: (usual - 11) * 60),
        similar: Int((squares > 0 ? own * own / squares : 0).rounded()), ownShare: own / (own + parameters.ageWeight)))
  }

  /// - Parameter since: what the distribution's minutes count from.
  private func prediction(
    _ kind: PredictionKind, _ distribution: Distribution, since: Double, evidence: PredictionEvidence
  ) -> Prediction {
    func instant(_ length: Double, _ rule: FloatingPointRoundingRule) -> Instant {
      max(now, Instant(minutes: (since + length).rounded(rule)))
    }
    let quarters = (distribution.quantile(0.25), distribution.quantile(0.75))
    let fourFifths = distribution.fourFifths
    let middle = min(max(distribution.middle, quarters.0), quarters.1)
    return Prediction(
      kind: kind, at: instant(middle, .toNearestOrEven),
      interval50: instant(quarters.0, .down)...instant(quarters.1, .up),
      interval80: instant(fourFifths.low, .down)...instant(fourFifths.high, .up),
      confidence: distribution.share(upTo: middle + 30) - distribution.share(upTo: middle - 30), evidence: evidence)
  }
}
