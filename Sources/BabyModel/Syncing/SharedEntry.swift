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

  /// Notes who has changed it, and when.
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

  /// Makes a tombstone of it, without what was noted.
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
