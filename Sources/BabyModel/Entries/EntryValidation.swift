extension Entry {
  /// Checks everything that can be known of an entry by itself.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func validate(child: Child, zone: ZoneRules, now: Instant) throws(BabyError) {
    let errors = timeErrors(child: child, zone: zone, now: now) + contentErrors + noteErrors
    guard errors.isEmpty else { throw .entryInvalid(errors) }
  }

  private func timeErrors(child: Child, zone: ZoneRules, now: Instant) -> [FieldError] {
    var errors: [FieldError] = []
    let latest = now + EntryLimits.clockDifference
    if start > latest { errors.append(FieldError("start", "must not be in the future")) }
    // A day of grace, for a birth logged from another time zone. A start long before is a slip in the year.
    if zone.local(start).date < child.born.adding(days: -1) {
      errors.append(FieldError("start", "must not be before \(child.name) was born, on \(child.born)"))
    }
    guard let end else { return errors }
    guard let longest = EntryLimits.duration(of: kind) else {
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

  private var contentErrors: [FieldError] {
    var errors: [FieldError] = []
    if endUnknown, !kind.hasTimer { errors.append(FieldError("endUnknown", "applies only to sleep and tummy time")) }
    if case .feeding(let feeding) = content { errors += feeding.errors }
    return errors
  }

  private var noteErrors: [FieldError] {
    // On the wire a note's own text is named differently when it is made: `text`.
    let field = kind == .note ? "text" : "note"
    if let problem = note.flatMap(TextLimits.note.problem) { return [FieldError(field, problem)] }
    guard let note, note.contains(where: { !$0.isWhitespace }) else {
      return kind == .note ? [FieldError(field, "must not be empty")] : []
    }
    var errors: [FieldError] = []
    if note.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) {
      errors.append(FieldError(field, "must not contain control characters"))
    }
    return errors
  }
}

extension Feeding {
  fileprivate var errors: [FieldError] {
    var errors: [FieldError] = []
    if method == .bottle {
      if startedSide != nil { errors.append(FieldError("startedSide", "does not apply to a bottle")) }
      if breasts != nil { errors.append(FieldError("breasts", "does not apply to a bottle")) }
    }
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
}

extension Unicode.Scalar {
  /// A control character (C0, DEL, C1), which could drive a terminal.
  var isControl: Bool { properties.generalCategory == .control }

  /// A mark that changes the direction of the text around it, so that a name could read as another.
  var isDirectional: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
