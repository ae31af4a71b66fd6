public import BabyModel

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
