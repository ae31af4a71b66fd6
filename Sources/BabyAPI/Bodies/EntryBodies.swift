public import BabyModel
public import BabyProtocol

/// An entry as a caregiver writes it; the server adds the time of writing and the author, unless a log with authors is
/// imported.
public struct EntryDraft: Hashable, WireObject {
  public static var schemaName: String? { "EntryDraft" }

  public var childID: ChildID
  public var content: EntryContent
  public var start: Instant
  public var end: Instant?
  public var endUnknown: Bool
  public var note: String?
  /// The author of an entry that the server does not know; nil for the caller.
  public var author: String?
  /// The last editor, if the server lost that change when it was restored; nil for the caller.
  public var changedBy: String?

  /// - Parameter isNew: whether the server does not know the entry: then its author is included.
  public init(_ entry: Entry, isNew: Bool = false) {
    childID = entry.childID
    content = entry.content
    start = entry.start
    end = entry.end
    endUnknown = entry.endUnknown
    note = entry.note
    author = isNew ? entry.author.flatMap(PersonName.sent) : nil
  }

  public static var sample: EntryDraft { EntryDraft(EntryRecord.sample.entry) }

  public init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.required("childId", "UUID of the child; it cannot be changed later.")
    let kind: EntryKind = try members.required("kind", "The kind; it cannot be changed later.")
    start = try members.required("start", "When it happened or began.")
    end = try members.optional("end", "When it ended; left out if it is running or happens at one moment.")
    endUnknown = try members.flag(
      "endUnknown", "True if it has ended at an unknown time; also for an activity at one moment.")
    note = try members.optional("note", "Free text; for a note, the note itself.", longest: WireLimit.note)
    author = try members.optional(
      "author",
      "The author, if the entry is new to the server, from a backup or another log; the answer adds the importer. "
        + "Default: the caller.")
    changedBy = try members.optional(
      "changedBy",
      "The last editor, if the server lost that change when it was restored; the answer adds the importer. "
        + "Default: the caller; no name if the entry is new to the server.")
    // Last, because it refuses an entry without the members that its kind has.
    content = try EntryRecord.content(kind, reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("kind", content.kind)
    members.field("start", start)
    members.field("end", end)
    members.flag("endUnknown", endUnknown)
    members.field("note", note)
    members.field("author", author)
    members.field("changedBy", changedBy)
    EntryRecord.write(content, to: &members)
  }
}

@WireMembers
public struct EntryList: WireObject {
  /// The entries, newest first.
  public var entries: [EntryRecord]
  /// For the next page; left out on the last one.
  public var nextCursor: String?
}

/// The changes for the caller since a position.
@WireMembers
public struct ChangeList: WireObject {
  /// The version of this format. A version with more data about unchanged records increments it: then machines fetch
  /// those once, such as due dates, which are form 2.
  public static let form = 2

  /// For `since` of the next call.
  public var position: String
  /// Whether there is more to fetch.
  public var hasMore: Bool
  /// All children that the caller may now see; any others are gone.
  public var children: [SharedChild]
  /// Entries as they are now, including tombstones, each once.
  public var entries: [SharedEntryRecord]
  /// Current settings, reminders and their state, if the request had a position of them.
  public var settings: [SharedSettingRecord]?
  /// For Babybasics-Settings of the next call.
  public var settingsPosition: String?
  /// UUIDs of the children that are no longer shared with the caller; left out if there are none. A child that is in
  /// neither list was removed for everybody.
  public var ended: [ChildID]?
  /// Children that are missing because an owner removed them for everybody; left out if there are none.
  public var removed: [RemovedChild]?
  /// People who joined, left, were removed or got another role since the position, the earliest first; left out if
  /// there are none.
  public var memberEvents: [MemberEvent]?
  /// The caller's account, as it is called now.
  public var user: User?
}
