/// Two sleeps, tummy times or activities of one name of a child at the same time, which is impossible: one of them is a
/// mistake. Totals count the time once.
public struct Overlap: Hashable, Sendable {
  /// The one that began first.
  public var earlier: Entry
  public var later: Entry

  public init(earlier: Entry, later: Entry) {
    self.earlier = earlier
    self.later = later
  }

  /// The later one lies within the earlier one.
  public var isWithin: Bool { (later.end ?? later.start) <= (earlier.end ?? earlier.start) }

  /// All there are, in the order of their starts: each entry with the one before it that reaches farthest.
  public static func all(in entries: [Entry]) -> [Overlap] {
    // One of each.
    var reach: [TimerKey: Entry] = [:]
    var overlaps: [Overlap] = []
    for entry in entries.filter({ $0.kind.declaration.runsWithoutEnd && $0.deletedAt == nil }).sorted(by: isBefore) {
      guard let end = entry.end else { continue }
      let timer = entry.timer
      guard let earlier = reach[timer], let last = earlier.end else {
        reach[timer] = entry
        continue
      }
      if entry.overlaps(earlier) { overlaps.append(Overlap(earlier: earlier, later: entry)) }
      if end > last { reach[timer] = entry }
    }
    return overlaps
  }

  private static func isBefore(_ one: Entry, _ other: Entry) -> Bool {
    one.start == other.start ? one.id < other.id : one.start < other.start
  }
}

extension Entry {
  /// Whether both are over, have one timer, and were at the same time. What ends as the other begins does not overlap it.
  public func overlaps(_ other: Entry) -> Bool {
    guard id != other.id, timer == other.timer, let end, let otherEnd = other.end else { return false }
    return start < otherEnd && other.start < end
  }
}

/// Time that is counted once however often it was logged.
struct CoveredTime {
  private var stretches: [(start: Instant, end: Instant)] = []

  mutating func add(from start: Instant, to end: Instant) { if start < end { stretches.append((start, end)) } }

  /// The time that is not in another.
  ///
  /// - Parameter limit: what comes after is counted elsewhere.
  func duration(without other: CoveredTime, before limit: Instant?) -> Duration {
    var both = self
    both.stretches += other.stretches
    return both.duration(before: limit) - other.duration(before: limit)
  }

  /// - Parameter limit: what comes after is counted elsewhere.
  func duration(before limit: Instant?) -> Duration {
    var total = Duration.zero
    var reach: Instant?
    for stretch in stretches.sorted(by: { $0.start < $1.start }) {
      let start = max(stretch.start, reach ?? stretch.start)
      let end = min(stretch.end, limit ?? stretch.end)
      if start < end { total += end - start }
      reach = max(reach ?? stretch.end, stretch.end)
    }
    return total
  }
}
