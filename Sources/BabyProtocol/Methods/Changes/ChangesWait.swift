/// Waits for the next change, for scripts that make one call at a time.
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
