/// The state of a running breast feed: a turn at one breast, or a pause after one.
public struct NursingTurn: Hashable, Sendable {
  /// The breast it is at, or was at before the pause.
  public var side: Side
  /// When the turn began, or the pause.
  public var since: Instant
  public var isPaused: Bool

  public init(_ side: Side, since: Instant, isPaused: Bool = false) {
    self.side = side
    self.since = since
    self.isPaused = isPaused
  }

  /// As entries keep it; nil if nothing is going on.
  init?(side: Side?, timedSince: Instant?, pausedSince: Instant?) {
    guard let side, let since = timedSince ?? pausedSince else { return nil }
    self.init(side, since: since, isPaused: timedSince == nil)
  }
}

extension Feeding {
  /// The range of values for the seconds at one breast that can be read at all.
  static let plausibleSeconds = 0...EntryLimits.longest.wholeSeconds

  /// Time at a breast without the current turn; nil if it was not counted.
  public subscript(side: Side) -> Duration? {
    get { side == .left ? left : right }
    set { if side == .left { left = newValue } else { right = newValue } }
  }

  /// Whether time is counted for each side.
  fileprivate var countsSides: Bool { left != nil || right != nil }

  /// Time at both breasts together, without the current turn; nil if it was not counted.
  public var sidesTogether: Duration? { countsSides ? (left ?? .zero) + (right ?? .zero) : nil }

  /// The breasts in the order in which they are shown: first the current or last one; for a finished feed, the one that
  /// it began with.
  var sidesInOrder: [Side] {
    let first = turn?.side ?? startedSide ?? .left
    return [first, first.opposite]
  }

  /// Time at each breast up to an instant.
  public func sides(at now: Instant) -> [(side: Side, length: Duration)] {
    sidesInOrder.compactMap { side in
      guard let turn, turn.side == side, !turn.isPaused else { return self[side].map { (side, $0) } }
      return (side, (self[side] ?? .zero) + max(now - turn.since, .zero))
    }
  }

  /// Time at each breast once it is over: the counted time, or all of a feed at one breast.
  public func sides(of entry: Entry) -> (left: Duration, right: Duration) {
    if countsSides { return (left ?? .zero, right ?? .zero) }
    guard method == .breast, breasts == .one, let startedSide, let duration = entry.duration else {
      return (.zero, .zero)
    }
    return startedSide == .left ? (duration, .zero) : (.zero, duration)
  }

  /// Adds the turn that is going on to its side's time, in whole seconds.
  mutating func countTurn(until end: Instant) {
    guard let turn, !turn.isPaused else { return }
    self[turn.side] = (self[turn.side] ?? .zero) + .seconds(max(end - turn.since, .zero).components.seconds)
  }

  /// From when on the minutes of the breast are counted that it is at, all its turns together; nil while none passes.
  public var countedSince: Instant? {
    guard let turn, !turn.isPaused else { return nil }
    return turn.since - (self[turn.side] ?? .zero)
  }

  /// Ends the feed. A side without a full second was a mistake and is dropped.
  public mutating func settleSides() {
    turn = nil
    for side in Side.allCases where self[side] == .zero {
      self[side] = nil
      if self[side.opposite] != nil { breasts = .one }
    }
    guard countsSides else { return }
    breasts = left != nil && right != nil ? .both : breasts ?? .one
    if breasts == .one { startedSide = left == nil ? .right : .left }
  }
}

extension Entry {
  /// From when on the minutes are counted that are shown of it while it runs.
  public var countedSince: Instant {
    if case .feeding(let feeding) = content { feeding.countedSince ?? start } else { start }
  }
}

extension EntryContent {
  /// Whether an entry without an end runs, if its end is not unknown.
  var runs: Bool {
    if case .feeding(let feeding) = self { feeding.turn != nil } else { kind.declaration.runsWithoutEnd }
  }
}

extension Entry {
  /// Ends the feed at an unknown time.
  public mutating func endWithUnknownEnd() {
    guard isRunning else { return }
    if case .feeding(var feeding) = content {
      feeding.settleSides()
      content = .feeding(feeding)
    }
    endUnknown = kind.declaration.runsWithoutEnd
  }

  /// Makes a finished feed at least as long as the time at its breasts, if the time that was just entered is longer
  /// than the feed.
  public mutating func spanSides(now: Instant) {
    guard case .feeding(let feeding) = content, let together = feeding.sidesTogether, let end, together > end - start,
      together <= EntryLimits.feed
    else { return }
    _ = last(together, now: now)
  }

  /// Reconciles a feed's sides and its times after a change of either: a first turn begins with the feed, a feed with
  /// an end does not run, and one whose sides were counted has an end.
  public mutating func fitSides(after old: Entry) {
    guard case .feeding(var feeding) = content else { return }
    if let turn = feeding.turn {
      if turn.since == old.start { feeding.turn?.since = start }
      if let end {
        feeding.countTurn(until: end)
        feeding.settleSides()
      }
    } else if let together = feeding.sidesTogether {
      feeding.settleSides()
      if end == nil, together > .zero { end = start + together }
    }
    content = .feeding(feeding)
  }
}

extension Side {
  /// The breast to offer next: not the one that the last breast feed began with.
  ///
  /// Nil before the first breast feed, and after one with an unknown side.
  /// - Parameter lastBreastFeeding: the latest feed at the breast; pumping does not count.
  public static func suggested(after lastBreastFeeding: Entry?) -> Side? {
    guard case .feeding(let feeding) = lastBreastFeeding?.content, feeding.method == .breast else { return nil }
    return feeding.startedSide?.opposite
  }
}
