public import BabyModel
import BabyStore

extension LogbookWriter {
  /// Logs an entry of any kind. Values left out of a feed, a diaper or tummy time get their usual defaults.
  ///
  /// - Throws: `BabyError.entryInvalid` with what is wrong or missing; `.entryExists` for another entry's id.
  public func logEntry(
    _ input: EntryInput, child reference: String? = nil, time: TimeTexts = TimeTexts(), note: String? = nil,
    id: EntryID? = nil
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.entry(input, time: time, note: note, id: id), on: page)
  }

  /// Logs a valid entry. One with an existing id and the same content is not logged again.
  func add(_ entry: Entry, on page: ChildPage) throws -> EntryOutcome {
    try page.validate(entry)
    let message = Words.logged(entry, units: page.settings.units)
    guard try transaction.insertIfAbsent(entry) else {
      guard let earlier = try reader.transaction.entry(entry.id), earlier.isSameLog(as: entry) else {
        throw BabyError.entryExists(entry.id)
      }
      return EntryOutcome(earlier, on: page, message: message)
    }
    try transaction.label(message)
    return EntryOutcome(
      entry, on: page, message: message, overlap: try page.overlap(of: entry), tooSoon: try page.tooSoon(entry))
  }
}

extension ChildPage {
  /// A new entry, with the usual defaults for values left out.
  func entry(_ input: EntryInput, time: TimeTexts, note: String?, id: EntryID?) throws -> Entry {
    let kind = input.kind.declaration
    // For a kind without a duration, `at` is read as a point in time and not as a span.
    let isPoint = kind.longest == nil && time == TimeTexts(at: time.at)
    var span = try isPoint ? point(time.at) : span(time)
    let content: EntryContent
    switch input.kind {
    case .feeding:
      var feeding = try QuickLog.feeding(input.fields, child: child, settings: settings, facts: lastEntries)
      if let together = feeding.sidesTogether {
        feeding.settleSides()
        if span.end == nil { span = together.span(at: span.start, isSaid: time != TimeTexts(), now: now) }
      }
      content = .feeding(feeding)
    case .diaper where input.fields.fields.isEmpty:
      content = .diaper(QuickLog.diaperType(last: try lastEntries().lastDiaper))
    case .tummyTime:
      content = try EntryContent(.tummyTime, saying: input.fields)
      if span.end == nil {
        let duration = QuickLog.tummyDuration(last: try lastEntries().lastTummyTime)
        span = QuickLog.tummySpan(span.start, isSaid: time != TimeTexts(), lasting: duration, now: now)
      }
    case .diaper, .sleep, .note, .declared: content = try EntryContent(input.kind, saying: input.fields)
    }
    // A running one has to be started; an activity can also be of one moment.
    if kind.runsWithoutEnd, !kind.isNamed, span.end == nil { throw BabyError.lengthMissing }
    let entry = newEntry(content, span, note: note, id: id)
    // An activity cannot have the name of another kind.
    _ = try named(entry.timer)
    return entry
  }
}

extension BabyError {
  fileprivate static let lengthMissing = BabyError.entryInvalid([
    FieldError("for", "is missing: say how long it was, or from when to when")
  ])
}

extension Duration {
  /// The span of an entry with a duration: from its start if given, otherwise up to now.
  fileprivate func span(at start: Instant, isSaid: Bool, now: Instant) -> ResolvedSpan {
    isSaid ? ResolvedSpan(start: start, end: start + self) : ResolvedSpan(start: now - self, end: now)
  }
}

extension Entry {
  /// Whether the other is the same request: a call that was sent twice with one id.
  fileprivate func isSameLog(as other: Entry) -> Bool {
    childID == other.childID && content == other.content && note == other.note && deletedAt == nil
  }
}
