import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The maximum number of days in a chart.
  private static let mostDays = 366

  /// A picture of a child's log.
  public func chart(_ params: ChartGet.Params) throws -> ChartGet.Answer {
    let child = try child(params.childID)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    let period =
      try params.day.map { try DayRange(words: $0, now: now, settings: settings, zone: zone) }
      ?? DayRange(first: today.date.adding(days: 1 - (params.days ?? 1)), last: today.date)
    guard period.count <= Self.mostDays else {
      throw BabyError.entryInvalid([FieldError("day", "must be at most \(Self.mostDays) days")])
    }
    let days = (0..<period.count).map {
      DayWindow(period.last.adding(days: -$0), dayStart: settings.dayStart, zone: zone)
    }
    let query = EntryQuery(child: child.id, from: days.last?.start, to: days.first?.end)
    let chart = DayBands(
      days: days, entries: try transaction.entries(query).entries,
      forecast: period.contains(today.date) ? try forecaster(of: child).forecast() : nil, settings: settings,
      zone: zone, now: now
    ).chart()
    return ChartGet.Answer(
      child: ChildReference(child), theme: settings.theme, chart: chart,
      svg: params.svg.map { BandPicture(chart: chart, child: child.name, ink: ChartInk(settings.theme, on: $0)).svg() })
  }
}
