/// When a sleep or a feed began and ended.
public struct Stretch: Hashable, Sendable {
  public var start: Instant
  /// Nil while it is running or if it is unknown.
  public var end: Instant?
  /// True if it has ended at an unknown time; false for feeds, which then have no duration.
  public var endUnknown: Bool
  /// Of a feed: from a bottle.
  public var isBottle: Bool

  public init(start: Instant, end: Instant?, endUnknown: Bool = false, isBottle: Bool = false) {
    self.start = start
    self.end = end
    self.endUnknown = endUnknown
    self.isBottle = isBottle
  }
}

/// A child's sleeps and feeds in the order of their starts, as they were logged: all that predictions look at.
public struct Rhythm: Hashable, Sendable {
  public var sleeps: [Stretch]
  public var feedings: [Stretch]

  /// - Parameters:
  ///   - sleeps: in any order.
  ///   - feedings: the same, pumping left out.
  public init(sleeps: [Stretch], feedings: [Stretch]) {
    self.sleeps = sleeps.sorted(by: Self.isBefore)
    self.feedings = feedings.sorted(by: Self.isBefore)
  }

  /// Stretches with the same start are sorted by their ends, so that the same log always gives the same result.
  private static func isBefore(_ one: Stretch, _ other: Stretch) -> Bool {
    (one.start, one.end ?? one.start) < (other.start, other.end ?? other.start)
  }

  /// - Parameters:
  ///   - entries: in any order; deleted ones and other kinds are left out.
  ///   - solids: whether solid food is a feed.
  public init(_ entries: some Sequence<Entry>, solids: Switch = .off) {
    var sleeps: [Stretch] = []
    var feedings: [Stretch] = []
    for entry in entries where entry.deletedAt == nil {
      if entry.kind == .sleep {
        sleeps.append(Stretch(start: entry.start, end: entry.end, endUnknown: entry.endUnknown))
      } else if let feed = entry.feedStretch(solids: solids) {
        feedings.append(feed)
      }
    }
    self.init(sleeps: sleeps, feedings: feedings)
  }
}
