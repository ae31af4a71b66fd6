package import BabyEngine
import BabyModel
import BabyStatistics
package import BabyProtocol

extension PredictionGet.Answer {
  package init(_ view: ForecastView) {
    let forecast = view.forecast
    self.init(
      child: ChildReference(view.child), timeFormat: view.settings.timeFormat, theme: view.settings.theme,
      madeAt: forecast.madeAt,
      predictions: forecast.predictions.map {
        PredictionRecord($0, zone: view.zone, format: view.settings.timeFormat)
      },
      gaps: PredictionGapRecord.all(of: forecast), note: Words.noMedicalAdvice)
  }
}

extension PredictionBacktest.Answer {
  /// - Throws: `CancellationError`.
  package init(_ view: BacktestView) async throws {
    let trials = try await view.replay.trials(from: view.from, to: view.to) {
      // Others who wait for the same threads get their turn.
      try Task.checkCancellation()
      await Task.yield()
    }
    self.init(
      child: ChildReference(view.child), from: trials.first?.madeAt, to: trials.last?.madeAt,
      scores: Score.table(of: trials).map { PredictionScoreRecord($0) },
      feedback: PredictionKind.allCases.compactMap { kind in
        view.feedback[kind].map { counts in
          PredictionFeedbackCount(
            kind: kind, tooEarly: counts[.tooEarly] ?? 0, justRight: counts[.justRight] ?? 0,
            tooLate: counts[.tooLate] ?? 0)
        }
      })
  }
}

extension PredictionScoreRecord {
  fileprivate init(_ score: Score) {
    func share(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    func minutes(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    self.init(
      kind: score.kind, quarter: score.quarter, moments: score.isFirstOnly ? .first : .every, count: score.moments,
      abstained: share(Double(score.abstained) / Double(max(1, score.moments))), meanError: minutes(score.meanError),
      medianError: minutes(score.medianError), within15: share(score.within15), within30: share(score.within30),
      within60: share(score.within60), coverage50: share(score.coverage50), coverage80: share(score.coverage80),
      meanConfidence: share(score.meanConfidence), ageTableError: minutes(score.ageTableError),
      ownMedianError: minutes(score.ownMedianError))
  }
}
