public import BabyModel
import BabyStore

/// A child's dashboard and what it takes to show it.
public struct DashboardView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var dashboard: Dashboard
  public var forecast: Forecast
  /// From when on it is another one though nothing is logged: with the next day, or a prediction that time has overtaken.
  public var end: Instant { min(dashboard.day.end, forecast.expiry ?? dashboard.day.end) }
}

/// A stretch of a child's timeline and what it takes to show it.
public struct TimelineView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var entries: [Entry]
  public var nextCursor: String?
  /// How many entries of the time are of kinds that this version does not know; 0 where only some kinds or texts are
  /// wanted, or a further page.
  public var unknownKinds: Int
  /// The requested day, and its totals.
  public var day: DayWindow?
  public var totals: DayTotals?
  /// The days on this page if several were requested, newest first, each with its totals.
  public var days: [(day: DayWindow, totals: DayTotals)]?
  /// The medicines with a relevant next dose, if the current day was requested.
  public var medicines: [MedicineCourse] = []
  /// The day of the request.
  public var currentDay: DayWindow
  /// The foods that were new with an entry, by the entry.
  public var newFoods: [EntryID: [String]] = [:]
}

extension LogbookReader {
  public func dashboard(of reference: String?) throws -> DashboardView {
    let outlook = try outlook(of: child(reference))
    let (child, settings, zone) = (outlook.child, outlook.settings, outlook.zone)
    let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    let facts = try transaction.dashboardFacts(child.id, day: day, settings: settings)
    let dashboard = Dashboard(facts: facts, child: child, settings: settings, zone: zone, now: now)
    return DashboardView(
      child: child, settings: settings, zone: zone, dashboard: dashboard, forecast: try outlook.forecast())
  }
}
