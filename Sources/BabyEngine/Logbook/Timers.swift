public import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookWriter {
  /// Starts a timer, or resumes the breast feed that is paused, which keeps its id.
  ///
  /// - Throws: `BabyError.timerRunning` when it is running; `.entryInvalid` for a name that is not allowed, and for one
  ///   activity more than can run at a time.
  public func startTimer(_ params: TimerStart.Params) throws -> EntryAnswer {
    let page = try page(of: params.childID)
    let timer = try page.named(params.timer)
    return try apply(
      page.start(timer, side: params.side.side, at: params.at, note: params.note, id: params.id), on: page)
  }

  /// Ends a running timer.
  ///
  /// - Throws: `BabyError.timerChanged` when another one than the caller shows or none is running, `.timerNotRunning`,
  ///   `.timerAhead` for one that begins in the future, or `.timerForgotten` when it has run for too long and `at` is
  ///   not given.
  public func stopTimer(_ params: TimerStop.Params) throws -> EntryAnswer {
    let page = try page(of: params.childID)
    let timer = try page.named(params.timer)
    if let shown = params.ifRunning { try Timer.check(shown, is: page.running(timer), timer: timer, child: page.child) }
    return try apply(page.stop(timer, at: params.at, note: params.note), on: page)
  }

  /// Ends a timer if it is running, or starts it.
  ///
  /// - Throws: `BabyError.timerChanged` when the caller shows another state; what starting or stopping it throws.
  public func toggleTimer(_ params: TimerToggle.Params) throws -> EntryAnswer {
    let page = try page(of: params.childID)
    let timer = try page.named(params.timer)
    let running = try page.running(timer)
    if let shown = params.ifRunning { try Timer.check(shown.value, is: running, timer: timer, child: page.child) }
    guard running == nil else { return try apply(page.stop(timer, at: params.at, note: nil), on: page) }
    return try apply(page.start(timer, side: params.side.side, at: params.at, note: nil, id: nil), on: page)
  }

  /// Switches sides of the running breast feed, pauses it or resumes it.
  ///
  /// - Throws: as `Timer.take`; `BabyError.timerAhead` for one that begins in the future.
  public func take(_ step: NursingStep, child reference: String?, at: String?) throws -> EntryAnswer {
    let page = try page(of: reference)
    return try apply(page.take(step, at: at), on: page)
  }

  /// Discards a running timer as if it had never been started.
  public func cancelTimer(_ params: TimerCancel.Params) throws -> EntryAnswer {
    let page = try page(of: params.childID)
    return try apply(page.cancel(page.named(params.timer)), on: page)
  }
}

extension ChildPage {
  /// The timer that a caller names: the one that is running under that very name, or the activity that people also call
  /// so, such as "bath" for "bathtime".
  ///
  /// - Throws: `BabyError.entryInvalid` for an activity with the name of another kind.
  func named(_ timer: TimerKey) throws -> TimerKey {
    guard timer.kind.declaration.isNamed, try running(timer) == nil else { return timer }
    let named = TimerKey(named: timer.name)
    guard named.kind == timer.kind else {
      throw BabyError.entryInvalid([
        FieldError("name", "does not name an activity: it is of the kind \"\(named.kind.rawValue)\"")
      ])
    }
    return named
  }

  /// The running timer that a phrase means: an activity may run under a name that phrases know by another, such as
  /// "bathtime" for "bath".
  func running(matching timer: TimerKey) throws -> TimerKey {
    guard try running(timer) == nil else { return timer }
    let alike = try runningTimers().filter { $0.kind.declaration.isNamed && TimerKey(named: $0.name) == timer }
    return alike.count == 1 ? alike[0] : timer
  }

  func start(_ timer: TimerKey, side: Side? = nil, at: String?, note: String?, id: EntryID?) throws -> LogDecision {
    let running = try running(timer)
    let content: EntryContent
    switch timer.kind {
    case .feeding:
      if let running, running.turn?.isPaused == true, running.id != id, !Timer.isForgotten(running, now: now) {
        return try take(.resume(side), at: at, note: note)
      }
      let first = try side ?? QuickLog(facts: lastEntries(), settings: settings).side
      content = .feeding(.running(first, since: try point(at).start))
    case .tummyTime: content = .tummyTime
    case .sleep, .diaper, .note: content = .sleep
    case .declared: content = try .activity(timer.name)
    }
    if running == nil, !timer.name.isEmpty,
      try self.running(of: timer.kind).count >= KindDeclaration.mostRunningActivities
    {
      throw BabyError.entryInvalid([
        FieldError(
          "name", "is one too many: \(KindDeclaration.mostRunningActivities) activities are running, so stop one first")
      ])
    }
    if let running, running.id == id { return .keep(running, message: Words.started(running)) }
    return .add(
      try Timer.start(
        content, id: id ?? newID(), child: child, running: running, at: point(at).start, note: note, now: now))
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

  func take(_ step: NursingStep, at: String?, note: String? = nil) throws -> LogDecision {
    var changed = try Timer.take(
      step, child: child, running: begun(.feeding), at: at.map { try instant($0) }, now: now)
    if let note { changed.note = note }
    return .change(changed, message: Words.took(step, changed))
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
