import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl status` shows: what is running, the last of each kind, today's counts.
  static func dashboard(_ dashboard: DashboardGet.Answer, now: Instant) -> Page {
    var page = Page(theme: dashboard.theme)
    page.heading(dashboard.child.name)
    for running in [dashboard.runningSleep, dashboard.runningTummyTime].compactMap(\.self) {
      page.line(.init(Self.running(running, dashboard.timeFormat, now: now), .active))
      if Timer.isForgotten(running.entry, now: now) {
        let command = "bbctl \(running.entry.kind.rawValue) stop --at TIME"
        page.line(.init("It must have ended. Say when: \(command)", .severity(.warning)))
      }
    }
    page.gap()
    page.last(.feeding, dashboard.lastFeeding, in: dashboard, now: now)
    page.last(.diaper, dashboard.lastDiaper, in: dashboard, now: now)
    page.last(.sleep, dashboard.lastSleep, in: dashboard, now: now)
    page.last(.tummyTime, dashboard.lastTummyTime, in: dashboard, now: now)
    page.gap()
    page.next(.feeding, dashboard.nextFeedingDue, dashboard.nextFeedingDueLocal, dashboard.timeFormat, now: now)
    page.next(.diaper, dashboard.nextDiaperDue, dashboard.nextDiaperDueLocal, dashboard.timeFormat, now: now)
    page.row([.init("Today", .strong), .init(today(dashboard, now: now))])
    return page
  }

  private mutating func last(
    _ kind: EntryKind, _ record: EntryRecord?, in dashboard: DashboardGet.Answer, now: Instant
  ) {
    let label = Span(Words.title(kind), .kind(kind))
    guard let record else { return row([label, .init("none yet", .faint)]) }
    // Feeds are counted from their beginning, rest from its end.
    let instant = kind == .feeding ? record.entry.start : record.entry.end ?? record.entry.start
    let time = kind == .feeding ? record.startTime(now: now) : record.endTime(now: now) ?? record.startTime(now: now)
    let clock = Words.dateTime(time.local, today: time.today, format: dashboard.timeFormat)
    var details = Self.details(record, dashboard.units)
    if kind == .feeding, let side = dashboard.suggestedSide { details.append("\(Words.title(side)) next") }
    row([
      label, .init(Words.ago(instant, now: now) + Words.separator + clock),
      .init(details.joined(separator: Words.separator)),
    ])
  }

  private mutating func next(
    _ kind: EntryKind, _ due: Instant?, _ local: String?, _ format: TimeFormat, now: Instant
  ) {
    guard let due, let local else { return }
    let time = LocalTime(local, at: due, now: now)
    let isPast = due <= now
    row([
      Span(Words.next(kind), .kind(kind)),
      Span(
        Words.due(time.local, today: time.today, isPast: isPast, format: format),
        isPast ? .severity(.warning) : .plain),
    ])
  }

  /// What is worth saying beside the kind's name.
  private static func details(_ record: EntryRecord, _ units: VolumeUnit) -> [String] {
    let entry = record.entry
    let what =
      switch entry.content {
      case .diaper(let type): [Words.title(type)]
      case .sleep, .tummyTime: Words.measures(entry, units: units)
      case .feeding, .note: [Words.line(entry, units: units)]
      }
    return what + [Words.noteLine(entry)].compactMap(\.self)
  }

  /// What `bbctl sleep status` shows.
  static func sleepStatus(_ dashboard: DashboardGet.Answer, now: Instant) -> Page {
    let what = dashboard.runningSleep.map { running($0, dashboard.timeFormat, now: now) } ?? "Not sleeping"
    return Page(line: what + Words.separator + dashboard.child.name)
  }

  /// "Sleeping 1h 04m · since 8:24 PM"
  private static func running(_ record: EntryRecord, _ format: TimeFormat, now: Instant) -> String {
    let time = record.startTime(now: now)
    let since = "since " + Words.dateTime(time.local, today: time.today, format: format)
    return Words.running(record.entry.kind, since: record.entry.start, now: now) + Words.separator + since
  }

  private static func today(_ dashboard: DashboardGet.Answer, now: Instant) -> String {
    let running = [dashboard.runningSleep, dashboard.runningTummyTime].compactMap(\.self)
    return counts(dashboard.today.adding(running, in: dashboard.day, until: now), dashboard.units)
  }

  /// "6 feeds · 240 ml · 4 wet · 2 dirty · 7h 20m asleep · 5m tummy"
  static func counts(_ totals: DayTotalsRecord, _ units: VolumeUnit) -> String {
    var parts: [String] = []
    if totals.feedings > 0 { parts.append(Words.count(totals.feedings, .feeds)) }
    if totals.feedingMl > 0 { parts.append(Words.amount(milliliters: totals.feedingMl, in: units)) }
    if totals.wetDiapers > 0 { parts.append(Words.count(totals.wetDiapers, .wet)) }
    if totals.dirtyDiapers > 0 { parts.append(Words.count(totals.dirtyDiapers, .dirty)) }
    if totals.sleepSeconds > 0 { parts.append(Words.duration(.seconds(totals.sleepSeconds)) + " asleep") }
    if totals.tummySeconds > 0 { parts.append(Words.duration(.seconds(totals.tummySeconds)) + " tummy") }
    if totals.pumpings > 0 { parts.append(Words.count(totals.pumpings, .pumpings)) }
    if totals.notes > 0 { parts.append(Words.count(totals.notes, .notes)) }
    return parts.isEmpty ? Words.nothingToday : parts.joined(separator: Words.separator)
  }
}

extension DayTotalsRecord {
  /// The totals with what is running: the daemon leaves it out, as it grows while somebody looks.
  func adding(_ running: [EntryRecord], in day: DayRecord, until now: Instant) -> DayTotalsRecord {
    var totals = self
    for entry in running.map(\.entry) where entry.isRunning {
      let passed = min(now, day.end) - max(entry.start, day.start)
      let seconds = max(0, Int(passed.components.seconds))
      if entry.kind == .sleep { totals.sleepSeconds += seconds } else { totals.tummySeconds += seconds }
    }
    return totals
  }
}
