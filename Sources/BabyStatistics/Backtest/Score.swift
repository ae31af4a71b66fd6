public import BabyModel

/// How good predictions of one kind were.
public struct Score: Hashable, Sendable {
  public var kind: PredictionKind
  /// Quarters of a year of age: 0 is the first three months; nil for all of them.
  public var quarter: Int?
  /// Whether only those count that were made when the wait began.
  public var isFirstOnly: Bool
  /// How often something was to be predicted.
  public var moments: Int
  /// How often that was left undone, since entries seemed to be missing.
  public var abstained: Int
  /// Mean and median distance from what happened, in minutes.
  public var meanError: Double
  public var medianError: Double
  /// Shares within 15, 30 and 60 minutes.
  public var within15: Double
  public var within30: Double
  public var within60: Double
  /// Shares that lay within the intervals that were to hold 50 and 80 of a hundred.
  public var coverage50: Double
  public var coverage80: Double
  /// The mean of the probabilities that the predictions gave for `within30`.
  public var meanConfidence: Double
  /// Mean error of the baselines, in minutes, in the same cases.
  public var ageTableError: Double
  public var ownMedianError: Double
}

extension Score {
  /// The table of a backtest: for each kind all ages first, then each quarter.
  public static func table(of trials: [Trial]) -> [Score] {
    PredictionKind.allCases.flatMap { kind in
      let trials = trials.filter { $0.kind == kind }
      let quarters = Set(trials.map(\.quarter)).sorted()
      return [true, false].flatMap { isFirstOnly in
        let counted = trials.filter { $0.isFirst || !isFirstOnly }
        let all = Score(kind, quarter: nil, isFirstOnly: isFirstOnly, of: counted)
        let parts = quarters.map { quarter in
          Score(kind, quarter: quarter, isFirstOnly: isFirstOnly, of: counted.filter { $0.quarter == quarter })
        }
        return ([all] + parts).compactMap(\.self)
      }
    }
  }

  /// Nil without trials.
  init?(_ kind: PredictionKind, quarter: Int?, isFirstOnly: Bool, of trials: [Trial]) {
    guard !trials.isEmpty else { return nil }
    let made = trials.compactMap { trial in
      (try? trial.outcome.get()).map { (prediction: $0, trial: trial) }
    }
    func share(_ condition: (Prediction, Trial) -> Bool) -> Double {
      made.isEmpty ? 0 : Double(made.count { condition($0.prediction, $0.trial) }) / Double(made.count)
    }
    func mean(_ value: (Prediction, Trial) -> Double) -> Double {
      made.isEmpty ? 0 : made.reduce(0) { $0 + value($1.prediction, $1.trial) } / Double(made.count)
    }
    func error(_ instant: Instant, _ trial: Trial) -> Double { abs((instant - trial.actual).minutes) }
    self.kind = kind
    self.quarter = quarter
    self.isFirstOnly = isFirstOnly
    moments = trials.count
    abstained = trials.count - made.count
    meanError = mean { error($0.at, $1) }
    medianError = made.map { error($0.prediction.at, $0.trial) }.median
    within15 = share { error($0.at, $1) <= 15 }
    within30 = share { error($0.at, $1) <= 30 }
    within60 = share { error($0.at, $1) <= 60 }
    coverage50 = share { $0.interval50.contains($1.actual) }
    coverage80 = share { $0.interval80.contains($1.actual) }
    meanConfidence = mean { prediction, _ in prediction.confidence }
    ageTableError = mean { error($1.baselines.ageTable, $1) }
    ownMedianError = mean { error($1.baselines.ownMedian, $1) }
  }
}

extension Trial {
  /// Quarters of a year of age.
  var quarter: Int { age / 13 }
}
