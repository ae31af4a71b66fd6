public import BabyModel

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

public enum InboxDismiss: WriteMethod {
  public static let name = "inbox.dismiss"
  public static let summary = "Dismisses items in the inbox."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.inboxItemNotFound]

  @WireMembers
  public struct Params: WriteParams {
    /// Number of the item; default: all.
    public var id: Int?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = QueueAnswer
}

public enum InboxApply: WriteMethod {
  public static let name = "inbox.apply"
  public static let summary = "Makes this machine's version of a conflict the current one, as a new change."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.inboxItemNotFound, .notAConflict]

  @WireMembers
  public struct Params: WriteParams {
    /// Number of the conflict in the inbox.
    public var id: Int
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

/// Something about syncing that a person may want to know later.
@WireMembers("InboxItem")
public struct InboxItemRecord: Hashable, WireObject {
  /// Number of the item.
  public var id: Int
  /// The kind of message.
  public var kind: InboxItem.Kind
  /// The text to show.
  public var text: String
  /// When it happened.
  public var at: Instant
  /// The same time with the offset of the child's time zone.
  public var atLocal: String
  /// The child.
  public var child: ChildReference?
  /// The entry as it is now; in a conflict, the server's version.
  public var entry: EntryRecord?
  /// In a conflict, this machine's version, which inbox.apply makes current.
  public var mine: EntryRecord?
  /// True if it was dismissed.
  public var isDismissed: Bool = false
}
