import BabyModel
import BabyStatistics
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// What stands out about a child now.
  public func insight(of reference: String?) throws -> InsightGet.Answer {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let query = EntryQuery(
      child: child.id, from: now - InsightFinder.window, to: now + .milliseconds(1), limit: InsightFinder.mostEntries)
    let finder = InsightFinder(
      try transaction.entries(query).entries, basis: child.ageBasis, settings: settings, zone: zone, now: now)
    return InsightGet.Answer(finder.insight(), about: child, settings, zone)
  }
}

extension InsightGet.Answer {
  fileprivate init(_ insight: Insight, about child: Child, _ settings: Settings, _ zone: ZoneRules) {
    let now = insight.madeAt
    let today = zone.local(now).date
    func clock(_ instant: Instant, of entry: Entry? = nil) -> String {
      let local = zone.local(instant)
      if entry?.isOfDay(at: local) == true { return Words.day(local.date, today: today) }
      return Words.dateTime(local, today: today, format: settings.timeFormat)
    }
    self.init(
      child: ChildReference(child), theme: settings.theme, madeAt: now,
      findings: insight.findings.map { finding in
        InsightRecord(finding, settings, zone) { clock($0, of: finding.entry) }
      },
      gaps: insight.gaps.map { gap in
        InsightGapRecord(
          topic: gap.topic, reason: gap.reason, text: Words.explanation(gap, now: now) { clock($0) }, since: gap.since,
          sinceLocal: gap.since.map { $0.text(in: zone) })
      }, note: Words.insightIsNoAdvice)
  }
}

extension InsightRecord {
  fileprivate init(_ finding: InsightFinding, _ settings: Settings, _ zone: ZoneRules, clock: (Instant) -> String) {
    func share(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    self.init(
      topic: finding.topic, title: Words.title(finding),
      text: Words.text(finding, units: settings.units, clock: clock),
      comparison: finding.comparison.map { Words.text($0, of: finding.topic) }, since: finding.since,
      sinceLocal: finding.since.text(in: zone), lengthSeconds: finding.length.wholeSeconds,
      averageSeconds: finding.average?.wholeSeconds,
      share: finding.comparison.map { share($0.share) },
      count: finding.comparison?.count, unusualness: share(finding.unusualness), entryID: finding.entry?.id)
  }
}
