public import BabyModel
import BabyStore

/// The changes to an entry. Nil leaves a field as it is; an inner nil clears it.
public struct EntryChanges: Sendable {
  public var time: TimeTexts
  public var method: FeedingMethod?
  public var startedSide: Side??
  public var breasts: Breasts??
  public var amount: Double??
  public var unit: VolumeUnit?
  public var content: BottleContent??
  public var left: Duration??
  public var right: Duration??
  public var diaperType: DiaperType?
  public var category: NoteCategory?
  /// Of any kind, by the names of its fields.
  public var fields: SaidFields
  public var note: String??

  public init(
    time: TimeTexts = .init(), method: FeedingMethod? = nil, startedSide: Side?? = nil, breasts: Breasts?? = nil,
    amount: Double?? = nil, unit: VolumeUnit? = nil, content: BottleContent?? = nil, left: Duration?? = nil,
    right: Duration?? = nil, diaperType: DiaperType? = nil, category: NoteCategory? = nil,
    fields: SaidFields = SaidFields(), note: String?? = nil
  ) {
    self.time = time
    self.method = method
    self.startedSide = startedSide
    self.breasts = breasts
    self.amount = amount
    self.unit = unit
    self.content = content
    self.left = left
    self.right = right
    self.diaperType = diaperType
    self.category = category
    self.fields = fields
    self.note = note
  }

  /// The content with the changes in it.
  ///
  /// - Throws: `BabyError.entryInvalid` for a field that the kind does not have.
  func applied(to content: EntryContent, units: VolumeUnit) throws(BabyError) -> EntryContent {
    try refuseMisfits(content)
    let named = try named(in: content, units: units)
    let changed = fields.fields.isEmpty ? named : try named.changed(by: fields)
    // A feed at the breast that has an amount already was read from another app's file.
    if case .feeding(let new) = changed, new.method == .breast, let amount = new.amount {
      guard case .feeding(let old) = content, old.method == .breast, old.amount == amount else {
        throw .entryInvalid([.misfit("amount", .breast)])
      }
    }
    return changed
  }

  /// Whether time at a breast is among the changes, and no other time.
  fileprivate var saysSidesAlone: Bool {
    let sides = ["leftSeconds", "rightSeconds"]
    return time == TimeTexts() && (left != nil || right != nil || fields.fields.contains { sides.contains($0.name) })
  }

  /// Includes changes that are named fields.
  private func named(in content: EntryContent, units: VolumeUnit) throws(BabyError) -> EntryContent {
    switch content {
    case .feeding(var feeding):
      if let method { feeding.method = method }
      if let startedSide { feeding.startedSide = startedSide }
      if let breasts { feeding.breasts = breasts }
      if let amount {
        feeding.amount = amount.map { Volume($0, unit ?? units) }
      } else if let unit, let value = feeding.amount?.value {
        feeding.amount = Volume(value, unit)
      }
      if let held = self.content { feeding.content = held }
      if let left { feeding.left = left }
      if let right { feeding.right = right }
      if breasts == .one, feeding.left != nil, feeding.right != nil {
        throw .entryInvalid([FieldError("breasts", "must be both while each has its time: clear the other's")])
      }
      return .feeding(feeding)
    case .diaper(let type): return .diaper(diaperType ?? type)
    case .note(let old): return .note(category ?? old)
    case .sleep, .tummyTime, .declared: return content
    }
  }

  /// Fields can be cleared whether they fit the kind or not.
  private func refuseMisfits(_ content: EntryContent) throws(BabyError) {
    let given = [
      ("method", method != nil), ("startedSide", startedSide.flatMap(\.self) != nil),
      ("breasts", breasts.flatMap(\.self) != nil), ("amount", amount.flatMap(\.self) != nil), ("unit", unit != nil),
      ("content", self.content.flatMap(\.self) != nil),
      ("leftSeconds", left.flatMap(\.self) != nil), ("rightSeconds", right.flatMap(\.self) != nil),
      ("type", diaperType != nil), ("category", category != nil),
    ].filter(\.1).map(\.0)
    var sort = EntrySort(content)
    if case .feeding = content, let method { sort = EntrySort(method) }
    let misfits = given.filter { !sort.fields.contains($0) }
    guard misfits.isEmpty else { throw .entryInvalid(misfits.map { .misfit($0, sort) }) }
  }
}

extension LogbookWriter {
  public func update(_ reference: String, _ changes: EntryChanges) throws -> EntryOutcome {
    let old = try livingEntry(reference)
    let page = try page(of: "\(old.childID)")
    var entry = old
    entry.content = try changes.applied(to: old.content, units: page.settings.units)
    // An activity cannot get the name of another kind.
    if entry.timer != old.timer { _ = try page.named(entry.timer) }
    if let note = changes.note { entry.note = note }
    try changes.time.apply(to: &entry, now: now, zone: page.zone, conventions: page.settings.timeConventions)
    entry.fitSides(after: old)
    if changes.saysSidesAlone { entry.spanSides(now: now) }
    // Where its times stay as they were logged, by a clock that was ahead of this machine's, they are nothing new.
    let isNewTime = (entry.start, entry.end) != (old.start, old.end)
    let latest = isNewTime ? now : max(now, old.start, old.end ?? old.start)
    try entry.validate(child: page.child, zone: page.zone, now: latest)
    entry = try transaction.update(entry)
    let message = entry == old ? Words.nothingChanged : Words.updated(entry)
    try transaction.label(message)
    return EntryOutcome(entry, on: page, message: message, overlap: try page.overlap(of: entry))
  }

  public func delete(_ reference: String) throws -> EntryOutcome {
    let entry = try reader.entry(reference)
    guard entry.deletedAt == nil else { throw BabyError.entryDeletedAlready(entry.id) }
    return try remove(entry, on: page(ofAny: entry.childID), message: Words.deleted(entry.timer))
  }

  /// Deletes entries together: all of them or none.
  ///
  /// - Parameter references: each as for `entry`; one that is named twice counts once. Without any it is refused.
  public func delete(_ references: [String]) throws -> [EntryOutcome] {
    var entries: [Entry] = []
    for reference in references {
      let entry = try reader.entry(reference)
      guard entry.deletedAt == nil else { throw BabyError.entryDeletedAlready(entry.id) }
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
    guard !entries.isEmpty else { throw BabyError.entryInvalid([FieldError("ids", "must name an entry")]) }
    let message = entries.count == 1 ? Words.deleted(entries[0].timer) : Words.deleted(entries.count)
    return try entries.map { try remove($0, on: page(ofAny: $0.childID), message: message) }
  }

  func remove(_ entry: Entry, on page: ChildPage, message: String) throws -> EntryOutcome {
    let deleted = try transaction.delete(entry.id)
    try transaction.label(message)
    return EntryOutcome(deleted, on: page, message: message)
  }

  public func restore(_ reference: String) throws -> EntryOutcome {
    let entry = try reader.entry(reference)
    guard entry.deletedAt != nil else { throw BabyError.entryNotDeleted(entry.id) }
    let page = try page(ofAny: entry.childID)
    if case .note = entry.content, entry.note == nil {
      let rule = "is not known on this machine: restore it on the machine where it was deleted"
      throw BabyError.entryInvalid([FieldError("note", rule)])
    }
    if entry.isRunning, let running = try reader.transaction.running(entry.timer, child: page.child.id) {
      throw BabyError.timerRunning(entry.timer, running.id, since: running.start, child: page.child.name)
    }
    let restored = try transaction.restore(entry.id)
    let message = Words.restored(entry.timer)
    try transaction.label(message)
    return EntryOutcome(restored, on: page, message: message)
  }

  /// Logs the content again as of now; what lasted ends now.
  public func duplicate(_ reference: String) throws -> EntryOutcome {
    let entry = try livingEntry(reference)
    let page = try page(of: "\(entry.childID)")
    return try add(entry.duplicate(id: ids.next(at: now), now: now), on: page)
  }

  /// The page of a child that may have been removed.
  func page(ofAny child: ChildID) throws -> ChildPage { try page(of: reader.anyChild("\(child)")) }

  private func livingEntry(_ reference: String) throws -> Entry {
    let entry = try reader.entry(reference)
    guard entry.deletedAt == nil else { throw BabyError.entryDeleted(entry.id) }
    return entry
  }
}
