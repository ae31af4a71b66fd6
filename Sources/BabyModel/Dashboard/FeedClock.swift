/// The feed from which the time since the last one counts, and its time: the only rule behind dashboards, bars,
/// reminders, due times and predictions.
///
/// Every feed counts, at the breast and from a bottle; pumping does not. Solid food counts if a family has set
/// `feeding.solids`. If a family has set `feeding.topUp`, a bottle that begins within that time after a feed has ended
/// belongs to that feed: it does not restart the time, and the feed ends with it. The time is counted from the feed
/// itself, not from an earlier top-up, so that bottles without a pause do not become an endless feed.
public struct FeedClock: Hashable, Sendable {
  /// The last feed that counts by itself.
  public let feed: Entry
  /// The time to count from: its start, or its end if that is set and known.
  public let since: Instant

  /// How far back a chain of feeds is looked at.
  public static let window: Duration = .hours(24)

  /// Nil without a feed.
  ///
  /// - Parameter facts: with `recentFeeds` where top-ups are set, and `lastSolids` where they count.
  public init?(_ facts: DashboardFacts, _ settings: Settings) {
    guard let last = Self.last(facts, settings) else { return nil }
    let feeds = facts.recentFeeds.last?.id == last.id ? facts.recentFeeds : [last]
    let head =
      feeds.compactMap { $0.feedStretch(solids: settings.solids) }.heads(topUp: settings.topUp).last ?? feeds.count - 1
    feed = feeds[head]
    let ends = settings.feedingIntervalFrom == .end ? feeds[head...].map { $0.end ?? $0.start } : []
    since = ends.max() ?? feed.start
  }

  /// Whether the feeds before the last have to be known.
  public static func needsRecentFeeds(_ facts: DashboardFacts, _ settings: Settings) -> Bool {
    settings.topUp != nil && last(facts, settings)?.feedStretch(solids: settings.solids)?.isBottle == true
  }

  /// The last feed, or top-up.
  public static func last(_ facts: DashboardFacts, _ settings: Settings) -> Entry? {
    guard settings.solids == .on, let solids = facts.lastSolids else { return facts.lastFeeding }
    guard let milk = facts.lastFeeding else { return solids }
    return (milk.start, milk.id) < (solids.start, solids.id) ? solids : milk
  }
}

extension [Stretch] {
  /// The places of the feeds that count by themselves; those between are top-ups. The feeds are in order.
  ///
  /// - Parameter topUp: how soon after a feed a bottle belongs to it; nil if each feed counts.
  fileprivate func heads(topUp: Duration?) -> [Int] {
    guard let topUp else { return [Int](indices) }
    var heads: [Int] = []
    for (index, feed) in enumerated() {
      if feed.isBottle, let head = heads.last.map({ self[$0] }), feed.start - (head.end ?? head.start) <= topUp {
        continue
      }
      heads.append(index)
    }
    return heads
  }
}

extension Rhythm {
  /// The same with each feed and its top-ups as one.
  ///
  /// - Parameter topUp: how soon after a feed a bottle belongs to it; nil if each feed counts.
  public func joiningTopUps(within topUp: Duration?) -> Rhythm {
    guard let topUp else { return self }
    let heads = feedings.heads(topUp: topUp)
    var joined = self
    joined.feedings = zip(heads, heads.dropFirst() + [feedings.count]).map { head, next in
      var feed = feedings[head]
      if next > head + 1 { feed.end = feedings[head..<next].map { $0.end ?? $0.start }.max() }
      return feed
    }
    return joined
  }
}

extension Entry {
  /// - Parameter solids: whether solid food is a feed.
  public func isFeed(solids: Switch) -> Bool { feedStretch(solids: solids) != nil }

  /// The feed as predictions and the time since a feed see it; nil if it is not a feed.
  func feedStretch(solids: Switch) -> Stretch? {
    if solids == .on, kind == .declared(.food) { return Stretch(start: start, end: end, endUnknown: endUnknown) }
    guard case .feeding(let feeding) = content, feeding.countsAsFeed else { return nil }
    return Stretch(start: start, end: end, endUnknown: endUnknown, isBottle: feeding.method == .bottle)
  }
}
