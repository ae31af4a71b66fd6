public import BabyModel
import BabyStore

/// What a caller said of a feed; the rest is filled in by the rules of quick logging.
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

  /// The breast, where only its time was said.
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
    let facts = wish.leavesNothingOpen ? DashboardFacts() : try page.lastEntries()
    var feeding = try QuickLog.feeding(
      method: wish.method ?? (wish.left ?? wish.right).map { _ in .breast }, startedSide: wish.firstSide,
      breasts: wish.breasts, amount: wish.amount, unit: wish.unit, content: wish.content,
      child: page.child, settings: page.settings, facts: facts)
    (feeding.left, feeding.right) = (wish.left, wish.right)
    var span = try page.span(time)
    if let together = feeding.sidesTogether {
      feeding.settleSides()
      if span.end == nil { span = together.span(at: span.start, isSaid: time != TimeTexts(), now: now) }
    }
    return try log(.feeding(feeding), on: page, span: span, note: note, id: id)
  }

  public func logDiaper(
    child reference: String?, type: DiaperType?, at: String?, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    let type = try type ?? QuickLog.diaperType(last: page.lastEntries().lastDiaper)
    return try log(.diaper(type), on: page, span: try page.point(at), note: note, id: id)
  }

  public func logNote(
    child reference: String?, text: String, category: NoteCategory, at: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try log(.note(category), on: page, span: try page.point(at), note: text, id: id)
  }

  public func logSleep(child reference: String?, time: TimeTexts, note: String?, id: EntryID?) throws -> EntryOutcome {
    let page = try page(of: reference)
    let span = try page.span(time)
    if span.end == nil { throw BabyError.lengthMissing }
    return try log(.sleep, on: page, span: span, note: note, id: id)
  }

  /// A finished nap that ends now, for the parent who noticed too late.
  public func logNap(child reference: String?, id: EntryID?) throws -> EntryOutcome {
    let page = try page(of: reference)
    let span = ResolvedSpan(start: now - QuickLog.napDuration, end: now)
    return try log(.sleep, on: page, span: span, note: QuickLog.napNote, id: id)
  }

  public func logTummyTime(
    child reference: String?, time: TimeTexts, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    var span = try page.span(time)
    if span.end == nil {
      let duration = QuickLog.tummyDuration(last: try page.lastEntries().lastTummyTime)
      span = QuickLog.tummySpan(span.start, isSaid: time != TimeTexts(), lasting: duration, now: now)
    }
    return try log(.tummyTime, on: page, span: span, note: note, id: id)
  }

  /// Logs an entry of any kind by its fields; nothing is filled in but what the kind declares.
  public func logEntry(
    _ kind: EntryKind, child reference: String?, _ fields: SaidFields, time: TimeTexts, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    let content = try EntryContent(kind, saying: fields)
    let span = try page.span(time)
    // One that goes on is started; an activity can also be of one moment.
    if kind.declaration.runsWithoutEnd, !kind.declaration.isNamed, span.end == nil { throw BabyError.lengthMissing }
    return try log(content, on: page, span: span, note: note, id: id)
  }

  /// Logs an entry once it is valid. One with an id that is there already, and the same, is not logged again.
  func log(
    _ content: EntryContent, on page: ChildPage, span: ResolvedSpan, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let entry = Entry(
      id: id ?? ids.next(at: now), childID: page.child.id, content: content, start: span.start, end: span.end,
      endUnknown: span.end == nil && content.kind.declaration.isNamed, note: note, createdAt: now, updatedAt: now)
    return try add(entry, on: page)
  }

  func add(_ entry: Entry, on page: ChildPage) throws -> EntryOutcome {
    try entry.validate(child: page.child, zone: page.zone, now: now)
    let message = Words.logged(entry, units: page.settings.units)
    guard try transaction.insertIfAbsent(entry) else {
      guard let earlier = try reader.transaction.entry(entry.id), earlier.isSameLog(as: entry) else {
        throw BabyError.entryExists(entry.id)
      }
      return EntryOutcome(earlier, on: page, message: message)
    }
    try transaction.label(message)
    return EntryOutcome(
      entry, on: page, message: message, overlap: try overlap(of: entry), tooSoon: try reader.tooSoon(entry))
  }

  /// Another sleep, tummy time or activity of the name, over as this one is, at the same time: one of the two is a slip.
  func overlap(of entry: Entry) throws -> Entry? {
    guard entry.kind.declaration.runsWithoutEnd, let end = entry.end else { return nil }
    let query = EntryQuery(child: entry.childID, from: entry.start, to: end, kinds: [entry.kind])
    return try reader.transaction.entries(query).entries.first { $0.overlaps(entry) }
  }

  func page(of reference: String?) throws -> ChildPage { try ChildPage(reader.child(reference), in: reader) }
}

extension BabyError {
  fileprivate static let lengthMissing = BabyError.entryInvalid([
    FieldError("for", "is missing: say how long it was, or from when to when")
  ])
}

extension Entry {
  /// Whether logging the other would say nothing new: a call that was sent twice under one id.
  fileprivate func isSameLog(as other: Entry) -> Bool {
    childID == other.childID && content == other.content && note == other.note && deletedAt == nil
  }
}

/// A child with all that its entries are resolved by.
struct ChildPage {
  let child: Child
  let settings: Settings
  let zone: ZoneRules
  private let reader: LogbookReader

  init(_ child: Child, in reader: LogbookReader) throws {
    self.child = child
    self.reader = reader
    settings = try reader.settings(of: child)
    zone = try reader.zone(child.zone)
  }

  /// The last entry of each sort, for what a quick log fills in.
  func lastEntries() throws -> DashboardFacts { try reader.transaction.lastEntries(child.id) }

  func span(_ time: TimeTexts) throws -> ResolvedSpan {
    try time.resolve(now: reader.now, zone: zone, conventions: settings.timeConventions)
  }

  func point(_ at: String?) throws -> ResolvedSpan {
    let start =
      try at.map {
        try TimeExpression.resolvePoint($0, now: reader.now, zone: zone, conventions: settings.timeConventions)
      } ?? reader.now
    return ResolvedSpan(start: start, end: nil)
  }
}

extension Duration {
  /// Of what took so long: it began when that was said, and else it ends now.
  fileprivate func span(at start: Instant, isSaid: Bool, now: Instant) -> ResolvedSpan {
    isSaid ? ResolvedSpan(start: start, end: start + self) : ResolvedSpan(start: now - self, end: now)
  }
}
