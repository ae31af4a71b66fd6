import BabyStore
import Synchronization

/// What the daemon keeps of the commits, so that it need not ask the database.
final class CommitWatch: Sendable {
  let answers = AnswerCache()
  private let seq = Atomic<Int64>(0)

  /// Number of the database's last change.
  var lastSeq: Int64 { seq.load(ordering: .acquiring) }

  /// To be called once, before there are commits.
  func begin(at lastSeq: Int64) { seq.store(lastSeq, ordering: .releasing) }

  /// Called after each commit, in their order, before its call is answered.
  func committed(_ changes: CommittedChanges) {
    if let last = changes.changes.last?.seq { seq.store(last, ordering: .releasing) }
    answers.invalidate()
  }
}
