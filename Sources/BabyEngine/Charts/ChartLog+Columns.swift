import BabyModel
import BabyProtocol

extension ChartLog {
  /// The number of days above which a column is a week.
  private static let mostSingleDays = 62

  /// The days as columns, from left to right.
  var columns: [ChartColumn] {
    guard days.count > Self.mostSingleDays else { return columns(of: days.map { [$0] }) }
    // Weeks end with the newest day; the oldest one may be shorter.
    let first = days.count % 7
    let weeks = stride(from: first, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
    return columns(of: (first > 0 ? [Array(days[..<first])] : []) + weeks)
  }

  private func columns(of groups: [[ChartDay]]) -> [ChartColumn] {
    let count = Double(groups.count)
    // A little room between columns.
    let room = min(0.15, 0.004 * count)
    return groups.enumerated().map { index, days in
      ChartColumn(
        days: days, from: ((Double(index) + room) / count).onAxis, to: ((Double(index) + 1 - room) / count).onAxis)
    }
  }

  /// At most seven dates below columns.
  func ticks(of columns: [ChartColumn]) -> [ChartTick] {
    let step = (columns.count + 6) / 7
    return columns.indices.filter { (columns.count - 1 - $0) % step == 0 }.map { index in
      ChartTick(at: columns[index].middle.onAxis, label: label(of: columns[index]))
    }
  }

  /// "Fri", "Nov 20"; of a week its last day, and "2020-11" among more than a year of them.
  private func label(of column: ChartColumn) -> String {
    let date = column.days.last?.window.date ?? today
    if days.count > 366 { return "\("\(date)".prefix(7))" }
    return Words.dayLabel(date, today: today, isOfWeek: days.count <= 7)
  }

  /// Where an instant is among the days, 0 to 1.
  func position(of instant: Instant) -> Double {
    let (start, end) = (days[0].window.start, days[days.count - 1].window.end)
    return (Double((instant - start).inMilliseconds) / Double((end - start).inMilliseconds)).onAxis
  }

  /// "Tue, Nov 14 to today"
  var title: String {
    Words.daysTitle(from: days[0].window.date, to: days[days.count - 1].window.date, today: today)
  }

  // MARK: Panels

  /// Columns of days: numbers on top of each other.
  ///
  /// - Parameters:
  ///   - stacks: from bottom to top.
  ///   - dots: numbers that are drawn as dots.
  ///   - usual: what is compared: its median in the days before is drawn as a line.
  func panel(
    _ title: String, _ stacks: [(name: String, kind: EntryKind, shade: Int, measure: DayMeasure)],
    dots: [(name: String, kind: EntryKind, shade: Int, measure: DayMeasure)] = [], usual: DayMeasure?,
    unit: ChartScale.Unit
  ) -> ChartPanel {
    let columns = columns
    let sums = columns.map { column in stacks.reduce(0) { $0 + (column.value($1.measure) ?? 0) } }
    let previous = usual.flatMap { before.usual($0) }
    let dotValues = dots.flatMap { dot in columns.compactMap { $0.value(dot.measure) } }
    let scale = ChartScale(upTo: (sums + dotValues + [previous ?? 0]).max() ?? 0, unit)
    var below = columns.map { _ in 0.0 }
    var series: [ChartSeries] = [.gaps(columns)]
    for stack in stacks {
      var points: [ChartPoint] = []
      for (index, column) in columns.enumerated() {
        guard let value = column.value(stack.measure), value > 0 else { continue }
        points.append(
          ChartPoint(
            from: column.from, to: column.to, low: scale.position(below[index]),
            high: scale.position(below[index] + value)))
        below[index] += value
      }
      series.append(
        ChartSeries(name: stack.name, shape: .column, kind: stack.kind, shade: stack.shade, points: points))
    }
    for dot in dots {
      let points = columns.compactMap { column in
        column.value(dot.measure).map { ChartPoint(at: column.middle, scale.position($0)) }
      }
      series.append(ChartSeries(name: dot.name, shape: .point, kind: dot.kind, shade: dot.shade, points: points))
    }
    if let previous { series.append(.line("usual before", at: scale.position(previous))) }
    return ChartPanel(
      title: title, ticks: ticks(of: columns), levels: scale.levels, series: series.filter { !$0.points.isEmpty })
  }

  // MARK: Tables

  /// A row for each column, newest first; then the medians of the days, and of the days before.
  func table(_ measures: [DayMeasure]) -> ChartTable {
    func row(_ name: String, _ value: (DayMeasure) -> Double?) -> [String] {
      [name] + measures.map { measure in value(measure).map(measure.text) ?? Words.noValue }
    }
    var rows = columns.reversed().map { column in row(Self.name(of: column)) { column.value($0) } }
    if days.count > 1 { rows.append(row("Usual") { days.usual($0) }) }
    if !before.isEmpty { rows.append(row("Before") { before.usual($0) }) }
    return ChartTable(headings: ["Day"] + measures.map(\.heading), rows: rows)
  }

  private static func name(of column: ChartColumn) -> String {
    guard let first = column.days.first?.window.date, let last = column.days.last?.window.date else { return "" }
    return first == last ? "\(first)" : "\(first) to \(last)"
  }

  /// The median of the days that are over; of a single day its number, also while it goes on.
  func usual(_ measure: DayMeasure) -> Double? {
    days.count == 1 ? (days[0].isUnlogged ? nil : measure.value(days[0])) : days.usual(measure)
  }

  /// "Usually 13h 20m asleep a day, 40m more than in the 14 days before"; "13h 20m asleep" of one day.
  ///
  /// - Parameters:
  ///   - usual: "13h 20m asleep"; nil if no day has a number.
  ///   - nothing: what was not logged then: "sleep"
  func sentence(_ usual: String?, comparison: String?, nothing: String) -> String {
    guard let usual else { return "No \(nothing) was logged\(days.count == 1 ? "" : " on a day that is over")" }
    let words = days.count == 1 ? usual : "Usually \(usual) a day"
    return Words.line([words, comparison].compactMap(\.self), separator: ", ")
  }

  /// How a number compares with the days before: "40m more than in the 14 days before"; nil if that is not known.
  ///
  /// - Parameter less: the word for a smaller number; "fewer" of things that are counted.
  func comparison(of measure: DayMeasure, less: String = "less") -> String? {
    guard let usual = days.usual(measure), let previous = before.usual(measure) else { return nil }
    let (text, former) = (measure.text(usual), measure.text(previous))
    guard text != former else { return Words.asBefore(days: before.count) }
    return Words.compared(
      measure.text((usual - previous).magnitude), usual > previous ? "more" : less, days: before.count)
  }
}

extension ChartSeries {
  /// Where nothing was logged.
  static func gaps(_ columns: [ChartColumn]) -> ChartSeries {
    ChartSeries(
      name: "nothing logged", shape: .gap,
      points: columns.filter(\.isUnlogged).map { ChartPoint(from: $0.from, to: $0.to, low: 0, high: 1) })
  }

  /// A level line to compare with.
  static func line(_ name: String, at level: Double) -> ChartSeries {
    ChartSeries(name: name, shape: .line, points: [ChartPoint(at: 0, level), ChartPoint(at: 1, level)])
  }
}

extension ChartPoint {
  /// A place.
  init(at place: Double, _ level: Double, entries: [EntryID] = []) {
    self.init(from: place, to: place, low: level, high: level, entries: entries)
  }
}

extension Double {
  /// A position as it is sent: 0 to 1, with four decimals, some eight seconds of a day.
  var onAxis: Double { (Swift.min(Swift.max(self, 0), 1) * 10_000).rounded() / 10_000 }
}
