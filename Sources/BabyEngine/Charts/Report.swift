import BabyModel
public import BabyProtocol
import BabyStatistics
import BabyStore

extension ChartReader {
  /// The maximum number of days of a report.
  private static let mostReportDays = 62

  /// A page for a doctor.
  ///
  /// - Throws: `BabyError.daysNotUnderstood`, `.timeUnclear`, `.entryInvalid` for more than 62 days; database errors.
  public func report(_ params: ReportGet.Params) throws -> ReportGet.Answer {
    let visit = params.isSinceVisit ? try lastVisit() : nil
    let log = try log(try reportPeriod(params, since: visit))
    // Of a period in the past, only what was measured until then.
    let life = DayRange(first: child.born, last: log.days.last?.window.date ?? today)
    let report = Report(
      log: log, visit: params.isSinceVisit ? .some(visit) : .none, growth: try GrowthLines(self, until: life.last),
      panels: try GrowthChart(self, period: life.last < today ? life : nil).chart().panels, raster: try raster(of: log),
      newFoods: try newFoods(in: log.days.flatMap(\.begun)))
    let paper = params.paper ?? (settings.weightUnit == .pounds ? .letter : .a4)
    return ReportGet.Answer(
      child: ChildReference(child), title: log.title,
      document: params.format == .html ? ReportHTML(report).document : ReportPage(report, on: paper).document)
  }

  private func reportPeriod(_ params: ReportGet.Params, since visit: LocalDate?) throws -> DayRange {
    if let visit {
      return DayRange(first: max(visit, today.adding(days: 1 - Self.mostReportDays)), last: today)
    }
    let period = try period(ChartGet.Params(chart: .sleep, day: params.day, days: params.days), usually: 14)
    guard period.count <= Self.mostReportDays else {
      throw BabyError.entryInvalid([FieldError("day", "must be at most \(Self.mostReportDays) days")])
    }
    return period
  }

  /// The last day before today on which a vaccine was given, or a length or a head was measured: parents weigh, but
  /// rarely do they measure. Nil if there is none.
  private func lastVisit() throws -> LocalDate? {
    let end = DayWindow(today, dayStart: settings.dayStart, zone: zone).start
    let starts = try [KindDeclaration.vaccine, .length, .head].compactMap { kind in
      try entries.entries(EntryQuery(child: child.id, to: end, kinds: [.declared(kind)], limit: 1)).entries.first?.start
    }
    return starts.max().map { DayWindow(containing: $0, dayStart: settings.dayStart, zone: zone).date }
  }

  /// The last days of a period as bands.
  private func raster(of log: ChartLog) throws -> Chart {
    let days = Array(log.days.map(\.window).suffix(14).reversed())
    let query = EntryQuery(child: child.id, from: days.last?.start, to: days.first?.end)
    return DayBands(
      days: days, entries: try entries.entries(query).entries, forecast: nil, settings: settings, zone: zone, now: now
    ).chart()
  }

  /// The foods of a period that nothing older names, by the entry with which each was new.
  private func newFoods(in begun: [Entry]) throws -> NewFoods {
    var foods = NewFoods(in: begun)
    guard let newest = foods.newest else { return foods }
    let food = EntryKind.declared(.food)
    var query = EntryQuery(child: child.id, to: newest + .milliseconds(1), kinds: [food], limit: 500)
    repeat {
      let page = try entries.entries(query)
      for entry in page.entries where !foods.isSettled { foods.add(entry) }
      query.cursor = page.nextCursor
    } while query.cursor != nil && !foods.isSettled
    return foods
  }
}

/// A page about a child for a doctor, without its layout.
struct Report {
  /// The name, and below it what the page is about, a line each.
  let name: String
  let facts: [String]
  /// At most three, of measurements.
  let panels: [ChartPanel]
  let growth: GrowthLines
  /// The last days of the period as bands.
  let raster: Chart
  /// A usual day of the period beside one of the days before.
  let usual: ChartTable
  /// Wet and dirty diapers of the first two weeks; nil for an older child.
  let newborn: ChartTable?
  let sections: [Section]
  let footer: [String]

  /// Of the bands of days.
  static let legend = "Grey: asleep. Above: feeds. Below: diapers."

  /// A list of the page.
  struct Section {
    let title: String
    let table: ChartTable
  }

  /// - Parameter visit: the day of the last visit, or that none is known, where the period depends on it.
  init(
    log: ChartLog, visit: LocalDate??, growth: GrowthLines, panels: [ChartPanel], raster: Chart, newFoods: NewFoods
  ) {
    name = log.child.name
    facts = ReportWords(log).facts(visit: visit)
    self.panels = Array(panels.prefix(3))
    (self.growth, self.raster) = (growth, raster)
    usual = Self.usualDay(of: log)
    newborn = Self.newborn(log)
    sections = ReportLists(log, newFoods: newFoods).sections
    footer = ReportWords(log).footer
  }

  /// Medians and ranges of the days that are over: the same numbers as in the tables of the charts.
  private static func usualDay(of log: ChartLog) -> ChartTable {
    let contents = FeedChart.contents(in: log.settings.units)
    let rows: [(String, DayMeasure)] = [
      ("Asleep", SleepChart.asleep), ("Asleep at night", SleepChart.atNight), ("Asleep by day", SleepChart.byDay),
      ("Naps begun", SleepChart.naps), ("Longest sleep", SleepChart.longest), ("Feeds", FeedChart.feeds),
      ("Breast milk", contents[0]), ("Formula", contents[1]), ("Other milk", contents[2]),
      ("At left breast", FeedChart.left), ("At right breast", FeedChart.right), ("Wet diapers", DiaperChart.wet),
      ("Dirty diapers", DiaperChart.dirty),
    ]
    func range(_ days: [ChartDay], _ measure: DayMeasure) -> String {
      let values = days.values(measure)
      guard let low = values.min(), let high = values.max() else { return Words.noValue }
      let texts = [low, high].map(measure.text)
      return texts[0] == texts[1] ? texts[0] : "\(texts[0])–\(texts[1])"
    }
    func median(_ days: [ChartDay], _ measure: DayMeasure) -> String {
      days.usual(measure).map(measure.text) ?? Words.noValue
    }
    let periods = log.before.isEmpty ? [log.days] : [log.days, log.before]
    return ChartTable(
      headings: ["", "Median", "Range"] + (periods.count > 1 ? ["Before", "Range before"] : []),
      rows: rows.filter { _, measure in periods.contains { $0.values(measure).contains { $0 > 0 } } }
        .map { name, measure in [name] + periods.flatMap { [median($0, measure), range($0, measure)] } })
  }

  /// The least number of wet and of dirty diapers at an age in days, as Texas WIC's "How can I tell if my baby is getting
  /// enough to eat?" has it: 1 and 1 on day 1, 2 and 2 on day 2, then 3, 4, 5 and 6 wet ones, and 3 dirty ones.
  static func leastDiapers(onDay day: Int) -> (wet: Int, dirty: Int) { (min(day, 6), min(day, 3)) }

  /// Days 1 to 14, of the age in days. The day of birth and today, of which there is only a part, have no least number.
  private static func newborn(_ log: ChartLog) -> ChartTable? {
    let rows = log.days.reversed().compactMap { day -> [String]? in
      let age = day.window.date.dayNumber - log.child.born.dayNumber
      guard (0...14).contains(age) else { return nil }
      let least = age > 0 && day.isOver ? leastDiapers(onDay: age) : nil
      func text(_ value: Int) -> String { day.isUnlogged ? Words.noValue : "\(value)" }
      return [
        age == 0 ? "birth" : "\(age)", "\(day.window.date)\(day.isOver ? "" : ", so far")", text(day.totals.wetDiapers),
        least.map { "\($0.wet)" } ?? Words.noValue,
        text(day.totals.dirtyDiapers), least.map { "\($0.dirty)" } ?? Words.noValue,
      ]
    }
    if rows.isEmpty { return nil }
    return ChartTable(headings: ["Day", "Date", "Wet", "at least", "Dirty", "at least"], rows: rows)
  }
}

extension [ChartDay] {
  /// The numbers of the days that are over and say anything about it.
  fileprivate func values(_ measure: DayMeasure) -> [Double] {
    filter { $0.isOver && !$0.isUnlogged }.compactMap(measure.value)
  }
}

/// The newest measurements of a child in words.
struct GrowthLines {
  let lines: [String]

  /// - Throws: database errors.
  init(_ reader: ChartReader, until last: LocalDate) throws {
    let log = try GrowthLog(of: reader.child, reader.entries, zone: reader.zone)
    let newest = [GrowthMeasure.weight, .length, .head].compactMap { measure in
      log.history.rows.first { $0.measure == measure && $0.day <= last }
    }
    var lines = newest.map { row in
      let amount = log.amount(of: row.entry, in: reader.settings) ?? Words.noValue
      let places = row.scores.map { score in
        (row.scores.count > 1 ? "\(score.sex.rawValue): " : "") + Words.percentile(score.percentile)
          + " (z \(Words.decimalText(score.z, places: 1)))"
      }
      let gain = row.velocity.map { Words.weightGain(gramsPerDay: $0.gramsPerDay, ageDays: row.age.days) }
      return Words.line(["\(Words.title(row.measure)) \(amount)", "\(row.day)"] + places + [gain].compactMap(\.self))
    }
    if let weight = log.history.birthWeight {
      let birth = "Birth weight \(Words.decimalText(weight.kilograms * 1000, places: 0)) g"
      lines.append(
        Words.line([birth, weight.regainedByDay.map(Words.birthWeightRegained) ?? "not weighed at it again yet"]))
    }
    self.lines = lines.isEmpty ? ["Nothing measured yet"] : lines
  }
}
