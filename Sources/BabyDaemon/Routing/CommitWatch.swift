import BabyModel
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
    answers.invalidate(changes.bases)
  }
}

extension CommittedChanges {
  /// What has changed, as far as answers follow from it: a feed says nothing of how a child has grown.
  fileprivate var bases: Set<AnswerBasis> {
    let touchesMeasurements = changes.contains { change in
      switch change.subject {
      case .entry: kinds.isEmpty || !kinds.isDisjoint(with: BodyMeasure.kinds)
      case .child, .setting, .selection: true
      case .reminder, .custom, .outbox, .inbox: false
      }
    }
    return touchesMeasurements ? [.everything, .measurements] : [.everything]
  }
}
