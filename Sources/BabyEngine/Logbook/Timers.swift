public import BabyModel
import BabyStore

extension LogbookWriter {
  /// Starts a sleep, tummy time or other activity, or a feed at the suggested breast.
  ///
  /// - Throws: `BabyError.timerRunning` when it is running; `.entryInvalid` for what can be no name, and for one more than
  ///   can run at a time.
  public func startTimer(
    _ timer: TimerKey, child reference: String?, at: String?, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let content: EntryContent
    switch timer.kind {
    case .feeding: return try startFeeding(child: reference, side: nil, at: at, note: note, id: id)
    case .tummyTime: content = .tummyTime
    case .sleep, .diaper, .note: content = .sleep
    case .declared: content = try .activity(timer.name)
    }
    let page = try page(of: reference)
    let running = try reader.transaction.running(timer, child: page.child.id)
    if running == nil, !timer.name.isEmpty,
      try reader.transaction.running(of: timer.kind, child: page.child.id).count
        >= KindDeclaration.mostRunningActivities
    {
      throw BabyError.entryInvalid([
        FieldError(
          "name", "is one too many: \(KindDeclaration.mostRunningActivities) activities are running, so stop one first")
      ])
    }
    return try start(content, on: page, at: page.point(at).start, note: note, id: id, running: running)
  }

  func start(
    _ content: EntryContent, on page: ChildPage, at start: Instant, note: String?, id: EntryID?, running: Entry?
  ) throws -> EntryOutcome {
    if let running, running.id == id {
      return EntryOutcome(running, on: page, message: Words.started(running))
    }
    let entry = try Timer.start(
      content, id: id ?? ids.next(at: now), child: page.child, running: running, at: start, note: note, now: now)
    return try add(entry, on: page)
  }

  /// Ends the running timer.
  ///
  /// - Parameter note: replaces the note when given.
  /// - Throws: `BabyError.timerNotRunning`, `.timerAhead` for one that begins in the future, or `.timerForgotten` when it
  ///   has run for too long and `at` is not given.
  public func stopTimer(
    _ timer: TimerKey, child reference: String?, at: String?, note: String? = nil
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    var ended = try Timer.stop(
      timer, child: page.child, running: running(timer, on: page),
      others: others(besides: timer, of: page.child), at: at.map { try page.point($0).start }, now: now)
    if let note { ended.note = note }
    return try change(ended, on: page, message: Words.stopped(ended))
  }

  /// The running timer, to be stopped or changed.
  ///
  /// - Throws: `BabyError.timerAhead` for one that begins in the future.
  func running(_ timer: TimerKey, on page: ChildPage) throws -> Entry? {
    let running = try reader.transaction.running(timer, child: page.child.id)
    if let running, Timer.isAhead(running, now: now) {
      throw BabyError.timerAhead(timer, running.id, since: running.start, child: page.child.name)
    }
    return running
  }

  /// Writes what has become of a timer.
  func change(_ timer: Entry, on page: ChildPage, message: String) throws -> EntryOutcome {
    try timer.validate(child: page.child, zone: page.zone, now: now)
    let changed = try transaction.update(timer)
    try transaction.label(message)
    return EntryOutcome(changed, on: page, message: message, overlap: try overlap(of: changed))
  }

  /// Ends the running sleep, or starts one.
  ///
  /// - Parameter ifRunning: what the caller shows, a sleep's id or none; default: whatever is so now is meant.
  /// - Throws: `BabyError.timerChanged` when that has changed.
  public func toggleSleep(child reference: String?, at: String?, ifRunning: EntryID??) throws -> EntryOutcome {
    let page = try page(of: reference)
    let running = try reader.transaction.running(.sleep, child: page.child.id)
    if let shown = ifRunning { try Timer.check(shown, is: running, timer: .sleep, child: page.child) }
    return running == nil
      ? try startTimer(.sleep, child: "\(page.child.id)", at: at, note: nil, id: nil)
      : try stopTimer(.sleep, child: "\(page.child.id)", at: at)
  }

  /// Discards the running timer as if it had never been started.
  public func cancelTimer(_ timer: TimerKey, child reference: String?) throws -> EntryOutcome {
    let page = try page(of: reference)
    guard let running = try reader.transaction.running(timer, child: page.child.id) else {
      throw BabyError.timerNotRunning(
        timer, child: page.child.name, others: try others(besides: timer, of: page.child))
    }
    return try remove(running, on: page, message: Words.cancelled(running.timer))
  }

  /// What else is running where an activity is not, which may be called otherwise than somebody thinks.
  private func others(besides timer: TimerKey, of child: Child) throws -> [TimerKey] {
    guard timer.kind.declaration.isNamed else { return [] }
    return try reader.transaction.running(child: child.id).map(\.timer).filter { $0 != timer }
  }
}
