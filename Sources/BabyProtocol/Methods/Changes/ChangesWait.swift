/// Waits for the next change, for scripts that make one call at a time.
public enum ChangesWait: RPCMethod {
  public static let name = "changes.wait"
  public static let summary = "Waits for a change and returns the events; for scripts that make one call at a time."
  public static let access = MethodAccess.everybody

  /// In seconds: a call that waits longer has been forgotten by whoever made it.
  public static let longestTimeout = 3600.0

  public struct Params: WireObject {
    public var topics: [Topic]
    public var childID: String?
    public var since: ChangePosition?
    public var timeoutSeconds: Double?

    public init(
      topics: [Topic], childID: String? = nil, since: ChangePosition? = nil, timeoutSeconds: Double? = nil
    ) {
      self.topics = topics
      self.childID = childID
      self.since = since
      self.timeoutSeconds = timeoutSeconds
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      topics = try members.required("topics", "What to wait for.")
      childID = try members.optional("childId", "UUID or name of a child; default: the caller's current child.")
      since = try members.optional(
        "since", "Answer at once if something has changed since; default: wait for the next change.")
      timeoutSeconds = try members.optional(
        "timeoutSeconds", "Answer without events after this many seconds, 0 to 3600; default: 3600.")
      if let timeoutSeconds, !(0...ChangesWait.longestTimeout).contains(timeoutSeconds) {
        throw WireError(path: "timeoutSeconds", message: "must be between 0 and 3600")
      }
    }

    public func write(to members: inout ObjectWriter) {
      members.field("topics", topics)
      members.field("childId", childID)
      members.field("since", since)
      members.field("timeoutSeconds", timeoutSeconds)
    }
  }

  public struct Answer: WireObject {
    public var instance: String
    public var seq: Int
    public var isResync: Bool
    public var events: [ChangeEvent]

    public init(instance: String, seq: Int, isResync: Bool, events: [ChangeEvent]) {
      self.instance = instance
      self.seq = seq
      self.isResync = isResync
      self.events = events
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      instance = try members.required("instance", "UUID of the database.")
      seq = try members.required("seq", "Pass this and instance as since in the next call.")
      isResync = try members.flag(
        "resync", "True when events after since are lost; read everything again.")
      events = try members.required("events", "What has happened; empty if the time ran out first.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("instance", instance)
      members.field("seq", seq)
      members.flag("resync", isResync)
      members.field("events", events)
    }
  }
}
