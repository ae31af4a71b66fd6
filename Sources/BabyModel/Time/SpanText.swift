/// The meaning of the four time texts together, parsed but not yet resolved.
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
        throw .entryInvalid([FieldError(field, "cannot be used with a time")])
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
    case (_?, _?, _?): throw .entryInvalid([FieldError("for", "cannot be used with both a start and an end")])
    }
  }

  private init(at text: String, length: Duration?) throws(BabyError) {
    guard text.utf8.count <= 2 * TimeExpression.longestText else { throw .timeNotUnderstood(text) }
    var reader = TokenReader(text)
    if let point = reader.whole({ $0.point() }) {
      let start = TimeText(text, point.expression)
      self = if let length { .startAndLength(start, length) } else { .start(start) }
      return
    }
    let span = reader.whole { $0.span() }
    guard span != nil || reader.word() == "for" else { throw .timeNotUnderstood(text) }
    guard length == nil else {
      throw .entryInvalid([FieldError("for", "cannot be used when the time gives one already")])
    }
    guard let span else {
      self = .length(try Self.length(text))
      return
    }
    self = .startAndEnd(span.from, span.to)
  }

  /// A length in which a bare number means minutes.
  private static func length(_ text: String) throws(BabyError) -> Duration {
    guard let duration = Duration(text: text, bareMinutes: true) else { throw .timeNotUnderstood(text) }
    guard duration > .zero else { throw .entryInvalid([FieldError("for", "must be longer than zero")]) }
    return duration
  }
}
