import BabyProtocol
import Synchronization

/// What one client is told of.
final class Subscription: Sendable {
  /// The connection, as `Session` numbers it.
  let session: Int
  let audience: Audience
  let outlet: any EventOutlet
  private let over = Atomic(false)

  init(session: Int, audience: Audience, outlet: any EventOutlet) {
    self.session = session
    self.audience = audience
    self.outlet = outlet
  }

  /// It gets nothing any more.
  var isOver: Bool { over.load(ordering: .acquiring) }

  func end() { over.store(true, ordering: .releasing) }
}

/// Subscriptions that get the same bytes.
struct Audience: Hashable, Sendable {
  var scope: Scope
  var topics: Set<Topic>
  /// What their clients know them by: they count up on each connection.
  var number: Int
}

/// A state that can be subscribed to.
struct StateKey: Hashable, Sendable {
  var scope: Scope
  var topic: Topic
}

/// The subscriptions of all clients, and what was published last of each state.
struct SubscriptionTable {
  private var bySession: [Int: [Subscription]] = [:]
  private var lastNumbers: [Int: Int] = [:]
  private var audiences: [Audience: Int] = [:]
  /// What subscribers of a state know.
  private var published: [StateKey: [UInt8]] = [:]

  var isEmpty: Bool { bySession.isEmpty }
  var count: Int { audiences.values.reduce(0, +) }
  var all: [Subscription] { bySession.values.flatMap(\.self) }
  /// Of whom something is to be told.
  var scopes: Set<Scope> { Set(audiences.keys.map(\.scope)) }
  var wantsLog: Bool { audiences.keys.contains { $0.topics.contains { !$0.isState } } }

  /// The states that somebody wants to know.
  var states: Set<StateKey> {
    audiences.keys.reduce(into: []) { keys, audience in
      for topic in audience.topics where topic.isState { keys.insert(StateKey(scope: audience.scope, topic: topic)) }
    }
  }

  mutating func nextNumber(session: Int) -> Int {
    lastNumbers[session, default: 0] += 1
    return lastNumbers[session, default: 0]
  }

  mutating func add(_ subscription: Subscription) {
    bySession[subscription.session, default: []].append(subscription)
    audiences[subscription.audience, default: 0] += 1
  }

  /// - Returns: false when there is none.
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
    let count = audiences[subscription.audience, default: 1] - 1
    audiences[subscription.audience] = count == 0 ? nil : count
    guard count == 0 else { return }
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
