import NIOCore
import Synchronization

/// Hangs up on requests that take too long: bodies that trickle in, handlers that hang.
///
/// One timer watches over all of them. A timer for each request would wake up the connection's event loop once more
/// for every request, which costs as much as answering one.
final class RequestDeadlines: Sendable {
  private struct State {
    /// The connections that a request is under way on, one at a time on each.
    var pending: [ObjectIdentifier: (channel: any Channel, deadline: NIODeadline)] = [:]
    var isWatched = false
  }

  private let limit: TimeAmount
  private let state = Mutex(State())

  /// - Parameter limit: from a request's head to the end of its answer.
  init(limit: TimeAmount) { self.limit = limit }

  func begin(on channel: any Channel) {
    let deadline = NIODeadline.now() + limit
    let isFirst = state.withLock { state in
      state.pending[ObjectIdentifier(channel)] = (channel, deadline)
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if isFirst { watch(on: channel.eventLoop, until: deadline) }
  }

  func end(on channel: any Channel) {
    state.withLock { _ = $0.pending.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  private func watch(on eventLoop: any EventLoop, until deadline: NIODeadline) {
    eventLoop.scheduleTask(deadline: deadline) { self.hangUp(on: eventLoop) }
  }

  /// Closes what is overdue, and looks again when the next one would be.
  private func hangUp(on eventLoop: any EventLoop) {
    let now = NIODeadline.now()
    let (overdue, next) = state.withLock { state in
      let overdue = state.pending.filter { $0.value.deadline <= now }
      for id in overdue.keys { state.pending[id] = nil }
      let next = state.pending.values.map(\.deadline).min()
      state.isWatched = next != nil
      return (overdue.values.map(\.channel), next)
    }
    for channel in overdue { channel.close(promise: nil) }
    if let next { watch(on: eventLoop, until: next) }
  }
}
