public import BabyModel
public import BabyProtocol
import BabyStatistics
public import BabyStore

/// Charts of one child: of a machine's log, or of a family's on its server.
///
/// Valid inside the transaction whose entries it was given.
public struct ChartReader {
  public let child: Child
  /// Those in force for the child.
  public let settings: Settings
  public let zone: ZoneRules
  public let now: Instant
  let entries: ReadTransaction

  /// The maximum number of days as bands: a year.
  private static let mostBands = 366
  /// The maximum number of days of other charts: ten years.
  private static let mostDays = 3660

  public init(of child: Child, _ entries: ReadTransaction, settings: Settings, zone: ZoneRules, now: Instant) {
    (self.child, self.entries, self.settings, self.zone, self.now) = (child, entries, settings, zone, now)
  }

  /// - Throws: `BabyError.daysNotUnderstood`, `.timeUnclear`, `.entryInvalid` for more days than there can be; database
  ///   errors.
  public func chart(_ params: ChartGet.Params) throws -> Chart {
    if params.chart == .day { return try dayBands(try period(params, usually: 1)) }
    if params.chart == .growth { return try GrowthChart(self, period: try growthPeriod(params)).chart() }
    let log = try log(try period(params, usually: 14))
    return switch params.chart {
    case .day, .growth, .sleep: SleepChart(log: log).chart()
    case .wake: WakeChart(log: log).chart()
    case .feeds: FeedChart(log: log).chart()
    case .diapers: DiaperChart(log: log).chart()
    case .hours: HourChart(log: log).chart()
    case .temperature: TemperatureChart(log: log).chart()
    case .predictions: try PredictionChart(self, log: log).chart()
    }
  }

  /// The same as SVG.
  ///
  /// - Parameter width: in pixels, at least 320.
  public func svg(of chart: Chart, on background: ChartBackground, width: Double = 720) -> String {
    let ink = ChartInk(settings.theme, on: background)
    return chart.kind == .day
      ? BandPicture(chart: chart, child: child.name, ink: ink, width: width).svg()
      : PanelPicture(chart: chart, child: child.name, ink: ink, width: width).svg()
  }

  // MARK: Days

  var today: LocalDate { DayWindow(containing: now, dayStart: settings.dayStart, zone: zone).date }

  /// The days that are meant, without those before the child's birth, if any are left.
  func period(_ params: ChartGet.Params, usually usual: Int) throws -> DayRange {
    let most = params.chart == .day ? Self.mostBands : Self.mostDays
    var period: DayRange
    if let day = params.day {
      period = try DayRange(words: day, now: now, settings: settings, zone: zone)
    } else if params.isWhole {
      period = DayRange(first: try firstDay(), last: today)
    } else {
      period = DayRange(first: today.adding(days: 1 - (params.days ?? usual)), last: today)
    }
    let born = child.ageBasis.born
    if born > period.first, born <= period.last { period = DayRange(first: born, last: period.last) }
    guard period.count <= most else {
      throw BabyError.entryInvalid([FieldError("day", "must be at most \(most) days")])
    }
    return period
  }

  /// Nil for all of the child's life.
  private func growthPeriod(_ params: ChartGet.Params) throws -> DayRange? {
    params.day == nil && params.days == nil ? nil : try period(params, usually: 1)
  }

  /// The day of the first entry; today if there is none.
  private func firstDay() throws -> LocalDate {
    try entries.firstStart(of: child.id).map {
      DayWindow(containing: $0, dayStart: settings.dayStart, zone: zone).date
    } ?? today
  }

  func windows(_ period: DayRange) -> [DayWindow] {
    (0..<period.count).map { DayWindow(period.first.adding(days: $0), dayStart: settings.dayStart, zone: zone) }
  }

  private func dayBands(_ period: DayRange) throws -> Chart {
    let days = Array(windows(period).reversed())
    let query = EntryQuery(child: child.id, from: days.last?.start, to: days.first?.end)
    let forecast = period.contains(today) ? try forecaster.forecast() : nil
    return DayBands(
      days: days, entries: try entries.entries(query).entries, forecast: forecast, settings: settings, zone: zone,
      now: now
    ).chart()
  }

  private var forecaster: Forecaster { Forecaster(of: child, entries, settings: settings, zone: zone, now: now) }

  /// Days with what was logged on them, and as many before them.
  func log(_ period: DayRange) throws -> ChartLog {
    let days = windows(period)
    let earliest = max(period.first.adding(days: -period.count), child.ageBasis.born)
    // Of the whole log there is nothing before.
    let before =
      earliest < period.first ? windows(DayRange(first: earliest, last: period.first.adding(days: -1))) : []
    let query = EntryQuery(child: child.id, from: (before.first ?? days.first)?.start, to: days.last?.end)
    return ChartLog(
      child, days: days, before: before, entries: try entries.entries(query).entries, settings: settings, zone: zone,
      now: now)
  }
}
