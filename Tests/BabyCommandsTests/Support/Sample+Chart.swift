import BabyModel
import BabyProtocol

extension Sample {
  /// A day with a night, naps, feeds and diapers, and what is likely next; as many of them as wanted, the third without
  /// entries.
  static func chart(days: Int, svg: Bool) -> ChartGet.Answer {
    let marks = [
      ChartMark(kind: .sleep, from: 0, to: 0.29, state: .ended, entries: [lastNight.entry.id]),
      ChartMark(kind: .diaper, from: 0.3, to: 0.3, state: .ended, entries: [wetDiaper.entry.id]),
      ChartMark(kind: .feeding, from: 0.34, to: 0.35, state: .ended, entries: [leftBreast.entry.id]),
      ChartMark(kind: .sleep, from: 0.36, to: 0.42, state: .ended, entries: [nap.entry.id]),
      ChartMark(kind: .feeding, from: 0.48, to: 0.48, state: .ended, entries: [bottle.entry.id]),
      ChartMark(kind: .sleep, from: 0.5, to: 0.52, state: .running, entries: [night.entry.id]),
      ChartMark(kind: .sleep, from: 0.52, to: 0.56, state: .likely),
      ChartMark(kind: .feeding, from: 0.6, to: 0.64, state: .likely),
    ]
    let bands = (0..<days).map { index in
      let start = at("2026-11-14T08:00:00Z") - .hours(24 * index)
      let day = DayRecord(date: LocalDate(dayNumber: 20_771 - index), start: start, end: start + .hours(24))
      guard index > 0 else { return ChartBand(day: day, label: "Today", length: 1, marks: marks, now: 0.52) }
      return ChartBand(
        day: day, label: ["Fri", "Thu", "Wed", "Tue", "Mon", "Sun"][(index - 1) % 6], length: 1,
        marks: index == 2 ? [] : marks.filter { $0.state == .ended }, isUnlogged: index == 2)
    }
    let chart = Chart(
      kind: .day, title: days == 1 ? "Today" : "Sun, Nov 8 to today",
      sentence: "9h asleep, 2 feeds and 1 diaper",
      ticks: zip([0, 0.25, 0.5, 0.75, 1], ["12a", "6a", "12p", "6p", "12a"]).map { ChartTick(at: $0, label: $1) },
      bands: bands,
      table: ChartTable(
        headings: ["Day", "Asleep", "Feeds"], rows: bands.map { ["\($0.day.date)", "9h", "2"] }))
    return ChartGet.Answer(child: child, theme: Theme(), chart: chart, svg: svg ? "<svg/>\n" : nil)
  }
}
