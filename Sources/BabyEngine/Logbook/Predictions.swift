public import BabyModel
import BabyStatistics
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The predictions for a child, with what they rest on.
  public func predictions(of reference: String?) throws -> PredictionGet.Answer {
    let forecaster = try forecaster(of: child(reference))
    let (forecast, format) = (try forecaster.forecast(), forecaster.settings.timeFormat)
    return PredictionGet.Answer(
      child: ChildReference(forecaster.child), timeFormat: format, theme: forecaster.settings.theme,
      madeAt: forecast.madeAt,
      predictions: forecast.predictions.map { PredictionRecord($0, zone: forecaster.zone, format: format) },
      gaps: PredictionGapRecord.all(of: forecast), note: Words.noMedicalAdvice)
  }

  /// Predictions and reminders from this log.
  func forecaster(of child: Child) throws -> Forecaster {
    Forecaster(
      of: child, transaction, settings: try settings(of: child), zone: try zone(child.zone), now: now)
  }
}

extension LogbookWriter {
  /// Keeps what a caregiver says of a prediction.
  public func keepFeedback(_ params: PredictionFeedback.Params) throws -> PredictionFeedback.Answer {
    let child = try reader.child(params.childID)
    try transaction.keep(params.verdict, of: params.kind, child: child.id)
    return PredictionFeedback.Answer(
      child: ChildReference(child), message: Words.kept(params.verdict, of: params.kind), seq: try seq,
      isDryRun: isDryRun)
  }
}

/// A backtest of a child's log, which is run outside the transaction: it takes a while.
public struct Backtest: Sendable {
  fileprivate let child: Child
  /// The time in which predictions are looked at.
  fileprivate let from, to: Instant?
  fileprivate let replay: Replay
  /// Counts of the caregivers' feedback in that time.
  public let feedback: [PredictionKind: [PredictionVerdict: Int]]

  /// Computes the scores.
  ///
  /// - Throws: `CancellationError`.
  public func run() async throws -> PredictionBacktest.Answer {
    let trials = try await replay.trials(from: from, to: to) {
      // Others who wait for the same threads get their turn.
      try Task.checkCancellation()
      await Task.yield()
    }
    return PredictionBacktest.Answer(
      child: ChildReference(child), from: trials.first?.madeAt, to: trials.last?.madeAt,
      scores: PredictionScoreRecord.table(of: trials),
      feedback: PredictionKind.allCases.compactMap { kind in
        feedback[kind].map { counts in
          PredictionFeedbackCount(
            kind: kind, tooEarly: counts[.tooEarly] ?? 0, justRight: counts[.justRight] ?? 0,
            tooLate: counts[.tooLate] ?? 0)
        }
      })
  }
}

extension LogbookReader {
  /// The input of a backtest. The backtest itself takes a while, so it is computed outside the transaction.
  ///
  public func backtest(_ params: PredictionBacktest.Params) throws -> Backtest {
    let forecaster = try forecaster(of: child(params.childID))
    let (child, settings, zone) = (forecaster.child, forecaster.settings, forecaster.zone)
    func boundary(_ text: String?, isEnd: Bool) throws -> Instant? {
      try text.map {
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, settings: settings, zone: zone)
      }
    }
    let (from, to) = (try boundary(params.from, isEnd: false), try boundary(params.to, isEnd: true))
    return Backtest(
      child: child, from: from, to: to,
      replay: Replay(try forecaster.rhythm(), basis: child.ageBasis, zone: zone),
      feedback: try transaction.predictionFeedback(child.id, from: from, to: to))
  }
}

extension PredictionScoreRecord {
  /// The table of a backtest: for each kind all ages first, then each quarter of a year of age.
  fileprivate static func table(of trials: [BacktestTrial]) -> [PredictionScoreRecord] {
    PredictionKind.allCases.flatMap { kind in
      let trials = trials.filter { $0.kind == kind }
      let quarters = Set(trials.map(\.quarter)).sorted()
      return [PredictionMoments.first, .every].flatMap { moments in
        let counted = trials.filter { $0.isFirst || moments == .every }
        let all = PredictionScoreRecord(kind, quarter: nil, moments, of: counted)
        let parts = quarters.map { quarter in
          PredictionScoreRecord(kind, quarter: quarter, moments, of: counted.filter { $0.quarter == quarter })
        }
        return ([all] + parts).compactMap(\.self)
      }
    }
  }

  /// Nil without trials.
  private init?(_ kind: PredictionKind, quarter: Int?, _ moments: PredictionMoments, of trials: [BacktestTrial]) {
    guard !trials.isEmpty else { return nil }
    let made = trials.compactMap { trial in (try? trial.outcome.get()).map { (prediction: $0, trial: trial) } }
    func mean(_ value: (Prediction, BacktestTrial) -> Double) -> Double {
      made.isEmpty ? 0 : made.reduce(0) { $0 + value($1.prediction, $1.trial) } / Double(made.count)
    }
    func error(_ instant: Instant, _ trial: BacktestTrial) -> Double {
      abs(Double((instant - trial.actual).inMilliseconds) / 60_000)
    }
    func minutes(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    func share(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    func share(_ condition: (Prediction, BacktestTrial) -> Bool) -> Double { share(mean { condition($0, $1) ? 1 : 0 }) }
    self.init(
      kind: kind, quarter: quarter, moments: moments, count: trials.count,
      abstained: share(Double(trials.count - made.count) / Double(trials.count)),
      meanError: minutes(mean { error($0.at, $1) }),
      medianError: minutes(made.map { error($0.prediction.at, $0.trial) }.median),
      within15: share { error($0.at, $1) <= 15 }, within30: share { error($0.at, $1) <= 30 },
      within60: share { error($0.at, $1) <= 60 }, coverage50: share { $0.interval50.contains($1.actual) },
      coverage80: share { $0.interval80.contains($1.actual) },
      meanConfidence: share(mean { prediction, _ in prediction.confidence }),
      ageTableError: minutes(mean { error($1.baselines.ageTable, $1) }),
      ownMedianError: minutes(mean { error($1.baselines.ownMedian, $1) }))
  }
}

extension BacktestTrial {
  /// The child's age in quarters of a year: 0 is the first three months.
  fileprivate var quarter: Int { age / 13 }
}
