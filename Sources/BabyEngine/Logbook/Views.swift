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
  /// The day that was asked for, and its totals.
  public var day: DayWindow?
  public var totals: DayTotals?
  /// The days that were asked for by their number, newest first, each with its totals.
  public var days: [(day: DayWindow, totals: DayTotals)]?
  /// The day in which it was asked.
  public var currentDay: DayWindow
}

extension LogbookReader {
  public func dashboard(of reference: String?) throws -> DashboardView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    let facts = try transaction.dashboardFacts(child.id, day: day)
    let dashboard = Dashboard(facts: facts, child: child, settings: settings, zone: zone, now: now)
    return DashboardView(
      child: child, settings: settings, zone: zone, dashboard: dashboard,
      forecast: try forecast(of: child, settings: settings, zone: zone))
  }

  /// Entries newest first.
  ///
  /// - Parameters:
  ///   - day: `today`, `yesterday` or a date, which gives the day's totals too, or `last week`, which gives those of each
  ///     day. Not together with `from` or `to`.
  ///   - days: the last so many days, today's included; gives the totals of each. Not together with the others.
  ///   - from: entries that touch the time from here on.
  ///   - to: entries that began before.
  public func timeline(
    of reference: String?, day: String?, days: Int?, from: String?, to: String?, kinds: [EntryKind]?, search: String?,
    limit: Int, cursor: String?
  ) throws -> TimelineView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    let today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    let named = try day.map { try LocalDate.days($0, now: now, settings: settings, zone: zone) }
    let isOneDay = named.map { $0.lowerBound == $0.upperBound } ?? false
    let window =
      isOneDay ? named.map { DayWindow($0.lowerBound, dayStart: settings.dayStart, zone: zone) } : nil
    let dates = isOneDay ? nil : named ?? days.map { today.date.adding(days: 1 - $0)...today.date }
    let windows = dates.map { dates in
      (dates.lowerBound.dayNumber...dates.upperBound.dayNumber).reversed().map {
        DayWindow(LocalDate(dayNumber: $0), dayStart: settings.dayStart, zone: zone)
      }
    }
    func boundary(_ text: String?, isEnd: Bool) throws -> Instant? {
      try text.map {
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, settings: settings, zone: zone)
      }
    }
    var query = EntryQuery(child: child.id, limit: limit, cursor: cursor)
    query.room = EntryQuery.answerRoom
    if let kinds { query.kinds = Set(kinds) }
    query.from = try window?.start ?? windows?.last?.start ?? boundary(from, isEnd: false)
    query.to = try window?.end ?? windows?.first?.end ?? boundary(to, isEnd: true)
    if let search { query.search = EntrySearch(search, units: settings.units, zone: zone) }
    let page = try transaction.entries(query)
    let all = window == nil && windows == nil ? [] : try entries(touching: query, page: page)
    let isNarrowed = kinds != nil || search != nil || cursor != nil
    let unknownKinds =
      isNarrowed ? 0 : try transaction.unknownEntryCount(of: child.id, from: query.from, to: query.to)
    return TimelineView(
      child: child, settings: settings, zone: zone, entries: page.entries, nextCursor: page.nextCursor,
      unknownKinds: unknownKinds, day: window,
      totals: window.map { DayTotals(entries: all, in: $0) },
      days: windows?.map { day in (day, DayTotals(entries: all, in: day)) }, currentDay: today)
  }

  /// All that touches the time of a query, whatever the page was narrowed to.
  private func entries(touching query: EntryQuery, page: EntryPage) throws -> [Entry] {
    let isWhole =
      query.kinds.count == EntryKind.allCases.count && query.search == nil && query.cursor == nil
      && page.nextCursor == nil
    if isWhole { return page.entries }
    return try transaction.entries(EntryQuery(child: query.child, from: query.from, to: query.to)).entries
  }
}
