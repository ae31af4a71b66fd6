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

/// An entry as a caregiver writes it, of a kind that the server knows or passes on.
public enum SharedEntryDraft: Hashable, WireObject {
  case known(EntryDraft)
  case relayed(RelayedDraft)

  public static var schema: Schema { .either([EntryDraft.schema, RelayedDraft.schema]) }

  public static var sample: SharedEntryDraft { .known(.sample) }

  public init(reading members: inout ObjectReader) throws(WireError) {
    if members.isOfUnknownKind {
      self = .relayed(try RelayedDraft(reading: &members))
    } else {
      self = .known(try EntryDraft(reading: &members))
    }
  }

  public func write(to members: inout ObjectWriter) {
    switch self {
    case .known(let draft): draft.write(to: &members)
    case .relayed(let draft): draft.write(to: &members)
    }
  }

  public var childID: ChildID {
    switch self {
    case .known(let draft): draft.childID
    case .relayed(let draft): draft.frame.childID
    }
  }

  /// The author, according to the sender.
  public var author: String? {
    switch self {
    case .known(let draft): draft.author
    case .relayed(let draft): draft.frame.author
    }
  }

  /// The last editor, according to the sender.
  public var changedBy: String? { if case .known(let draft) = self { draft.changedBy } else { nil } }

  /// The entry that it asks for.
  ///
  /// - Parameters:
  ///   - author: whose it becomes.
  ///   - changedBy: the last editor so far.
  public func entry(
    _ id: EntryID, by author: String?, changedBy: String? = nil, createdAt: Instant, updatedAt: Instant
  ) -> SharedEntry {
    switch self {
    case .known(let draft):
      .known(
        Entry(
          id: id, childID: draft.childID, content: draft.content, start: draft.start, end: draft.end,
          endUnknown: draft.endUnknown, note: draft.note, author: author, changedBy: changedBy, createdAt: createdAt,
          updatedAt: updatedAt))
    case .relayed(let draft):
      .relayed(
        RelayedEntry(
          id: id, childID: draft.frame.childID, kind: draft.frame.kind.word, start: draft.frame.start,
          end: draft.frame.end, endUnknown: draft.frame.endUnknown, note: draft.frame.note, content: draft.content,
          author: author, changedBy: changedBy, createdAt: createdAt, updatedAt: updatedAt))
    }
  }
}

/// A record of an entry of a known or relayed kind.
public enum SharedEntryRecord: Hashable, WireObject {
  case known(EntryRecord)
  case relayed(RelayedRecord)

  public static var schema: Schema { .either([EntryRecord.schema, RelayedRecord.schema]) }

  public static var sample: SharedEntryRecord { .known(.sample) }

  public init(_ entry: SharedEntry, in zone: ZoneRules) {
    self =
      switch entry {
      case .known(let entry): .known(EntryRecord(entry, in: zone))
      case .relayed(let entry): .relayed(RelayedRecord(entry, in: zone))
      }
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    if members.isOfUnknownKind {
      self = .relayed(try RelayedRecord(reading: &members))
    } else {
      self = .known(try EntryRecord(reading: &members))
    }
  }

  public func write(to members: inout ObjectWriter) {
    switch self {
    case .known(let record): record.write(to: &members)
    case .relayed(let record): record.write(to: &members)
    }
  }

  /// Nil for a kind that is not known.
  public var known: EntryRecord? {
    if case .known(let record) = self { record } else { nil }
  }

  public var relayed: RelayedRecord? {
    if case .relayed(let record) = self { record } else { nil }
  }
}

extension Entry {
  /// An entry that was passed on while its kind was not known; nil when it still cannot be read.
  public init?(relayed: RelayedEntry) {
    let json = String(decoding: RelayedRecord(relayed).encoded, as: UTF8.self)
    self.init(kept: UnknownEntry(id: relayed.id, word: relayed.kind, json: json))
  }
}

extension ObjectReader {
  /// Whether the object names a kind, and none that is known here.
  fileprivate var isOfUnknownKind: Bool {
    peek("kind")?.stringValue.map { EntryKind(rawValue: $0) == nil } ?? false
  }
}
