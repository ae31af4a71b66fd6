import BabyModel
import BabyProtocol

/// What a child does at each hour of the day by its clocks.
///
/// Asleep is the share of the hour, feeds and diapers are how many begin in it, each as the mean of the days that are over
/// and on which any of the kind was logged. A day on which clocks skip an hour does not count for that hour; where they
/// show it twice, both are one.
struct HourChart {
  let log: ChartLog

  private static let count = 24

  /// A kind and its number for each hour, from the hour of the day's start; nil for one that no day had.
  private struct Row {
    let kind: EntryKind
    let heading: String
    let values: [Double?]

    func text(_ hour: Int) -> String {
      guard let value = values[hour] else { return Words.noValue }
      return kind == .sleep ? "\(Words.decimalText(value * 100, places: 0))%" : Words.decimalText(value, places: 2)
    }
  }

  func chart() -> Chart {
    let days = log.days.filter(\.isOver).map { (day: $0, hours: hours(of: $0.window)) }
    let rows = [
      row(.sleep, "Asleep", days) { $0.asleep.map { $0.start..<$0.end } },
      row(.feeding, "Feeds", days) { $0.begun.filter { $0.isFeed(solids: .off) }.map { $0.start..<$0.start } },
      row(.diaper, "Diapers", days) { $0.begun.filter { $0.kind == .diaper }.map { $0.start..<$0.start } },
    ].compactMap(\.self)
    let start = LocalDateTime(log.days[0].window.date, log.settings.dayStart)
    let names = (0..<Self.count).map { Words.tick(start.adding(hours: $0).time, format: log.settings.timeFormat) }
    return Chart(
      kind: .hours, title: Words.line(["Hours of the day", log.title]), sentence: sentence(rows, names),
      panels: rows.isEmpty ? [] : [panel(rows, names)],
      table: ChartTable(
        headings: ["Hour"] + rows.map(\.heading),
        rows: names.indices.map { hour in [names[hour]] + rows.map { $0.text(hour) } }))
  }

  /// Nil if none of the kind was logged.
  ///
  /// - Parameter spans: a day's times of it; of feeds and diapers only the start counts.
  private func row(
    _ kind: EntryKind, _ heading: String, _ days: [(day: ChartDay, hours: [Range<Instant>])],
    _ spans: (ChartDay) -> [Range<Instant>]
  ) -> Row? {
    let days = days.map { (spans: spans($0.day), hours: $0.hours) }.filter { !$0.spans.isEmpty }
    guard !days.isEmpty else { return nil }
    let values = (0..<Self.count).map { hour -> Double? in
      let days = days.filter { !$0.hours[hour].isEmpty }
      let sum = days.reduce(0) { $0 + Self.number(kind, $1.spans, in: $1.hours[hour]) }
      return days.isEmpty ? nil : sum / Double(days.count)
    }
    return Row(kind: kind, heading: heading, values: values)
  }

  private static func number(_ kind: EntryKind, _ spans: [Range<Instant>], in hour: Range<Instant>) -> Double {
    if kind != .sleep { return Double(spans.count { hour.contains($0.lowerBound) }) }
    return spans.reduce(0) { $0 + $1.clamped(to: hour).minutes } / hour.minutes
  }

  /// A day's hours; one that clocks skip is empty.
  private func hours(of day: DayWindow) -> [Range<Instant>] {
    let local = LocalDateTime(day.date, log.settings.dayStart)
    var start = day.start
    return (1...Self.count).map { hour in
      let next = max(min(log.zone.instants(of: local.adding(hours: hour)).earliest, day.end), start)
      defer { start = next }
      return start..<next
    }
  }

  /// A row of cells for each kind, the first at the top.
  private func panel(_ rows: [Row], _ names: [String]) -> ChartPanel {
    let (width, height) = (1 / Double(Self.count), 1 / Double(rows.count))
    let bottoms = rows.indices.map { 1 - Double($0 + 1) * height }
    let series = zip(rows, bottoms).map { row, bottom in
      let full = row.kind == .sleep ? 1 : row.values.compactMap(\.self).max() ?? 1
      let points = row.values.enumerated().compactMap { hour, value in
        value.map {
          ChartPoint(
            from: (Double(hour) * width).onAxis, to: (Double(hour + 1) * width).onAxis, low: (bottom + 0.01).onAxis,
            high: (bottom + height - 0.01).onAxis, strength: ($0 / full).onAxis)
        }
      }
      return ChartSeries(name: row.heading.lowercased(), shape: .cell, kind: row.kind, points: points)
    }
    let levels = zip(rows, bottoms).map { ChartTick(at: ($1 + height / 2).onAxis, label: $0.heading) }
    return ChartPanel(
      title: "By the hour",
      ticks: (0...8).map { ChartTick(at: Double($0) / 8, label: names[$0 * 3 % Self.count]) },
      levels: levels.reversed(), series: series)
  }

  /// "Most feeds at 7a, 10a and 6p; asleep from 7p to 6a on most days"
  private func sentence(_ rows: [Row], _ names: [String]) -> String {
    if rows.isEmpty { return "Nothing was logged on a day that is over" }
    var parts: [String] = []
    if let row = rows.first(where: { $0.kind != .sleep }) {
      // Up to three hours with more than all others.
      let others = row.values.map { $0 ?? 0 }.sorted(by: >)[3]
      let busiest = names.indices.filter { row.values[$0] ?? 0 > others }.map { names[$0] }
      if !busiest.isEmpty { parts.append("most \(row.heading.lowercased()) at \(Words.listed(busiest))") }
    }
    if let row = rows.first(where: { $0.kind == .sleep }), let hours = Self.usualSleep(row.values) {
      parts.append("asleep from \(names[hours.start]) to \(names[hours.end]) on most days")
    }
    return parts.isEmpty ? "No hour stands out" : Words.line(parts, separator: "; ").capitalizedFirst
  }

  /// The longest series of hours that are more asleep than awake, also over the day's end; nil for none and for all.
  private static func usualSleep(_ shares: [Double?]) -> (start: Int, end: Int)? {
    var (best, start) = (0..<0, 0)
    for hour in 0..<2 * count {
      if shares[hour % count] ?? 0 <= 0.5 { start = hour + 1 }
      if hour + 1 - start > best.count { best = start..<hour + 1 }
    }
    return (1..<count).contains(best.count) ? (best.lowerBound % count, best.upperBound % count) : nil
  }
}

extension Range<Instant> {
  fileprivate var minutes: Double { (upperBound - lowerBound).inMinutes }
}
