import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension LogbookReader {
  /// Whether a change can affect a topic's state. `events(of:)` handles log topics.
  ///
  /// - Parameter child: the one that the scope means just now.
  func concerns(_ change: LoggedEvent, _ topic: Topic, of scope: Scope, child: ChildID?) throws -> Bool {
    switch change.subject {
    case .entry(let id, let owner):
      switch topic {
      case .dashboard, .activity: return owner == child
      case .sleep: return try owner == child && transaction.entry(id)?.kind == .sleep
      case .tummy: return try owner == child && transaction.entry(id)?.kind == .tummyTime
      case .reminders: return scope.child == nil || owner == child
      default: return false
      }
    case .child(let changed):
      switch topic {
      case .dashboard, .sleep, .tummy, .settings, .connection, .reminders, .activity:
        // The child that it refers to may have changed.
        return scope.child == nil || changed == child
      case .children: return true
      default: return false
      }
    case .selection(let uid, _):
      return uid == scope.uid && topic.isState && topic != .account && (scope.child == nil || topic == .children)
    case .setting(_, let owner):
      switch topic {
      case .dashboard, .sleep, .tummy, .settings: return owner == nil || owner == child
      case .reminders: return owner == nil || owner == child || scope.child == nil
      default: return false
      }
    case .reminder(_, let owner), .custom(_, let owner):
      return topic == .reminders && (scope.child == nil || owner == child)
    case .outbox: return topic == .connection
    case .inbox: return false
    }
  }
}
