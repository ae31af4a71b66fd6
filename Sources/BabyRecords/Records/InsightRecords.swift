package import BabyEngine
import BabyModel
package import BabyProtocol

extension InsightGet.Answer {
  package init(_ view: InsightView) {
    let now = view.insight.madeAt
    let today = view.zone.local(now).date
    func clock(_ instant: Instant, of entry: Entry? = nil) -> String {
      let local = view.zone.local(instant)
      if entry?.isOfDay(at: local) == true { return Words.day(local.date, today: today) }
      return Words.dateTime(local, today: today, format: view.settings.timeFormat)
    }
    self.init(
      child: ChildReference(view.child), theme: view.settings.theme, madeAt: now,
      findings: view.insight.findings.map { finding in
        InsightRecord(finding, in: view) { clock($0, of: finding.entry) }
      },
      gaps: view.insight.gaps.map { gap in
        InsightGapRecord(
          topic: gap.topic, reason: gap.reason, text: Words.explanation(gap, now: now) { clock($0) }, since: gap.since,
          sinceLocal: gap.since.map { $0.text(in: view.zone) })
      }, note: Words.insightIsNoAdvice)
  }
}

extension InsightRecord {
  fileprivate init(_ finding: InsightFinding, in view: InsightView, clock: (Instant) -> String) {
    func share(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    self.init(
      topic: finding.topic, title: Words.title(finding),
      text: Words.text(finding, units: view.settings.units, clock: clock),
      comparison: finding.comparison.map { Words.text($0, of: finding.topic) }, since: finding.since,
      sinceLocal: finding.since.text(in: view.zone), lengthSeconds: Int(finding.length.components.seconds),
      averageSeconds: finding.average.map { Int($0.components.seconds) },
      share: finding.comparison.map { share($0.share) },
      count: finding.comparison?.count, unusualness: share(finding.unusualness), entryID: finding.entry?.id)
  }
}
