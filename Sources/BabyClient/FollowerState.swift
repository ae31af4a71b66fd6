package import BabyProtocol

/// State machine of a follower: requests, answers and retries. It has no clock and no socket.
///
/// Times are durations since whenever the owner's clock began.
package struct FollowerState {
  package enum Phase: Hashable {
    /// Not connected; the next attempt is due at this time.
    case away(attempt: Duration)
    /// Connected; the call with this id requests a subscription.
    case asking(id: Int64)
    case following(subscription: Int)
  }

  /// The result of a line from the daemon.
  package struct Step: Hashable {
    package var events: [FollowerEvent] = []
    /// To be sent.
    package var bytes: [UInt8] = []
    /// Why the connection is of no use any more.
    package var failure: ClientError?
  }

  package private(set) var phase = Phase.away(attempt: .zero)
  private let name: String
  private let topics: [Topic]
  private let childID: String?
  private let timeout: Duration
  /// Where the owner's knowledge ends. Of the changes after it some may be known already.
  private var position: ChangePosition?
  /// The events of log topics after the position: repeated ones are skipped.
  private var known: [ChangeEvent] = []
  private var lastID: Int64 = 0
  private var calls: [PendingCall] = []
  /// Attempts since the last subscription, or since something happened to the socket's directory.
  private var attempts = 0
  /// The reason that was reported last; nil while there is a connection.
  private var reported: ClientError?

  private struct PendingCall: Hashable {
    var id: Int64
    var method: String
    var deadline: Duration
  }

  package init(name: String, topics: [Topic], childID: String?, timeout: Duration) {
    self.name = name
    self.topics = topics
    self.childID = childID
    self.timeout = timeout
  }

  /// When something is due even if nothing comes; nil when nothing is.
  var due: Duration? {
    if case .away(let attempt) = phase { attempt } else { calls.map(\.deadline).min() }
  }

  // MARK: Connecting

  /// A connection exists: returns the first request.
  package mutating func connected(at now: Duration) -> [UInt8] {
    Client.line(id: nil, MethodCall(Hello.self, .init(client: name))) + subscribe(at: now)
  }

  /// There is no connection, or no longer.
  ///
  /// - Parameter jitter: 0...1; spreads the attempts of many clients.
  mutating func failed(_ reason: ClientError, at now: Duration, jitter: Double) -> [FollowerEvent] {
    phase = .away(attempt: now + Self.pause(after: attempts, jitter: jitter))
    attempts += 1
    let open = calls
    calls = []
    var events = open.filter { $0.method != ChangesSubscribe.name }.map { call in
      FollowerEvent.answered(id: call.id, .failure(.connectionLost(method: call.method, sent: true)))
    }
    if reported != reason { events.append(.lost(reason)) }
    reported = reason
    return events
  }

  /// Something has happened where the socket should be: it is worth another attempt at once.
  mutating func socketMayBeThere(at now: Duration) {
    guard case .away = phase else { return }
    attempts = 0
    phase = .away(attempt: now)
  }

  static let longestPause = Duration.seconds(5)

  /// 50 ms at first, twice as long each time, at most five seconds; the last half of it is up to the jitter.
  private static func pause(after attempts: Int, jitter: Double) -> Duration {
    let longest = min(.milliseconds(50 << min(attempts, 10)), longestPause)
    return longest / 2 + longest / 2 * jitter
  }

  private mutating func subscribe(at now: Duration) -> [UInt8] {
    let call = MethodCall(ChangesSubscribe.self, .init(topics: topics, childID: childID, since: position))
    let (id, bytes) = open(call, at: now)
    phase = .asking(id: id)
    return bytes
  }

  // MARK: Calls

  /// A call on the followed connection; nil if there is none.
  mutating func call(_ call: MethodCall, at now: Duration) -> (id: Int64, bytes: [UInt8])? {
    if case .away = phase { return nil }
    return open(call, at: now)
  }

  private mutating func open(_ call: MethodCall, at now: Duration) -> (id: Int64, bytes: [UInt8]) {
    lastID += 1
    calls.append(PendingCall(id: lastID, method: call.method, deadline: now + timeout))
    return (lastID, Client.line(id: lastID, call))
  }

  /// Gives up the calls whose time is over.
  mutating func expire(at now: Duration) -> Step {
    var step = Step()
    for call in calls where call.deadline <= now {
      if phase == .asking(id: call.id) {
        step.failure = .timedOut(after: timeout, sent: true)
      } else {
        step.events.append(.answered(id: call.id, .failure(.timedOut(after: timeout, sent: true))))
      }
    }
    calls.removeAll { $0.deadline <= now }
    return step
  }

  // MARK: What the daemon says

  package mutating func received(_ line: [UInt8], at now: Duration) -> Step {
    guard let text = try? JSONText(parsing: line) else {
      return Step(failure: .badAnswer(String(decoding: line.prefix(120), as: UTF8.self)))
    }
    let message = WireInput(text)
    if let method = message["method"]?.stringValue {
      return notified(method, params: message["params"] ?? .tree(.null), at: now)
    }
    return answered(message)
  }

  private mutating func notified(_ method: String, params: WireInput, at now: Duration) -> Step {
    guard case .following(let subscription) = phase else { return Step() }
    switch method {
    case ChangeEvent.method:
      guard let event = try? ChangeEvent(wire: params) else {
        // Of a topic that this client does not know; it did not ask for any.
        return Step()
      }
      guard event.subscription == subscription else { return Step() }
      return isNew(event) ? Step(events: [.change(event)]) : Step()
    case ChangesEnded.method:
      guard let ended = try? ChangesEnded(wire: params), ended.subscription == subscription else { return Step() }
      position?.seq = ended.lastSeq
      known.removeAll { $0.seq <= ended.lastSeq }
      return Step(bytes: subscribe(at: now))
    default: return Step()
    }
  }

  private mutating func restart(_ answer: ChangesSubscribe.Answer) {
    position = ChangePosition(instance: answer.instance, seq: answer.seq)
    known = []
  }

  /// Records an event; false if it is a repeat.
  ///
  /// Several events can have the same number, and a connection can end between them. So a place is known for certain
  /// only when an event of a later one has come, or that of a state, which comes last.
  private mutating func isNew(_ event: ChangeEvent) -> Bool {
    var content = event
    content.subscription = 0
    guard !known.contains(content) else { return false }
    position?.seq = event.topic.isState ? event.seq : event.seq - 1
    known.removeAll { $0.seq <= (position?.seq ?? 0) }
    if !event.topic.isState { known.append(content) }
    return true
  }

  private mutating func answered(_ message: WireInput) -> Step {
    guard let id = message["id"]?.integerValue else {
      // An error without an id is about the connection itself: refused, or too many of them.
      do { _ = try Client.result(in: message) } catch { return Step(failure: error) }
      return Step()
    }
    guard let index = calls.firstIndex(where: { $0.id == id }) else { return Step() }
    calls.remove(at: index)
    let isSubscription = phase == .asking(id: id)
    do {
      let result = try Client.result(in: message)
      if isSubscription { return subscribed(try Client.read(ChangesSubscribe.self, result)) }
      return Step(events: [.answered(id: id, .success(result.json))])
    } catch {
      return isSubscription ? Step(failure: error) : Step(events: [.answered(id: id, .failure(error))])
    }
  }

  private mutating func subscribed(_ answer: ChangesSubscribe.Answer) -> Step {
    phase = .following(subscription: answer.subscription)
    // Missed events of log topics follow; until then the position is the old one.
    if answer.isResync || position == nil || topics.allSatisfy(\.isState) { restart(answer) }
    attempts = 0
    reported = nil
    return Step(events: [.snapshot(answer)])
  }
}
