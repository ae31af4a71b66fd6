/// What the four time texts say together, read but not yet resolved.
enum SpanText {
  case unsaid
  case start(TimeText)
  case end(TimeText)
  case length(Duration)
  case startAndLength(TimeText, Duration)
  case endAndLength(TimeText, Duration)
  case startAndEnd(TimeText, TimeText)

  /// - Throws: `BabyError.entryInvalid` naming the text that does not go with the others or is not longer than zero;
  ///   `.timeNotUnderstood`.
  init(_ texts: TimeTexts) throws(BabyError) {
    let length: Duration? = if let text = texts.for { try Self.length(text) } else { nil }
    if let at = texts.at {
      for (field, text) in [("from", texts.from), ("to", texts.to)] where text != nil {
        throw .entryInvalid([FieldError(field, "cannot be used with at")])
      }
      try self.init(at: at, length: length)
      return
    }
    let from: TimeText? = if let text = texts.from { try TimeText(text) } else { nil }
    let to: TimeText? = if let text = texts.to { try TimeText(text) } else { nil }
    switch (from, to, length) {
    case (nil, nil, nil): self = .unsaid
    case (nil, nil, let length?): self = .length(length)
    case (let from?, nil, nil): self = .start(from)
    case (let from?, nil, let length?): self = .startAndLength(from, length)
    case (nil, let to?, nil): self = .end(to)
    case (nil, let to?, let length?): self = .endAndLength(to, length)
    case (let from?, let to?, nil): self = .startAndEnd(from, to)
    case (_?, _?, _?): throw .entryInvalid([FieldError("for", "cannot be used with from and to")])
    }
  }

  private init(at text: String, length: Duration?) throws(BabyError) {
    if let expression = TimeExpression(text) {
      let start = TimeText(text, expression)
      self = if let length { .startAndLength(start, length) } else { .start(start) }
      return
    }
    let isLength =
      text.utf8.count <= TimeExpression.longestText && text.lowercased()[...].trimmed.hasPrefix("for ")
    guard isLength || Self.ends(of: text) != nil else { throw .timeNotUnderstood(text) }
    guard length == nil else {
      throw .entryInvalid([FieldError("for", "cannot be used when at gives a length or a span")])
    }
    if let (from, to) = Self.ends(of: text) {
      self = .startAndEnd(from, to)
    } else {
      self = .length(try Self.length(text))
    }
  }

  /// A length in which a bare number means minutes.
  private static func length(_ text: String) throws(BabyError) -> Duration {
    guard let duration = Duration(text: text, bareMinutes: true) else { throw .timeNotUnderstood(text) }
    guard duration > .zero else { throw .entryInvalid([FieldError("for", "must be longer than zero")]) }
    return duration
  }

  /// The two times of `22:10-05:40`, `yesterday 22:10 - 05:40` or `9pm to 5am`.
  private static func ends(of text: String) -> (TimeText, TimeText)? {
    guard text.utf8.count <= 2 * TimeExpression.longestText else { return nil }
    let text = text.lowercased()
    for separator in [" to ", "-", "–"] {
      for index in text.indices where text[index...].hasPrefix(separator) {
        let left = String(text[..<index].trimmed)
        let right = String(text[index...].dropFirst(separator.count).trimmed)
        guard let from = TimeExpression(left), let to = TimeExpression(right) else { continue }
        let ends = (TimeText(left, from), TimeText(right, to))
        return isUnmistakable(ends.0, ends.1) ? ends : nil
      }
    }
    return nil
  }

  /// Where only one of the two says am or pm, `9:30-10:15pm` might be 45 minutes or half a day: then neither is meant.
  private static func isUnmistakable(_ from: TimeText, _ to: TimeText) -> Bool {
    let plain = [from, to].filter { !$0.text.hasSuffix("am") && !$0.text.hasSuffix("pm") }
    guard plain.count == 1, case .clock(let time, _) = plain[0].expression else { return true }
    return !(1...12).contains(time.hour)
  }
}
