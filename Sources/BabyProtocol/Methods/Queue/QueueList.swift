public import BabyModel

/// Changes that the family server has not confirmed yet, oldest first.
public enum QueueList: RPCMethod {
  public static let name = "queue.list"
  public static let summary = "Lists the changes that the family server has not confirmed yet, oldest first."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// How many to return at most, 1 to 1000; default: 100.
    @Wire(in: 1...1000) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The changes, oldest first.
    public var items: [QueueItem]
    /// How many are waiting to be sent, listed or not.
    public var unsent: Int
    /// How many of those are settings and reminders, which are not listed; left out if none are.
    public var settings: Int?
    /// How many failed and need a retry or a discard, listed or not.
    public var failed: Int
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
  }
}
