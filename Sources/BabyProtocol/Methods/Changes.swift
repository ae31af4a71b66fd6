public import BabyModel

/// No change is missed between the state in the answer and the first event.
public enum ChangesSubscribe: RPCMethod {
  public static let name = "changes.subscribe"
  public static let summary = """
    Returns the current state, and from then on reports every change in notifications named changes.event.
    """
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// The topics to follow.
    public var topics: [Topic]
    /// UUID or name of a child; default: the caller's current child, whichever it is at the time.
    public var childID: String?
    /// The last position the client knows: log topics' events after it are sent again.
    public var since: ChangePosition?
  }

  @WireMembers
  public struct Answer: Hashable, WireObject {
    /// Number of the subscription on this connection.
    public var subscription: Int
    /// UUID of the database.
    public var instance: String
    /// Number of the last change that the snapshot includes.
    public var seq: Int
    /// True when the events after since can no longer be sent, so that only the snapshot counts.
    public var isResync: Bool = false
    /// The current state, by topic.
    public var snapshot: ChangeSnapshot
  }
}

public enum ChangesUnsubscribe: RPCMethod {
  public static let name = "changes.unsubscribe"
  public static let summary = "Ends a subscription; none of its events come after the answer."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// Number of the subscription.
    public var subscription: Int
  }

  @WireMembers
  public struct Answer: WireObject {
    /// False when there was no such subscription.
    @Wire("ended") public var hasEnded: Bool
  }
}

public enum ChangesWait: RPCMethod {
  public static let name = "changes.wait"
  public static let summary = "Waits for a change and returns the events; for scripts that make one call at a time."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  /// In seconds: calls do not wait longer than this.
  public static let longestTimeout = 3600.0

  @WireMembers
  public struct Params: WireObject {
    /// The topics to wait for.
    public var topics: [Topic]
    /// UUID or name of a child; default: the caller's current child.
    public var childID: String?
    /// Answer at once if something has changed since; default: wait for the next change.
    public var since: ChangePosition?
    /// Answer without events after this many seconds, 0 to 3600; default: 3600.
    @Wire(in: 0...ChangesWait.longestTimeout) public var timeoutSeconds: Double?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// UUID of the database.
    public var instance: String
    /// Pass this and instance as since in the next call.
    public var seq: Int
    /// True when events after since are lost; read everything again.
    public var isResync: Bool = false
    /// The events; empty after a timeout.
    public var events: [ChangeEvent]
  }
}

/// A place in the history of a database: where a client's knowledge ends.
@WireMembers("ChangePosition")
public struct ChangePosition: Hashable, WireObject {
  /// UUID of the database that the number belongs to.
  ///
  /// Numbers of another database mean nothing.
  public var instance: String
  /// Number of the last change that is known.
  public var seq: Int

  public func checkMembers() throws(WireError) {
    if seq < 0 { throw WireError(path: "seq", message: "must not be negative") }
  }
}

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
