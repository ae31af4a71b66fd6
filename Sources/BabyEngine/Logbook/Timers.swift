public import BabyModel
import BabyStore

extension LogbookWriter {
  /// Starts a sleep or tummy time.
  ///
  /// - Throws: `BabyError.timerRunning` when one is running.
  public func startTimer(
    _ kind: EntryKind, child reference: String?, at: String?, note: String?, id: EntryID?
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    return try start(
      kind == .tummyTime ? .tummyTime : .sleep, on: page, at: page.point(at).start, note: note, id: id,
      running: reader.transaction.running(kind, child: page.child.id))
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
  /// - Throws: `BabyError.timerNotRunning`, or `.timerForgotten` when it has run for too long and `at` is not given.
  public func stopTimer(
    _ kind: EntryKind, child reference: String?, at: String?, note: String? = nil
  ) throws -> EntryOutcome {
    let page = try page(of: reference)
    var ended = try Timer.stop(
      kind, child: page.child, running: reader.transaction.running(kind, child: page.child.id),
      at: at.map { try page.point($0).start }, now: now)
    if let note { ended.note = note }
    return try change(ended, on: page, message: Words.stopped(ended))
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
    if let shown = ifRunning { try Timer.check(shown, is: running, kind: .sleep, child: page.child) }
    return running == nil
      ? try startTimer(.sleep, child: "\(page.child.id)", at: at, note: nil, id: nil)
      : try stopTimer(.sleep, child: "\(page.child.id)", at: at)
  }

  /// Discards the running timer as if it had never been started.
  public func cancelTimer(_ kind: EntryKind, child reference: String?) throws -> EntryOutcome {
    let page = try page(of: reference)
    guard let running = try reader.transaction.running(kind, child: page.child.id) else {
      throw BabyError.timerNotRunning(kind, child: page.child.name)
    }
    return try remove(running, on: page, message: Words.cancelled(kind))
  }
}
