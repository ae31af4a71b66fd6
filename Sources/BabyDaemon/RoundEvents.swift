import BabyModel
import BabyProtocol
import BabySocket

/// The events of a round, encoded once for each audience.
struct RoundEvents {
  private let seq: Int64
  private let at: Instant
  private let log: [FeedEvent]
  private let states: [StateKey: EncodedState]
  private let banners: [[UInt8]]
  private let children: [Scope: ChildID]
  private var messages: [ObjectIdentifier: Message] = [:]
  /// The previous audience, which is mostly the next one's, too.
  private var latest: (audience: Audience, message: Message)?

  /// The events for one audience.
  private struct Message {
    var events: [PushedEvent] = []
    /// The subscription is over after these events, which take in everything up to here.
    var end: Int64?
  }

  /// - Parameters:
  ///   - changed: the states that are others than before.
  ///   - banners: messages that are not in the database.
  init(round: RoundResult, changed: [StateKey: EncodedState], banners: [BannerRecord], at now: Instant) {
    seq = round.seq
    at = now
    log = round.log
    states = changed
    self.banners = banners.map(\.encoded)
    children = round.children
  }

  /// Events that are sent again to a client that was away.
  init(replaying log: [FeedEvent], round: RoundResult) {
    seq = round.seq
    at = Instant(milliseconds: 0)
    self.log = log
    states = [:]
    banners = []
    children = round.children
  }

  var isEmpty: Bool { log.isEmpty && states.isEmpty && banners.isEmpty }

  /// - Returns: false when the subscription is over.
  mutating func tell(_ subscription: Subscription) -> Bool {
    let message = message(for: subscription.audience)
    if !message.events.isEmpty, !subscription.sink.send(message.events) { return false }
    guard let end = message.end else { return true }
    subscription.sink.end(subscription.audience.number, lastSeq: end)
    return false
  }

  private mutating func message(for audience: Audience) -> Message {
    if let latest, latest.audience === audience { return latest.message }
    let message = messages[ObjectIdentifier(audience)] ?? compose(for: audience)
    messages[ObjectIdentifier(audience)] = message
    latest = (audience, message)
    return message
  }

  private func compose(for audience: Audience) -> Message {
    var message = Message()
    func add(_ topic: Topic, _ seq: Int64, _ at: Instant, _ data: [UInt8]) {
      let params = Self.params(subscription: audience.number, seq: seq, topic: topic, at: at, data: data)
      let line = Notification.line(ChangeEvent.method, params: params) + [UInt8(ascii: "\n")]
      message.events.append(PushedEvent(subscription: audience.number, topic: topic, seq: seq, line: line))
    }
    for event in log {
      if audience.topics.contains(.timeline), event.voidsTimeline(of: audience.scope) {
        message.end = event.seq - 1
        return message
      }
      let own = event.data(for: audience.topics, in: audience.scope, about: children[audience.scope])
      guard let (topic, data) = own else { continue }
      add(topic, event.seq, event.at, data)
    }
    for topic in Topic.allCases where topic.isState && audience.topics.contains(topic) {
      guard let state = states[StateKey(scope: audience.scope, topic: topic)] else { continue }
      add(topic, seq, at, state.data)
    }
    if audience.topics.contains(.banner) {
      for data in banners { add(.banner, seq, at, data) }
    }
    return message
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
