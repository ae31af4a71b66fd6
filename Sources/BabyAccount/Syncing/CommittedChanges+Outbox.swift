import BabyModel
import BabyStore

extension CommittedChanges {
  /// Whether something has come to be sent.
  var concernsOutbox: Bool {
    changes.contains { change in
      switch change.subject {
      case .outbox(_, _, .waiting), .setting, .custom: true
      // That one was told is each machine's own.
      case .reminder: change.operation != .insert
      case .outbox, .entry, .child, .selection, .inbox: false
      }
    }
  }
}
