/// The decisions of timers: one of each (`TimerKey`) runs at a time for a child.
///
/// A running timer is an entry without an end, so it survives any failure of programs and machine, and its duration is
/// the difference of two instants, whatever clocks do meanwhile.
public enum Timer {
  /// - Parameter running: the same timer, if it is going on.
  /// - Throws: `BabyError.timerRunning`, or `.timerForgotten` when it must have ended long ago.
  public static func start(
    _ content: EntryContent, id: EntryID, child: Child, running: Entry?, at start: Instant, note: String? = nil,
    now: Instant
  ) throws(BabyError) -> Entry {
    if let running {
      throw isForgotten(running, now: now)
        ? .timerForgotten(running.timer, running.id, since: running.start, child: child.name)
        : .timerRunning(running.timer, running.id, since: running.start, child: child.name)
    }
    return Entry(id: id, childID: child.id, content: content, start: start, note: note, createdAt: now, updatedAt: now)
  }

  /// - Parameters:
  ///   - others: the other running timers, for the error if this one is not running.
  ///   - at: when it ended; nil is now, or when it was paused.
  /// - Throws: `BabyError.timerNotRunning`; `.timerForgotten` if it has run for longer than an entry of its kind can
  ///   last and no end was given; `.entryInvalid` for an end that is not after the start, or before the last turn.
  public static func stop(
    _ timer: TimerKey, child: Child, running: Entry?, others: [TimerKey] = [], at end: Instant?, now: Instant
  ) throws(BabyError) -> Entry {
    guard var entry = running else { throw .timerNotRunning(timer, child: child.name, others: others) }
    let turn = entry.turn
    if let end {
      guard end > entry.start else { throw .entryInvalid([FieldError("at", "must be after the start")]) }
      if let turn { try check(end, isAfter: turn) }
      entry.end = end
    } else {
      if isForgotten(entry, now: now) {
        throw .timerForgotten(timer, entry.id, since: entry.start, child: child.name)
      }
      // Pressed twice within a millisecond, or the system's clock was set back: a second has passed all the same.
      let least = max(entry.start + .seconds(1), turn?.since ?? entry.start)
      entry.end = turn?.isPaused == true ? least : max(now, least)
    }
    if case .feeding(var feeding) = entry.content, let end = entry.end {
      feeding.countTurn(until: end)
      feeding.settleSides()
      entry.content = .feeding(feeding)
    }
    entry.updatedAt = now
    return entry
  }

  /// Whether a running timer has run for longer than an entry of its kind can last.
  public static func isForgotten(_ running: Entry, now: Instant) -> Bool {
    running.kind.declaration.longest.map { now - running.start > $0 } ?? false
  }

  /// Whether a running timer begins further in the future than two clocks may differ.
  public static func isAhead(_ running: Entry, now: Instant) -> Bool {
    running.start > now + EntryLimits.clockDifference
  }

  /// Compares what a caller shows, a timer's id or none, with the current state.
  ///
  /// - Throws: `BabyError.timerChanged` when that has changed.
  public static func check(
    _ shown: EntryID?, is running: Entry?, timer: TimerKey, child: Child
  ) throws(BabyError) {
    guard shown == running?.id else { throw .timerChanged(timer, running: running?.id, child: child.name) }
  }

  fileprivate static func check(_ at: Instant, isAfter turn: NursingTurn) throws(BabyError) {
    guard at < turn.since else { return }
    let what = turn.isPaused ? "was paused" : "began on the \(turn.side.rawValue)"
    throw .entryInvalid([FieldError("at", "must not be before it \(what)")])
  }
}

/// The actions on a running breast feed, other than ending it.
public enum NursingStep: Hashable, Sendable {
  /// To the other breast, or the given one; resumes a paused feed there.
  case switchSides(to: Side? = nil)
  case pause
  /// Resumes a paused feed; nil at the last breast.
  case resume(Side?)
}

extension Timer {
  /// - Parameter at: when it was; nil is now.
  /// - Throws: `BabyError.timerNotRunning`; `.timerForgotten`; `.timerPaused` for a second pause; `.timerRunning` for
  ///   resuming a running one; `.entryInvalid` for a time before the last turn.
  public static func take(
    _ step: NursingStep, child: Child, running: Entry?, at: Instant?, now: Instant
  ) throws(BabyError) -> Entry {
    guard var entry = running, case .feeding(var feeding) = entry.content, let turn = feeding.turn else {
      throw .timerNotRunning(.feeding, child: child.name)
    }
    if isForgotten(entry, now: now) {
      throw .timerForgotten(.feeding, entry.id, since: entry.start, child: child.name)
    }
    if let at { try check(at, isAfter: turn) }
    // A clock that was set back stands still for the turn.
    let at = at ?? max(now, turn.since)
    switch step {
    case .switchSides(let side):
      let side = side ?? turn.side.opposite
      guard turn.isPaused || side != turn.side else {
        throw .timerRunning(.feeding, entry.id, since: entry.start, child: child.name)
      }
      feeding.begin(side, at: at)
    case .pause:
      if turn.isPaused { throw .timerPaused(.feeding, entry.id, since: turn.since, child: child.name) }
      feeding.countTurn(until: at)
      feeding.turn = NursingTurn(turn.side, since: at, isPaused: true)
    case .resume(let side):
      guard turn.isPaused else {
        throw .timerRunning(.feeding, entry.id, since: entry.start, child: child.name)
      }
      feeding.begin(side ?? turn.side, at: at)
    }
    entry.content = .feeding(feeding)
    entry.updatedAt = now
    return entry
  }
}

extension Feeding {
  /// A breast feed that begins and runs.
  public static func running(_ side: Side, since start: Instant) -> Feeding {
    var feeding = Feeding(method: .breast, startedSide: side, breasts: .one)
    feeding.begin(side, at: start)
    return feeding
  }

  fileprivate mutating func begin(_ side: Side, at start: Instant) {
    countTurn(until: start)
    self[side] = self[side] ?? .zero
    if left != nil, right != nil { breasts = .both }
    turn = NursingTurn(side, since: start)
  }
}

extension Entry {
  /// The current turn or pause of a running breast feed; otherwise nil.
  public var turn: NursingTurn? {
    if isRunning, case .feeding(let feeding) = content { feeding.turn } else { nil }
  }
}

/// Identifies one of a child's timers: its kind and, for an activity, its name. One of each runs at a time.
public struct TimerKey: Sendable {
  public let kind: EntryKind
  /// The activity's name as it was typed; empty if the kind has only one timer.
  public let name: String

  public init(_ kind: EntryKind, name: String = "") {
    self.kind = kind
    self.name = name
  }

  public static let feeding = TimerKey(.feeding)
  public static let sleep = TimerKey(.sleep)
  public static let tummyTime = TimerKey(.tummyTime)

  /// The name as names are compared, and as tables have it: "Music  Class" and "music-class" are "music class".
  public var text: String {
    Words.line(
      name.split { $0.isWhitespace || $0 == "-" }.map { $0.lowercased() }, separator: " ")
  }

  /// "Sleep", "Tummy time", "Music class"
  public var title: String { name.isEmpty ? Words.title(kind) : name.capitalizedFirst }

  /// Within a sentence: "sleep", "tummy time", "music class"
  public var noun: String { name.isEmpty ? Words.title(kind).lowercased() : name }
}

extension TimerKey: Hashable {
  public static func == (one: TimerKey, other: TimerKey) -> Bool { one.kind == other.kind && one.text == other.text }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text)
  }
}

extension Entry {
  /// Identifies the timer while it runs; for a finished entry, its general name.
  public var timer: TimerKey { TimerKey(kind, name: content.name ?? "") }
}
