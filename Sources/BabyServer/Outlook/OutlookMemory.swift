import BabyModel
import Synchronization

/// Answers about what is to come, one for each child and each person who asks, kept until something changes or time has
/// overtaken them.
///
/// A prediction goes through weeks of a log. However often a page asks, that is done once for each change.
final class OutlookMemory: Sendable {
  /// What an answer is about, and for whom: people have settings of their own.
  struct Question: Hashable, Sendable {
    let operation: String
    let child: ChildID
    let user: UserID
  }

  struct Known: Sendable {
    /// Differs with every change of the child and of what the person has set, and in another database.
    let change: String
    /// When it is right, were nothing changed.
    let validity: Range<Instant>
    let body: [UInt8]

    /// Another one each time that it was found out anew.
    var tag: String { "\"\(change):\(validity.lowerBound.milliseconds)\"" }
  }

  /// Of answers; with more, all are forgotten.
  private static let capacity = 1_000

  private let answers = Mutex<[Question: Known]>([:])

  /// - Parameter find: finds the answer out, and from when on it may be another one.
  func answer(
    to question: Question, change: String, now: Instant, _ find: () throws -> (body: [UInt8], end: Instant)
  ) rethrows -> Known {
    let known = answers.withLock { $0[question] }
    if let known, known.change == change, known.validity.contains(now) { return known }
    let (body, end) = try find()
    let found = Known(change: change, validity: now..<max(end, now), body: body)
    answers.withLock { answers in
      if answers.count >= Self.capacity { answers = [:] }
      answers[question] = found
    }
    return found
  }
}
