import BabyModel
import BabyProtocol

/// A child's days as bands: sleep as bars, feeds and diapers as marks, and what is likely next ahead of now.
///
/// Pure: it needs no transaction. Time that was logged twice is drawn once, brief wakings are gaps in a sleep, and a day
/// without entries says that nothing was logged, not that nothing happened.
struct DayBands {
  /// Newest first, at least one.
  let days: [DayWindow]
  /// All that touches the days, in no particular order.
  let entries: [Entry]
  /// For today; nil if nothing is to be predicted.
  let forecast: Forecast?
  let settings: Settings
  let zone: ZoneRules
  let now: Instant

  private var today: LocalDate { DayWindow(containing: now, dayStart: settings.dayStart, zone: zone).date }
  /// The longest of the days, which the axis spans.
  private var longest: Duration { days.map { $0.end - $0.start }.max() ?? .hours(24) }

  func chart() -> Chart {
    let today = today
    let newest = days.first?.date ?? today
    let oldest = days.last?.date ?? today
    let totals = DayTotals.all(of: days, entries: entries, until: now)
    let bands = days.map { band(of: $0, today: today) }
    return Chart(
      kind: .day, title: Words.daysTitle(from: oldest, to: newest, today: today),
      sentence: sentence(totals, bands, today: today), ticks: ticks, bands: bands, table: table(totals, today: today))
  }

  // MARK: A band

  private func band(of day: DayWindow, today: LocalDate) -> ChartBand {
    let touching = entries.filter { $0.deletedAt == nil && $0.touches(day, until: now) }
    var marks = asleep(in: day, touching).map { stretch in
      mark(.sleep, stretch.start, stretch.end, in: day, stretch.isRunning ? .running : .ended, stretch.entries)
    }
    for entry in touching where day.contains(entry.start) {
      switch entry.content {
      case .feeding(let feeding) where feeding.countsAsFeed:
        let end = min(entry.end ?? (entry.isRunning ? max(now, entry.start) : entry.start), day.end)
        marks.append(mark(.feeding, entry.start, end, in: day, entry.isRunning ? .running : .ended, [entry.id]))
      case .diaper: marks.append(mark(.diaper, entry.start, entry.start, in: day, .ended, [entry.id]))
      default: break
      }
    }
    if day.contains(now) { marks += likely(in: day) }
    return ChartBand(
      day: DayRecord(day), label: Words.dayLabel(day.date, today: today, isOfWeek: days.count <= 7),
      length: position(of: day.end, in: day), marks: marks.sorted { ($0.from, $0.to) < ($1.from, $1.to) },
      now: day.contains(now) ? position(of: now, in: day) : nil, isUnlogged: touching.isEmpty && day.start <= now)
  }

  private func position(of instant: Instant, in day: DayWindow) -> Double {
    let share = Double((instant - day.start).inMilliseconds) / Double(longest.inMilliseconds)
    // Some eight seconds of a day.
    return (min(max(share, 0), 1) * 10_000).rounded() / 10_000
  }

  private func mark(
    _ kind: EntryKind, _ start: Instant, _ end: Instant, in day: DayWindow, _ state: ChartMark.State,
    _ entries: [EntryID]
  ) -> ChartMark {
    ChartMark(
      kind: kind, from: position(of: start, in: day), to: position(of: end, in: day), state: state, entryIDs: entries)
  }

  /// Sleep that continues until its likely end, and the ranges that hold the next sleep and the next feed in half of all
  /// cases.
  private func likely(in day: DayWindow) -> [ChartMark] {
    (forecast?.predictions ?? []).compactMap { prediction in
      let (start, end) =
        prediction.kind == .wakeUp
        ? (now, prediction.at) : (max(prediction.interval50.lowerBound, now), prediction.interval50.upperBound)
      guard start < day.end, end > now else { return nil }
      return mark(prediction.kind == .feeding ? .feeding : .sleep, start, min(end, day.end), in: day, .likely, [])
    }
  }

  // MARK: Sleep

  fileprivate struct Stretch {
    var start: Instant
    var end: Instant
    var isRunning: Bool
    var entries: [EntryID]
  }

  private func asleep(in day: DayWindow, _ entries: [Entry]) -> [Stretch] {
    var stretches: [Stretch] = []
    for entry in entries.filter({ $0.kind == .sleep }).sorted(by: { $0.start < $1.start }) {
      guard let end = entry.end ?? (entry.isRunning ? max(now, entry.start) : nil) else { continue }
      let stretch = Stretch(
        start: max(entry.start, day.start), end: min(end, day.end), isRunning: entry.isRunning, entries: [entry.id])
      guard stretch.start < stretch.end || entry.isRunning else { continue }
      if let last = stretches.last, stretch.start < last.end {
        stretches[stretches.count - 1].end = max(last.end, stretch.end)
        stretches[stretches.count - 1].isRunning = last.isRunning || stretch.isRunning
        stretches[stretches.count - 1].entries.append(entry.id)
      } else {
        stretches.append(stretch)
      }
    }
    for waking in entries where waking.kind == .declared(.briefWaking) {
      guard let end = waking.end else { continue }
      stretches = stretches.flatMap { $0.without(waking.start, end) }
    }
    return stretches
  }

  private func timeAsleep(in day: DayWindow) -> Duration {
    let touching = entries.filter { $0.deletedAt == nil && $0.touches(day, until: now) }
    return asleep(in: day, touching).reduce(.zero) { $0 + ($1.end - $1.start) }
  }
}

extension DayBands {
  // MARK: Words and numbers

  /// Every six hours.
  private var ticks: [ChartTick] {
    let start = LocalDateTime(days[0].date, settings.dayStart)
    return [0, 6, 12, 18, 24].map { hours in
      let local = start.adding(hours: hours)
      // Of one day where clocks show the time, also if they change on it; of several where they usually do.
      let at =
        days.count == 1
        ? position(of: zone.instants(of: local).earliest, in: days[0])
        : Double(hours) * 3_600_000 / Double(longest.inMilliseconds)
      return ChartTick(
        at: (at * 10_000).rounded() / 10_000, label: Words.tick(local.time, format: settings.timeFormat))
    }
  }

  private func sentence(_ totals: [DayTotals], _ bands: [ChartBand], today: LocalDate) -> String {
    let rows = zip(days, totals).map { (day: $0, totals: $1, asleep: timeAsleep(in: $0)) }
    if days.count == 1, let row = rows.first {
      let counts = Words.daySentence(
        asleep: row.asleep, feeds: row.totals.feedings, diapers: row.totals.diapers)
      return counts ?? (bands[0].isUnlogged ? Words.noEvents : Words.nothingCounted)
    }
    // Today is not over, and its numbers are too small yet.
    let whole = rows.filter { $0.day.date != today }
    let usual = Words.daySentence(
      asleep: .milliseconds(whole.map(\.asleep.inMilliseconds).usual),
      feeds: Int(whole.map { Int64($0.totals.feedings) }.usual),
      diapers: Int(whole.map { Int64($0.totals.diapers) }.usual))
    return Words.daysSentence(usual, unlogged: bands.count { $0.isUnlogged && $0.day.date != today })
  }

  private func table(_ totals: [DayTotals], today: LocalDate) -> ChartTable {
    ChartTable(
      headings: ["Day", "Asleep", "Sleeps", "Feeds", "Wet", "Dirty"],
      rows: zip(days, totals).map { day, totals in
        [
          "\(day.date)", Words.duration(timeAsleep(in: day)), "\(totals.sleeps)", "\(totals.feedings)",
          "\(totals.wetDiapers)", "\(totals.dirtyDiapers)",
        ]
      })
  }
}

extension Entry {
  /// Whether it begins in a day, or continues in it.
  fileprivate func touches(_ day: DayWindow, until now: Instant) -> Bool {
    let end = isRunning ? max(now, start) : self.end ?? start
    return start < day.end && (start >= day.start || end > day.start)
  }
}

extension DayBands.Stretch {
  /// What is left of it before and after a time.
  fileprivate func without(_ from: Instant, _ to: Instant) -> [DayBands.Stretch] {
    guard from < end, to > start else { return [self] }
    var (before, after) = (self, self)
    (before.end, before.isRunning) = (from, false)
    after.start = to
    return [before, after].filter { $0.start < $0.end }
  }
}

extension [Int64] {
  /// The median of the days on which something was logged, for none may mean that nobody did; 0 if there are none.
  fileprivate var usual: Int64 {
    let logged = filter { $0 > 0 }.sorted()
    guard let upper = logged.dropFirst(logged.count / 2).first else { return 0 }
    return (upper + logged[(logged.count - 1) / 2] + 1) / 2
  }
}
