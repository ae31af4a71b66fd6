/// From now on the client is notified of changes.
///
/// It returns the current state, and every change after that follows: none is missed between the two.
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
