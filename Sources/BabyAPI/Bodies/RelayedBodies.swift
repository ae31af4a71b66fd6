public import BabyModel
public import BabyProtocol

/// An entry of a kind that the server does not know, as a newer client writes it.
///
/// Members beside the frame's are the kind's own: they are kept and told as they came.
public struct RelayedDraft: Hashable, Sendable {
  var frame: RelayedFrame
  /// The text of a JSON object.
  public var content: String
}

extension RelayedDraft: WireObject {
  public static var schema: Schema { .named("RelayedEntryDraft", RelayedFrame.schema.opened) }

  public init(reading members: inout ObjectReader) throws(WireError) {
    frame = try RelayedFrame(reading: &members)
    let own = members.others(than: RelayedFrame.names)
    if let name = own.members.first(where: { RelayedServerFrame.names.contains($0.name) })?.name {
      throw WireError(path: name, message: "is not known")
    }
    content = JSON.object(own).text
    guard content.utf8.count <= RelayedEntry.mostContent else {
      throw WireError(message: "must have at most \(RelayedEntry.mostContent / 1024) KiB of its kind's own")
    }
  }

  public func write(to members: inout ObjectWriter) {
    frame.write(to: &members)
    members.own(content)
  }
}

/// An entry of a kind that is not known here, as it is told.
public struct RelayedRecord: Hashable, Sendable {
  public var entry: RelayedEntry
  public var startLocal: String
  public var endLocal: String?

  public init(_ entry: RelayedEntry, in zone: ZoneRules) {
    self.entry = entry
    startLocal = entry.start.text(in: zone)
    endLocal = entry.end.map { $0.text(in: zone) }
  }

  /// As it stands in a record, for whoever knows its kind.
  public init(_ entry: RelayedEntry) {
    self.entry = entry
    startLocal = entry.start.utcText
    endLocal = entry.end?.utcText
  }
}

extension RelayedRecord: WireObject {
  public static var schema: Schema {
    .named("RelayedEntry", RelayedServerFrame.schema.joined(with: RelayedFrame.schema).opened)
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    let server = try RelayedServerFrame(reading: &members)
    let frame = try RelayedFrame(reading: &members)
    let own = members.others(than: RelayedServerFrame.names + RelayedFrame.names)
    entry = RelayedEntry(
      id: server.id, childID: frame.childID, kind: frame.kind.word, start: frame.start, end: frame.end,
      endUnknown: frame.endUnknown, note: frame.note, content: JSON.object(own).text, author: frame.author,
      createdAt: server.createdAt, updatedAt: server.updatedAt, deletedAt: server.deletedAt)
    (startLocal, endLocal) = (server.startLocal, server.endLocal)
  }

  public func write(to members: inout ObjectWriter) {
    RelayedServerFrame(
      id: entry.id, startLocal: startLocal, endLocal: endLocal, createdAt: entry.createdAt,
      updatedAt: entry.updatedAt, deletedAt: entry.deletedAt
    ).write(to: &members)
    RelayedFrame(
      childID: entry.childID, kind: RelayedKind(word: entry.kind), start: entry.start, end: entry.end,
      endUnknown: entry.endUnknown, note: entry.note, author: entry.author
    ).write(to: &members)
    members.own(entry.content)
  }
}

/// The word of a kind that is not known here.
struct RelayedKind: Hashable, WireValue {
  let word: String

  static var schema: Schema { .otherThan(EntryKind.allCases.map(\.rawValue)) }

  static var sample: RelayedKind { RelayedKind(word: "other") }

  init(word: String) { self.word = word }

  init(json: JSON) throws(WireError) {
    guard let word = json.stringValue, RelayedEntry.isWord(word) else {
      throw WireError(message: "must be a word of at most 40 letters and digits")
    }
    self.word = word
  }

  func write(to writer: inout JSONWriter) { writer.string(word) }
}

/// What a client says of every entry, whatever its kind.
struct RelayedFrame: Hashable, WireObject {
  static let names = ["childId", "kind", "start", "end", "endUnknown", "note", "author"]

  var childID: ChildID
  var kind: RelayedKind
  var start: Instant
  var end: Instant?
  var endUnknown: Bool
  var note: String?
  var author: String?
}

extension RelayedFrame {
  init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.required("childId", "UUID of the child; it cannot be changed later.")
    kind = try members.required("kind", "A kind that the server does not know; it cannot be changed later.")
    start = try members.required("start", "When it happened or began.")
    end = try members.optional("end", "When it ended; left out if it is running or happens at one moment.")
    endUnknown = try members.flag("endUnknown", "True when it has ended but nobody recorded when.")
    note = try members.optional("note", "Free text.", longest: WireLimit.note)
    author = try members.optional("author", "Who logged it.")
  }

  func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("kind", kind)
    members.field("start", start)
    members.field("end", end)
    members.flag("endUnknown", endUnknown)
    members.field("note", note)
    members.field("author", author)
  }
}

/// What the server says of every entry, whatever its kind.
struct RelayedServerFrame: Hashable, WireObject {
  static let names = ["id", "startLocal", "endLocal", "running", "createdAt", "updatedAt", "deletedAt"]

  var id: EntryID
  var startLocal: String
  var endLocal: String?
  var createdAt: Instant
  var updatedAt: Instant
  var deletedAt: Instant?
}

extension RelayedServerFrame {
  init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", "UUID of the entry.")
    startLocal = try members.required("startLocal", "The start, with the offset of the child's time zone.")
    endLocal = try members.optional("endLocal", "The end, with the offset of the child's time zone.")
    createdAt = try members.required("createdAt", "When it was logged.")
    updatedAt = try members.required("updatedAt", "When it was last changed.")
    deletedAt = try members.optional("deletedAt", "When it was deleted.")
  }

  func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("startLocal", startLocal)
    members.field("endLocal", endLocal)
    members.field("createdAt", createdAt)
    members.field("updatedAt", updatedAt)
    members.field("deletedAt", deletedAt)
  }
}

extension ObjectWriter {
  /// The members of an object that is kept as text.
  fileprivate mutating func own(_ content: String) {
    guard case .object(let object)? = try? JSON(parsing: content.utf8) else { return }
    for member in object.members { field(member.name, member.value) }
  }
}

extension Schema {
  fileprivate var opened: Schema {
    if case .object(let properties) = self { .open(properties) } else { self }
  }

  fileprivate func joined(with other: Schema) -> Schema {
    guard case .object(let first) = self, case .object(let second) = other else { return self }
    return .object(first + second)
  }
}
