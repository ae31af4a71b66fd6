/// When something was: its start, and its end where it lasted and is over.
public struct ResolvedSpan: Hashable, Sendable {
  public var start: Instant
  public var end: Instant?

  public init(start: Instant, end: Instant? = nil) {
    self.start = start
    self.end = end
  }
}

/// The four texts by which every call says when something was: `--at`, `--for`, `--from` and `--to`.
///
/// | given | means |
/// |---|---|
/// | nothing | it starts now |
/// | `at`, or `from` alone | it starts then; `at` may also hold a whole span, `22:10-05:40`, or a length, `for 40m` |
/// | `for` | it has just ended |
/// | `at` or `from`, and `for` | it started then and lasted so long |
/// | `to` and `for` | it ended then |
/// | `from` and `to` | a bare `to` is the first such time after `from`, the next morning if need be, unless that is too long |
public struct TimeTexts: Hashable, Sendable {
  public var at: String?
  public var `for`: String?
  public var from: String?
  public var to: String?
  /// A day without a time, for an entry that needs only a day.
  public var day: String?

  public init(
    at: String? = nil, for length: String? = nil, from: String? = nil, to: String? = nil, day: String? = nil
  ) {
    self.day = day
    self.at = at
    self.for = length
    self.from = from
    self.to = to
  }

  /// Resolves the time of something new.
  ///
  /// - Throws: `BabyError.entryInvalid` naming the text that does not go with the others or is not longer than zero,
  ///   and the errors of `TimeExpression.resolvePoint`, an end in the future included.
  public func resolve(now: Instant, zone: ZoneRules, conventions: TimeConventions = TimeConventions()) throws(BabyError)
    -> ResolvedSpan
  {
    let resolver = TimeResolver(now: now, zone: zone, conventions: conventions)
    if let day {
      return ResolvedSpan(
        start: try TimeExpression.resolveDay(day, now: now, zone: zone, conventions: conventions))
    }
    switch try SpanText(self) {
    case .unsaid: return ResolvedSpan(start: now)
    case .start(let start): return ResolvedSpan(start: try resolver.instant(start))
    case .end:
      throw .entryInvalid([FieldError("to", "is not enough: say also when it began, or how long it took")])
    case .length(let length): return ResolvedSpan(start: now - length, end: now)
    case .startAndLength(let start, let length):
      let instant = try resolver.instant(start)
      try resolver.refuseComing(start, notMeaning: instant)
      return try resolver.span(from: instant, length: length, start.text)
    case .endAndLength(let end, let length):
      let end = try resolver.instant(end)
      return ResolvedSpan(start: end - length, end: end)
    case .startAndEnd(let start, let end): return try resolver.span(from: start, to: end)
    }
  }

  /// The future instant that a time without a day probably means: within a few hours, while the last such time is
  /// nearly a day ago. At 16:17, 17:00 does not mean yesterday. Nil for any other time.
  ///
  /// - Parameter isTimer: whether it starts a timer, which has not been running for most of a day.
  public func coming(isTimer: Bool, now: Instant, zone: ZoneRules, conventions: TimeConventions) -> (
    text: String, instant: Instant
  )? {
    let resolver = TimeResolver(now: now, zone: zone, conventions: conventions)
    let (start, last): (TimeText, Instant?)
    switch try? SpanText(self) {
    case .start(let said)?: (start, last) = (said, try? resolver.instant(said))
    case .startAndEnd(let said, let end)?:
      (start, last) = (said, try? resolver.span(from: said, to: end).end)
      // `3pm-5pm`, of which the first is past
      if let begun = try? resolver.instant(said), let coming = resolver.coming(end, after: begun), coming > now,
        coming - now < TimeResolver.soonest, let last, last < begun
      {
        return (end.text, coming)
      }
    default: return nil
    }
    guard let last, let coming = resolver.coming(start) else { return nil }
    let isLong = isTimer && now - last > TimeResolver.longestUnasked
    guard isLong || coming - now < TimeResolver.soonest && now - last > .hours(18) else { return nil }
    return (start.text, coming)
  }

  /// Gives an existing entry a new time.
  ///
  /// Each option changes only its part: `from` the start, `to` the end, `for` the length; `at` moves the whole entry. A
  /// bare time is one near the entry's own, and not the latest past one. A length that would extend into the future
  /// goes back from the end instead.
  /// - Throws: as `resolve`.
  public func apply(
    to entry: inout Entry, now: Instant, zone: ZoneRules, conventions: TimeConventions = TimeConventions()
  ) throws(BabyError) {
    let resolver = TimeResolver(now: now, zone: zone, conventions: conventions)
    switch try SpanText(self) {
    case .unsaid: return
    case .start(let start):
      let new = try resolver.instant(start, near: entry.start)
      if at != nil { entry.end = entry.end.map { $0 + (new - entry.start) } }
      entry.start = new
    case .end(let end):
      if resolver.bareTimes(of: end).isEmpty {
        entry.end = try resolver.instant(end)
      } else {
        let first = try resolver.first(resolver.bareTimes(of: end), after: entry.start, end.text)
        entry.end = try resolver.refusingFuture(first, end.text)
      }
    case .length(let length):
      guard entry.last(length, now: now) else {
        throw .timeInFuture(`for` ?? at ?? "", resolved: entry.start + length)
      }
    case .startAndLength(let start, let length):
      let start = (text: start.text, instant: try resolver.instant(start, near: entry.start))
      entry.set(try resolver.span(from: start.instant, length: length, start.text))
    case .endAndLength(let end, let length):
      let end = try resolver.instant(end, near: entry.end ?? entry.start)
      entry.set(ResolvedSpan(start: end - length, end: end))
    case .startAndEnd(let start, let end):
      let start = TimeText(start.text, .instant(try resolver.instant(start, near: entry.start)))
      entry.set(try resolver.span(from: start, to: end))
    }
    if entry.end != nil { entry.endUnknown = false }
  }
}

extension Entry {
  /// Has it last so long: from its start on, or up to its end where it would not be over yet.
  ///
  /// - Returns: false, and nothing is changed, for one without an end that would not be over yet.
  mutating func last(_ length: Duration, now: Instant) -> Bool {
    if start + length <= now {
      end = start + length
    } else if let end {
      start = end - length
    } else {
      return false
    }
    return true
  }

  fileprivate mutating func set(_ span: ResolvedSpan) {
    start = span.start
    end = span.end
  }
}

extension TimeResolver {
  fileprivate func instant(_ time: TimeText, near anchor: Instant) throws(BabyError) -> Instant {
    if bareTimes(of: time).isEmpty { return try instant(time) }
    return try nearest(bareTimes(of: time), to: anchor, time.text)
  }

  fileprivate func span(from start: Instant, length: Duration, _ text: String) throws(BabyError) -> ResolvedSpan {
    ResolvedSpan(start: start, end: try refusingFuture(start + length, text))
  }

  /// A bare end is the first such time after the start, and a bare start is the latest that leaves the end in the past.
  fileprivate func span(from: TimeText, to: TimeText) throws(BabyError) -> ResolvedSpan {
    guard !bareTimes(of: to).isEmpty else {
      let end = try instant(to)
      let start =
        if bareTimes(of: from).isEmpty { try instant(from) } else {
          try latest(bareTimes(of: from), notAfter: end - .milliseconds(1), from.text)
        }
      guard start < end else { throw .entryInvalid([FieldError("to", "must be after the start")]) }
      return ResolvedSpan(start: start, end: end)
    }
    if bareTimes(of: from) == bareTimes(of: to) {
      throw .entryInvalid([FieldError("to", "must not be the same time as the start")])
    }
    var start = try instant(from)
    var end = try first(bareTimes(of: to), after: start, to.text)
    if end > limit, !bareTimes(of: from).isEmpty {
      start = try latest(bareTimes(of: from), notAfter: start - .milliseconds(1), from.text)
      end = try first(bareTimes(of: to), after: start, to.text)
    }
    let span = ResolvedSpan(start: start, end: try refusingFuture(end, to.text))
    try refuseSlip(span, from, to)
    return span
  }

  /// A bare end that was named before the start is taken for the next day's, and of times without am and pm one half of the
  /// day is chosen. What comes out far too long was a slip.
  private func refuseSlip(_ span: ResolvedSpan, _ from: TimeText, _ to: TimeText) throws(BabyError) {
    guard let end = span.end else { return }
    let isGuessed = bareTimes(of: from).count > 1 || bareTimes(of: to).count > 1
    let isByDay = zone.local(span.start).date == zone.local(end).date
    guard end - span.start > Self.longestUnasked || isGuessed && isByDay && end - span.start > Self.longestByDay else {
      return
    }
    let length = Words.length(end - span.start)
    throw .entryInvalid([
      FieldError(
        "to", "would be \(length) after the start; if that is right, give both with their day, such as yesterday 14:00")
    ])
  }

  /// A start with a length that clocks show within a few hours is one that was planned, and not yesterday's.
  fileprivate func refuseComing(_ start: TimeText, notMeaning instant: Instant) throws(BabyError) {
    guard now - instant > .hours(24) - Self.soonest, let coming = coming(start), coming - now < Self.soonest else {
      return
    }
    throw .timeInFuture(start.text, resolved: coming)
  }

  /// When clocks next show a time with am or pm but without a day.
  fileprivate func coming(_ time: TimeText, after start: Instant? = nil) -> Instant? {
    let times = bareTimes(of: time)
    return times.count == 1 ? try? first(times, after: start ?? now, time.text) : nil
  }

  /// Longer than any night: an end without a day never means this.
  fileprivate static let longestUnasked: Duration = .hours(16)
  /// Of times by day that may be before noon as well as after it.
  private static let longestByDay: Duration = .hours(10)
  fileprivate static let soonest: Duration = .hours(3)
}

/// The meaning of the four time texts together, parsed but not yet resolved.
private enum SpanText {
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
