import BabyAPI
import BabyProtocol

// An older server answers an operation that it does not have with "not found". Its own document lists its operations,
// and is requested only then.
extension HTTPUpstream {
  /// - Throws: `UpstreamError`: `tooOld` where the server does not have the operation.
  func answer<Body: WireObject>(_ call: Call<Body>) async throws(UpstreamError) -> Body {
    try await asking(call) { () async throws(CallFailure) in try await perform(call).decoded() }
  }

  /// - Throws: as `answer`.
  func done(_ call: Call<Never>) async throws(UpstreamError) {
    try await asking(call) { () async throws(CallFailure) in _ = try await perform(call) }
  }

  private func asking<Body, Answer>(
    _ call: Call<Body>, _ body: () async throws(CallFailure) -> Answer
  ) async throws(UpstreamError) -> Answer {
    do throws(CallFailure) { return try await body() } catch {
      if case .answered(let answer) = error, answer.status == 404 || answer.status == 405,
        try await !hasOperation(call.operation)
      {
        throw .tooOld
      }
      throw UpstreamError(error)
    }
  }

  /// In bytes; today's has a fifth of it.
  private static let documentLimit = 1024 * 1024

  private func hasOperation(_ operation: Operation) async throws(UpstreamError) -> Bool {
    var call = Call(Operations.openAPIGet)
    call.limit = Self.documentLimit
    let document: JSON
    do throws(CallFailure) { document = try await perform(call).json() } catch { throw UpstreamError(error) }
    return document["paths"]?[operation.path]?[operation.verb.rawValue] != nil
  }
}
