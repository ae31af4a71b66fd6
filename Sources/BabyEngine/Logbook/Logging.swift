public import BabyModel
import BabyStore

/// A feed as given by a caller; quick logging fills in the rest.
public struct FeedingWish: Hashable, Sendable {
  public var method: FeedingMethod?
  public var startedSide: Side?
  public var breasts: Breasts?
  public var amount: Double?
  public var unit: VolumeUnit?
  public var content: BottleContent?
  public var left: Duration?
  public var right: Duration?

  public init(
    method: FeedingMethod? = nil, startedSide: Side? = nil, breasts: Breasts? = nil, amount: Double? = nil,
    unit: VolumeUnit? = nil, content: BottleContent? = nil, left: Duration? = nil, right: Duration? = nil
  ) {
    self.method = method
    self.startedSide = startedSide
    self.breasts = breasts
    self.amount = amount
    self.unit = unit
    self.content = content
    self.left = left
    self.right = right
  }

  /// The only breast that has a time.
  var firstSide: Side? { startedSide ?? (left == nil ? right.map { _ in .right } : right == nil ? .left : nil) }

  /// Whether the rules need not look at earlier feeds.
  var leavesNothingOpen: Bool {
    switch method {
    case .bottle, .pumping: amount != nil
    case .breast: firstSide != nil
    case nil: false
    }
  }
}

extension LogbookWriter {
  public func logFeeding(
    child reference: String?, _ wish: FeedingWish, time: TimeTexts, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.feeding(wish, time: time, note: note, id: id), on: page)
  }

  public func logDiaper(
    child reference: String?, type: DiaperType?, at: String?, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.diaper(type, at: at, note: note, id: id), on: page)
  }

  public func logNote(
    child reference: String?, text: String, category: NoteCategory, at: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.note(text, category: category, at: at, id: id), on: page)
  }

  public func logSleep(child reference: String?, time: TimeTexts, note: String?, id: EntryID?) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.sleep(time: time, note: note, id: id), on: page)
  }

  /// A finished nap that ends now, for the parent who noticed too late.
  public func logNap(child reference: String?, id: EntryID?) throws -> EntryOutcome {
    let page = try page(of: reference)
    let span = ResolvedSpan(start: now - QuickLog.napDuration, end: now)
    return try add(page.newEntry(.sleep, span, note: QuickLog.napNote, id: id), on: page)
  }

  public func logTummyTime(
    child reference: String?, time: TimeTexts, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.tummyTime(time: time, note: note, id: id), on: page)
  }

  /// Logs an entry of any kind by its fields; nothing is filled in but what the kind declares.
  public func logEntry(
    _ kind: EntryKind, child reference: String?, _ fields: SaidFields, time: TimeTexts, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try add(page.entry(kind, fields, time: time, note: note, id: id), on: page)
  }

  /// Logs an entry once it is valid. One with an id that is there already, and the same, is not logged again.
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
  func feeding(_ wish: FeedingWish, time: TimeTexts, note: String?, id: EntryID?) throws -> Entry {
    let facts = wish.leavesNothingOpen ? DashboardFacts() : try lastEntries()
    var feeding = try QuickLog.feeding(
      method: wish.method ?? (wish.left ?? wish.right).map { _ in .breast }, startedSide: wish.firstSide,
      breasts: wish.breasts, amount: wish.amount, unit: wish.unit, content: wish.content,
      child: child, settings: settings, facts: facts)
    (feeding.left, feeding.right) = (wish.left, wish.right)
    var span = try span(time)
    if let together = feeding.sidesTogether {
      feeding.settleSides()
      if span.end == nil { span = together.span(at: span.start, isSaid: time != TimeTexts(), now: now) }
    }
    return newEntry(.feeding(feeding), span, note: note, id: id)
  }

  /// - Parameter type: nil is the last one's.
  func diaper(_ type: DiaperType?, at: String?, note: String?, id: EntryID?) throws -> Entry {
    let type = try type ?? QuickLog.diaperType(last: lastEntries().lastDiaper)
    return newEntry(.diaper(type), try point(at), note: note, id: id)
  }

  func note(_ text: String, category: NoteCategory, at: String?, id: EntryID?) throws -> Entry {
    newEntry(.note(category), try point(at), note: text, id: id)
  }

  func sleep(time: TimeTexts, note: String?, id: EntryID?) throws -> Entry {
    let span = try span(time)
    if span.end == nil { throw BabyError.lengthMissing }
    return newEntry(.sleep, span, note: note, id: id)
  }

  func tummyTime(time: TimeTexts, note: String?, id: EntryID?) throws -> Entry {
    var span = try span(time)
    if span.end == nil {
      let duration = QuickLog.tummyDuration(last: try lastEntries().lastTummyTime)
      span = QuickLog.tummySpan(span.start, isSaid: time != TimeTexts(), lasting: duration, now: now)
    }
    return newEntry(.tummyTime, span, note: note, id: id)
  }

  /// An entry of any kind by its fields; nothing is filled in but what the kind declares.
  func entry(_ kind: EntryKind, _ fields: SaidFields, time: TimeTexts, note: String?, id: EntryID?) throws -> Entry {
    let content = try EntryContent(kind, saying: fields)
    let span = try span(time)
    // One that goes on is started; an activity can also be of one moment.
    if kind.declaration.runsWithoutEnd, !kind.declaration.isNamed, span.end == nil { throw BabyError.lengthMissing }
    return newEntry(content, span, note: note, id: id)
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
