public import BabyModel
import BabyStore

extension LogbookWriter {
  /// Starts a breast feed, or goes on with the one that is paused.
  ///
  /// - Parameter side: nil is the suggested one, or the one at which the paused feed was.
  /// - Throws: `BabyError.timerRunning` when one is running.
  public func startFeeding(
    child reference: String?, side: Side?, at: String?, note: String? = nil, id: EntryID? = nil
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    let running = try reader.transaction.running(.feeding, child: page.child.id)
    if let running, running.turn?.isPaused == true, running.id != id, !Timer.isForgotten(running, now: now) {
      return try take(.resume(side), child: reference, at: at)
    }
    let start = try page.point(at).start
    let first = try side ?? QuickLog(facts: page.lastEntries(), settings: page.settings).side
    return try self.start(
      .feeding(.running(first, since: start)), on: page, at: start, note: note, id: id, running: running)
  }

  /// Switches sides of the running breast feed, pauses it or goes on with it.
  ///
  /// - Throws: as `Timer.take`; `BabyError.timerAhead` for one that begins in the future.
  public func take(_ step: NursingStep, child reference: String?, at: String?) throws -> EntryOutcome {
    let page = try page(of: reference)
    let changed = try Timer.take(
      step, child: page.child, running: running(.feeding, on: page),
      at: at.map { try page.point($0).start }, now: now)
    return try change(changed, on: page, message: Words.took(step, changed))
  }

  /// Ends the running breast feed, or starts one.
  ///
  /// - Parameters:
  ///   - side: where one is started; nil is the suggested one.
  ///   - ifRunning: what the caller shows, a feed's id or none; default: whatever is so now is meant.
  /// - Throws: `BabyError.timerChanged` when that has changed.
  public func toggleFeeding(
    child reference: String?, side: Side?, at: String?, ifRunning: EntryID??
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    let running = try reader.transaction.running(.feeding, child: page.child.id)
    if let shown = ifRunning { try Timer.check(shown, is: running, timer: .feeding, child: page.child) }
    return running == nil
      ? try startFeeding(child: "\(page.child.id)", side: side, at: at)
      : try stopTimer(.feeding, child: "\(page.child.id)", at: at)
  }
}
