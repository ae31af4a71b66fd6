import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Synchronization

/// The data that an answer depends on.
enum AnswerBasis {
  /// Anything that can be logged or set.
  case everything
  /// Measurements, children and settings.
  case measurements
}

/// A call as a key of the answers that are kept: answers differ with the user, the method and the params.
struct AnswerKey: Hashable {
  var uid: UInt32
  var method: String
  var params: JSON

  init(_ request: Request, uid: UInt32) {
    self.uid = uid
    method = request.method
    params = request.params
  }
}

/// What the daemon knows of commits without asking the database, and answers that are valid until the next one.
final class CommitWatch: Sendable {
  /// Dashboards and timelines hold instants and no elapsed times, so their bytes stay the same, and a bar that asks each
  /// second costs no query. The limits are enough for a family's screens, and keep a client from filling the memory.
  let answers = AnswerCache<AnswerKey, Int, [UInt8]>(maxAnswers: 64, maxBytes: 1024 * 1024)
  private let seq = Atomic<Int64>(0)
  private let commits = Atomic<Int>(0)
  private let commitsOfMeasurements = Atomic<Int>(0)

  /// Number of the database's last change.
  var lastSeq: Int64 { seq.load(ordering: .acquiring) }

  /// Number of the last commit that may have changed what an answer follows from.
  func lastCommit(of basis: AnswerBasis) -> Int {
    switch basis {
    case .everything: commits.load(ordering: .acquiring)
    case .measurements: commitsOfMeasurements.load(ordering: .acquiring)
    }
  }

  /// To be called once, before there are commits.
  func begin(at lastSeq: Int64) { seq.store(lastSeq, ordering: .releasing) }

  /// Called after each commit, in their order, before its call is answered.
  func committed(_ changes: CommittedChanges) {
    if let last = changes.changes.last?.seq { seq.store(last, ordering: .releasing) }
    commits.add(1, ordering: .releasing)
    if changes.touchMeasurements { commitsOfMeasurements.add(1, ordering: .releasing) }
  }
}

extension CommittedChanges {
  /// Whether what a child's growth follows from may have changed: a feed changes nothing of it.
  fileprivate var touchMeasurements: Bool {
    changes.contains { change in
      switch change.subject {
      case .entry: kinds.isEmpty || !kinds.isDisjoint(with: BodyMeasure.kinds)
      case .child, .setting, .selection: true
      case .reminder, .custom, .outbox, .inbox: false
      }
    }
  }
}
