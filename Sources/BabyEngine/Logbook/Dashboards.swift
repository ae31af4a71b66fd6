public import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// A child's day so far.
  ///
  /// - Returns: the answer, and the period in which it is right if nothing is logged: until the next day, or until a
  ///   predicted time has passed.
  public func dashboard(
    of reference: String?
  ) throws -> (answer: DashboardGet.Answer, period: Range<Instant>) {
    let forecaster = try forecaster(of: child(reference))
    let (child, settings, zone) = (forecaster.child, forecaster.settings, forecaster.zone)
    let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    let facts = try transaction.dashboardFacts(child.id, day: day, settings: settings)
    let dashboard = Dashboard(facts: facts, child: child, settings: settings, zone: zone, now: now)
    let forecast = try forecaster.forecast()
    var answer = DashboardGet.Answer(
      dashboard, settings: settings, zone: zone, seq: Int(try transaction.lastSeq()))
    let summaries = forecast.predictions.map { PredictionSummary($0, zone: zone) }
    answer.predictions = summaries.isEmpty ? nil : summaries
    return (answer, day.start..<min(day.end, forecast.expiry ?? day.end))
  }
}
