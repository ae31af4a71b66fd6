import BabyImport
import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// An entry with what is known of it besides: its place in the queue, and the file that it was imported from.
  ///
  /// - Parameter reference: as for `entry`.
  /// - Throws: `BabyError.entryNotFound`.
  public func entryDetails(_ reference: String) throws -> EntryGet.Answer {
    let entry = try entry(reference)
    let child = try anyChild("\(entry.childID)")
    let isMilestone = entry.kind == .declared(.milestone)
    let day = try isMilestone ? zone(child.zone).local(entry.start).date : nil
    let origin = try transaction.origin(of: entry.id).map { origin in
      EntryGet.Origin(
        app: importedApp(format: origin.format), format: origin.format, importedAt: origin.importedAt)
    }
    return EntryGet.Answer(
      entry: try record(entry, of: child), child: ChildReference(child),
      timeFormat: try settings(of: child).timeFormat, age: day.flatMap { Words.age(on: $0, child.ageBasis) },
      queued: try queueState(of: entry.id), origin: origin)
  }
}

extension LogbookWriter {
  /// Logs an entry of any kind. Values left out of a feed, a diaper or tummy time get their usual defaults.
  ///
  /// - Throws: `BabyError.entryInvalid` with what is wrong or missing; `.entryExists` for another entry's id.
  public func logEntry(_ params: EntryLog.Params) throws -> EntryAnswer {
    let page = try page(of: params.childID)
    let entry = try page.entry(params.entry, time: params.time, note: params.note, id: params.id)
    return try apply(.add(entry), on: page)
  }

  /// Changes an entry; what is not given stays.
  ///
  /// - Throws: `BabyError.entryInvalid` for a field that the kind does not have; `.entryDeleted`.
  public func update(_ params: EntryUpdate.Params) throws -> EntryAnswer {
    let old = try livingEntry(params.id)
    let page = try page(of: "\(old.childID)")
    var entry = old
    entry.content = try params.applied(to: old.content, units: page.settings.units)
    // An activity cannot get the name of another kind.
    if entry.timer != old.timer { _ = try page.named(entry.timer) }
    if let note = params.note { entry.note = note.value }
    try params.time.apply(to: &entry, now: now, zone: page.zone, conventions: page.settings.timeConventions)
    entry.fitSides(after: old)
    if params.saysSidesAlone { entry.spanSides(now: now) }
    // Where its times stay as they were logged, by a clock that was ahead of this machine's, they are nothing new.
    let isNewTime = (entry.start, entry.end) != (old.start, old.end)
    let latest = isNewTime ? now : max(now, old.start, old.end ?? old.start)
    try entry.validate(child: page.child, zone: page.zone, now: latest)
    entry = try transaction.update(entry)
    let message = entry == old ? Words.nothingChanged : Words.updated(entry)
    try transaction.label(message)
    return try answer(entry, on: page, message, overlap: page.overlap(of: entry))
  }

  public func delete(_ reference: String) throws -> EntryAnswer {
    let entry = try reader.entry(reference)
    guard entry.deletedAt == nil else { throw BabyError.entryDeletedAlready(entry.id) }
    return try apply(.remove(entry, message: Words.deleted(entry.timer)), on: page(ofAny: entry.childID))
  }

  /// Deletes entries together: all of them or none.
  ///
  /// - Parameter references: each as for `entry`; one that is named twice counts once. Without any it is refused.
  public func delete(_ references: [String]) throws -> EntryDeleteSeveral.Answer {
    var entries: [Entry] = []
    for reference in references {
      let entry = try reader.entry(reference)
      guard entry.deletedAt == nil else { throw BabyError.entryDeletedAlready(entry.id) }
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
    guard let first = entries.first else { throw BabyError.entryInvalid([FieldError("ids", "must name an entry")]) }
    let message = entries.count == 1 ? Words.deleted(first.timer) : Words.deleted(entries.count)
    var pages: [ChildPage] = []
    let deleted = try entries.map { entry in
      let known = pages.first { $0.child.id == entry.childID }
      let page = try known ?? self.page(ofAny: entry.childID)
      if known == nil { pages.append(page) }
      return EntryRecord(try transaction.delete(entry.id), in: page.zone)
    }
    try transaction.label(message)
    return EntryDeleteSeveral.Answer(
      entries: deleted, children: pages.map { ChildReference($0.child) }, timeFormat: pages[0].settings.timeFormat,
      message: message, seq: try seq, isDryRun: isDryRun)
  }

  public func restore(_ reference: String) throws -> EntryAnswer {
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
    return try answer(restored, on: page, message)
  }

  /// Logs the content again as of now; what lasted ends now.
  public func duplicate(_ reference: String) throws -> EntryAnswer {
    let entry = try livingEntry(reference)
    let page = try page(of: "\(entry.childID)")
    return try apply(.add(entry.duplicate(id: ids.next(at: now), now: now)), on: page)
  }

  private func livingEntry(_ reference: String) throws -> Entry {
    let entry = try reader.entry(reference)
    guard entry.deletedAt == nil else { throw BabyError.entryDeleted(entry.id) }
    return entry
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
      content = try EntryContent(.tummyTime, fields: input.fields)
      if span.end == nil {
        let duration = QuickLog.tummyDuration(last: try lastEntries().lastTummyTime)
        span = QuickLog.tummySpan(span.start, isSaid: time != TimeTexts(), lasting: duration, now: now)
      }
    case .diaper, .sleep, .note, .declared: content = try EntryContent(input.kind, fields: input.fields)
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

extension EntryUpdate.Params {
  /// The content with the changes in it.
  ///
  /// - Throws: `BabyError.entryInvalid` for a field that the kind does not have.
  fileprivate func applied(to content: EntryContent, units: VolumeUnit) throws(BabyError) -> EntryContent {
    try refuseMisfits(content)
    let named = try named(in: content, units: units)
    let changed = if let fields, !fields.fields.isEmpty { try named.changed(by: fields) } else { named }
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
    return time == TimeTexts()
      && (leftSeconds != nil || rightSeconds != nil || fields?.fields.contains { sides.contains($0.name) } == true)
  }

  /// Includes changes that are named fields.
  private func named(in content: EntryContent, units: VolumeUnit) throws(BabyError) -> EntryContent {
    switch content {
    case .feeding(var feeding):
      if let method { feeding.method = method }
      if let startedSide { feeding.startedSide = startedSide.value }
      if let breasts { feeding.breasts = breasts.value }
      if let amount {
        feeding.amount = amount.value.map { Volume($0, unit ?? units) }
      } else if let unit, let value = feeding.amount?.value {
        feeding.amount = Volume(value, unit)
      }
      if let held = self.content { feeding.content = held.value }
      if let leftSeconds { feeding.left = leftSeconds.value?.length }
      if let rightSeconds { feeding.right = rightSeconds.value?.length }
      if breasts?.value == .one, feeding.left != nil, feeding.right != nil {
        throw .entryInvalid([FieldError("breasts", "must be both while each has its time: clear the other's")])
      }
      return .feeding(feeding)
    case .diaper(let type): return .diaper(self.type ?? type)
    case .note(let old): return .note(category ?? old)
    case .sleep, .tummyTime, .declared: return content
    }
  }

  /// Fields can be cleared whether they fit the kind or not.
  private func refuseMisfits(_ content: EntryContent) throws(BabyError) {
    let given = [
      ("method", method != nil), ("startedSide", startedSide?.value != nil), ("breasts", breasts?.value != nil),
      ("amount", amount?.value != nil), ("unit", unit != nil), ("content", self.content?.value != nil),
      ("leftSeconds", leftSeconds?.value != nil), ("rightSeconds", rightSeconds?.value != nil), ("type", type != nil),
      ("category", category != nil),
    ].filter(\.1).map(\.0)
    var sort = EntrySort(content)
    if case .feeding = content, let method { sort = EntrySort(method) }
    let misfits = given.filter { !sort.fields.contains($0) }
    guard misfits.isEmpty else { throw .entryInvalid(misfits.map { .misfit($0, sort) }) }
  }
}

extension Int {
  /// Seconds that a client has sent, whatever they are: rules look at them where they are sure not to overflow.
  fileprivate var length: Duration { .seconds(Swift.min(Swift.max(self, -1), 1_000_000)) }
}
