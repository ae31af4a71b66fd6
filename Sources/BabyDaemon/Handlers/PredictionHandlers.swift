import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

extension MethodHandlers {
  /// - Parameter executor: runs backtests, which take a second for a year's log.
  mutating func addPredictions(executor: any TaskExecutor) {
    read(PredictionGet.self) { params, logbook in try logbook.predictions(of: params.childID) }
    write(PredictionFeedback.self) { params, logbook in
      let child = try logbook.keep(params.verdict, of: params.kind, child: params.childID)
      return PredictionFeedback.Answer(
        child: ChildReference(child), message: Words.kept(params.verdict, of: params.kind), seq: try logbook.seq,
        isDryRun: logbook.isDryRun)
    }
    add(PredictionBacktest.self) { request, session, engine in
      let params = try PredictionBacktest.Params(strictly: request.params)
      let backtest = try await engine.read(session.caller) { logbook in
        try logbook.explainingErrors(about: request.child) {
          try logbook.backtest(of: params.childID, from: params.from, to: params.to)
        }
      }
      return try await withTaskExecutorPreference(executor) {
        try await backtest.run().encoded
      }
    }
  }
}
