/// The decisions of the sleep and tummy timers: one of each runs at a time for a child.
///
/// A running timer is an entry without an end, so it survives whatever happens to the programs and the machine, and its
/// length is the difference of two instants, whatever clocks do meanwhile.
public enum Timer {
  /// - Parameter running: the timer of this kind that is going on.
  /// - Throws: `BabyError.timerRunning`, or `.timerForgotten` when it must have ended long ago.
  public static func start(
    _ kind: EntryKind, id: EntryID, child: Child, running: Entry?, at start: Instant, note: String? = nil, now: Instant
  ) throws(BabyError) -> Entry {
    if let running {
      throw isForgotten(running, now: now)
        ? .timerForgotten(kind, running.id, since: running.start, child: child.name)
        : .timerRunning(kind, running.id, since: running.start, child: child.name)
    }
    let content: EntryContent = kind == .tummyTime ? .tummyTime : .sleep
    return Entry(id: id, childID: child.id, content: content, start: start, note: note, createdAt: now, updatedAt: now)
  }

  /// - Parameter at: when it ended; nil is now.
  /// - Throws: `BabyError.timerNotRunning`; `.timerForgotten` when it has run for longer than an entry of its kind can
  ///   last and nobody said when it ended; `.entryInvalid` for an end that is not after the start.
  public static func stop(
    _ kind: EntryKind, child: Child, running: Entry?, at end: Instant?, now: Instant
  ) throws(BabyError) -> Entry {
    guard var entry = running else { throw .timerNotRunning(kind, child: child.name) }
    if let end {
      guard end > entry.start else { throw .entryInvalid([FieldError("at", "must be after the start")]) }
      entry.end = end
    } else {
      if isForgotten(entry, now: now) {
        throw .timerForgotten(kind, entry.id, since: entry.start, child: child.name)
      }
      // Pressed twice within a millisecond, or the system's clock was set back: a second has passed all the same.
      entry.end = max(now, entry.start + .seconds(1))
    }
    entry.updatedAt = now
    return entry
  }

  /// Whether a running timer has run for longer than an entry of its kind can last.
  public static func isForgotten(_ running: Entry, now: Instant) -> Bool {
    running.kind.declaration.longest.map { now - running.start > $0 } ?? false
  }

  /// Compares what a caller shows, a timer's id or none, with the current state.
  ///
  /// - Throws: `BabyError.timerChanged` when that has changed.
  public static func check(
    _ shown: EntryID?, is running: Entry?, kind: EntryKind, child: Child
  ) throws(BabyError) {
    guard shown == running?.id else { throw .timerChanged(kind, running: running?.id, child: child.name) }
  }
}
