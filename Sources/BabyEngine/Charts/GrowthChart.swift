import BabyModel
import BabyProtocol
import BabyStatistics

/// A child's weight, length and head by age, on the curves of the WHO standards.
struct GrowthChart {
  private let reader: ChartReader
  private let period: DayRange?
  private let log: GrowthLog
  /// What was measured in the period, newest first: the entries of kind weight, length and head.
  private let rows: [GrowthRow]
  private let axis: AgeAxis
  /// By the calendar, as ages count, whenever the child's day starts.
  private let today: LocalDate

  private static let measures = [GrowthMeasure.weight, .length, .head]
  /// The maximum number of points of a measure; of more measurements, those close together share a point.
  private static let mostPoints = 100

  /// - Parameter period: nil for all of the child's life.
  init(_ reader: ChartReader, period: DayRange?) throws {
    (self.reader, self.period) = (reader, period)
    let log = try GrowthLog(of: reader.child, reader.entries, zone: reader.zone)
    self.log = log
    let rows = log.history.rows.filter { row in
      let window = DayWindow(containing: row.at, dayStart: reader.settings.dayStart, zone: reader.zone)
      return Self.measures.contains(row.measure) && (period?.contains(window.date) ?? true)
    }
    self.rows = rows
    today = reader.zone.local(reader.now).date
    let basis = reader.child.ageBasis
    let days = period ?? DayRange(first: basis.born, last: today)
    // What was measured before the day start is a day older by the calendar.
    let last = max(days.last, rows.first?.day ?? days.last)
    let ages = (first: GrowthAge(on: days.first, basis).inTables, last: GrowthAge(on: last, basis).inTables)
    // Years without a measurement would leave no room for those before.
    let measured = period == nil ? rows.first.map { $0.age.inTables - ages.first } : nil
    axis = AgeAxis(
      from: ages.first, to: min(ages.last, measured.map { ages.first + 2 * $0 } ?? ages.last), goesOn: period == nil,
      isCorrected: basis.isCorrected(on: days.first))
  }

  func chart() -> Chart {
    let days = period.map { Words.daysTitle(from: $0.first, to: $0.last, today: reader.today) }
    return Chart(
      kind: .growth, title: Words.line(["Growth", days].compactMap(\.self)), sentence: sentence,
      panels: Self.measures.compactMap(panel), table: table, note: note)
  }

  // MARK: Panels

  /// Nil without a measurement on the axis.
  private func panel(of measure: GrowthMeasure) -> ChartPanel? {
    let measured = rows.filter { $0.measure == measure && axis.contains($0.age.inTables) }
    guard let newest = measured.first, let unit = unit(of: newest) else { return nil }
    let curves = curves(of: measure)
    let scale = scale(measured, curves, unit)
    let points = points(of: measured) { scale.position($0.value / unit.factor) }
    let mistakes = Set(measured.lazy.filter(\.isImplausible).map(\.entry))
    let line = points.filter { mistakes.isDisjoint(with: $0.entries.prefix(1)) }
    var series = curves.enumerated().map { index, curve in
      ChartSeries(
        name: index == 0 ? Words.growthCurves : nil, shape: .line,
        points: curve.map { ChartPoint(at: axis.position($0.age), scale.position($0.value / unit.factor)) })
    }
    series.append(
      ChartSeries(shape: .line, kind: .tummyTime, points: line.map { ChartPoint(at: $0.from, $0.high) }))
    series.append(ChartSeries(name: "measured", shape: .point, kind: .tummyTime, points: points))
    return ChartPanel(
      title: axis.isCorrected ? "\(Words.title(measure)), corrected age" : Words.title(measure), ticks: axis.ticks,
      levels: scale.levels, series: series.filter { !$0.points.isEmpty })
  }

  /// From left to right. Where there are too many, a point is the newest value of its part of the axis.
  private func points(of measured: [GrowthRow], level: (GrowthRow) -> Double) -> [ChartPoint] {
    let isCrowded = measured.count > Self.mostPoints
    var points: [ChartPoint] = []
    var part: Int?
    for row in measured {
      let place = axis.position(row.age.inTables)
      let current = Int(place * Double(Self.mostPoints - 1))
      if isCrowded, part == current {
        points[points.count - 1].entries.append(row.entry)
      } else {
        points.append(ChartPoint(at: place, level(row), entries: [row.entry]))
        part = current
      }
    }
    return points.reversed()
  }

  /// The curves of the child's sex in the measure's unit, the lowest first; none if the sex is not known.
  private func curves(of measure: GrowthMeasure) -> [[(age: Int, value: Double)]] {
    guard log.references.count == 1, let sex = log.references.first else { return [] }
    let ages = axis.ages(in: GrowthStandard.who.ages)
    return GrowthCurve.allCases.map { curve in
      ages.compactMap { age in
        GrowthStandard.who.value(of: measure, at: curve.z, age: age, among: sex).map { (age, $0) }
      }
    }
  }

  /// Around all curves and values; a mistake makes it no higher than twice the 97th percentile.
  private func scale(
    _ measured: [GrowthRow], _ curves: [[(age: Int, value: Double)]], _ unit: QuantityDeclaration.Unit
  ) -> ChartScale {
    var values = measured.filter { !$0.isImplausible }.map(\.value) + curves.joined().map(\.value)
    let most = 2 * (measured.first.flatMap { ninetySeventh(of: $0.measure) } ?? .infinity)
    values += measured.filter(\.isImplausible).map { min($0.value, most) }
    let (lowest, highest) = ((values.min() ?? 0) / unit.factor, (values.max() ?? 0) / unit.factor)
    // Without curves, a single value would stand at an edge.
    let room = curves.joined().isEmpty ? highest * 0.1 : 0
    return ChartScale(from: max(lowest - room, 0), to: highest + room, .number(unit.sign))
  }

  /// The 97th percentile at the right end.
  private func ninetySeventh(of measure: GrowthMeasure) -> Double? {
    let standard = GrowthStandard.who
    let age = min(max(axis.last, standard.ages.lowerBound), standard.ages.upperBound)
    return log.references.compactMap {
      standard.value(of: measure, at: GrowthCurve.ninetySeventh.z, age: age, among: $0)
    }.max()
  }

  /// The chosen unit of weights; otherwise that in which the value was typed, kilograms for grams and pounds for ounces.
  private func unit(of row: GrowthRow) -> QuantityDeclaration.Unit? {
    guard case .declared(let kind, let values)? = log.entries[row.entry]?.content,
      case .quantity(let quantity)? = kind.fields.first?.type, case .quantity(_, let typed)? = values.first
    else { return nil }
    var word = quantity.unitWords[typed]
    if row.measure == .weight {
      word = reader.settings.measures.weight?.rawValue ?? ["g": "kg", "oz": "lb"][word] ?? word
    }
    return quantity.units.first { $0.word == word }
  }

  // MARK: Words

  private var sentence: String {
    guard let newest = rows.first(where: { $0.measure == .weight }) ?? rows.first else {
      return log.entries.isEmpty ? "Nothing measured yet" : "Nothing was measured in this time"
    }
    let place = percentile(of: newest).map { Words.percentile($0) }
    let gain = newest.velocity.map { velocity in
      let since = newest.day.adding(days: -velocity.days)
      return Words.weightGain(gramsPerDay: velocity.shown, ageDays: newest.age.days)
        + " since \(Words.day(since, today: today))"
    }
    let facts = [place, gain].compactMap(\.self)
    return Words.line([said(newest)] + (facts.isEmpty ? [] : [Words.line(facts, separator: ", ")]), separator: ": ")
  }

  /// "7.2 kg on Tue, Nov 14", "7.2 kg today"
  private func said(_ row: GrowthRow) -> String {
    let isNear = (0...1).contains(today.dayNumber - row.day.dayNumber)
    return "\(amount(of: row)) \(isNear ? "" : "on ")\(Words.day(row.day, today: today))"
  }

  private func amount(of row: GrowthRow) -> String {
    log.amount(of: row.entry, in: reader.settings) ?? Words.noValue
  }

  /// Among children of the same sex; nil if that is not known, or at ages without a standard.
  private func percentile(of row: GrowthRow) -> Double? { row.scores.count == 1 ? row.scores[0].percentile : nil }

  private var note: String? {
    let name = reader.child.name.shellQuoted
    guard let newest = log.history.rows.first else {
      let example = reader.settings.weightUnit == .pounds ? "7lb4oz" : "3.2kg"
      return "To log a weight: bbctl weight \(example) --child \(name)"
    }
    guard !rows.isEmpty else { return "The newest measurement is \(said(newest))." }
    let mistakes = rows.filter(\.isImplausible)
    var parts = mistakes.prefix(3).map { "\(said($0)) is \(Words.implausible) (bbctl edit \($0.entry.lastDigits))." }
    if mistakes.count > 3 { parts.append("So are \(mistakes.count - 3) more.") }
    parts.append(Words.growthIsNoAdvice)
    if log.references.count > 1 {
      parts.append(
        "To see the curves of the WHO standards, say whether \(reader.child.name) is a girl or a boy: "
          + "bbctl child edit \(name) --sex female")
    }
    return Words.line(parts, separator: " ")
  }

  // MARK: Table

  /// A row for each day with a measurement, newest first; of several on one day, the last.
  private var table: ChartTable {
    let measured = Self.measures.filter { measure in rows.contains { $0.measure == measure } }
    let scored = Set(rows.lazy.filter { percentile(of: $0) != nil }.map(\.measure))
    var days: [[GrowthMeasure: GrowthRow]] = []
    var last: LocalDate?
    for row in rows {
      if row.day != last { days.append([:]) }
      last = row.day
      if days[days.count - 1][row.measure] == nil { days[days.count - 1][row.measure] = row }
    }
    let headings = measured.flatMap { [Words.title($0)] + (scored.contains($0) ? ["Percentile"] : []) }
    return ChartTable(
      headings: ["Day", "Age"] + headings,
      rows: days.compactMap { day in
        day.values.first.map { row in
          ["\(row.day)", age(of: row)]
            + measured.flatMap { measure in
              [day[measure].map(amount) ?? Words.noValue]
                + (scored.contains(measure) ? [day[measure].flatMap(percentile).map(Words.place) ?? Words.noValue] : [])
            }
        }
      })
  }

  /// "6 days", "5 weeks", "5 months (corrected 3 months)"
  private func age(of row: GrowthRow) -> String {
    if (0..<14).contains(row.age.days) { return Words.days(row.age.days) }
    return Words.age(on: row.day, reader.child.ageBasis) ?? Words.noValue
  }
}

extension GrowthRow {
  /// Whether the WHO would take it for a mistake, whatever the child's sex.
  fileprivate var isImplausible: Bool { !scores.isEmpty && scores.allSatisfy(\.isImplausible) }
}

extension Words {
  /// The legend of the curves.
  fileprivate static let growthCurves = "WHO 3rd, 15th, 50th, 85th, 97th"

  /// "43rd", "below the 1st"
  fileprivate static func place(_ percentile: Double) -> String {
    String(Words.percentile(percentile).dropLast(" percentile".count))
  }
}
