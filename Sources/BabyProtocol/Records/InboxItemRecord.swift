public import BabyModel

/// Something about syncing that a person may want to know later.
public struct InboxItemRecord: Hashable, WireObject {
  public static var schemaName: String? { "InboxItem" }

  public var id: Int
  public var kind: InboxItem.Kind
  public var text: String
  public var at: Instant
  /// RFC 3339 with the offset of the child's zone.
  public var atLocal: String
  public var child: ChildReference?
  /// The entry as it is now: in a conflict, the server's version.
  public var entry: EntryRecord?
  /// In a conflict, this machine's version, which `inbox.apply` makes the current one.
  public var mine: EntryRecord?
  public var isDismissed: Bool

  public init(
    id: Int, kind: InboxItem.Kind, text: String, at: Instant, atLocal: String, child: ChildReference? = nil,
    entry: EntryRecord? = nil, mine: EntryRecord? = nil, isDismissed: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.text = text
    self.at = at
    self.atLocal = atLocal
    self.child = child
    self.entry = entry
    self.mine = mine
    self.isDismissed = isDismissed
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", "Number of the item.")
    kind = try members.required("kind", "What it is about.")
    text = try members.required("text", "What to show.")
    at = try members.required("at", "When it happened.")
    atLocal = try members.required("atLocal", "The same time with the offset of the child's time zone.")
    child = try members.optional("child", "The child.")
    entry = try members.optional("entry", "The entry as it is now; in a conflict, the server's version.")
    mine = try members.optional("mine", "In a conflict, this machine's version, which inbox.apply makes current.")
    isDismissed = try members.flag("dismissed", "True when somebody has dismissed it.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("kind", kind)
    members.field("text", text)
    members.field("at", at)
    members.field("atLocal", atLocal)
    members.field("child", child)
    members.field("entry", entry)
    members.field("mine", mine)
    members.flag("dismissed", isDismissed)
  }
}
