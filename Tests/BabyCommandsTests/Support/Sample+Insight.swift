import BabyModel
import BabyProtocol

extension Sample {
  /// What stands out about a child.
  ///
  /// - Parameter child: nil, with much that does; "calm", with nothing that does; or another, whose log says little.
  static func insight(of child: String?) -> InsightGet.Answer {
    func record(
      _ topic: InsightTopic, _ title: String, _ text: String, _ comparison: InsightComparison?, _ unusual: Double
    )
      -> InsightRecord
    {
      let since = at("2026-11-15T03:40:00Z")
      return InsightRecord(
        topic: topic, title: title, text: text, comparison: comparison.map { Words.text($0, of: topic) }, since: since,
        sinceLocal: since.text(in: zone), lengthSeconds: 10_740, share: comparison?.share, count: comparison?.count,
        unusualness: unusual, entryID: topic == .crying ? nil : bottle.entry.id)
    }
    func gap(_ gap: InsightGap) -> InsightGapRecord {
      InsightGapRecord(
        topic: gap.topic, reason: gap.reason, text: Words.explanation(gap, now: now) { _ in "7:40 PM" },
        since: gap.since, sinceLocal: gap.since.map { $0.text(in: zone) })
    }
    let feed = record(
      .feeding, "Feed", "2h 59m since the last feed, at 7:40 PM", .init(share: child == nil ? 0.91 : 0.3, count: 17),
      child == nil ? 0.91 : 0.3)
    let much = [
      record(.temperature, "Temperature", "38.2 °C · ear · yesterday 8:10 PM", nil, 0.97), feed,
      record(
        .crying, "Crying", "45m logged today, 15m a day in the week before", .init(share: 0.857, count: 7), 0.86),
      record(.awake, "Awake", "1h 35m, since 9:04 PM", .init(share: 0.62, count: 21), 0.62),
    ]
    let gaps: [InsightGap] =
      switch child {
      case nil: [InsightGap(.entryMissing, .diaper, since: at("2026-11-14T22:10:00Z"))]
      case "calm": []
      default: [InsightGap(.quiet, since: at("2026-11-15T01:10:00Z"))]
      }
    return .init(
      child: Sample.child, theme: Theme(), madeAt: now, findings: child == nil ? much : child == "calm" ? [feed] : [],
      gaps: gaps.map(gap), note: Words.insightIsNoAdvice)
  }
}
