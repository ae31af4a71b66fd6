/// An entry of a kind that this version does not know: kept, and passed on as a newer one has written it.
public struct RelayedEntry: Hashable, Sendable, Identifiable {
  /// In bytes: the maximum size of a kind's own content.
  public static let mostContent = 16 * 1024

  public var id: EntryID
  public var childID: ChildID
  /// The word of its kind: "bath".
  public var kind: String
  public var start: Instant
  public var end: Instant?
  public var endUnknown: Bool
  public var note: String?
  /// The kind's own fields, as the text of a JSON object.
  public var content: String
  public var author: String?
  /// See `Entry.changedBy`.
  public var changedBy: String?
  public var createdAt: Instant
  public var updatedAt: Instant
  public var deletedAt: Instant?

  public init(
    id: EntryID, childID: ChildID, kind: String, start: Instant, end: Instant? = nil, endUnknown: Bool = false,
    note: String? = nil, content: String, author: String? = nil, changedBy: String? = nil, createdAt: Instant,
    updatedAt: Instant, deletedAt: Instant? = nil
  ) {
    self.id = id
    self.childID = childID
    self.kind = kind
    self.start = start
    self.end = end
    self.endUnknown = endUnknown
    self.note = note
    self.content = content
    self.author = author
    self.changedBy = changedBy
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }

  /// Whether a text can be the word of a kind: letters and digits, at most 40, a small letter first.
  public static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
    return text.utf8.count <= 40 && text.utf8.allSatisfy { $0 < 0x80 && Character(UnicodeScalar($0)).isLetterOrDigit }
  }

  /// Checks what can be known of an entry without knowing its kind.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func validate(child: Child, zone: ZoneRules, now: Instant) throws(BabyError) {
    let frame = EntryFrame(start: start, end: end, endUnknown: endUnknown, note: note)
    let errors = KindDeclaration.relayed.errors(in: frame, values: [], child: child, zone: zone, now: now)
    guard errors.isEmpty else { throw .entryInvalid(errors) }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
