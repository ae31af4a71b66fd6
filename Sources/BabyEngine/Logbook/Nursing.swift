public import BabyModel

extension LogbookWriter {
  /// Starts a breast feed, or goes on with the one that is paused.
  ///
  /// - Parameter side: nil is the suggested one, or the one at which the paused feed was.
  /// - Throws: `BabyError.timerRunning` when one is running.
  public func startFeeding(
    child reference: String?, side: Side?, at: String?, note: String? = nil, id: EntryID? = nil
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try apply(page.startFeeding(side, at: at, note: note, id: id), on: page)
  }

  /// Switches sides of the running breast feed, pauses it or goes on with it.
  ///
  /// - Throws: as `Timer.take`; `BabyError.timerAhead` for one that begins in the future.
  public func take(_ step: NursingStep, child reference: String?, at: String?) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try apply(page.take(step, at: at), on: page)
  }

  /// Ends the running breast feed, or starts one.
  ///
  /// - Parameters:
  ///   - side: where one is started; nil is the suggested one.
  ///   - ifRunning: what the caller shows, a feed's id or none; default: the current state.
  /// - Throws: `BabyError.timerChanged` when that has changed.
  public func toggleFeeding(
    child reference: String?, side: Side?, at: String?, ifRunning: EntryID??
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    let running = try page.running(.feeding)
    if let shown = ifRunning { try Timer.check(shown, is: running, timer: .feeding, child: page.child) }
    return try apply(
      running == nil
        ? page.startFeeding(side, at: at, note: nil, id: nil) : page.stop(.feeding, at: at, note: nil), on: page)
  }
}

extension ChildPage {
  func startFeeding(_ side: Side?, at: String?, note: String?, id: EntryID?) throws -> LogDecision {
    let running = try running(.feeding)
    if let running, running.turn?.isPaused == true, running.id != id, !Timer.isForgotten(running, now: now) {
      return try take(.resume(side), at: at)
    }
    let start = try point(at).start
    let first = try side ?? QuickLog(facts: lastEntries(), settings: settings).side
    return try self.start(
      .feeding(.running(first, since: start)), at: start, note: note, id: id, running: running)
  }

  func take(_ step: NursingStep, at: String?) throws -> LogDecision {
    let changed = try Timer.take(
      step, child: child, running: begun(.feeding), at: at.map { try instant($0) }, now: now)
    return .change(changed, message: Words.took(step, changed))
  }
}
