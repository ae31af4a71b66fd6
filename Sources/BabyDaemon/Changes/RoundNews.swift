import BabyModel
import BabyProtocol

/// What a round has to tell, put into lines for each subscriber; subscribers with the same number and child get the
/// same bytes.
struct RoundNews {
  private let seq: Int64
  private let at: Instant
  private let log: [FeedEvent]
  private let states: [SubscriptionTable.StateKey: EncodedState]
  private let feedback: [[UInt8]]
  private let children: [Scope: ChildID]
  private var lines: [LineKey: [UInt8]] = [:]

  private struct LineKey: Hashable {
    var subscription: Int
    var source: Source
  }

  private enum Source: Hashable {
    case log(Int)
    case state(SubscriptionTable.StateKey)
    case feedback(Int)
  }

  /// - Parameters:
  ///   - changed: the states that are others than before.
  ///   - feedback: what is in no database.
  init(
    round: RoundAnswer, changed: [SubscriptionTable.StateKey: EncodedState], feedback: [FeedbackRecord], at now: Instant
  ) {
    seq = round.seq
    at = now
    log = round.log
    states = changed
    self.feedback = feedback.map(\.encoded)
    children = round.children
  }

  /// Events that are told again to a client that was away.
  init(replaying log: [FeedEvent], round: RoundAnswer) {
    seq = round.seq
    at = Instant(milliseconds: 0)
    self.log = log
    states = [:]
    feedback = []
    children = round.children
  }

  var isEmpty: Bool { log.isEmpty && states.isEmpty && feedback.isEmpty }

  /// - Parameter place: changes up to this one are known to the subscriber; left out, those of its snapshot.
  /// - Returns: false when the subscription is over.
  mutating func tell(_ subscription: Subscription, after place: Int64? = nil) -> Bool {
    let known = place ?? subscription.seq
    for (index, event) in log.enumerated() where event.seq > known {
      if subscription.topics.contains(.timeline), event.voidsTimeline(of: subscription.scope) {
        subscription.outlet.end(subscription.number, lastSeq: event.seq - 1)
        return false
      }
      let told = event.data(for: subscription.topics, about: children[subscription.scope])
      guard let (topic, data) = told else { continue }
      guard send(.log(index), topic, event.seq, event.at, data, to: subscription) else { return false }
    }
    for topic in Topic.allCases where topic.isState && subscription.topics.contains(topic) {
      let key = SubscriptionTable.StateKey(scope: subscription.scope, topic: topic)
      guard let state = states[key] else { continue }
      guard send(.state(key), topic, seq, at, state.data, to: subscription) else { return false }
    }
    guard subscription.topics.contains(.feedback) else { return true }
    return feedback.enumerated().allSatisfy { index, data in
      send(.feedback(index), .feedback, seq, at, data, to: subscription)
    }
  }

  private mutating func send(
    _ source: Source, _ topic: Topic, _ seq: Int64, _ at: Instant, _ data: [UInt8], to subscription: Subscription
  ) -> Bool {
    let key = LineKey(subscription: subscription.number, source: source)
    let line =
      lines[key] ?? Self.line(subscription: subscription.number, seq: seq, topic: topic, at: at, data: data)
    lines[key] = line
    return subscription.outlet.send(
      PushedEvent(subscription: subscription.number, topic: topic, seq: seq, line: line))
  }

  private static func line(subscription: Int, seq: Int64, topic: Topic, at: Instant, data: [UInt8]) -> [UInt8] {
    Notification.line(
      ChangeEvent.method, params: params(subscription: subscription, seq: seq, topic: topic, at: at, data: data))
  }

  /// A `ChangeEvent` whose data is encoded already.
  static func params(subscription: Int, seq: Int64, topic: Topic, at: Instant, data: [UInt8]) -> [UInt8] {
    var params = JSONWriter(reservingCapacity: data.count + 128)
    params.object { members in
      members.field("subscription", subscription)
      members.field("seq", Int(seq))
      members.field("topic", topic)
      members.field("at", at)
      members.raw("data") { $0.encoded(data) }
    }
    return params.bytes
  }
}
