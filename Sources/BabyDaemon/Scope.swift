import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

/// The caller and child of a subscription.
struct Scope: Hashable, Sendable {
  var uid: UInt32
  /// Nil for the uid's current child, whichever it is at the time.
  var child: ChildID?
}

/// A topic's state as it goes over the wire.
struct EncodedState: Hashable, Sendable {
  /// Distinguishes states: everything but the number of the last change.
  var signature: [UInt8]
  var data: [UInt8]
}

extension LogbookReader {
  /// Reads and encodes the state of a topic.
  ///
  /// - Parameters:
  ///   - connectionStatus: how the family server is reached.
  ///   - dayEnd: becomes the instant until which a dashboard stays right.
  func state(
    _ topic: Topic, of scope: Scope, connectionStatus: ConnectionStatus, dayEnd: inout Instant?
  ) throws -> EncodedState {
    let child = try scopedChild(scope)
    switch topic {
    case .dashboard:
      guard let child else { return .null }
      let (dashboard, period) = try dashboard(of: "\(child.id)")
      var answer = dashboard
      dayEnd = [dayEnd, period.upperBound].compactMap(\.self).min()
      let data = answer.encoded
      answer.seq = 0
      return EncodedState(signature: answer.encoded, data: data)
    case .sleep: return try child.map { EncodedState(try timer(.sleep, of: $0)) } ?? .null
    case .tummy: return try child.map { EncodedState(try timer(.tummyTime, of: $0)) } ?? .null
    case .children: return EncodedState(try childList(includingRemoved: false))
    case .settings: return EncodedState(try settingsList(of: child.map { "\($0.id)" }))
    case .account: return EncodedState(connectionStatus.account)
    case .connection:
      let (counts, zone) = (try transaction.queueCounts(), try child.map { try self.zone($0.zone) })
      return EncodedState(
        signature: connectionStatus.withoutTimes.connection(counts, zone: zone).encoded,
        data: connectionStatus.connection(counts, zone: zone).encoded)
    case .reminders:
      return EncodedState(reminderList(try reminders(in: scope)))
    case .activity:
      return try child.map { EncodedState(try activityNews(of: $0, account: connectionStatus.account.name)) } ?? .null
    case .timeline, .queue, .banner, .reminder: preconditionFailure("\(topic) is a log")
    }
  }

  /// Those of the scope's child, or of all children if the subscription names none.
  func reminders(in scope: Scope) throws -> [ReminderView] {
    guard scope.child != nil else { return try allReminders() }
    return try scopedChild(scope).map { [try reminders(of: $0)] } ?? []
  }

  /// The scope's child; nil if there is none, or the child has been removed.
  func scopedChild(_ scope: Scope) throws -> Child? { try childIfThere(scope.child.map { "\($0)" }) }

  private func timer(_ kind: EntryKind, of child: Child) throws -> TimerRecord {
    let lasts = try transaction.lastEntries(child.id)
    let (running, last) =
      kind == .sleep ? (lasts.runningSleep, lasts.lastSleep) : (lasts.runningTummyTime, lasts.lastTummyTime)
    return TimerRecord(
      child: ChildReference(child), running: try running.map { try record($0, of: child) },
      last: try last.map { try record($0, of: child) })
  }
}

extension EncodedState {
  /// The state of a child's topics while there is no child.
  static let null = EncodedState(signature: Array("null".utf8), data: Array("null".utf8))

  init(_ record: some WireObject) {
    data = record.encoded
    signature = data
  }
}

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
