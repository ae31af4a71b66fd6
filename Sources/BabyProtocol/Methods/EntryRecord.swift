public import BabyModel

/// The answer to every call that logs or changes an entry.
@WireMembers("EntryAnswer")
public struct EntryAnswer: Hashable, PressAnswer {
  /// The entry as it is now.
  public var entry: EntryRecord
  /// The child the entry is for.
  public var child: ChildReference
  /// How to write clock times.
  public var timeFormat: TimeFormat
  /// The result, in words.
  ///
  /// Such as "Logged left breast".
  public var message: String
  /// Another sleep, tummy time or activity of that name at the same time, so one of the two must be a mistake; left out
  /// if there is none.
  public var overlap: EntryRecord?
  /// The medicine as it was before this dose, which was given sooner than was noted that it may be; else left out.
  public var tooSoon: MedicineRecord?
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
  /// True when the same call came within the second before: it was done once.
  public var isRepeated: Bool = false
}

/// An entry as it stands on the wire: the model's entry, and what the clocks of the child's zone showed.
///
/// The local texts are there for clients, which know no time zones.
public struct EntryRecord: Hashable, Sendable {
  public var entry: Entry
  /// RFC 3339 with the offset that was in force: `2020-03-07T22:56:00.000-08:00`.
  public var startLocal: String
  public var endLocal: String?

  public init(_ entry: Entry, startLocal: String, endLocal: String?) {
    self.entry = entry
    self.startLocal = startLocal
    self.endLocal = endLocal
  }

  public init(_ entry: Entry, in zone: ZoneRules) {
    self.init(entry, startLocal: entry.start.text(in: zone), endLocal: entry.end.map { $0.text(in: zone) })
  }
}

extension EntryRecord: WireObject {
  public static var schemaName: String? { "Entry" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    let id: EntryID = try members.required("id", "UUID of the entry.")
    let childID: ChildID = try members.required("childId", "UUID of the child.")
    let kind: EntryKind = try members.required("kind", "The kind of entry.")
    let start: Instant = try members.required("start", "When it happened or began.")
    let end: Instant? = try members.optional(
      "end", "When it ended; left out if it is running or happens at one moment.")
    startLocal = try members.required("startLocal", "The start, with the offset of the child's time zone.")
    endLocal = try members.optional("endLocal", "The end, with the offset of the child's time zone.")
    _ = try members.flag("running", "True while a feed, sleep, tummy time or other activity is running.")
    let endUnknown = try members.flag(
      "endUnknown",
      "True if it has ended at an unknown time; also for an activity at one moment.")
    let note: String? = try members.optional("note", "Free text; for a note, the note itself.", longest: WireLimit.note)
    let author: String? = try members.optional("author", "The author.")
    let changedBy: String? = try members.optional(
      "changedBy",
      "Who last changed, deleted or restored it; left out if unchanged, or while the server has not reported it.")
    let createdAt: Instant = try members.required("createdAt", "When it was logged.")
    let updatedAt: Instant = try members.required("updatedAt", "When it was last changed.")
    let deletedAt: Instant? = try members.optional("deletedAt", "When it was deleted.")
    // Last, because it refuses an entry without the members that its kind has.
    let content = try Self.content(kind, reading: &members)
    entry = Entry(
      id: id, childID: childID, content: content, start: start, end: end, endUnknown: endUnknown, note: note,
      author: author, changedBy: changedBy, createdAt: createdAt, updatedAt: updatedAt, deletedAt: deletedAt)
  }

  /// The members that only some kinds have.
  package static func content(
    _ kind: EntryKind, reading members: inout ObjectReader
  ) throws(WireError) -> EntryContent {
    let own = try members.values(of: kind.declaration)
    // Members of some kinds are in the schema of all and must be accepted. Readers of a daemon's answers ask for
    // neither.
    if !members.isLenient {
      let others = EntryKind.allCases.filter { $0 != kind }.map(\.declaration)
      try members.passOver(fieldsOf: others, but: kind.declaration)
    }
    if let field = kind.declaration.missingField(in: own) { throw WireError(path: field.name, message: "is missing") }
    guard let content = EntryContent(kind, own) else { throw WireError(path: "kind", message: "does not fit") }
    return content
  }

  public static var sample: EntryRecord {
    let zero = Instant.sample
    let entry = Entry(id: .sample, childID: .sample, content: .sleep, start: zero, createdAt: zero, updatedAt: zero)
    return EntryRecord(entry, startLocal: "", endLocal: nil)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", entry.id)
    members.field("childId", entry.childID)
    members.field("kind", entry.kind)
    members.field("start", entry.start)
    members.field("end", entry.end)
    members.field("startLocal", startLocal)
    members.field("endLocal", endLocal)
    members.flag("running", entry.isRunning)
    members.flag("endUnknown", entry.endUnknown)
    Self.write(entry.content, to: &members)
    members.field("note", entry.note)
    members.field("author", entry.author)
    members.field("changedBy", entry.changedBy)
    members.field("createdAt", entry.createdAt)
    members.field("updatedAt", entry.updatedAt)
    members.field("deletedAt", entry.deletedAt)
  }

  package static func write(_ content: EntryContent, to members: inout ObjectWriter) {
    members.fields(of: content.kind.declaration, content.values)
  }
}
