import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

extension MethodHandlers {
  /// Views: the dashboard and the timeline.
  mutating func addViews(_ commits: CommitWatch) {
    view(DashboardGet.self, commits) { params, logbook in try logbook.dashboard(of: params.childID) }
    view(TimelineList.self, commits) { params, logbook in try logbook.timeline(params) }
  }

  /// Registers a read whose answer can be given again as it is.
  ///
  /// - Parameters:
  ///   - basis: what the answer follows from.
  ///   - body: gives the answer, and the time in which it stays right; nil when it never does.
  mutating func view<Method: RPCMethod>(
    _ method: Method.Type, _ commits: CommitWatch, from basis: AnswerBasis = .everything,
    _ body: @escaping @Sendable (Method.Params, LogbookReader) throws -> (Method.Answer, Range<Instant>?)
  ) {
    immediately(method) { request, session, engine in
      commits.answers.answer(
        to: AnswerKey(request, uid: session.peer.uid), version: commits.lastCommit(of: basis), at: engine.now())
    }
    add(method) { request, session, engine in
      let params = try Method.Params(strictly: request.params)
      let commit = commits.lastCommit(of: basis)
      let (answer, period) = try await engine.read(session.caller) { logbook in
        try logbook.explainingErrors(about: request.child) {
          let (answer, period) = try body(params, logbook)
          return (answer.encoded, period)
        }
      }
      if let period {
        commits.answers.keep(
          answer, bytes: answer.count, to: AnswerKey(request, uid: session.peer.uid), version: commit, during: period)
      }
      return answer
    }
  }
}
