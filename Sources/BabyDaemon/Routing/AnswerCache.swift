import BabyModel
import BabyProtocol
import Synchronization

/// What an answer follows from, and so what it stays right with.
enum AnswerBasis: CaseIterable {
  /// Anything that somebody can log or set.
  case everything
  /// What was measured, the children, and settings.
  case measurements
}

/// Encoded answers to reads, good until what they follow from has changed, the end of the child's day, or a predicted time.
///
/// Dashboards and timelines hold instants and no elapsed times, so their bytes stay the same, and a bar that asks each
/// second costs no query.
final class AnswerCache: Sendable {
  private struct Key: Hashable {
    var uid: UInt32
    var method: String
    var params: JSON
  }

  private struct Kept {
    var answer: [UInt8]
    var time: Range<Instant>
    var basis: AnswerBasis
  }

  private struct State {
    var answers: [Key: Kept] = [:]
    /// Of all answers together.
    var bytes = 0
    /// Count commits that change what answers follow from, so that an answer read before one is never kept after it.
    var generations: [AnswerBasis: Int] = [:]
  }

  /// Enough for a family's screens; more would let a client fill the memory with made-up questions.
  private static let mostAnswers = 64
  /// In bytes. Five years of measurements fit; a year's timeline is read again each time.
  private static let longestAnswer = 512 * 1024
  /// In bytes, of all of them.
  private static let mostBytes = 1024 * 1024

  private let state = Mutex(State())

  /// The kept answer; nil when there is none that is still right.
  func answer(to request: Request, uid: UInt32, at now: Instant) -> [UInt8]? {
    let key = Key(uid: uid, method: request.method, params: request.params)
    return state.withLock { state in
      guard let kept = state.answers[key], kept.time.contains(now) else { return nil }
      return kept.answer
    }
  }

  /// To be asked before the database is read.
  func generation(of basis: AnswerBasis) -> Int { state.withLock { $0.generations[basis, default: 0] } }

  /// Keeps an answer unless what it follows from was changed since `generation` was asked for.
  ///
  /// - Parameter time: when the answer is right.
  func keep(
    _ answer: [UInt8], to request: Request, uid: UInt32, during time: Range<Instant>, basis: AnswerBasis,
    generation: Int
  ) {
    guard answer.count <= Self.longestAnswer else { return }
    let key = Key(uid: uid, method: request.method, params: request.params)
    state.withLock { state in
      guard state.generations[basis, default: 0] == generation else { return }
      state.bytes -= state.answers.removeValue(forKey: key)?.answer.count ?? 0
      if state.answers.count >= Self.mostAnswers || state.bytes + answer.count > Self.mostBytes {
        state.answers.removeAll()
        state.bytes = 0
      }
      state.answers[key] = Kept(answer: answer, time: time, basis: basis)
      state.bytes += answer.count
    }
  }

  /// Forgets what follows from what has changed; called after each commit.
  func invalidate(_ bases: Set<AnswerBasis>) {
    state.withLock { state in
      for basis in bases { state.generations[basis, default: 0] += 1 }
      let outdated = state.answers.filter { bases.contains($0.value.basis) }
      for (key, kept) in outdated {
        state.answers[key] = nil
        state.bytes -= kept.answer.count
      }
    }
  }
}
