/// What is so of a kind of entries, beside its words and what it has of its own.
///
/// Whatever asks about a kind in general asks its declaration: a new kind is one more of these.
public struct KindDeclaration: Hashable, Sendable {
  /// How long an entry can last; nil for what happens at a point in time.
  public var longest: Duration?
  /// Whether it can run, one of the kind at a time for a child.
  public var hasTimer = false
  /// What the note is called when the entry is made, where it is nothing without one; else nil.
  public var requiredNote: String?

  public init(longest: Duration? = nil, hasTimer: Bool = false, requiredNote: String? = nil) {
    self.longest = longest
    self.hasTimer = hasTimer
    self.requiredNote = requiredNote
  }

  /// What is wrong with an entry of this kind.
  ///
  /// - Parameter own: what is wrong with what it has of its own.
  func errors(
    in frame: EntryFrame, and own: [FieldError] = [], child: Child, zone: ZoneRules, now: Instant
  ) -> [FieldError] {
    var errors = frame.timeErrors(longest: longest, child: child, zone: zone, now: now)
    if frame.endUnknown, !hasTimer {
      errors.append(FieldError("endUnknown", "applies only to sleep and tummy time"))
    }
    return errors + own + frame.noteErrors(named: requiredNote ?? "note", isRequired: requiredNote != nil)
  }
}

extension KindDeclaration {
  static let feeding = KindDeclaration(longest: EntryLimits.feed)
  static let diaper = KindDeclaration()
  static let sleep = KindDeclaration(longest: EntryLimits.sleep, hasTimer: true)
  static let tummyTime = KindDeclaration(longest: EntryLimits.tummyTime, hasTimer: true)
  static let note = KindDeclaration(requiredNote: "text")

  /// Of a kind that is not known here: no more than what is so of all.
  static let relayed = KindDeclaration(longest: EntryLimits.longest, hasTimer: true)
}

extension EntryKind {
  public var declaration: KindDeclaration {
    switch self {
    case .feeding: .feeding
    case .diaper: .diaper
    case .sleep: .sleep
    case .tummyTime: .tummyTime
    case .note: .note
    }
  }
}
