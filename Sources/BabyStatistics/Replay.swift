public import BabyModel

/// Replays a log in the order of its events, and predicts the next event at each step.
///
/// The predictor only gets what had happened by then. Gaps that are longer than any child of the age is awake, asleep
/// or without a feed are left out, because there is nothing to compare with.
public struct Replay: Sendable {
  /// The time from one prediction to the next until the predicted event happens.
  public static let step: Duration = .minutes(30)
  /// For how many hours before bedtime it is predicted.
  private static let day = 12

  private let rhythm: Rhythm
  private let basis: AgeBasis
  private let zone: ZoneRules

  public init(_ rhythm: Rhythm, basis: AgeBasis, zone: ZoneRules) {
    self.rhythm = rhythm
    self.basis = basis
    self.zone = zone
  }

  /// A time at which something was waited for.
  struct Moment {
    var kind: PredictionKind
    var at: Instant
    var isFirst: Bool
    var actual: Instant
  }

  /// The trials of predictions that were made in a time, in order.
  ///
  /// - Parameter pause: called now and then, because this takes a while; throwing ends it.
  public func trials(
    from: Instant? = nil, to: Instant? = nil, pause: () async throws -> Void = {}
  ) async rethrows -> [BacktestTrial] {
    let moments = moments().filter { moment in
      from.map { moment.at >= $0 } ?? true && to.map { moment.at < $0 } ?? true
    }
    var trials: [BacktestTrial] = []
    trials.reserveCapacity(moments.count)
    for moment in moments.sorted(by: { $0.at < $1.at }) {
      if trials.count.isMultiple(of: 64) { try await pause() }
      if let trial = trial(moment) { trials.append(trial) }
    }
    return trials
  }

  /// The first prediction of each event that happened in a time, in the order of the events.
  ///
  /// - Parameter most: the maximum number of events; of more, the newest are taken.
  public func firstTrials(of time: Range<Instant>, most: Int) -> [BacktestTrial] {
    let moments = moments().filter { $0.isFirst && time.contains($0.actual) }
    return moments.sorted { ($0.actual, $0.at) < ($1.actual, $1.at) }.suffix(most).compactMap(trial)
  }

  /// Nil if nothing was to be predicted then.
  private func trial(_ moment: Moment) -> BacktestTrial? {
    let predictor = Predictor(rhythm, basis: basis, zone: zone, now: moment.at)
    guard let outcome = predictor.outcome(moment.kind), let baselines = predictor.baselines(moment.kind) else {
      return nil
    }
    return BacktestTrial(
      kind: moment.kind, madeAt: moment.at, age: predictor.weeks, isFirst: moment.isFirst, outcome: outcome,
      actual: moment.actual, baselines: baselines)
  }

  private func moments() -> [Moment] {
    guard let end = [rhythm.sleeps.last?.start, rhythm.feedings.last?.start].compactMap(\.self).max() else { return [] }
    let whole = History(rhythm, zone: zone, from: nil, now: end + .hours(24))
    var moments: [Moment] = []
    for (index, sleep) in whole.sleeps.enumerated() {
      guard let end = sleep.end else { continue }
      moments += self.moments(.wakeUp, since: sleep.start, from: sleep.start, to: end, most: .longestSleep)
      guard index + 1 < whole.sleeps.count else { continue }
      moments += self.moments(.nap, since: end, from: end, to: whole.sleeps[index + 1].start, most: .longestAwake)
    }
    for (feed, next) in zip(whole.feeds, whole.feeds.dropFirst()) {
      moments += self.moments(
        .feeding, since: feed.start, from: feed.end, to: next.start, most: .longestBetweenFeeds)
    }
    for night in Nights(whole, clock: LocalClock(zone)).nights {
      for hour in (0..<Self.day).reversed() {
        moments.append(
          Moment(
            kind: .bedtime, at: Instant(minutes: night.start - Double(hour) * 60 - 30), isFirst: hour == Self.day - 1,
            actual: Instant(minutes: night.start)))
      }
    }
    return moments
  }

  /// - Parameters:
  ///   - since: when the wait began, as the prediction counts it.
  ///   - first: when the first prediction is made.
  ///   - most: the longest wait that is believed.
  private func moments(
    _ kind: PredictionKind, since: Double, from first: Double, to actual: Double, most: AgeTable
  ) -> [Moment] {
    let start = Instant(minutes: since)
    guard actual - since < most[Predictor.age(at: start, basis: basis, zone: zone)] else { return [] }
    var times = [first]
    var next = since + Self.step.minutes
    while next < actual {
      if next > first { times.append(next) }
      next += Self.step.minutes
    }
    return times.filter { $0 < actual }.map {
      Moment(kind: kind, at: Instant(minutes: $0), isFirst: $0 == first, actual: Instant(minutes: actual))
    }
  }
}

extension Predictor {
  /// The prediction at a moment; nil if there was none, such as a nap when the next sleep is the night's.
  fileprivate func outcome(_ kind: PredictionKind) -> Result<Prediction, PredictionGap>? {
    do {
      let prediction = try predict(kind)
      if kind == .nap, let bedtime = try? predict(.bedtime), isNight(prediction, before: bedtime) { return nil }
      return .success(prediction)
    } catch {
      switch error {
      case .off, .tooYoung, .asleep, .awake, .bedtimeNext, .nightBegan: return nil
      case .ageOutOfRange, .nothingLogged, .entryMissing: return .failure(error)
      }
    }
  }
}
