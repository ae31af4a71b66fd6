import HTTPTypes
import Hummingbird
import NIOCore

/// Routes beside the API, from memory: the phone page, and the instructions for trusting the server.
struct PageRoutes: Sendable {
  /// Whether the administrator allows plain HTTP.
  let isPlainAllowed: Bool
  let trust: TrustRoutes
  let counts: RequestCounts
  let page = PhonePage()

  init(isPlainAllowed: Bool, trust: TrustRoutes, counts: RequestCounts) {
    self.isPlainAllowed = isPlainAllowed
    self.trust = trust
    self.counts = counts
  }

  /// Nil for a request that is about something else.
  func response(to request: Request, approach: @autoclosure () -> Approach) -> Response? {
    if let response = trust.response(to: request) {
      counts.count(TrustRoutes.name, response.status.code)
      return response
    }
    guard let answer = page.answer(request.head, isSecure: isPlainAllowed || approach() != .plain) else { return nil }
    counts.count(answer.name, answer.status.code)
    return Response(answer)
  }
}

extension Response {
  fileprivate init(_ answer: PageAnswer) {
    self.init(status: answer.status, headers: answer.headers, body: .init(answer.body))
  }
}
