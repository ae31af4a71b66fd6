import BabyProtocol
import BabySocket
import Synchronization

/// One client's subscription.
final class Subscription: Sendable {
  /// The connection, as `ClientSession` numbers it.
  let session: Int
  let audience: Audience
  let sink: any EventSink
  private let over = Atomic(false)

  init(session: Int, audience: Audience, sink: any EventSink) {
    self.session = session
    self.audience = audience
    self.sink = sink
  }

  /// It gets nothing any more.
  var isOver: Bool { over.load(ordering: .acquiring) }

  func end() { over.store(true, ordering: .releasing) }
}

/// Subscriptions that get the same bytes. Unique per kind and compared by identity.
final class Audience: Sendable {
  let scope: Scope
  let topics: Set<Topic>
  /// Its number for clients: counted on each connection.
  let number: Int

  fileprivate init(_ key: Key) {
    scope = key.scope
    topics = key.topics
    number = key.number
  }

  fileprivate var key: Key { Key(scope: scope, topics: topics, number: number) }

  fileprivate struct Key: Hashable {
    var scope: Scope
    var topics: Set<Topic>
    var number: Int
  }
}

/// A state that can be subscribed to.
struct StateKey: Hashable, Sendable {
  var scope: Scope
  var topic: Topic
}

/// The subscriptions of all clients, and the last published state of each.
struct SubscriptionTable {
  private var bySession: [Int: [Subscription]] = [:] { didSet { listed = nil } }
  private var listed: [Subscription]?
  private var lastNumbers: [Int: Int] = [:]
  private var audiences: [Audience.Key: (audience: Audience, subscriptions: Int)] = [:]
  /// The states that subscribers have.
  private var published: [StateKey: [UInt8]] = [:]

  var isEmpty: Bool { bySession.isEmpty }
  var count: Int { audiences.values.reduce(0) { $0 + $1.subscriptions } }
  /// In the order of their connections. Cached until one begins or ends: each change goes to all of them.
  var all: [Subscription] {
    mutating get {
      if let listed { return listed }
      let all = bySession.sorted { $0.key < $1.key }.flatMap(\.value)
      listed = all
      return all
    }
  }
  /// The scopes with subscribers.
  var scopes: Set<Scope> { Set(audiences.keys.map(\.scope)) }
  var wantsLog: Bool { audiences.keys.contains { $0.topics.contains { !$0.isState } } }

  /// The states with subscribers.
  var states: Set<StateKey> {
    audiences.keys.reduce(into: []) { keys, audience in
      for topic in audience.topics where topic.isState { keys.insert(StateKey(scope: audience.scope, topic: topic)) }
    }
  }

  /// Begins a subscription, with the next number of its connection.
  mutating func add(session: Int, scope: Scope, topics: Set<Topic>, sink: any EventSink) -> Subscription {
    lastNumbers[session, default: 0] += 1
    let key = Audience.Key(scope: scope, topics: topics, number: lastNumbers[session, default: 0])
    let (audience, count) = audiences[key] ?? (Audience(key), 0)
    audiences[key] = (audience, count + 1)
    let subscription = Subscription(session: session, audience: audience, sink: sink)
    bySession[session, default: []].append(subscription)
    return subscription
  }

  /// Whether a connection has any.
  func has(session: Int) -> Bool { bySession[session] != nil }

  /// - Returns: false if there is none.
  mutating func remove(_ number: Int, session: Int) -> Bool {
    guard let index = bySession[session]?.firstIndex(where: { $0.audience.number == number }),
      let subscription = bySession[session]?.remove(at: index)
    else { return false }
    if bySession[session]?.isEmpty == true { bySession[session] = nil }
    forget(subscription)
    return true
  }

  mutating func removeAll(session: Int) {
    for subscription in bySession.removeValue(forKey: session) ?? [] { forget(subscription) }
    lastNumbers[session] = nil
  }

  private mutating func forget(_ subscription: Subscription) {
    subscription.end()
    let key = subscription.audience.key
    audiences[key]?.subscriptions -= 1
    guard audiences[key]?.subscriptions == 0 else { return }
    audiences[key] = nil
    let wanted = states
    published = published.filter { wanted.contains($0.key) }
  }

  /// Takes in that subscribers know a state from now on.
  ///
  /// - Returns: whether it is another one than before.
  mutating func publish(_ state: EncodedState, as key: StateKey) -> Bool {
    published.updateValue(state.signature, forKey: key) != state.signature
  }
}

/// A call that waits until its subscription gets an event.
final class WaitingCall: EventSink {
  private struct State {
    var isOver = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func hold() {}

  func send(_ events: [PushedEvent]) -> Bool {
    stop()
    return true
  }

  func end(_ subscription: Int, lastSeq: Int64) { stop() }

  func forget(_ subscription: Int) {}

  func close() { stop() }

  /// Ends the waiting: there is an event, a timeout, or a cancellation.
  func stop() {
    let continuation = state.withLock { state in
      state.isOver = true
      return state.continuation.take()
    }
    continuation?.resume()
  }

  /// Returns once it has been stopped.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}
