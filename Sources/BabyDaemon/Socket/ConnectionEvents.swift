import NIOCore

/// The events on their way to one client, beside the answers to its calls. Lives on the event loop.
///
/// They wait here while a call is being worked on whose answer has to come first, and while the client has not taken
/// what was sent before: so of a state that changes quickly a slow client gets the latest and not every one.
final class ConnectionEvents {
  /// Called when there may be something to send.
  var whenAdded: () -> Void = {}
  private(set) var isHeld = false
  private var queue: EventQueue

  init(limits: SocketLimits) { queue = EventQueue(limits: limits) }

  /// The line that is to be sent next.
  var first: [UInt8]? { queue.first }

  func removeFirst() { queue.removeFirst() }

  func release() { isHeld = false }

  fileprivate func hold() { isHeld = true }

  fileprivate func add(_ events: [PushedEvent]) -> Bool {
    defer { whenAdded() }
    return events.allSatisfy { queue.add($0) }
  }

  fileprivate func end(_ subscription: Int, lastSeq: Int64) {
    queue.end(subscription, lastSeq: lastSeq)
    whenAdded()
  }

  fileprivate func forget(_ subscription: Int) { queue.forget(subscription) }
}

/// A connection's events as the change feed, which runs on the same event loop, reaches them.
struct ConnectionOutlet: EventOutlet {
  private let events: NIOLoopBound<ConnectionEvents>

  init(_ events: ConnectionEvents, eventLoop: any EventLoop) {
    self.events = NIOLoopBound(events, eventLoop: eventLoop)
  }

  func hold() { events.value.hold() }

  func send(_ events: [PushedEvent]) -> Bool { self.events.value.add(events) }

  func end(_ subscription: Int, lastSeq: Int64) { events.value.end(subscription, lastSeq: lastSeq) }

  func forget(_ subscription: Int) { events.value.forget(subscription) }

  /// The connection is closed with the socket, which tells the client enough.
  func close() {}
}
