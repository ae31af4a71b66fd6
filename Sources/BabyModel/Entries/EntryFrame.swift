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
  var isDirectional: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
