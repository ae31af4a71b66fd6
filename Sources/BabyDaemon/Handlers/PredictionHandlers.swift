import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabySocket

extension HandlerTable {
  /// - Parameter executor: runs backtests, which take a second for a year's log.
  mutating func addPredictions(executor: any TaskExecutor) {
    read(PredictionGet.self) { params, book in PredictionGet.Answer(try book.forecast(of: params.childID)) }
    write(PredictionFeedback.self) { params, book in
      let child = try book.keep(params.verdict, of: params.kind, child: params.childID)
      return PredictionFeedback.Answer(
        child: ChildReference(child), message: Words.kept(params.verdict, of: params.kind), seq: try book.seq,
        isDryRun: book.isDryRun)
    }
    add(PredictionBacktest.self) { request, session, engine in
      let params = try PredictionBacktest.Params(strictly: request.params)
      let view = try await engine.read(session.caller) { book in
        try book.explainingErrors(about: request.child) {
          try book.backtest(of: params.childID, from: params.from, to: params.to)
        }
      }
      return try await withTaskExecutorPreference(executor) {
        try await PredictionBacktest.Answer(view).encoded
      }
    }
  }
}
