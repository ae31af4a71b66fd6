import BabyModel
import BabyProtocol
import NIOCore

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
