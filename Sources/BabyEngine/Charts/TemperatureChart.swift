import BabyModel
import BabyProtocol

/// The temperatures that begin on the days of a period, with the doses of medicines below them.
struct TemperatureChart {
  let log: ChartLog

  /// In degrees Celsius. From here on it is a fever, wherever it was taken: NHS, "High temperature (fever) in children";
  /// the Brighton Collaboration's definition, which the WHO uses after vaccinations (Marcy et al. 2004).
  private static let fever = 38.0
  /// The maximum number of temperatures, and of doses; of more, each column's highest, or first, is drawn.
  private static let mostDots = 400
  /// Temperatures further apart are not joined by a line: they hardly belong to one illness.
  private static let longestLine: Duration = .hours(48)
  private static let kind = EntryKind.declared(.temperature)
  /// Celsius, Fahrenheit.
  private static let units: [QuantityDeclaration.Unit] =
    if case .quantity(let quantity) = KindDeclaration.temperature.fields[0].type { quantity.units } else { [] }

  private struct Reading {
    let entry: Entry
    let celsius: Double
    /// As it was typed, and the place of its unit.
    let number: Double
    let unit: Int
    let place: String?
  }

  private typealias Dose = (entry: Entry, medicine: String)

  func chart() -> Chart {
    let (all, doses) = (readings(log.days), doses(log.days))
    let title = Words.line(["Temperature", log.title])
    guard let highest = all.max(by: { $0.celsius < $1.celsius }), let newest = all.last else {
      return Chart(
        kind: .temperature, title: title, sentence: "No temperature was logged", table: table([], [], unit: 0),
        note: "Log one with: bbctl log temperature 38.2C ear")
    }
    let columns = log.columns
    let isGrouped = all.count > Self.mostDots
    let shown =
      isGrouped ? columns.compactMap { readings($0.days).max { $0.celsius < $1.celsius } } : all
    // Without a chosen unit, the one in which the newest was typed.
    let unit = log.settings.measures.temperature.map { $0 == .celsius ? 0 : 1 } ?? newest.unit
    let given = Self.counts(doses).map { "\($0.count) \($0.count == 1 ? "dose" : "doses") of \($0.medicine)" }
    let sentence = "\(text(highest, unit: unit)) at the highest, \(moment(highest.entry))"
    let group = columns.count < log.days.count ? "week" : "day"
    return Chart(
      kind: .temperature, title: title,
      sentence: Words.line([sentence] + (given.isEmpty ? [] : [Words.listed(given)]), separator: "; "),
      panels: [panel(shown, doses, columns, unit: unit)], table: table(shown, doses, unit: unit),
      note: isGrouped ? "Of \(all.count) temperatures, the highest of each \(group) is shown." : nil)
  }

  private func readings(_ days: [ChartDay]) -> [Reading] {
    days.flatMap(\.begun).compactMap { entry in
      guard case .declared(let kind, let values) = entry.content, kind == .temperature, values.count == 2,
        case .quantity(let number, let unit)? = values[0], case .choice(let places) = kind.fields[1].type
      else { return nil }
      let place: String? = if case .choice(let index)? = values[1] { places[index] } else { nil }
      let celsius = number * Self.units[unit].factor + Self.units[unit].offset
      return Reading(entry: entry, celsius: celsius, number: number, unit: unit, place: place)
    }
  }

  private func doses(_ days: [ChartDay]) -> [Dose] {
    days.flatMap(\.begun).compactMap { entry in
      guard case .declared(.medicine, let values) = entry.content, case .text(let name)?? = values.first else {
        return nil
      }
      return (entry, name)
    }
  }

  /// How often each medicine was given, the most frequent first; names that differ in case are one.
  private static func counts(_ doses: some Sequence<Dose>) -> [(medicine: String, count: Int)] {
    Dictionary(grouping: doses) { $0.medicine.lowercased() }.values.map { ($0[0].medicine, $0.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  // MARK: Numbers

  private static func converted(_ celsius: Double, to unit: Int) -> Double {
    (celsius - units[unit].offset) / units[unit].factor
  }

  /// "38.6 °C": as it was typed, or converted to a tenth of a degree.
  private func text(_ reading: Reading, unit: Int) -> String {
    let number =
      reading.unit == unit
      ? Words.decimalText(reading.number, places: 2)
      : Words.decimalText(Self.converted(reading.celsius, to: unit), places: 1)
    return "\(number) \(Self.units[unit].sign)"
  }

  /// "today at 6:05 PM", "on Tue at 6:05 PM", "on Tue, Nov 14 at 6:05 PM"
  private func moment(_ entry: Entry) -> String {
    let (local, today) = (log.zone.local(entry.start), log.zone.local(log.now).date)
    var day = Words.day(local.date, today: today)
    if abs(local.date.dayNumber - today.dayNumber) > 1 {
      day = "on " + (log.days.count <= 7 ? Words.dayLabel(local.date, today: today, isOfWeek: true) : day)
    }
    return entry.isOfDay(at: local) ? day : "\(day) at \(Words.clock(local.time, format: log.settings.timeFormat))"
  }

  /// A row for each temperature, newest first.
  private func table(_ readings: [Reading], _ doses: [Dose], unit: Int) -> ChartTable {
    var rest = doses[...]
    let rows = readings.map { reading in
      let given = rest.prefix { $0.entry.start <= reading.entry.start }
      rest = rest.dropFirst(given.count)
      let medicines = Self.counts(given).map { $0.count == 1 ? $0.medicine : "\($0.medicine) ×\($0.count)" }
      let local = log.zone.local(reading.entry.start)
      return [
        reading.entry.isOfDay(at: local) ? "\(local.date)" : "\(local.date) \(local.time)", text(reading, unit: unit),
        reading.place ?? Words.noValue,
        medicines.isEmpty ? Words.noValue : medicines.joined(separator: ", "),
      ]
    }
    return ChartTable(
      headings: ["Time", "Temperature", "Place", "Medicines since the last temperature"], rows: rows.reversed())
  }

  // MARK: The picture

  private func panel(_ readings: [Reading], _ doses: [Dose], _ columns: [ChartColumn], unit: Int) -> ChartPanel {
    let values = readings.map(\.celsius) + [Self.fever]
    // The row of doses is below all temperatures.
    let scale = ChartScale(
      from: Self.converted((values.min() ?? Self.fever) - 0.7, to: unit),
      to: Self.converted(values.max() ?? Self.fever, to: unit), .number(Self.units[unit].sign))
    func dot(_ entry: Entry, _ level: Double) -> ChartPoint {
      ChartPoint(at: log.position(of: entry.start), level, entries: [entry.id])
    }
    let dots = readings.map { dot($0.entry, scale.position(Self.converted($0.celsius, to: unit))) }
    var lines: [ChartSeries] = []
    for (index, dot) in dots.enumerated() {
      if index > 0, readings[index].entry.start - readings[index - 1].entry.start <= Self.longestLine {
        lines[lines.count - 1].points.append(ChartPoint(at: dot.from, dot.high))
      } else {
        lines.append(ChartSeries(shape: .line, kind: Self.kind, points: [ChartPoint(at: dot.from, dot.high)]))
      }
    }
    let drawn = doses.count <= Self.mostDots ? doses : columns.compactMap { self.doses($0.days).first }
    let series =
      [.gaps(columns), .line("fever", at: scale.position(Self.converted(Self.fever, to: unit)))]
      + lines.filter { $0.points.count > 1 } + [
        ChartSeries(name: "temperature", shape: .point, kind: Self.kind, points: dots),
        ChartSeries(
          name: "medicine", shape: .point, kind: .note, shade: 1, points: drawn.map { dot($0.entry, 0.05) }),
      ]
    return ChartPanel(
      title: "Temperature", ticks: log.days.count <= 2 ? hours : log.ticks(of: columns), levels: scale.levels,
      series: series.filter { !$0.points.isEmpty })
  }

  /// Every six hours of one day, every twelve of two, where clocks show them.
  private var hours: [ChartTick] {
    let start = LocalDateTime(log.days[0].window.date, log.settings.dayStart)
    return (0...4).map { index in
      let local = start.adding(hours: index * 6 * log.days.count)
      return ChartTick(
        at: log.position(of: log.zone.instants(of: local).earliest),
        label: Words.tick(local.time, format: log.settings.timeFormat))
    }
  }
}
