public import BabyModel

/// A notification of the daemon: something that a subscription is about has happened.
///
/// A subscription's events come in the order of their `seq`. Several can have the same one, and banners, which
/// change no database, have that of the change before them.
@WireMembers("ChangeEvent")
public struct ChangeEvent: Hashable, WireObject {
  /// Number of the subscription, from changes.subscribe.
  public var subscription: Int
  /// Number of the database's last change that the event includes.
  public var seq: Int
  /// The event's topic.
  public var topic: Topic
  /// When it happened.
  public var at: Instant
  /// The change; its form depends on the topic.
  ///
  /// `Topic.schema` says which.
  public var data: JSON

  public static let method = "changes.event"
}

/// A notification of the daemon: a subscription has ended, because its client fell too far behind.
///
/// The connection stays. Subscribing again with `since` continues at its end.
@WireMembers("ChangesEnded")
public struct ChangesEnded: Hashable, WireObject {
  /// Number of the subscription that has ended.
  public var subscription: Int
  /// Number of the last change whose events were all sent.
  public var lastSeq: Int

  public static let method = "changes.ended"
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
