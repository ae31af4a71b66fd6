public import BabyModel

/// A notification of the daemon: something that a subscription is about has happened.
///
/// A subscription's events come in the order of their `seq`. Several can have the same one, and banners, which
/// change no database, have that of the change before them.
public struct ChangeEvent: Hashable, WireObject {
  public static let method = "changes.event"
  public static var schemaName: String? { "ChangeEvent" }

  public var subscription: Int
  public var seq: Int
  public var topic: Topic
  public var at: Instant
  /// What `Topic.schema` says.
  public var data: JSON

  public init(subscription: Int, seq: Int, topic: Topic, at: Instant, data: JSON) {
    self.subscription = subscription
    self.seq = seq
    self.topic = topic
    self.at = at
    self.data = data
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    subscription = try members.required("subscription", "Number of the subscription, from changes.subscribe.")
    seq = try members.required("seq", "Number of the database's last change that the event includes.")
    topic = try members.required("topic", "What the event is about.")
    at = try members.required("at", "When it happened.")
    data = try members.required("data", "What has changed; its form depends on the topic.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("subscription", subscription)
    members.field("seq", seq)
    members.field("topic", topic)
    members.field("at", at)
    members.field("data", data)
  }
}

/// A notification of the daemon: a subscription has ended, because its client fell too far behind.
///
/// The connection stays. Subscribing again with `since` goes on where it ended.
public struct ChangesEnded: Hashable, WireObject {
  public static let method = "changes.ended"
  public static var schemaName: String? { "ChangesEnded" }

  public var subscription: Int
  /// Number of the last change of which the client was told everything.
  public var lastSeq: Int

  public init(subscription: Int, lastSeq: Int) {
    self.subscription = subscription
    self.lastSeq = lastSeq
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    subscription = try members.required("subscription", "Number of the subscription that has ended.")
    lastSeq = try members.required("lastSeq", "Number of the last change whose events were all sent.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("subscription", subscription)
    members.field("lastSeq", lastSeq)
  }
}

/// A notification as the daemon sends it and a client finds it.
public enum Notification {
  /// - Parameter params: the params' JSON text, an object.
  public static func line(_ method: String, params: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: params.count + 64)
    writer.object { members in
      members.field("jsonrpc", "2.0")
      members.field("method", method)
      members.raw("params") { $0.encoded(params) }
    }
    return writer.bytes
  }
}
