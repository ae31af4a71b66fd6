import BabyModel
package import BabyProtocol
import NIOCore

/// An event on its way to one subscription.
package struct PushedEvent: Hashable, Sendable {
  package var subscription: Int
  package var topic: Topic
  /// Number of the last change that it takes in.
  package var seq: Int64
  /// The whole notification with its line feed.
  package var line: [UInt8]

  package init(subscription: Int, topic: Topic, seq: Int64, line: [UInt8]) {
    self.subscription = subscription
    self.topic = topic
    self.seq = seq
    self.line = line
  }
}

/// The destination of a client's events. Sending never blocks.
package protocol EventSink: Sendable {
  /// Holds events back until the call that is being worked on is answered, so that none comes before the answer to its
  /// subscription.
  func hold()

  /// Takes events of one subscription.
  ///
  /// - Returns: false if the client is too far behind: its subscription has ended, and it has been notified.
  func send(_ events: [PushedEvent]) -> Bool

  /// Tells the client that a subscription is over, and how far it got.
  func end(_ subscription: Int, lastSeq: Int64)

  /// Forgets what waits of a subscription.
  func forget(_ subscription: Int)

  /// Ends the events of all subscriptions: the daemon stops.
  func close()
}

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
struct ConnectionEventSink: EventSink {
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

/// The events that wait for one client.
///
/// A state topic keeps only its latest event, so it cannot overflow. Events of log topics wait in order, up to a limit:
/// then their subscription ends, and the client gets its last position.
struct EventQueue {
  private let limits: SocketLimits
  private var log = CircularBuffer<PushedEvent>()
  private var logBytes = 0
  /// One for each subscription and state topic at most.
  private var states: [PushedEvent] = []
  private var ends: [[UInt8]] = []

  init(limits: SocketLimits) { self.limits = limits }

  var isEmpty: Bool { log.isEmpty && states.isEmpty && ends.isEmpty }

  /// - Returns: false when the event's subscription is over for want of room.
  mutating func add(_ event: PushedEvent) -> Bool {
    if event.topic.isState {
      states.removeAll { $0.subscription == event.subscription && $0.topic == event.topic }
      states.append(event)
    } else if log.count < limits.waitingEvents,
      logBytes + event.line.count <= limits.waitingEventBytes
    {
      log.append(event)
      logBytes += event.line.count
    } else {
      let firstUntold = log.first { $0.subscription == event.subscription } ?? event
      end(event.subscription, lastSeq: firstUntold.seq - 1)
      return false
    }
    return true
  }

  mutating func forget(_ subscription: Int) {
    states.removeAll { $0.subscription == subscription }
    log.removeAll { $0.subscription == subscription }
    logBytes = log.reduce(0) { $0 + $1.line.count }
  }

  /// The line that is to be sent next. A state comes after the log's events that it takes in.
  var first: [UInt8]? {
    switch next {
    case .end: ends[0]
    case .log: log.first?.line
    case .state(let index): states[index].line
    case nil: nil
    }
  }

  mutating func removeFirst() {
    switch next {
    case .end: ends.removeFirst()
    case .log: logBytes -= log.removeFirst().line.count
    case .state(let index): states.remove(at: index)
    case nil: break
    }
  }

  private enum Place {
    case end, log
    case state(Int)
  }

  private var next: Place? {
    if !ends.isEmpty { return .end }
    if let event = log.first, states.allSatisfy({ event.seq <= $0.seq }) { return .log }
    return states.indices.min { states[$0].seq < states[$1].seq }.map { .state($0) }
  }

  /// Drops a subscription's waiting events and notifies the client that it has ended.
  mutating func end(_ subscription: Int, lastSeq: Int64) {
    forget(subscription)
    let end = ChangesEnded(subscription: subscription, lastSeq: Int(lastSeq))
    ends.append(Notification.line(ChangesEnded.method, params: end.encoded) + [UInt8(ascii: "\n")])
  }
}
