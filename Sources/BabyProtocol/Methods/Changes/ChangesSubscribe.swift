/// From now on the client is notified of changes.
///
/// It returns the current state, and every change after that follows: none is missed between the two.
public enum ChangesSubscribe: RPCMethod {
  public static let name = "changes.subscribe"
  public static let summary = """
    Returns the current state, and from then on reports every change in notifications named changes.event.
    """
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var topics: [Topic]
    public var childID: String?
    public var since: ChangePosition?

    public init(topics: [Topic], childID: String? = nil, since: ChangePosition? = nil) {
      self.topics = topics
      self.childID = childID
      self.since = since
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      topics = try members.required("topics", "The topics to follow.")
      childID = try members.optional(
        "childId", "UUID or name of a child; default: the caller's current child, whichever it is at the time.")
      since = try members.optional(
        "since", "The last position the client knows: log topics' events after it are sent again.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("topics", topics)
      members.field("childId", childID)
      members.field("since", since)
    }
  }

  public struct Answer: Hashable, WireObject {
    public var subscription: Int
    public var instance: String
    public var seq: Int
    /// What the client knew from before is void: its place is too far back, or in another database.
    public var isResync: Bool
    public var snapshot: ChangeSnapshot

    public init(subscription: Int, instance: String, seq: Int, isResync: Bool, snapshot: ChangeSnapshot) {
      self.subscription = subscription
      self.instance = instance
      self.seq = seq
      self.isResync = isResync
      self.snapshot = snapshot
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      subscription = try members.required("subscription", "Number of the subscription on this connection.")
      instance = try members.required("instance", "UUID of the database.")
      seq = try members.required("seq", "Number of the last change that the snapshot includes.")
      isResync = try members.flag(
        "resync", "True when the events after since can no longer be sent, so that only the snapshot counts.")
      snapshot = try members.required("snapshot", "The current state, by topic.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("subscription", subscription)
      members.field("instance", instance)
      members.field("seq", seq)
      members.flag("resync", isResync)
      members.field("snapshot", snapshot)
    }
  }
}
