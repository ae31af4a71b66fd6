import BabyModel
public import BabyProtocol

extension ChartReader {
  /// The last seven days beside the four weeks before.
  public func trends() throws -> TrendList.Answer {
    // Today is not compared, but a sleep of yesterday may end in it.
    let trends = Trends(log: try log(DayRange(first: today.adding(days: -Trends.days), last: today)))
    return TrendList.Answer(
      child: ChildReference(child), theme: settings.theme, last: today.adding(days: -1), trends: trends.records,
      note: trends.note)
  }
}

/// The days of the last week that are over, beside those of the four weeks before.
///
/// Pure: it needs no transaction. Each number is the median of the days on which anything of its kind was logged: a day
/// without a sleep says nothing about sleep, whatever else was logged on it.
struct Trends {
  /// Those that are compared.
  static let days = earlierDays + recentDays
  private static let recentDays = 7
  private static let earlierDays = 28
  /// How many of each have to say something about a number.
  private static let leastRecent = 4
  private static let leastEarlier = 10
  /// A change is above this many median absolute deviations of the four weeks.
  private static let spreads = 1.5

  private let log: ChartLog
  /// The oldest first.
  private let recent: ArraySlice<ChartDay>
  private let earlier: ArraySlice<ChartDay>

  /// - Parameter log: of the days that are compared, and today.
  init(log: ChartLog) {
    self.log = log
    let days = log.days.filter(\.isOver)
    recent = days.suffix(Self.recentDays)
    earlier = days.dropLast(Self.recentDays)
  }

  /// First what changed, by how many spreads; then the rest in the order of the measures.
  var records: [TrendRecord] {
    let trends = TrendMeasure.allCases.compactMap(trend)
    let changed = trends.enumerated().filter { $1.record.isChanged }.sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }
    return changed.map(\.element.record) + trends.filter { !$0.record.isChanged }.map(\.record)
  }

  /// Why nothing can be compared; nil if something can.
  var note: String? {
    guard TrendMeasure.allCases.allSatisfy({ trend($0) == nil }) else { return nil }
    let (new, old) = (recent.count { !$0.isUnlogged }, earlier.count { !$0.isUnlogged })
    guard new + old > 0 else { return "Nothing was logged in the last five weeks." }
    return """
      There is too little to compare: it takes sleeps, feeds or diapers on \(Self.leastRecent) of the last \
      \(Self.recentDays) days and on \(Self.leastEarlier) of the \(Self.earlierDays) before. Entries were logged on \
      \(new) and \(old) of them.
      """
  }

  /// A number and by how many spreads it changed; nil if too few days say anything about it.
  private func trend(_ measure: TrendMeasure) -> (record: TrendRecord, size: Double)? {
    let figure = TrendFigure(measure, in: log)
    let (new, old) = (figure.values(of: recent), figure.values(of: earlier))
    guard new.count >= Self.leastRecent, old.count >= Self.leastEarlier,
      let usual = new.median.map(figure.rounded), let former = old.median.map(figure.rounded), usual + former > 0
    else { return nil }
    let difference = (usual - former).magnitude
    let spread = Self.spreads * (old.map { ($0 - former).magnitude }.median ?? 0)
    let floor = figure.floor(former)
    let record = TrendRecord(
      measure: measure, title: figure.title, text: figure.text(usual), comparison: figure.comparison(usual, former),
      isChanged: difference > spread && difference >= floor, weeks: weeks(figure),
      // Today, too, because that is where the chart ends.
      command: "bbctl chart \(figure.chart.rawValue) --last \(Self.days + 1)d")
    return (record, difference / max(spread, floor))
  }

  private func weeks(_ figure: TrendFigure) -> [TrendWeek] {
    let days = earlier + recent
    return stride(from: days.count % 7, to: days.count, by: 7).compactMap { first in
      let week = days[first..<first + 7]
      guard let last = week.last, let median = figure.values(of: week).median else { return nil }
      return TrendWeek(last: last.window.date, median: figure.rounded(median))
    }
  }
}

/// How a number is taken from days, compared and worded.
private struct TrendFigure {
  private enum Unit { case minutes, count, milliliters }

  let title: String
  /// The chart that shows it day by day.
  let chart: ChartKind
  private let measure: DayMeasure
  private let unit: Unit
  /// What it is a number of: " a day"
  private let rate: String
  private let (more, less): (String, String)

  init(_ measure: TrendMeasure, in log: ChartLog) {
    switch measure {
    case .asleep: self.init("Asleep", .sleep, SleepChart.asleep, .minutes)
    case .asleepAtNight: self.init("At night", .sleep, SleepChart.atNight, .minutes)
    case .asleepByDay: self.init("In naps", .sleep, SleepChart.byDay, .minutes)
    case .naps: self.init("Naps", .sleep, SleepChart.naps, .count)
    case .longestSleep: self.init("Longest sleep", .sleep, SleepChart.longest, .minutes, isOfDay: false)
    case .awake: self.init("Between sleeps", .wake, WakeChart(log: log).median, .minutes, isOfDay: false)
    case .feeds: self.init("Feeds", .feeds, FeedChart.feeds, .count)
    case .amount: self.init("Bottles", .feeds, Self.amount(in: log.settings.units), .milliliters)
    case .nursing: self.init("Nursing", .feeds, Self.nursing, .minutes)
    case .betweenFeeds: self.init("Between feeds", .feeds, FeedChart.between(in: log), .minutes, isOfDay: false)
    case .wetDiapers: self.init("Wet diapers", .diapers, DiaperChart.wet, .count)
    case .dirtyDiapers: self.init("Dirty diapers", .diapers, DiaperChart.dirty, .count)
    }
  }

  /// - Parameter isOfDay: whether it is a sum of the day, and not the length of one thing.
  private init(_ title: String, _ chart: ChartKind, _ measure: DayMeasure, _ unit: Unit, isOfDay: Bool = true) {
    (self.title, self.chart, self.measure, self.unit) = (title, chart, measure, unit)
    rate = isOfDay ? " a day" : ""
    (more, less) = isOfDay ? ("more", unit == .count ? "fewer" : "less") : ("longer", "shorter")
  }

  /// In millilitres, worded in a unit.
  private static func amount(in unit: VolumeUnit) -> DayMeasure {
    FeedChart.amount(in: .milliliters).worded { Words.amount(milliliters: $0, in: unit) }
  }

  /// At both breasts.
  private static let nursing = DayMeasure.minutes("Nursing") { day in
    FeedChart.left.value(day).flatMap { left in FeedChart.right.value(day).map { left + $0 } }
  }

  /// Of the days that say anything about it.
  func values(of days: some Sequence<ChartDay>) -> [Double] {
    days.filter { !$0.isUnlogged }.compactMap(measure.value)
  }

  /// As exact as it is shown: times to the minute that is full, the rest to tenths.
  func rounded(_ value: Double) -> Double {
    unit == .minutes ? ((value * 60_000).rounded() / 60_000).rounded(.down) : (value * 10).rounded() / 10
  }

  /// The least change that a parent notices.
  func floor(_ former: Double) -> Double {
    switch unit {
    case .minutes: 15
    case .count: 1
    case .milliliters: max(former / 10, 1)
    }
  }

  /// "13h 20m a day"
  func text(_ value: Double) -> String { measure.text(value) + rate }

  /// "40m more", "as before"
  func comparison(_ usual: Double, _ former: Double) -> String {
    guard measure.text(usual) != measure.text(former) else { return "as before" }
    return "\(measure.text((usual - former).magnitude)) \(usual > former ? more : less)"
  }
}
