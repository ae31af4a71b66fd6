import BabyModel
import BabyProtocol
import BabyStatistics

/// Times awake between sleeps by day, beside what is usual at the age.
///
/// A time awake goes from the end of one sleep to the start of the next, and counts on the day on which it ends, if it
/// lasts at least eight minutes, no brief waking makes it, and its middle lies between seven in the morning and seven in
/// the evening by the child's clocks: a waking at night is none. A longer time than any child of the age is awake is left
/// out, because a sleep was not logged; so is every time that touches a day without entries, which is longer still.
struct WakeChart {
  let log: ChartLog

  /// The maximum number of dots; of more times awake, each column's median is drawn.
  private static let mostDots = 400

  private struct TimeAwake {
    let minutes: Double
    let end: Instant
    /// The sleep before and the sleep after.
    let entries: [EntryID]
  }

  func chart() -> Chart {
    let times = byDay
    let median = Self.median(of: times)
    let count = DayMeasure(
      heading: "Windows",
      // A day on which no sleep was logged says nothing about times awake.
      value: { $0.asleep.isEmpty ? nil : Double(times[$0.window.date]?.count ?? 0) },
      text: { Words.decimalText($0, places: 1) })
    let shortest = DayMeasure.minutes("Shortest") { times[$0.window.date]?.map(\.minutes).min() }
    let longest = DayMeasure.minutes("Longest") { times[$0.window.date]?.map(\.minutes).max() }
    let usual = log.days.usual(median).map { "Usually awake for \(median.text($0)) between sleeps" }
    let sentence = [usual ?? "No time between two sleeps is known on a day that is over", log.comparison(of: median)]
    return Chart(
      kind: .wake, title: Words.line(["Awake", log.title]),
      sentence: Words.line(
        [Words.line(sentence.compactMap(\.self), separator: ", "), usualAtAge].compactMap(\.self), separator: "; "),
      panels: [panel(times, median)], table: log.table([count, shortest, median, longest]))
  }

  /// The median of each day's times awake.
  var median: DayMeasure { Self.median(of: byDay) }

  private static func median(of times: [LocalDate: [TimeAwake]]) -> DayMeasure {
    .minutes("Median") { times[$0.window.date]?.map(\.minutes).median }
  }

  /// By the date of the day in which they end.
  private var byDay: [LocalDate: [TimeAwake]] {
    var times: [LocalDate: [TimeAwake]] = [:]
    for (before, after) in zip(sleeps, sleeps.dropFirst()) {
      guard let start = before.end else { continue }
      let length = after.start - start
      // Parts of one sleep have the same entries: there is a brief waking between them.
      guard length.inMinutes >= AwakeNorm.shortest, before.entries != after.entries,
        length.inMinutes <= norm(at: start).longest,
        (7..<19).contains(log.zone.local(start + .milliseconds(length.inMilliseconds / 2)).time.hour)
      else { continue }
      let day = DayWindow(containing: after.start, dayStart: log.settings.dayStart, zone: log.zone).date
      times[day, default: []].append(
        TimeAwake(minutes: length.inMinutes, end: after.start, entries: before.entries + after.entries))
    }
    return times
  }

  /// All sleeps in order, also those whose end is not known: a time awake ends with one, and none begins.
  private var sleeps: [(start: Instant, end: Instant?, entries: [EntryID])] {
    let endless = (log.before + log.days).flatMap { day in
      day.entries.filter { $0.kind == .sleep && $0.end == nil && !$0.isRunning && day.window.contains($0.start) }
    }
    return (log.sleeps.map { ($0.start, $0.end, $0.entries) } + endless.map { ($0.start, nil, [$0.id]) })
      .sorted { $0.0 < $1.0 }
  }

  private func norm(at instant: Instant) -> AwakeNorm {
    AwakeNorm(at: instant, basis: log.child.ageBasis, zone: log.zone)
  }

  /// What is usual at the age in the middle of some days, in minutes.
  private func usual(on days: [ChartDay]) -> ClosedRange<Double>? {
    let day = days[days.count / 2].window
    return norm(at: day.start + .milliseconds((day.end - day.start).inMilliseconds / 2)).usual
  }

  /// "usual at this age: 1h 45m to 2h 30m", at the newest day, to five minutes.
  private var usualAtAge: String? {
    usual(on: log.days.suffix(1)).map { usual in
      let bounds = [usual.lowerBound, usual.upperBound].map { Words.duration(.minutes(Int(($0 / 5).rounded()) * 5)) }
      return "usual at this age: \(bounds[0]) to \(bounds[1])"
    }
  }

  private func panel(_ times: [LocalDate: [TimeAwake]], _ median: DayMeasure) -> ChartPanel {
    let columns = log.columns
    let shown = log.days.flatMap { times[$0.window.date] ?? [] }
    let usual = columns.compactMap { column in self.usual(on: column.days).map { (column, $0) } }
    let previous = log.before.usual(median)
    let highest = (shown.map(\.minutes) + usual.map(\.1.upperBound) + [previous ?? 0]).max() ?? 0
    let scale = ChartScale(upTo: highest, .minutes)
    var dots = ChartSeries(name: "awake before a sleep", shape: .point, kind: .sleep, points: [])
    if shown.count <= Self.mostDots {
      dots.points = shown.map {
        ChartPoint(at: log.position(of: $0.end), scale.position($0.minutes), entries: $0.entries)
      }
    } else {
      dots.name = columns.count < log.days.count ? "median of a week" : "median of a day"
      dots.points = columns.compactMap { column in
        column.value(median).map { ChartPoint(at: column.middle, scale.position($0)) }
      }
    }
    let range = ChartSeries(
      name: "usual at this age", shape: .range,
      points: usual.map { column, usual in
        ChartPoint(
          from: column.from, to: column.to, low: scale.position(usual.lowerBound),
          high: scale.position(usual.upperBound))
      })
    let before = previous.map { ChartSeries.line("usual before", at: scale.position($0)) }
    return ChartPanel(
      title: "Awake between sleeps", ticks: log.ticks(of: columns), levels: scale.levels,
      series: [.gaps(columns), range, before, dots].compactMap(\.self).filter { !$0.points.isEmpty })
  }
}
