import NIOCore

/// The events on their way to one client, beside the answers to its calls. Lives on the event loop.
///
/// They wait here while a call is being worked on whose answer has to come first, and while the client has not taken
/// what was sent before: so of a state that changes quickly a slow client gets the latest and not every one.
final class ConnectionEvents {
  /// Where they go.
  var output: ConnectionOutput?
  private var isHeld = false
  private var queue: EventQueue

  init(limits: SocketLimits) { queue = EventQueue(limits: limits) }

  func release() { isHeld = false }

  fileprivate func hold() { isHeld = true }

  fileprivate func add(_ events: [PushedEvent]) -> Bool {
    for event in events {
      if queue.isEmpty, !isHeld, output?.sendEvent(event.line) == true { continue }
      guard queue.add(event) else {
        sendWaiting()
        return false
      }
    }
    return true
  }

  fileprivate func end(_ subscription: Int, lastSeq: Int64) {
    queue.end(subscription, lastSeq: lastSeq)
    sendWaiting()
  }

  /// Sends what waits, as far as the client takes it.
  func sendWaiting() {
    guard !isHeld, let output else { return }
    while let line = queue.first, output.sendEvent(line) { queue.removeFirst() }
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

  /// The connection is closed with the socket, so no message is needed.
  func close() {}
}
