/// An entry as caregivers share it: of a kind that is known here, or passed on as it came.
public enum SharedEntry: Hashable, Sendable, Identifiable {
  case known(Entry)
  case relayed(RelayedEntry)

  public var id: EntryID {
    switch self {
    case .known(let entry): entry.id
    case .relayed(let entry): entry.id
    }
  }

  public var childID: ChildID {
    switch self {
    case .known(let entry): entry.childID
    case .relayed(let entry): entry.childID
    }
  }

  /// The word of its kind.
  public var kind: String {
    switch self {
    case .known(let entry): entry.kind.rawValue
    case .relayed(let entry): entry.kind
    }
  }

  public var start: Instant {
    switch self {
    case .known(let entry): entry.start
    case .relayed(let entry): entry.start
    }
  }

  public var end: Instant? {
    switch self {
    case .known(let entry): entry.end
    case .relayed(let entry): entry.end
    }
  }

  /// Unknown for a kind that this version does not know.
  public var isRunning: Bool { if case .known(let entry) = self { entry.isRunning } else { false } }

  public var author: String? {
    switch self {
    case .known(let entry): entry.author
    case .relayed(let entry): entry.author
    }
  }

  public var createdAt: Instant {
    switch self {
    case .known(let entry): entry.createdAt
    case .relayed(let entry): entry.createdAt
    }
  }

  public var changedBy: String? {
    switch self {
    case .known(let entry): entry.changedBy
    case .relayed(let entry): entry.changedBy
    }
  }

  public var updatedAt: Instant {
    switch self {
    case .known(let entry): entry.updatedAt
    case .relayed(let entry): entry.updatedAt
    }
  }

  public var deletedAt: Instant? {
    switch self {
    case .known(let entry): entry.deletedAt
    case .relayed(let entry): entry.deletedAt
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
