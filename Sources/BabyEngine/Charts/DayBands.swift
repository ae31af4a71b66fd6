import BabyModel
import BabyProtocol

/// A child's days as bands: sleep as bars, feeds and diapers as marks, and what is likely next ahead of now.
///
/// Pure: it needs no transaction. Time that was logged twice is drawn once, brief wakings are gaps in a sleep, and a day
/// without entries says that nothing was logged, not that nothing happened.
struct DayBands {
  /// Newest first, at least one.
  private let days: [Day]
  private let forecast: Forecast?
  private let settings: Settings
  private let zone: ZoneRules
  private let now: Instant
  private let today: LocalDate
  /// The longest of the days, which the axis spans.
  private let longest: Duration

  /// A day and what is in it.
  private struct Day {
    let window: DayWindow
    let entries: [Entry]
    let asleep: [SleepStretch]
    let totals: DayTotals

    var timeAsleep: Duration { asleep.reduce(.zero) { $0 + $1.length } }
    var isUnlogged: Bool { entries.isEmpty }
  }

  /// - Parameters:
  ///   - days: newest first, at least one.
  ///   - entries: all that touch the days, in no particular order.
  ///   - forecast: for today; nil if nothing is to be predicted.
  init(
    days: [DayWindow], entries: [Entry], forecast: Forecast?, settings: Settings, zone: ZoneRules, now: Instant
  ) {
    self.days = zip(days, days.touching(entries, until: now)).map { window, entries in
      Day(
        window: window, entries: entries,
        asleep: SleepStretch.all(of: entries, zone: zone, until: now).compactMap { $0.part(in: window) },
        totals: DayTotals(entries: entries, in: window))
    }
    (self.forecast, self.settings, self.zone, self.now) = (forecast, settings, zone, now)
    today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone).date
    longest = days.map { $0.end - $0.start }.max() ?? .hours(24)
  }

  func chart() -> Chart {
    let newest = days.first?.window.date ?? today
    let oldest = days.last?.window.date ?? today
    return Chart(
      kind: .day, title: Words.daysTitle(from: oldest, to: newest, today: today), sentence: sentence, ticks: ticks,
      bands: days.map(band), table: table)
  }

  // MARK: A band

  private func band(of logged: Day) -> ChartBand {
    let day = logged.window
    var marks = logged.asleep.map { stretch in
      mark(.sleep, stretch.start, stretch.end, in: day, stretch.isRunning ? .running : .ended, stretch.entries)
    }
    for entry in logged.entries where day.contains(entry.start) {
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
      day: DayRecord(day),
      label: Words.line(
        [Words.dayLabel(day.date, today: today, isOfWeek: days.count <= 7), Words.clockChange(in: day)]
          .compactMap(\.self), separator: " "),
      length: position(of: day.end, in: day), marks: marks.sorted { ($0.from, $0.to) < ($1.from, $1.to) },
      now: day.contains(now) ? position(of: now, in: day) : nil, isUnlogged: logged.isUnlogged && day.start <= now)
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
      kind: kind, from: position(of: start, in: day), to: position(of: end, in: day), state: state, entries: entries)
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

  // MARK: Words and numbers

  /// Every six hours.
  private var ticks: [ChartTick] {
    let start = LocalDateTime(days[0].window.date, settings.dayStart)
    return [0, 6, 12, 18, 24].map { hours in
      let local = start.adding(hours: hours)
      // Of one day where clocks show the time, also if they change on it; of several where they usually do.
      let at =
        days.count == 1
        ? position(of: zone.instants(of: local).earliest, in: days[0].window)
        : Double(hours) * 3_600_000 / Double(longest.inMilliseconds)
      return ChartTick(
        at: (at * 10_000).rounded() / 10_000, label: Words.tick(local.time, format: settings.timeFormat))
    }
  }

  private var sentence: String {
    if days.count == 1 {
      let (day, totals) = (days[0], days[0].totals)
      let counts = Words.daySentence(asleep: day.timeAsleep, feeds: totals.feedings, diapers: totals.diapers)
      let sentence = counts ?? (day.isUnlogged ? Words.noEvents : Words.nothingCounted)
      let change = Words.clockChange(in: day.window).map { "clocks \($0)" }
      return Words.line([sentence, change].compactMap(\.self), separator: "; ")
    }
    // Today is not over, and its numbers are too small yet.
    let whole = days.filter { $0.window.date != today }
    let usual = Words.daySentence(
      asleep: .milliseconds(whole.map(\.timeAsleep.inMilliseconds).usual),
      feeds: Int(whole.map { Int64($0.totals.feedings) }.usual),
      diapers: Int(whole.map { Int64($0.totals.diapers) }.usual))
    return Words.daysSentence(usual, unlogged: whole.count { $0.isUnlogged && $0.window.start <= now })
  }

  private var table: ChartTable {
    ChartTable(
      headings: ["Day", "Asleep", "Sleeps", "Feeds", "Wet", "Dirty"],
      rows: days.map { day in
        [
          "\(day.window.date)", Words.duration(day.timeAsleep), "\(day.totals.sleeps)", "\(day.totals.feedings)",
          "\(day.totals.wetDiapers)", "\(day.totals.dirtyDiapers)",
        ]
      })
  }
}

extension [Int64] {
  /// The median of the days that have any, because nobody may have logged on the others; 0 if no day has.
  fileprivate var usual: Int64 {
    let logged = filter { $0 > 0 }.sorted()
    guard let upper = logged.dropFirst(logged.count / 2).first else { return 0 }
    return (upper + logged[(logged.count - 1) / 2] + 1) / 2
  }
}
