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
    let page = try page(of: reference)
    return try apply(page.start(timer, at: at, note: note, id: id), on: page)
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
    return try apply(page.stop(timer, at: at, note: note), on: page)
  }

  /// Writes what has become of a timer.
  func change(_ timer: Entry, on page: ChildPage, message: String) throws -> EntryOutcome {
    try page.validate(timer)
    let changed = try transaction.update(timer)
    try transaction.label(message)
    return EntryOutcome(changed, on: page, message: message, overlap: try page.overlap(of: changed))
  }

  /// Ends the running sleep, or starts one.
  ///
  /// - Parameter ifRunning: what the caller shows, a sleep's id or none; default: the current state.
  /// - Throws: `BabyError.timerChanged` when that has changed.
  public func toggleSleep(child reference: String?, at: String?, ifRunning: EntryID??) throws -> EntryOutcome {
    let page = try page(of: reference)
    let running = try page.running(.sleep)
    if let shown = ifRunning { try Timer.check(shown, is: running, timer: .sleep, child: page.child) }
    return try apply(
      running == nil
        ? page.start(.sleep, at: at, note: nil, id: nil) : page.stop(.sleep, at: at, note: nil), on: page)
  }

  /// Discards the running timer as if it had never been started.
  public func cancelTimer(_ timer: TimerKey, child reference: String?) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try apply(page.cancel(timer), on: page)
  }
}

extension ChildPage {
  func start(_ timer: TimerKey, at: String?, note: String?, id: EntryID?) throws -> LogDecision {
    let content: EntryContent
    switch timer.kind {
    case .feeding: return try startFeeding(nil, at: at, note: note, id: id)
    case .tummyTime: content = .tummyTime
    case .sleep, .diaper, .note: content = .sleep
    case .declared: content = try .activity(timer.name)
    }
    let running = try running(timer)
    if running == nil, !timer.name.isEmpty,
      try self.running(of: timer.kind).count >= KindDeclaration.mostRunningActivities
    {
      throw BabyError.entryInvalid([
        FieldError(
          "name", "is one too many: \(KindDeclaration.mostRunningActivities) activities are running, so stop one first")
      ])
    }
    return try start(content, at: point(at).start, note: note, id: id, running: running)
  }

  func start(
    _ content: EntryContent, at start: Instant, note: String?, id: EntryID?, running: Entry?
  ) throws -> LogDecision {
    if let running, running.id == id { return .keep(running, message: Words.started(running)) }
    return .add(
      try Timer.start(content, id: id ?? newID(), child: child, running: running, at: start, note: note, now: now))
  }

  func stop(_ timer: TimerKey, at: String?, note: String?) throws -> LogDecision {
    var ended = try Timer.stop(
      timer, child: child, running: begun(timer), others: others(besides: timer), at: at.map { try instant($0) },
      now: now)
    if let note { ended.note = note }
    return .change(ended, message: Words.stopped(ended))
  }

  func cancel(_ timer: TimerKey) throws -> LogDecision {
    guard let running = try running(timer) else {
      throw BabyError.timerNotRunning(timer, child: child.name, others: try others(besides: timer))
    }
    return .remove(running, message: Words.cancelled(running.timer))
  }

  /// The running timer, to be stopped or changed.
  ///
  /// - Throws: `BabyError.timerAhead` for one that begins in the future.
  func begun(_ timer: TimerKey) throws -> Entry? {
    let running = try running(timer)
    if let running, Timer.isAhead(running, now: now) {
      throw BabyError.timerAhead(timer, running.id, since: running.start, child: child.name)
    }
    return running
  }

  /// The other running timers, to list when the named activity is not running.
  private func others(besides timer: TimerKey) throws -> [TimerKey] {
    guard timer.kind.declaration.isNamed else { return [] }
    return try runningTimers().filter { $0 != timer }
  }
}
