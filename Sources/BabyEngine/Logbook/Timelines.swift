public import BabyModel
import BabyStore

/// A request for a part of a child's timeline.
public struct TimelineWish: Sendable {
  /// A day, a month or a stretch of days in words; gives the totals of each. Not together with `days`, `from` or `to`.
  public var day: String?
  /// The number of latest days, including today; returns the totals of each. Not together with the others.
  public var days: Int?
  /// Entries that touch the time from here on.
  public var from: String?
  /// Entries that began before.
  public var to: String?
  public var kinds: [EntryKind]?
  public var search: String?
  public var limit: Int
  public var cursor: String?
  /// The days' totals, and of the entries only those that are running.
  public var isTotalsOnly: Bool

  public init(
    day: String? = nil, days: Int? = nil, from: String? = nil, to: String? = nil, kinds: [EntryKind]? = nil,
    search: String? = nil, limit: Int = 100, cursor: String? = nil, isTotalsOnly: Bool = false
  ) {
    self.day = day
    self.days = days
    self.from = from
    self.to = to
    self.kinds = kinds
    self.search = search
    self.limit = limit
    self.cursor = cursor
    self.isTotalsOnly = isTotalsOnly
  }
}

extension LogbookReader {
  /// The maximum number of days on one page.
  private static let mostDays = 366

  /// Entries newest first. For several days, a page contains whole days, as many as fit.
  public func timeline(of reference: String?, _ wish: TimelineWish) throws -> TimelineView {
    var view = try plainTimeline(of: reference, wish)
    view.newFoods = try newFoods(in: view.entries, of: view.child.id)
    return view
  }

  private func plainTimeline(of reference: String?, _ wish: TimelineWish) throws -> TimelineView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    func window(_ date: LocalDate) -> DayWindow { DayWindow(date, dayStart: settings.dayStart, zone: zone) }
    func boundary(_ text: String?, isEnd: Bool) throws -> Instant? {
      try text.map {
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, settings: settings, zone: zone)
      }
    }
    let today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    var query = EntryQuery(child: child.id, limit: wish.limit)
    query.room = EntryQuery.answerRoom
    if let kinds = wish.kinds { query.kinds = Set(kinds) }
    if let search = wish.search { query.search = EntrySearch(search, units: settings.units, zone: zone) }
    query.from = try boundary(wish.from, isEnd: false)
    query.to = try boundary(wish.to, isEnd: true)
    var view = TimelineView(
      child: child, settings: settings, zone: zone, entries: [], unknownKinds: 0, currentDay: today)

    guard let period = try period(wish, query, today, settings, zone) else {
      query.cursor = wish.cursor
      let page = try transaction.entries(query)
      (view.entries, view.nextCursor) = (page.entries, page.nextCursor)
      view.unknownKinds = try unknownKinds(wish, query)
      return view
    }
    if period.count == 1, wish.days == nil, !wish.isTotalsOnly {
      let day = window(period.first)
      (query.from, query.to, query.cursor) = (day.start, day.end, wish.cursor)
      let page = try transaction.entries(query)
      (view.entries, view.nextCursor, view.day) = (page.entries, page.nextCursor, day)
      view.totals = DayTotals(entries: try entries(touching: query, page: page), in: day)
      if day.date == today.date, wish.cursor == nil, wish.kinds == nil, wish.search == nil {
        view.medicines = MedicineCourse.awaited(
          in: try transaction.awaitedDoses(of: child.id, at: now), at: now, since: day.start)
      }
    } else {
      try list(period, wish, query, window: window, in: &view)
    }
    (query.from, query.to) = (window(period.first).start, window(period.last).end)
    view.unknownKinds = try unknownKinds(wish, query)
    return view
  }

  /// The days that are wanted with their totals; nil where entries are wanted whatever their day.
  private func period(
    _ wish: TimelineWish, _ query: EntryQuery, _ today: DayWindow, _ settings: Settings, _ zone: ZoneRules
  ) throws -> DayRange? {
    if let day = wish.day { return try DayRange(words: day, now: now, settings: settings, zone: zone) }
    if let days = wish.days { return DayRange(first: today.date.adding(days: 1 - days), last: today.date) }
    guard wish.isTotalsOnly else { return nil }
    guard let from = query.from else {
      throw BabyError.entryInvalid([FieldError("totalsOnly", "needs day, days or from")])
    }
    func date(_ instant: Instant) -> LocalDate {
      DayWindow(containing: instant, dayStart: settings.dayStart, zone: zone).date
    }
    return DayRange(first: date(from), last: query.to.map { date($0 - .milliseconds(1)) } ?? today.date)
  }

  private func list(
    _ period: DayRange, _ wish: TimelineWish, _ query: EntryQuery, window: (LocalDate) -> DayWindow,
    in view: inout TimelineView
  ) throws {
    let place = try wish.cursor.map { try DayCursor($0, in: period) } ?? DayCursor(date: period.last)
    let count = place.date.dayNumber - period.first.dayNumber + 1
    var days = (0..<min(count, Self.mostDays)).map { window(place.date.adding(days: -$0)) }
    guard let newest = days.first, let oldest = days.last else { return }
    var query = query
    (query.from, query.to, query.cursor) = (oldest.start, newest.end, place.entry)
    if count > days.count { view.nextCursor = DayCursor(date: oldest.date.adding(days: -1)).text }
    guard !wish.isTotalsOnly else {
      let all = try transaction.entries(EntryQuery(child: query.child, from: query.from, to: query.to)).entries
      view.entries = all.filter(\.isRunning)
      view.days = Array(zip(days, DayTotals.all(of: days, entries: all, until: now)))
      return
    }
    var page = try transaction.entries(query)
    if let cut = page.nextCursor, let last = page.entries.last {
      let whole = days.prefix { $0.start > last.start }
      days = whole.isEmpty ? [newest] : Array(whole)
      query.from = days.last?.start
      if whole.isEmpty {
        view.nextCursor = DayCursor(date: newest.date, entry: cut).text
      } else {
        view.nextCursor = DayCursor(date: newest.date.adding(days: -whole.count)).text
        // Entries that began before the oldest day and continue into it belong to it as well.
        (query.limit, query.room) = (.max, .max)
        page = try transaction.entries(query)
      }
    }
    let all = try entries(touching: query, page: page)
    view.entries = page.entries
    view.days = Array(zip(days, DayTotals.all(of: days, entries: all, until: now)))
  }

  private func unknownKinds(_ wish: TimelineWish, _ query: EntryQuery) throws -> Int {
    guard wish.kinds == nil, wish.search == nil, wish.cursor == nil else { return 0 }
    return try transaction.unknownEntryCount(of: query.child, from: query.from, to: query.to)
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

/// A place in a list of days: `2026-11-14`, and where the day has more entries than a page, the entries' own cursor.
private struct DayCursor {
  /// The newest day that remains.
  var date: LocalDate
  var entry: String?

  init(date: LocalDate, entry: String? = nil) {
    self.date = date
    self.entry = entry
  }

  /// - Throws: `BabyError.entryInvalid` for an invalid cursor.
  init(_ text: String, in period: DayRange) throws(BabyError) {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let date = LocalDate(first), period.contains(date) else {
      throw .entryInvalid([FieldError("cursor", "must be the nextCursor from an earlier answer")])
    }
    self.init(date: date, entry: parts.count > 1 ? String(parts[1]) : nil)
  }

  var text: String { entry.map { "\(date)/\($0)" } ?? "\(date)" }
}
