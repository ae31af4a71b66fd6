/// A time zone as plain data: its offsets from UTC and the instants at which they change.
///
/// The daemon makes it from the system's zone database; rules and tests need no database.
public struct ZoneRules: Hashable, Sendable {
  /// A change of the zone's offset.
  public struct Transition: Hashable, Sendable {
    public var at: Instant
    /// Seconds east of UTC from `at` on.
    public var offset: Int

    public init(at: Instant, offset: Int) {
      self.at = at
      self.offset = offset
    }
  }

  /// IANA name.
  public let name: String
  /// Seconds east of UTC before the first transition.
  public let initialOffset: Int
  /// In order of time.
  public let transitions: [Transition]

  public init(name: String, initialOffset: Int, transitions: [Transition] = []) {
    self.name = name
    self.initialOffset = initialOffset
    self.transitions = transitions
  }

  /// A zone without changes, whose local times are UTC.
  public static let utc = ZoneRules(name: "UTC", initialOffset: 0)

  /// Seconds east of UTC at an instant.
  public func offset(at instant: Instant) -> Int {
    let next = indexOfFirstTransition(after: instant)
    return next == 0 ? initialOffset : transitions[next - 1].offset
  }

  /// The local time in the zone at an instant.
  public func local(_ instant: Instant) -> LocalDateTime {
    LocalDateTime(wallMilliseconds: instant.milliseconds + Int64(offset(at: instant)) * 1000)
  }

  /// The instants at which clocks in the zone show a local time.
  public func instants(of local: LocalDateTime) -> LocalInstants {
    let wall = local.wallMilliseconds
    // No zone is ever further from UTC than a day, so only the offsets around the time can apply.
    let first = indexOfFirstTransition(after: Instant(milliseconds: wall - LocalDate.millisecondsPerDay))
    let last = indexOfFirstTransition(after: Instant(milliseconds: wall + LocalDate.millisecondsPerDay))
    var found: [Instant] = []
    for index in first...last {
      let offset = index == 0 ? initialOffset : transitions[index - 1].offset
      let instant = Instant(milliseconds: wall - Int64(offset) * 1000)
      if self.offset(at: instant) == offset, found.last != instant { found.append(instant) }
    }
    switch (found.first, found.last) {
    case (let one?, let other?) where one != other: return .twice(first: min(one, other), second: max(one, other))
    case (let one?, _): return .once(one)
    default:
      let gap = transitions[first..<last].first { $0.at.milliseconds + Int64($0.offset) * 1000 > wall }
      return .never(nextValid: gap?.at ?? Instant(milliseconds: wall))
    }
  }

  private func indexOfFirstTransition(after instant: Instant) -> Int {
    transitions.partitioningIndex { $0.at > instant }
  }
}

extension Array {
  /// The first index whose element fulfils a condition, as all elements after it do; `count` if none does.
  @inlinable @inline(__always)
  package func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The instants that one local time stands for.
public enum LocalInstants: Hashable, Sendable {
  case once(Instant)
  /// Clocks were set back over it.
  case twice(first: Instant, second: Instant)
  /// Clocks were set forward over it; the first instant after the gap.
  case never(nextValid: Instant)

  /// Every instant at which clocks show it, or where they have just skipped it.
  package var all: [Instant] {
    switch self {
    case .once(let instant), .never(nextValid: let instant): [instant]
    case .twice(let first, let second): [first, second]
    }
  }

  /// The one at which days begin: the first of two, and the end of a gap.
  public var earliest: Instant {
    switch self {
    case .once(let instant), .twice(first: let instant, second: _), .never(nextValid: let instant): instant
    }
  }
}
