extension Entry {
  /// Checks everything that can be known of an entry by itself.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func validate(child: Child, zone: ZoneRules, now: Instant) throws(BabyError) {
    let frame = EntryFrame(start: start, end: end, endUnknown: endUnknown, note: note)
    let own: [FieldError] =
      if case .feeding(let feeding) = content {
        feeding.errors + feeding.sideErrors(start: start, end: end, now: now)
      } else {
        []
      }
    let errors = kind.declaration.errors(
      in: frame, values: content.values, and: own, child: child, zone: zone, now: now)
    guard errors.isEmpty else { throw .entryInvalid(errors) }
  }
}

extension Feeding {
  fileprivate var errors: [FieldError] {
    var errors: [FieldError] = []
    if method == .bottle {
      if startedSide != nil { errors.append(FieldError("startedSide", "does not apply to a bottle")) }
      if breasts != nil { errors.append(FieldError("breasts", "does not apply to a bottle")) }
    }
    if content != nil, method != .bottle { errors.append(.misfit("content", EntrySort(method))) }
    guard let amount else { return errors }
    let most = method == .pumping ? EntryLimits.pumpingMilliliters : EntryLimits.feedMilliliters
    if !(amount.value > 0) {
      errors.append(FieldError("amount", "must be more than 0"))
    } else if amount.milliliters > most {
      let limit = Volume(most, .milliliters)
      errors.append(FieldError("amount", "must be at most \(Words.amount(limit, in: amount.unit))"))
    }
    return errors
  }

  /// The errors in the time at each breast.
  fileprivate func sideErrors(start: Instant, end: Instant?, now: Instant) -> [FieldError] {
    var errors: [FieldError] = []
    for (side, field) in [(Side.left, "leftSeconds"), (.right, "rightSeconds")] where self[side] != nil {
      if method != .breast { errors.append(.misfit(field, EntrySort(method))) }
    }
    if let turn {
      let field = turn.isPaused ? "pausedSince" : "timedSince"
      if method != .breast { errors.append(.misfit(field, EntrySort(method))) }
      if end != nil { errors.append(FieldError(field, "does not apply to a feed that has an end")) }
      if turn.since < start { errors.append(FieldError(field, "must not be before the start")) }
      if turn.since > now + EntryLimits.clockDifference {
        errors.append(FieldError(field, "must not be in the future"))
      }
    }
    guard let sidesTogether else { return errors }
    if let end, sidesTogether > end - start {
      errors.append(FieldError("leftSeconds", "and rightSeconds together must not be longer than the feed"))
    } else if sidesTogether > EntryLimits.feed {
      let hours = EntryLimits.feed.wholeMinutes / 60
      errors.append(FieldError("leftSeconds", "and rightSeconds together must be at most \(hours) hours"))
    }
    return errors
  }
}

/// The parts that every entry has, whatever its kind: times and note.
struct EntryFrame {
  var start: Instant
  var end: Instant?
  var endUnknown: Bool
  var note: String?

  /// - Parameter longest: how long it can last; nil for what happens at a point in time.
  func timeErrors(longest: Duration?, child: Child, zone: ZoneRules, now: Instant) -> [FieldError] {
    var errors: [FieldError] = []
    let latest = now + EntryLimits.clockDifference
    if start > latest { errors.append(FieldError("start", "must not be in the future")) }
    // A day of grace, for a birth logged from another time zone. A start long before is a slip in the year.
    if zone.local(start).date < child.born.adding(days: -1) {
      errors.append(FieldError("start", "must not be before \(child.name) was born, on \(child.born)"))
    }
    guard let end else { return errors }
    guard let longest else {
      errors.append(FieldError("end", "does not apply to something that happens at one moment"))
      return errors
    }
    if endUnknown { errors.append(FieldError("endUnknown", "does not apply to an entry that has an end")) }
    if end < start {
      errors.append(FieldError("end", "must not be before the start"))
    } else if end == start {
      errors.append(FieldError("end", "must be after the start"))
    } else if end - start > longest {
      errors.append(FieldError("end", "must be at most \(longest.wholeMinutes / 60) hours after the start"))
    } else if end > latest {
      errors.append(FieldError("end", "must not be in the future"))
    }
    return errors
  }

  /// - Parameters:
  ///   - field: what the note is called when the entry is made.
  ///   - isRequired: an entry that is nothing but its note.
  func noteErrors(named field: String, isRequired: Bool) -> [FieldError] {
    if let problem = note.flatMap(TextLimits.note.problem) { return [FieldError(field, problem)] }
    guard let note, note.contains(where: { !$0.isWhitespace }) else {
      return isRequired ? [FieldError(field, "must not be empty")] : []
    }
    guard note.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else { return [] }
    return [FieldError(field, "must not contain control characters")]
  }
}

extension String {
  /// Whether it is one line that is read as it is written: no control characters, and none that turn text around.
  var isPlainLine: Bool { !unicodeScalars.contains { $0.isControl || $0.isDirectional } }
}

extension Unicode.Scalar {
  /// A control character (C0, DEL, C1), which could drive a terminal.
  var isControl: Bool { properties.generalCategory == .control }

  /// A mark that changes the direction of the text around it, so that a name could read as another.
  fileprivate var isDirectional: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Upper limits of an entry's values. A value beyond these is a typing error.
public enum EntryLimits {
  /// From start to end, whatever the kind: what no rule lets through is in no table either.
  public static let longest: Duration = .hours(24)
  /// Per feed (the maximum of Nestling's form), in millilitres.
  public static let feedMilliliters = 500.0
  /// Both breasts together can give more than one feed takes.
  public static let pumpingMilliliters = 1000.0
  /// A newborn at the breast takes an hour, a day-long feed is a forgotten one.
  public static let feed: Duration = .hours(6)
  /// From start to end of a sleep.
  public static let sleep = longest
  /// From start to end of a tummy time.
  public static let tummyTime: Duration = .hours(2)
  /// How far ahead of now an entry may lie, since two people's clocks differ.
  public static let clockDifference = TimeExpression.tolerance
}

extension Entry {
  /// Whether it ends, if it does, neither before its start nor longer after it than any entry can.
  public var hasPossibleEnd: Bool { duration.map { (.zero...EntryLimits.longest).contains($0) } ?? true }

  /// Whether it satisfies the limits of the tables. An entry from elsewhere that does not is not kept: the tables
  /// accept no such end, and an unbounded text could not be read back.
  public var isPossible: Bool { hasPossibleEnd && content.hasPossibleTexts }
}

extension EntryContent {
  fileprivate var hasPossibleTexts: Bool {
    guard case .declared(_, let values) = self else { return true }
    return values.allSatisfy { value in
      if case .text(let text)? = value { TextLimits.problem(withField: text) == nil } else { true }
    }
  }
}
