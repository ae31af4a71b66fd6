/// An entry as caregivers share it: of a kind that is known here, or passed on as it came.
public enum SharedEntry: Hashable, Sendable, Identifiable {
  case known(Entry)
  case relayed(RelayedEntry)

  public var id: EntryID { member({ $0.id }, { $0.id }) }
  public var childID: ChildID { member({ $0.childID }, { $0.childID }) }
  /// The word of its kind.
  public var kind: String { member({ $0.kind.rawValue }, { $0.kind }) }
  public var start: Instant { member({ $0.start }, { $0.start }) }
  public var end: Instant? { member({ $0.end }, { $0.end }) }
  /// Unknown for a kind that this version does not know.
  public var isRunning: Bool { member({ $0.isRunning }, { _ in false }) }
  public var author: String? { member({ $0.author }, { $0.author }) }
  public var createdAt: Instant { member({ $0.createdAt }, { $0.createdAt }) }
  public var changedBy: String? { member({ $0.changedBy }, { $0.changedBy }) }
  public var updatedAt: Instant { member({ $0.updatedAt }, { $0.updatedAt }) }
  public var deletedAt: Instant? { member({ $0.deletedAt }, { $0.deletedAt }) }

  private func member<Value>(_ known: (Entry) -> Value, _ relayed: (RelayedEntry) -> Value) -> Value {
    switch self {
    case .known(let entry): known(entry)
    case .relayed(let entry): relayed(entry)
    }
  }

  /// Records the last editor, and the time.
  public mutating func wasChanged(by person: String, at instant: Instant) {
    switch self {
    case .known(var entry):
      (entry.changedBy, entry.updatedAt) = (person, instant)
      self = .known(entry)
    case .relayed(var entry):
      (entry.changedBy, entry.updatedAt) = (person, instant)
      self = .relayed(entry)
    }
  }

  /// Turns it into a tombstone, without the note.
  public mutating func delete(by person: String, at instant: Instant) {
    wasChanged(by: person, at: instant)
    switch self {
    case .known(var entry):
      (entry.deletedAt, entry.note) = (instant, nil)
      self = .known(entry)
    case .relayed(var entry):
      (entry.deletedAt, entry.note) = (instant, nil)
      self = .relayed(entry)
    }
  }

  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func validate(child: Child, zone: ZoneRules, now: Instant) throws(BabyError) {
    switch self {
    case .known(let entry): try entry.validate(child: child, zone: zone, now: now)
    case .relayed(let entry): try entry.validate(child: child, zone: zone, now: now)
    }
  }
}

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
