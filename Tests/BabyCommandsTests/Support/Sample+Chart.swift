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

  /// Two days of a chart in panels, the first without entries.
  ///
  /// - Parameter isEmpty: nothing was logged at all.
  static func panelChart(_ kind: ChartKind, isEmpty: Bool) -> ChartGet.Answer {
    func column(_ low: Double, _ high: Double) -> ChartPoint { ChartPoint(from: 0.52, to: 0.98, low: low, high: high) }
    let panel = ChartPanel(
      title: "Asleep a day", ticks: [ChartTick(at: 0.25, label: "Fri"), ChartTick(at: 0.75, label: "Today")],
      levels: zip([0, 0.5, 1], ["0m", "8h", "16h"]).map { ChartTick(at: $0, label: $1) },
      series: [
        ChartSeries(
          name: "nothing logged", shape: .gap, points: [ChartPoint(from: 0.02, to: 0.48, low: 0, high: 1)]),
        ChartSeries(name: "night", shape: .column, kind: .sleep, points: [column(0, 0.6)]),
        ChartSeries(name: "naps", shape: .column, kind: .sleep, shade: 1, points: [column(0.6, 0.83)]),
        ChartSeries(
          name: "usual before", shape: .line, points: [0, 1].map { ChartPoint(from: $0, to: $0, low: 0.9, high: 0.9) }),
        ChartSeries(
          name: "longest sleep", shape: .point, kind: .tummyTime,
          points: [ChartPoint(from: 0.75, to: 0.75, low: 0.4, high: 0.4)]),
      ])
    let chart = Chart(
      kind: kind, title: "\(kind.rawValue.capitalizedFirst) · Fri to today",
      sentence: isEmpty ? "Nothing was logged" : "Usually 13h 20m asleep a day",
      panels: isEmpty ? [] : [panel],
      table: ChartTable(
        headings: ["Day", "Asleep", "Night", "Naps"],
        rows: isEmpty ? [] : [["2026-11-14", "13h 20m", "9h 40m", "3h 40m"], ["2026-11-13", "–", "–", "–"]]),
      note: "To log a sleep: bbctl sleep start")
    return ChartGet.Answer(child: child, theme: Theme(), chart: chart)
  }
}
