import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl status` shows.
  static func dashboard(_ dashboard: DashboardGet.Answer, now: Instant) -> Page {
    var page = Page()
    let format = dashboard.timeFormat
    page.heading(dashboard.child.name)
    for running in [dashboard.runningSleep, dashboard.runningTummyTime].compactMap(\.self) {
      page.line(.init(Self.running(running, format, now: now), .strong))
    }
    page.gap()
    let last: [(EntryKind, EntryRecord?)] = [
      (.feeding, dashboard.lastFeeding), (.diaper, dashboard.lastDiaper), (.sleep, dashboard.lastSleep),
      (.tummyTime, dashboard.lastTummyTime),
    ]
    for (kind, record) in last {
      guard let record else {
        page.row([.init(Clock.label(kind), .kind(kind)), .init("none yet", .faint)])
        continue
      }
      let end = record.entry.end ?? record.entry.start
      let local = record.endLocal ?? record.startLocal
      page.row([
        .init(Clock.label(kind), .kind(kind)),
        .init("\(Clock.ago(end, now: now)) · \(Clock.time(local, format))"),
        .init(Clock.detail(record, now: now)),
      ])
    }
    page.gap()
    if let side = dashboard.suggestedSide { page.row([.init("Next"), .init(side == .left ? "Left" : "Right")]) }
    page.row([.init("Today"), .init(Self.totals(dashboard.today))])
    return page
  }

  /// What `bbctl sleep status` shows.
  static func sleepStatus(_ dashboard: DashboardGet.Answer, now: Instant) -> Page {
    guard let sleep = dashboard.runningSleep else { return Page(line: "Not sleeping · \(dashboard.child.name)") }
    return Page(line: running(sleep, dashboard.timeFormat, now: now) + " · " + dashboard.child.name)
  }

  private static func running(_ record: EntryRecord, _ format: TimeFormat, now: Instant) -> String {
    let word = record.entry.kind == .sleep ? "Sleeping" : "Tummy time"
    return "\(word) \(Clock.duration(now - record.entry.start)) · since \(Clock.time(record.startLocal, format))"
  }

  static func totals(_ totals: DayTotalsRecord) -> String {
    "\(totals.feedings) feeds · \(totals.wetDiapers) wet · \(totals.dirtyDiapers) dirty · "
      + "slept \(Clock.duration(.seconds(totals.sleepSeconds)))"
  }
}
