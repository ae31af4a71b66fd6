/// Takes a call back that is waiting or running on the same connection; it overtakes the calls before it.
public enum Cancel: RPCMethod {
  public static let name = "cancel"
  public static let summary = "Cancels a call on the same connection that has not been answered yet."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// The id of the call, as it was sent.
    ///
    /// A string or a whole number.
    public var id: JSON
  }

  @WireMembers
  public struct Answer: WireObject {
    /// False when no such call was waiting or running.
    public var isCancelled: Bool
  }
}
