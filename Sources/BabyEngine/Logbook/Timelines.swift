public import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The maximum number of days on one page.
  private static let mostDays = 366

  /// Entries newest first. For several days, a page contains whole days, as many as fit.
  ///
  /// - Returns: the answer, and the period in which it is right if nothing changes; nil if it depends on the moment.
  public func timeline(
    _ params: TimelineList.Params
  ) throws -> (answer: TimelineList.Answer, period: Range<Instant>?) {
    let (plain, today) = try plainTimeline(params)
    var answer = plain
    answer.newFoods = try newFoods(in: answer.entries.map(\.entry), of: answer.child.id)
    // "1h ago" means something else a moment later, an instant does not.
    let isSteady = [params.from, params.to].allSatisfy { $0.map { Instant(rfc3339: $0) != nil } ?? true }
    return (answer, isSteady ? today.start..<today.end : nil)
  }

  private func plainTimeline(
    _ request: TimelineList.Params
  ) throws -> (answer: TimelineList.Answer, today: DayWindow) {
    let child = try child(request.childID)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    func window(_ date: LocalDate) -> DayWindow { DayWindow(date, dayStart: settings.dayStart, zone: zone) }
    func boundary(_ text: String?, isEnd: Bool) throws -> Instant? {
      try text.map {
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, settings: settings, zone: zone)
      }
    }
    let today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    var query = EntryQuery(child: child.id, limit: request.limit ?? 100)
    query.room = EntryQuery.answerRoom
    if let kinds = request.kinds { query.kinds = Set(kinds) }
    if let search = request.search { query.search = EntrySearch(search, units: settings.units, zone: zone) }
    query.from = try boundary(request.from, isEnd: false)
    query.to = try boundary(request.to, isEnd: true)
    var answer = TimelineList.Answer(
      child: ChildReference(child), units: settings.units, timeFormat: settings.timeFormat, theme: settings.theme,
      entries: [], weightUnit: settings.measures.weight, temperatureUnit: settings.measures.temperature)

    guard let period = try period(request, query, today, settings, zone) else {
      query.cursor = request.cursor
      let page = try transaction.entries(query)
      (answer.entries, answer.nextCursor) = (page.entries.map { EntryRecord($0, in: zone) }, page.nextCursor)
      answer.unknownKinds = try unknownKinds(request, query)
      return (answer, today)
    }
    if period.count == 1, request.days == nil, !request.isTotalsOnly {
      let day = window(period.first)
      (query.from, query.to, query.cursor) = (day.start, day.end, request.cursor)
      let page = try transaction.entries(query)
      (answer.entries, answer.nextCursor) = (page.entries.map { EntryRecord($0, in: zone) }, page.nextCursor)
      answer.day = DayRecord(day)
      answer.totals = DayTotalsRecord(DayTotals(entries: try entries(touching: query, page: page), in: day))
      if day.date == today.date, request.cursor == nil, request.kinds == nil, request.search == nil {
        let courses = MedicineCourse.awaited(
          in: try transaction.awaitedDoses(of: child.id, at: now), at: now, since: day.start)
        answer.medicines = NextDoseRecord.all(courses, in: zone)
      }
    } else {
      try list(period, request, query, zone, window: window, in: &answer)
    }
    (query.from, query.to) = (window(period.first).start, window(period.last).end)
    answer.unknownKinds = try unknownKinds(request, query)
    return (answer, today)
  }

  /// The days that are wanted with their totals; nil if entries are wanted whatever their day.
  private func period(
    _ request: TimelineList.Params, _ query: EntryQuery, _ today: DayWindow, _ settings: Settings, _ zone: ZoneRules
  ) throws -> DayRange? {
    if let day = request.day { return try DayRange(words: day, now: now, settings: settings, zone: zone) }
    if let days = request.days { return DayRange(first: today.date.adding(days: 1 - days), last: today.date) }
    guard request.isTotalsOnly else { return nil }
    guard let from = query.from else {
      throw BabyError.entryInvalid([FieldError("totalsOnly", "needs day, days or from")])
    }
    func date(_ instant: Instant) -> LocalDate {
      DayWindow(containing: instant, dayStart: settings.dayStart, zone: zone).date
    }
    return DayRange(first: date(from), last: query.to.map { date($0 - .milliseconds(1)) } ?? today.date)
  }

  private func list(
    _ period: DayRange, _ request: TimelineList.Params, _ query: EntryQuery, _ zone: ZoneRules,
    window: (LocalDate) -> DayWindow, in answer: inout TimelineList.Answer
  ) throws {
    let place = try request.cursor.map { try DayCursor($0, in: period) } ?? DayCursor(date: period.last)
    let count = place.date.dayNumber - period.first.dayNumber + 1
    var days = (0..<min(count, Self.mostDays)).map { window(place.date.adding(days: -$0)) }
    guard let newest = days.first, let oldest = days.last else { return }
    var query = query
    (query.from, query.to, query.cursor) = (oldest.start, newest.end, place.entry)
    if count > days.count { answer.nextCursor = DayCursor(date: oldest.date.adding(days: -1)).text }
    guard !request.isTotalsOnly else {
      let all = try transaction.entries(EntryQuery(child: query.child, from: query.from, to: query.to)).entries
      answer.entries = all.filter(\.isRunning).map { EntryRecord($0, in: zone) }
      answer.days = summaries(of: days, all)
      return
    }
    var page = try transaction.entries(query)
    if let cut = page.nextCursor, let last = page.entries.last {
      let whole = days.prefix { $0.start > last.start }
      days = whole.isEmpty ? [newest] : Array(whole)
      query.from = days.last?.start
      if whole.isEmpty {
        answer.nextCursor = DayCursor(date: newest.date, entry: cut).text
      } else {
        answer.nextCursor = DayCursor(date: newest.date.adding(days: -whole.count)).text
        // Entries that began before the oldest day and continue into it belong to it as well.
        (query.limit, query.room) = (.max, .max)
        page = try transaction.entries(query)
      }
    }
    let all = try entries(touching: query, page: page)
    answer.entries = page.entries.map { EntryRecord($0, in: zone) }
    answer.days = summaries(of: days, all)
  }

  private func summaries(of days: [DayWindow], _ entries: [Entry]) -> [DaySummaryRecord] {
    zip(days, DayTotals.all(of: days, entries: entries, until: now)).map { day, totals in
      DaySummaryRecord(day: DayRecord(day), totals: DayTotalsRecord(totals))
    }
  }

  /// Nil without any, and if only some kinds or texts are wanted, or a further page.
  private func unknownKinds(_ request: TimelineList.Params, _ query: EntryQuery) throws -> Int? {
    guard request.kinds == nil, request.search == nil, request.cursor == nil else { return nil }
    let count = try transaction.unknownEntryCount(of: query.child, from: query.from, to: query.to)
    return count > 0 ? count : nil
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
