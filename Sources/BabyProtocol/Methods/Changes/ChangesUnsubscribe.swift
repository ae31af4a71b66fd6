/// Ends a subscription of this connection.
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
