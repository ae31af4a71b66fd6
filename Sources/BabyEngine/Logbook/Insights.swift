public import BabyModel
import BabyStatistics
import BabyStore

/// What stands out about a child just now, and what it takes to show it.
public struct InsightView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var insight: Insight
}

extension LogbookReader {
  public func insight(of reference: String?) throws -> InsightView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let query = EntryQuery(
      child: child.id, from: now - InsightFinder.window, to: now + .milliseconds(1), limit: InsightFinder.mostEntries)
    let finder = InsightFinder(
      try transaction.entries(query).entries, basis: child.ageBasis, settings: settings, zone: zone, now: now)
    return InsightView(child: child, settings: settings, zone: zone, insight: finder.insight())
  }
}
