public import BabyModel
public import BabyProtocol

/// An entry of a kind that the server does not know, as a newer client writes it.
///
/// Members beside the frame's belong to the kind: they are stored and returned unchanged.
public struct RelayedDraft: Hashable, Sendable {
  var frame: RelayedFrame
  /// The text of a JSON object.
  public var content: String
}

extension RelayedDraft {
  /// An entry that a server had, as it was there.
  package init(_ entry: RelayedEntry) {
    frame = RelayedFrame(
      childID: entry.childID, kind: RelayedKind(word: entry.kind), start: entry.start, end: entry.end,
      endUnknown: entry.endUnknown, note: entry.note,
      author: entry.author.flatMap(PersonName.sent))
    content = entry.content
  }
}

extension RelayedDraft: WireObject {
  public static var schema: Schema { .named("RelayedEntryDraft", RelayedFrame.schema.opened) }

  public init(reading members: inout ObjectReader) throws(WireError) {
    frame = try RelayedFrame(reading: &members)
    var own = members.others(than: RelayedFrame.names)
    // A client from before this member existed has stored it as the kind's own, and sends it back.
    own.members.removeAll { $0.name == "changedBy" }
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

/// A record of an entry of an unknown kind.
public struct RelayedRecord: Hashable, Sendable {
  public var entry: RelayedEntry
  public var startLocal: String
  public var endLocal: String?

  public init(_ entry: RelayedEntry, in zone: ZoneRules) {
    self.entry = entry
    startLocal = entry.start.text(in: zone)
    endLocal = entry.end.map { $0.text(in: zone) }
  }

  /// In the form of a record, for clients that know its kind.
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
      changedBy: server.changedBy, createdAt: server.createdAt, updatedAt: server.updatedAt, deletedAt: server.deletedAt
    )
    (startLocal, endLocal) = (server.startLocal, server.endLocal)
  }

  public func write(to members: inout ObjectWriter) {
    RelayedServerFrame(
      id: entry.id, startLocal: startLocal, endLocal: endLocal, changedBy: entry.changedBy,
      createdAt: entry.createdAt, updatedAt: entry.updatedAt, deletedAt: entry.deletedAt
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

  init(wire: WireInput) throws(WireError) {
    guard let word = wire.stringValue, RelayedEntry.isWord(word) else {
      throw WireError(message: "must be a word of at most 40 letters and digits")
    }
    self.word = word
  }

  func write(to writer: inout JSONWriter) { writer.string(word) }
}

/// The members that a client sends with every entry, whatever its kind.
@WireMembers
struct RelayedFrame: Hashable, WireObject {
  static let names = schema.names

  /// UUID of the child; it cannot be changed later.
  var childID: ChildID
  /// A kind that the server does not know; it cannot be changed later.
  var kind: RelayedKind
  /// When it happened or began.
  var start: Instant
  /// When it ended; left out if it is running or happens at one moment.
  var end: Instant?
  /// True if it has ended at an unknown time.
  var endUnknown: Bool = false
  /// Free text.
  @Wire(longest: WireLimit.note) var note: String?
  /// The author.
  var author: String?
}

/// The members that the server adds to every entry, whatever its kind.
@WireMembers
struct RelayedServerFrame: Hashable, WireObject {
  /// `running` is only in entries of kinds that the server knows.
  static let names = schema.names + ["running"]

  /// UUID of the entry.
  var id: EntryID
  /// The start, with the offset of the child's time zone.
  var startLocal: String
  /// The end, with the offset of the child's time zone.
  var endLocal: String?
  /// Who last changed, deleted or restored it; left out if unchanged.
  var changedBy: String?
  /// When it was logged.
  var createdAt: Instant
  /// When it was last changed.
  var updatedAt: Instant
  /// When it was deleted.
  var deletedAt: Instant?
}

extension ObjectWriter {
  /// The members of an object that is kept as text.
  fileprivate mutating func own(_ content: String) {
    guard case .object(let object)? = try? JSON(parsing: content.utf8) else { return }
    for member in object.members { field(member.name, member.value) }
  }
}

extension Schema {
  /// Of the object's members.
  fileprivate var names: [String] {
    if case .object(let properties) = self { properties.map(\.name) } else { [] }
  }

  fileprivate var opened: Schema {
    if case .object(let properties) = self { .open(properties) } else { self }
  }

  fileprivate func joined(with other: Schema) -> Schema {
    guard case .object(let first) = self, case .object(let second) = other else { return self }
    return .object(first + second)
  }
}
