public import BabyModel
import BabyProtocol
public import BabyStore

/// A child with what decides how something is logged for it, in a machine's log or in the one that a family shares on its
/// server.
///
/// It returns decisions and writes nothing. Valid inside the transaction whose entries it was given.
public struct ChildPage {
  public let child: Child
  /// Those in force for the child.
  public let settings: Settings
  public let zone: ZoneRules
  public let now: Instant
  private let entries: ReadTransaction
  private let ids: IDGenerator
  /// Entries as a phone has changed them, which the log does not have yet; deleted ones among them.
  private let unsent: [Entry]

  /// - Parameter unsent: entries of the child that take precedence over the log's for timers, doses and overlaps.
  public init(
    _ child: Child, _ entries: ReadTransaction, settings: Settings, zone: ZoneRules, ids: IDGenerator, now: Instant,
    unsent: [Entry] = []
  ) {
    self.child = child
    self.entries = entries
    self.settings = settings
    self.zone = zone
    self.ids = ids
    self.now = now
    self.unsent = unsent.filter { $0.childID == child.id }
  }

  // MARK: Times

  func span(_ time: TimeTexts) throws(BabyError) -> ResolvedSpan {
    try time.resolve(now: now, zone: zone, conventions: settings.timeConventions)
  }

  func point(_ at: String?) throws(BabyError) -> ResolvedSpan {
    guard let at else { return ResolvedSpan(start: now, end: nil) }
    return ResolvedSpan(start: try instant(at), end: nil)
  }

  func instant(_ text: String) throws(BabyError) -> Instant {
    try TimeExpression.resolvePoint(text, now: now, zone: zone, conventions: settings.timeConventions)
  }

  // MARK: What there is

  /// The last entry of each sort, for a quick log's defaults.
  func lastEntries() throws -> DashboardFacts { try entries.lastEntries(child.id) }

  /// A timer, if it is going on.
  func running(_ timer: TimerKey) throws -> Entry? {
    guard unsent.isEmpty else { return try running().first { $0.timer == timer } }
    return try entries.running(timer, child: child.id)
  }

  /// The timers of a kind that are going on.
  func running(of kind: EntryKind) throws -> [Entry] {
    guard unsent.isEmpty else { return try running().filter { $0.kind == kind } }
    return try entries.running(of: kind, child: child.id)
  }

  /// All timers that are going on.
  public func running() throws -> [Entry] {
    try withUnsent(entries.running(child: child.id)).filter(\.isRunning)
  }

  /// Doses up to a time, as `MedicineCourse` asks for them.
  private func doses(before time: Instant) throws -> [Entry] {
    try withUnsent(entries.doses(of: child.id, before: time))
  }

  /// Entries of the log as the phone has them, and all that it alone has.
  private func withUnsent(_ known: [Entry]) -> [Entry] {
    guard !unsent.isEmpty else { return known }
    let changed = Set(unsent.map(\.id))
    return known.filter { !changed.contains($0.id) } + unsent.filter { $0.deletedAt == nil }
  }

  // MARK: What comes of an entry

  func newEntry(_ content: EntryContent, _ span: ResolvedSpan, note: String?, id: EntryID?) -> Entry {
    Entry(
      id: id ?? newID(), childID: child.id, content: content, start: span.start, end: span.end,
      endUnknown: span.end == nil && content.kind.declaration.isNamed, note: note, createdAt: now, updatedAt: now)
  }

  func newID() -> EntryID { ids.next(at: now) }

  /// - Throws: `BabyError.entryInvalid`.
  public func validate(_ entry: Entry) throws(BabyError) { try entry.validate(child: child, zone: zone, now: now) }

  /// Another sleep, tummy time or activity of the name, over as this one is, at the same time: one of the two is a slip.
  public func overlap(of entry: Entry) throws -> Entry? {
    guard entry.kind.declaration.runsWithoutEnd, let end = entry.end else { return nil }
    let query = EntryQuery(child: entry.childID, from: entry.start, to: end, kinds: [entry.kind])
    return try withUnsent(entries.entries(query).entries).first { $0.overlaps(entry) }
  }

  /// The medicine of a dose that is given too soon; nil for any other entry.
  public func tooSoon(_ entry: Entry) throws -> MedicineCourse? {
    guard entry.kind == .declared(.medicine) else { return nil }
    return MedicineCourse.tooSoon(entry, after: try doses(before: entry.start))
  }
}

extension ChildPage: PhraseKnowledge {
  public func medicineNames() throws -> [String] {
    MedicineCourse.all(in: try doses(before: now), at: now).prefix(Self.mostMedicines).map(\.name)
  }

  /// No child gets as many in `MedicineCourse.memory`, and every word of a sentence is compared with each.
  private static var mostMedicines: Int { 200 }

  public func activityNames() throws -> [String] { try entries.activityNames(child: child.id) }

  public func runningTimers() throws -> [TimerKey] { try running().map(\.timer) }
}

/// The planned change to a child's log, before anything is written.
public enum LogDecision: Hashable, Sendable {
  case add(Entry)
  /// It was done before, under the same id.
  case keep(Entry, message: String)
  /// The changed entry.
  case change(Entry, message: String)
  /// The entry as it was.
  case remove(Entry, message: String)

  public var entry: Entry {
    switch self {
    case .add(let entry), .keep(let entry, _), .change(let entry, _), .remove(let entry, _): entry
    }
  }
}

extension LogbookWriter {
  func page(of reference: String?) throws -> ChildPage { try page(of: reader.child(reference)) }

  /// The page of a child that may have been removed.
  func page(ofAny child: ChildID) throws -> ChildPage { try page(of: reader.anyChild("\(child)")) }

  private func page(of child: Child) throws -> ChildPage {
    ChildPage(
      child, reader.transaction, settings: try reader.settings(of: child), zone: try reader.zone(child.zone), ids: ids,
      now: now)
  }

  /// Writes a decision, and answers with the entry as it is then.
  func apply(_ decision: LogDecision, on page: ChildPage) throws -> EntryAnswer {
    switch decision {
    case .add(let entry): return try add(entry, on: page)
    case .keep(let entry, let message): return try answer(entry, on: page, message)
    case .change(let entry, let message):
      try page.validate(entry)
      let changed = try transaction.update(entry)
      try transaction.label(message)
      return try answer(changed, on: page, message, overlap: page.overlap(of: changed))
    case .remove(let entry, let message):
      let deleted = try transaction.delete(entry.id)
      try transaction.label(message)
      return try answer(deleted, on: page, message)
    }
  }

  /// Logs a valid entry. One with an existing id and the same content is not logged again.
  private func add(_ entry: Entry, on page: ChildPage) throws -> EntryAnswer {
    try page.validate(entry)
    let message = Words.logged(entry, units: page.settings.units)
    guard try transaction.insertIfAbsent(entry) else {
      guard let earlier = try reader.transaction.entry(entry.id), earlier.isSameLog(as: entry) else {
        throw BabyError.entryExists(entry.id)
      }
      return try answer(earlier, on: page, message)
    }
    try transaction.label(message)
    return try answer(entry, on: page, message, overlap: page.overlap(of: entry), tooSoon: page.tooSoon(entry))
  }

  /// - Parameters:
  ///   - overlap: another entry of the kind that was at the same time.
  ///   - tooSoon: the medicine of a dose that was given sooner than was noted that it may be.
  func answer(
    _ entry: Entry, on page: ChildPage, _ message: String, overlap: Entry? = nil, tooSoon: MedicineCourse? = nil
  ) throws -> EntryAnswer {
    EntryAnswer(
      entry: EntryRecord(entry, in: page.zone), child: ChildReference(page.child),
      timeFormat: page.settings.timeFormat, message: message, overlap: overlap.map { EntryRecord($0, in: page.zone) },
      tooSoon: tooSoon.map { MedicineRecord($0, in: page.zone) }, seq: try seq, isDryRun: isDryRun)
  }
}

extension Entry {
  /// Whether the other is the same request: a call that was sent twice with one id.
  fileprivate func isSameLog(as other: Entry) -> Bool {
    childID == other.childID && content == other.content && note == other.note && deletedAt == nil
  }
}
