public import BabyModel

/// The inbox: late successes, failures, conflicts and other caregivers' entries, newest first.
public enum InboxList: RPCMethod {
  public static let name = "inbox.list"
  public static let summary = "Lists the inbox: late successes, failures, conflicts and others' entries, newest first."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// Also list dismissed items, which are kept for 30 days.
    @Wire("includeDismissed") public var includesDismissed: Bool = false
    /// How many to return at most, 1 to 1000; default: 100.
    @Wire(in: 1...1000) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The items, newest first.
    public var items: [InboxItemRecord]
    /// How many items have not been dismissed, listed or not.
    public var open: Int
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
  }
}
