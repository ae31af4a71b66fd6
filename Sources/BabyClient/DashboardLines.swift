package import BabyModel
package import BabyProtocol

/// A dashboard as text, for every client: on a terminal, in a tooltip, in a menu.
package struct DashboardLines {
  private let dashboard: DashboardGet.Answer
  private let now: Instant
  /// Running entries: the feed first, because a person watches its minutes, while a sleep needs no attention.
  package let running: [EntryRecord]

  package init(_ dashboard: DashboardGet.Answer, now: Instant) {
    self.dashboard = dashboard
    self.now = now
    var running: [EntryRecord] = []
    // One by one: an array of optionals is a separate type, which the runtime would have to instantiate first.
    if let feed = dashboard.runningFeeding { running.append(feed) }
    if let sleep = dashboard.runningSleep { running.append(sleep) }
    if let tummyTime = dashboard.runningTummyTime { running.append(tummyTime) }
    if let activities = dashboard.runningActivities { running += activities }
    self.running = running
  }

  /// The last entry of a kind, and its details beside the kind's name.
  package struct Last {
    /// "2h 15m ago"
    package var ago: String
    /// "8:24 PM"
    package var clock: String
    /// Its details, and for a feed the next side.
    package var what: [String]
    package var note: String?
    /// "by Ben"
    package var author: String?

    /// All details.
    package var details: [String] { what + [note, author].compactMap(\.self) }
  }

  /// "Sleeping 1h 04m · since 8:24 PM", "Feeding left 12m · right 4m · since 8:24 PM"
  package func running(_ record: EntryRecord) -> String {
    let text = Words.running(record.entry, now: now) + Words.separator + since(record.startTime(now: now))
    return record.entry.kind == .sleep ? Words.line([text] + wakings) : text
  }

  /// "2 wakings, 25m awake"
  private var wakings: [String] { [dashboard.wakings.flatMap { Words.wakings($0.wakings) }].compactMap(\.self) }

  /// "Awake 1h 10m · since 8:24 PM"
  ///
  /// Nil during a sleep, before the first one, if its end is unknown, and if it is so long ago that a later sleep was
  /// probably not logged.
  package var awake: String? {
    guard dashboard.runningSleep == nil, let sleep = dashboard.lastSleep, let end = sleep.entry.end,
      let time = sleep.endTime(now: now), now - end < EntryLimits.longest
    else { return nil }
    return Words.awake(for: Words.duration(now - end)) + Words.separator + since(time)
  }

  private func since(_ time: LocalTime) -> String {
    "since " + time.text(dashboard.timeFormat)
  }

  /// The latest entry of all if it is days old, so that nothing here is about today; otherwise nil.
  package var lastBeforeLongTime: LocalTime? {
    let lasts = running + EntryKind.withRules.compactMap(record)
    guard let last = lasts.max(by: { $0.entry.start < $1.entry.start }), now - last.entry.start > .hours(72),
      dashboard.medicines?.contains(where: { now - $0.last <= .hours(72) }) != true
    else { return nil }
    return last.startTime(now: now)
  }

  /// Overdue: "Feed overdue 10m · was due 8:24 PM"
  package var overdue: [(kind: EntryKind, text: String)] {
    dues.filter { $0.due <= now }.map { kind, due, local in
      (kind, Words.overdue(kind, for: Words.duration(now - due)) + Words.separator + self.due(due, local: local))
    }
  }

  /// Due later: "11:20 PM"
  package var upcoming: [(kind: EntryKind, text: String)] {
    dues.filter { $0.due > now }.map { kind, due, local in (kind, self.due(due, local: local)) }
  }

  private var dues: [(kind: EntryKind, due: Instant, local: String)] {
    var dues: [(kind: EntryKind, due: Instant, local: String)] = []
    if let due = dashboard.nextFeedingDue, let local = dashboard.nextFeedingDueLocal {
      dues.append((.feeding, due, local))
    }
    if let due = dashboard.nextDiaperDue, let local = dashboard.nextDiaperDueLocal {
      dues.append((.diaper, due, local))
    }
    return dues
  }

  /// Nil if there is none.
  ///
  /// - Parameter reader: the person who reads it; their own name is left out.
  package func last(_ kind: EntryKind, unless reader: String? = nil) -> Last? {
    guard let record = record(kind) else { return nil }
    let (instant, time) = counted(kind, record)
    let clock = time.text(dashboard.timeFormat)
    var what = what(record)
    if kind == .feeding, dashboard.runningFeeding == nil, let side = dashboard.suggestedSide {
      what.append("\(Words.title(side)) next")
    }
    if kind == .sleep, dashboard.runningSleep == nil { what += wakings }
    return Last(
      ago: Words.ago(instant, now: now), clock: clock, what: what, note: Words.noteLine(record.entry),
      author: record.by(unless: reader))
  }

  /// The start of the count, in local time: feeds by the setting, others from their end.
  private func counted(_ kind: EntryKind, _ record: EntryRecord) -> (Instant, LocalTime) {
    if kind == .feeding {
      guard let since = dashboard.feedingSince, let local = dashboard.feedingSinceLocal else {
        return (record.entry.start, record.startTime(now: now))
      }
      return (since, LocalTime(local, at: since, now: now))
    }
    return (record.entry.end ?? record.entry.start, record.endTime(now: now) ?? record.startTime(now: now))
  }

  private func record(_ kind: EntryKind) -> EntryRecord? {
    switch kind {
    case .feeding: dashboard.lastFeeding
    case .diaper: dashboard.lastDiaper
    case .sleep: dashboard.lastSleep
    case .tummyTime: dashboard.lastTummyTime
    case .note: dashboard.lastNote
    case .declared: nil
    }
  }

  /// The details beside the kind's name.
  private func what(_ record: EntryRecord) -> [String] {
    let entry = record.entry
    return switch entry.content {
    case .diaper(let type): [Words.title(type)]
    case .sleep, .tummyTime, .declared: Words.measures(entry, units: dashboard.units)
    case .feeding, .note: [Words.line(entry, units: dashboard.units)]
    }
  }

  /// When medicines were given and may be given again: "Tylenol", "last 10:20 AM · next from 2:20 PM"
  package var medicines: [(name: String, text: String)] {
    (dashboard.medicines ?? []).map { ($0.name, $0.text(dashboard.timeFormat, now: now)) }
  }

  /// When something is due: "11:20 PM", "was due 11:20 PM"
  ///
  /// - Parameter local: what the child's clocks show then, as RFC 3339.
  package func due(_ due: Instant, local: String) -> String {
    let time = LocalTime(local, at: due, now: now)
    return Words.due(time.local, today: time.today, isPast: due <= now, format: dashboard.timeFormat)
  }

  /// Predictions: "about 2:15 PM, likely 1:50–2:40 PM".
  package var predictions: [(kind: PredictionKind, text: String)] {
    likely.map { ($0.kind, $0.text(dashboard.timeFormat, now: now)) }
  }

  /// The next prediction, and its middle half: "1:50–2:40 PM".
  package var likelyNext: (kind: PredictionKind, span: String)? {
    likely.min { $0.at < $1.at }.map { ($0.kind, $0.span(dashboard.timeFormat, now: now)) }
  }

  /// Leaves out predictions whose time has passed, such as while the daemon is away, and a feed with a reminder
  /// interval.
  private var likely: [PredictionSummary] {
    (dashboard.predictions ?? []).filter { prediction in
      prediction.at >= now && (prediction.kind != .feeding || dashboard.nextFeedingDue == nil)
    }
  }

  /// The day's counts, with what is running: "6 feeds · 240 ml · 4 wet · 2 dirty · 7h 20m asleep · 5m tummy"
  package var today: String {
    Self.counts(dashboard.today.adding(running, in: dashboard.day, until: now), dashboard.units) ?? Words.nothingCounted
  }

  /// A day's totals; nil if no kind is counted, such as weight and medicine.
  ///
  /// - Parameter kinds: the kinds that are counted; nil counts all.
  package static func counts(
    _ totals: DayTotalsRecord, _ units: VolumeUnit, of kinds: Set<EntryKind>? = nil
  ) -> String? {
    var parts: [String] = []
    func count<Number: Comparable & ExpressibleByIntegerLiteral>(
      _ kind: EntryKind, _ number: Number, _ text: (Number) -> String
    ) {
      if number > 0, kinds?.contains(kind) ?? true { parts.append(text(number)) }
    }
    func length(_ seconds: Int) -> String { Words.duration(.seconds(seconds)) }
    count(.feeding, totals.feedings) { Words.count($0, .feeds) }
    count(.feeding, totals.leftSeconds) { "left " + length($0) }
    count(.feeding, totals.rightSeconds) { "right " + length($0) }
    count(.feeding, totals.feedingMl) {
      Words.amount(milliliters: $0, in: units, contents: totals.milliliters(of:))
    }
    count(.diaper, totals.wetDiapers) { Words.count($0, .wet) }
    count(.diaper, totals.dirtyDiapers) { Words.count($0, .dirty) }
    count(.sleep, totals.sleepSeconds) { length($0) + " asleep" }
    count(.tummyTime, totals.tummySeconds) { length($0) + " tummy" }
    count(.feeding, totals.pumpings) { Words.count($0, .pumpings) }
    count(.note, totals.notes) { Words.count($0, .notes) }
    return parts.isEmpty ? nil : Words.line(parts)
  }
}

extension PredictionSummary {
  /// "about 2:15 PM, likely 1:50–2:40 PM"
  package func text(_ format: TimeFormat, now: Instant) -> String {
    let time = LocalTime(atLocal, at: at, now: now)
    return Words.predicted(
      time.local, from: LocalTime(interval50.fromLocal, at: interval50.from, now: now).local,
      to: LocalTime(interval50.toLocal, at: interval50.to, now: now).local, today: time.today, format: format)
  }

  /// "1:50–2:40 PM"
  fileprivate func span(_ format: TimeFormat, now: Instant) -> String {
    Words.clockSpan(
      LocalTime(interval50.fromLocal, at: interval50.from, now: now).local.time,
      LocalTime(interval50.toLocal, at: interval50.to, now: now).local.time, format: format)
  }
}

extension NextDoseRecord {
  /// "last 10:20 AM · next from 2:20 PM"
  package func text(_ format: TimeFormat, now: Instant) -> String {
    let next = LocalTime(nextLocal, at: next, now: now).text(format)
    return Words.line([
      Words.lastDose(LocalTime(lastLocal, at: last, now: now).text(format)),
      Words.nextDose(next, isOver: self.next <= now),
    ])
  }
}

extension DayTotalsRecord {
  /// The totals including running entries: the daemon leaves these out because they grow while they are shown.
  package func adding(_ running: [EntryRecord], in day: DayRecord, until now: Instant) -> DayTotalsRecord {
    var totals = self
    // By index, so that finished ones are not copied.
    for place in running.indices where running[place].entry.isRunning {
      let entry = running[place].entry
      let passed = min(now, day.end) - max(entry.start, day.start)
      let seconds = max(0, passed.wholeSeconds)
      switch entry.content {
      case .sleep: totals.sleepSeconds += seconds
      case .tummyTime: totals.tummySeconds += seconds
      case .feeding(let feeding):
        totals.feedingSeconds += seconds
        guard day.contains(entry.start) else { continue }
        for (side, length) in feeding.sides(at: min(now, day.end)) {
          let seconds = length.wholeSeconds
          if side == .left { totals.leftSeconds += seconds } else { totals.rightSeconds += seconds }
        }
      case .diaper, .note, .declared: continue
      }
    }
    return totals
  }
}

extension DayRecord {
  fileprivate func contains(_ instant: Instant) -> Bool { (start..<end).contains(instant) }
}

extension DashboardGet.Answer {
  /// The time from which the last feed counts; nil before the first.
  package var fedSince: Instant? { feedingSince ?? lastFeeding?.entry.start }
}
