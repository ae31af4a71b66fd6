import BabyModel
import BabyProtocol
import Synchronization

/// Dashboards as encoded answers, good until the next commit or the end of the child's day.
///
/// A dashboard holds no clock, so its bytes stay the same, and a bar that asks each second costs no query.
final class DashboardCache: Sendable {
  private struct Key: Hashable {
    var uid: UInt32
    var child: String?
  }

  private struct Kept {
    var answer: [UInt8]
    var day: Range<Instant>
  }

  private struct State {
    var answers: [Key: Kept] = [:]
    /// Counts commits, so that an answer read before one is never kept after it.
    var generation = 0
  }

  /// Enough for a family; more would let a client fill the memory with made-up names.
  private static let capacity = 64

  private let state = Mutex(State())

  /// The kept answer; nil when there is none that is still right, or the params are not plain.
  func answer(to params: JSON, uid: UInt32, at now: Instant) -> [UInt8]? {
    guard let members = params.objectValue?.members, members.count <= 1 else { return nil }
    if let member = members.first, member.name != "childId" || member.value.stringValue == nil { return nil }
    let key = Key(uid: uid, child: members.first?.value.stringValue)
    return state.withLock { state in
      guard let kept = state.answers[key], kept.day.contains(now) else { return nil }
      return kept.answer
    }
  }

  /// To be asked before the database is read.
  var generation: Int { state.withLock { $0.generation } }

  /// Keeps an answer unless something was committed since `generation` was asked for.
  func keep(_ answer: [UInt8], child: String?, uid: UInt32, day: DayRecord, generation: Int) {
    let key = Key(uid: uid, child: child)
    state.withLock { state in
      guard state.generation == generation else { return }
      if state.answers.count >= Self.capacity { state.answers.removeAll() }
      state.answers[key] = Kept(answer: answer, day: day.start..<day.end)
    }
  }

  /// Forgets everything; called after each commit.
  func invalidate() {
    state.withLock { state in
      state.generation += 1
      state.answers.removeAll(keepingCapacity: true)
    }
  }
}
