import BabyAPI
import BabyEngine
import BabyModel
import BabyStore

/// Answers that take computing, such as predictions and charts, by the last change of the child and of the user's
/// settings.
typealias ComputedAnswers = AnswerCache<ComputedKey, String, ComputedAnswer>

struct ComputedKey: Hashable {
  let operation: String
  let path: [String: String]
  let query: [String: String]
  /// People have settings of their own.
  let user: UserID
}

struct ComputedAnswer {
  let body: [UInt8]
  let tag: String
  /// From when on it may be another one though nothing is changed.
  let end: Instant
}

extension AuthorizedCall {
  /// Answers about the child in the path: from the cache if nothing has changed, and with 304 if the caller has that
  /// answer.
  ///
  /// - Parameter compute: returns the answer's text, and from when on it may be another one; nil for never.
  func answer(
    from cache: ComputedAnswers, _ compute: (Child) throws -> (body: [UInt8], end: Instant?)
  ) throws -> CallAnswer {
    let membership = try membership()
    let change = try lastChange(of: membership)
    let key = ComputedKey(operation: call.operation.id, path: call.path, query: call.query, user: user.id)
    // An answer is never shared between accounts: the tags differ, too.
    let version = "\(session.epoch):\(user.id):\(change)"
    let known: ComputedAnswer
    if let kept = cache.answer(to: key, version: version, at: call.now) {
      known = kept
    } else {
      let (body, end) = try compute(membership.child)
      // Another tag each time that the answer is computed.
      let tag = "\"\(version):\(call.now.milliseconds)\""
      known = ComputedAnswer(body: body, tag: tag, end: max(end ?? session.expiresAt, call.now))
      cache.keep(known, bytes: known.body.count, to: key, version: version, during: call.now..<known.end)
    }
    if call.matches("if-none-match", known.tag) == true { return unchanged(known.tag, until: known.end) }
    return answer(encoded: known.body, tag: known.tag)
  }
}
