/// One logged thing: a feed, a diaper, a sleep, tummy time, a note, or another declared kind.
public struct Entry: Hashable, Sendable, Identifiable {
  public var id: EntryID
  public var childID: ChildID
  public var content: EntryContent
  public var start: Instant
  /// The end of what lasts. Nil for what happens at a point in time, for a running timer, and where `endUnknown`.
  public var end: Instant?
  /// A sleep or tummy time that has ended at an unknown time; never shown as running. For an activity: it happened at
  /// one moment.
  public var endUnknown: Bool
  /// The free text; for a note it is the note itself.
  public var note: String?
  /// Who logged it, as shown to other caregivers. Nil on a machine without an account.
  public var author: String?
  /// Who last changed, deleted or restored it, as reported by the family server. Nil if unchanged or unknown, and while
  /// a change of this machine's is being sent.
  public var changedBy: String?
  public var createdAt: Instant
  public var updatedAt: Instant
  /// A deleted entry stays as a tombstone, so that it can be restored and other machines learn of it.
  public var deletedAt: Instant?

  public init(
    id: EntryID, childID: ChildID, content: EntryContent, start: Instant, end: Instant? = nil, endUnknown: Bool = false,
    note: String? = nil, author: String? = nil, changedBy: String? = nil, createdAt: Instant, updatedAt: Instant,
    deletedAt: Instant? = nil
  ) {
    self.id = id
    self.childID = childID
    self.content = content
    self.start = start
    self.end = end
    self.endUnknown = endUnknown
    self.note = note
    self.author = author
    self.changedBy = changedBy
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }

  public var kind: EntryKind { content.kind }

  /// A timer that is going on, paused or not.
  public var isRunning: Bool { end == nil && !endUnknown && content.runs }

  /// Whether only its day is known and no time is shown: a day without a time is stored as noon. An entry at exactly
  /// noon to the millisecond looks the same, and is shown without a time, too.
  ///
  /// - Parameter local: what the child's clocks showed at its start.
  public func isOfDay(at local: LocalDateTime) -> Bool {
    guard case .declared(let kind, _) = content else { return false }
    return kind.hasDays && end == nil && local.time == .noon
  }

  /// How long it lasted; nil without an end.
  public var duration: Duration? { end.map { $0 - start } }
}

/// The data of each kind of entry.
public enum EntryContent: Hashable, Sendable {
  case feeding(Feeding)
  case diaper(DiaperType)
  case sleep
  case tummyTime
  case note(NoteCategory)
  /// Of a kind that is declared and nothing more: the values of its fields, in their order.
  case declared(KindDeclaration, [FieldValue?])

  public var kind: EntryKind {
    switch self {
    case .feeding: .feeding
    case .diaper: .diaper
    case .sleep: .sleep
    case .tummyTime: .tummyTime
    case .note: .note
    case .declared(let kind, _): .declared(kind)
    }
  }

  /// Whether it is a bottle of water.
  public var isWater: Bool { if case .feeding(let feeding) = self { feeding.content == .water } else { false } }

  /// The entry's own name, if it has one.
  public var name: String? { if case .declared(let kind, let values) = self { kind.name(in: values) } else { nil } }
}

/// A feed at the breast or from a bottle, or a pumping session, which is kept beside them but never counts as a feed.
public struct Feeding: Hashable, Sendable {
  public var method: FeedingMethod
  /// The breast it began with; breast and pumping only.
  public var startedSide: Side?
  /// One breast, or both with a switch; breast and pumping only.
  public var breasts: Breasts?
  public var amount: Volume?
  /// What a bottle contained, if known; bottles only.
  public var content: BottleContent?
  /// Time at the left breast, in whole seconds and without the current turn; nil if it was not counted.
  public var left: Duration?
  /// Time at the right breast, in the same way.
  public var right: Duration?
  /// The current turn or pause while it runs; otherwise nil.
  public var turn: NursingTurn?

  public init(
    method: FeedingMethod, startedSide: Side? = nil, breasts: Breasts? = nil, amount: Volume? = nil,
    content: BottleContent? = nil, left: Duration? = nil, right: Duration? = nil, turn: NursingTurn? = nil
  ) {
    self.method = method
    self.startedSide = startedSide
    self.breasts = breasts
    self.amount = amount
    self.content = content
    self.left = left
    self.right = right
    self.turn = turn
  }

  /// Whether it feeds the child: pumping does not.
  public var countsAsFeed: Bool { method != .pumping }
}

/// How a child was fed; pumping is kept with feeds, but is not a feed.
public enum FeedingMethod: String, CaseIterable, Sendable {
  case breast, bottle, pumping
}

/// The content of a bottle. Expressed milk of any age and from any mother is breast milk; milk of cows, goats and
/// plants is other milk.
public enum BottleContent: String, CaseIterable, Sendable {
  case formula, breastMilk, otherMilk, water
}

/// One of the two breasts.
public enum Side: String, CaseIterable, Sendable {
  case left, right

  public var opposite: Side { self == .left ? .right : .left }
}

/// Whether one breast or both were used.
public enum Breasts: String, CaseIterable, Sendable {
  case one, both
}

/// What was in a diaper.
public enum DiaperType: String, CaseIterable, Sendable {
  case wet, dirty, both
}

/// What a note is about.
public enum NoteCategory: String, CaseIterable, Sendable {
  case general, health, medicine, milestone, growth, food
}

// The one place that converts an entry's content to its kind's declared fields and back.

extension EntryContent {
  /// The values of its kind's fields, in their order.
  public var values: [FieldValue?] {
    switch self {
    case .feeding(let feeding):
      [
        .choice(feeding.method), feeding.startedSide.map { .choice($0) }, feeding.breasts.map { .choice($0) },
        feeding.amount.map { .quantity($0) }, feeding.content.map { .choice($0) },
        feeding.left.map { .seconds($0.wholeSeconds) }, feeding.right.map { .seconds($0.wholeSeconds) },
        feeding.turn.map { .choice($0.side) },
        feeding.turn.flatMap { $0.isPaused ? nil : .instant($0.since) },
        feeding.turn.flatMap { $0.isPaused ? .instant($0.since) : nil },
      ]
    case .diaper(let type): [.choice(type)]
    case .sleep, .tummyTime: []
    case .note(let category): [.choice(category)]
    case .declared(_, let values): values
    }
  }

  /// - Parameter values: of all of the kind's fields, in their order.
  /// - Returns: nil if a required value is missing or not one of the declared ones.
  public init?(_ kind: EntryKind, _ values: [FieldValue?]) {
    guard values.count == kind.declaration.fields.count else { return nil }
    switch kind {
    case .feeding:
      guard let method = values[0]?.word(FeedingMethod.self) else { return nil }
      self = .feeding(
        Feeding(
          method: method, startedSide: values[1]?.word(), breasts: values[2]?.word(),
          amount: values[3]?.volume, content: values[4]?.word(), left: values[5]?.seconds, right: values[6]?.seconds,
          turn: NursingTurn(
            side: values[7]?.word(), timedSince: values[8]?.instant, pausedSince: values[9]?.instant)))
    case .diaper:
      guard let type = values[0]?.word(DiaperType.self) else { return nil }
      self = .diaper(type)
    case .sleep: self = .sleep
    case .tummyTime: self = .tummyTime
    case .note:
      guard let category = values[0]?.word(NoteCategory.self) else { return nil }
      self = .note(category)
    case .declared(let kind):
      guard kind.missingField(in: values) == nil else { return nil }
      self = .declared(kind, values)
    }
  }
}

extension Entry {
  /// The same content again as of now: what lasted ends now, and what happens at a point in time happens now.
  ///
  /// - Throws: `BabyError.entryInvalid` for an entry without a duration to repeat: a running timer, or one with an
  ///   unknown end.
  public func duplicate(id: EntryID, now: Instant) throws(BabyError) -> Entry {
    if isRunning { throw .entryInvalid([FieldError("id", "is still running; stop it first")]) }
    if endUnknown, !kind.declaration.isNamed {
      throw .entryInvalid([FieldError("id", "has no end, so it cannot be duplicated with a duration")])
    }
    return Entry(
      id: id, childID: childID, content: content, start: now - (duration ?? .zero), end: end.map { _ in now },
      endUnknown: endUnknown, note: note, createdAt: now, updatedAt: now)
  }
}
