public import BabyModel

/// One prediction of the past, beside what came of it.
public struct BacktestTrial: Sendable {
  public var kind: PredictionKind
  public var madeAt: Instant
  /// In whole weeks.
  public var age: Int
  /// Made when the wait for it began: at waking up, after the feed, at falling asleep, in the morning.
  public var isFirst: Bool
  /// The prediction, or why there was none.
  public var outcome: Result<Prediction, PredictionGap>
  public var actual: Instant
  public var baselines: Baselines
}

/// Predictions without a model.
public struct Baselines: Hashable, Sendable {
  /// The median for the age.
  public var ageTable: Instant
  /// The median of the child's own times within an hour and a half of the same hour in the last 14 days; with less than
  /// three, the age table.
  public var ownMedian: Instant
}

extension Predictor {
  private static let ownDays = 14.0
  private static let ownHours = 1.5

  /// The baselines' predictions; no earlier than now, which is in their favour.
  func baselines(_ kind: PredictionKind) -> Baselines? {
    if kind == .bedtime { return bedtimeBaselines }
    guard let question = question(kind) else { return nil }
    let own = question.earlier.filter {
      $0.start > question.now.start - Self.ownDays * 1440 && $0.start + $0.length <= question.now.start
        && abs(LocalClock.difference($0.hour, question.now.hour)) <= Self.ownHours
    }
    return baselines(
      usual: question.usual(age), own: own.map(\.length), since: question.now.start)
  }

  private var bedtimeBaselines: Baselines {
    let evening = Evening(now.minutes, clock: clock)
    let own = Nights(history, clock: clock).nights.filter { Double(evening.day - $0.day) <= Self.ownDays }
    return baselines(
      usual: AgeTable.bedtime[age] * 60, own: own.map { $0.hour * 60 }, since: now.minutes - evening.hour * 60)
  }

  private func baselines(usual: Double, own: [Double], since: Double) -> Baselines {
    let median = own.count >= 3 ? own.median : usual
    return Baselines(
      ageTable: max(now, Instant(minutes: since + usual)), ownMedian: max(now, Instant(minutes: since + median)))
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle; 0 without any.
  package var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
