import BabyModel
import BabyProtocol

/// What one client wants to be told of.
struct Subscription: Sendable {
  /// The connection, as `Session` numbers it.
  var session: Int
  /// Counts up on each connection.
  var number: Int
  var scope: Scope
  var topics: Set<Topic>
  /// Number of the last change that its snapshot took in.
  var seq: Int64
  var outlet: any EventOutlet

  var stateTopics: [Topic] { topics.filter(\.isState) }
  var wantsLog: Bool { topics.contains { !$0.isState } }
}

/// The subscriptions of all clients, and what was published last of each state.
struct SubscriptionTable {
  private(set) var all: [Subscription] = []
  private var lastNumbers: [Int: Int] = [:]
  /// What subscribers of a state know.
  private var published: [StateKey: [UInt8]] = [:]

  struct StateKey: Hashable, Sendable {
    var scope: Scope
    var topic: Topic
  }

  var isEmpty: Bool { all.isEmpty }

  /// The states that somebody wants to know.
  var wantedStates: Set<StateKey> {
    all.reduce(into: []) { keys, subscription in
      for topic in subscription.stateTopics { keys.insert(StateKey(scope: subscription.scope, topic: topic)) }
    }
  }

  var wantsLog: Bool { all.contains(where: \.wantsLog) }

  mutating func nextNumber(session: Int) -> Int {
    lastNumbers[session, default: 0] += 1
    return lastNumbers[session, default: 0]
  }

  mutating func add(_ subscription: Subscription) { all.append(subscription) }

  /// - Returns: false when there is none.
  mutating func remove(_ number: Int, session: Int) -> Bool {
    let count = all.count
    all.removeAll { $0.session == session && $0.number == number }
    return all.count < count
  }

  mutating func removeAll(session: Int) {
    all.removeAll { $0.session == session }
    lastNumbers[session] = nil
  }

  /// Takes in that subscribers know a state from now on.
  ///
  /// - Returns: whether it is another one than before.
  mutating func publish(_ state: EncodedState, as key: StateKey) -> Bool {
    published.updateValue(state.signature, forKey: key) != state.signature
  }

  /// Forgets what was published of states that nobody wants to know any more.
  mutating func forgetUnwanted() {
    let wanted = wantedStates
    published = published.filter { wanted.contains($0.key) }
  }
}
