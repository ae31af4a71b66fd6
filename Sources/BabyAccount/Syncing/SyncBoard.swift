package import BabyEngine
import BabyModel
import BabyStore
import Synchronization

/// The state of the connection to the family server, for all callers. The courier updates it.
package final class SyncBoard: Sendable {
  private let standing: Mutex<Standing>
  private let numberOnItsWay = Mutex<Int64?>(nil)
  private let whenChanged: @Sendable () -> Void

  /// - Parameter whenChanged: called when the state changes, except for times.
  package init(_ standing: Standing, whenChanged: @escaping @Sendable () -> Void) {
    self.standing = Mutex(standing)
    self.whenChanged = whenChanged
  }

  package var current: Standing { standing.withLock { $0 } }

  /// Number in the outbox of the change that is being sent at this moment.
  package var onItsWay: Int64? {
    get { numberOnItsWay.withLock { $0 } }
    set { numberOnItsWay.withLock { $0 = newValue } }
  }

  func update(_ body: (inout Standing) -> Void) {
    let isNews = standing.withLock { standing in
      let before = standing.withoutTimes
      body(&standing)
      return standing.withoutTimes != before
    }
    if isNews { whenChanged() }
  }
}

/// The time of the last client activity, and whether it matters for polling.
final class Attention: Sendable {
  private let lastCall = Atomic<Int64>(.min)
  private let isNews = Atomic(false)

  var last: Instant? {
    let last = lastCall.load(ordering: .relaxed)
    return last == .min ? nil : Instant(milliseconds: last)
  }

  /// - Returns: whether this changes what is due.
  func pay(at now: Instant) -> Bool {
    lastCall.store(now.milliseconds, ordering: .relaxed)
    return isNews.load(ordering: .relaxed) && isNews.exchange(false, ordering: .relaxed)
  }

  /// - Parameter isIdle: whether the next poll was scheduled for an idle daemon.
  func decided(isIdle: Bool) { isNews.store(isIdle, ordering: .relaxed) }
}

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
