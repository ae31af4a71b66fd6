import BabyModel
import BabyStore

extension CommittedChanges {
  /// Whether something has come to be sent.
  var concernsOutbox: Bool {
    changes.contains { change in
      switch change.subject {
      case .outbox(_, _, .waiting), .setting, .custom: true
      // Whether a reminder was sent is local to each machine.
      case .reminder: change.operation != .insert
      case .outbox, .entry, .child, .selection, .inbox: false
      }
    }
  }
}
