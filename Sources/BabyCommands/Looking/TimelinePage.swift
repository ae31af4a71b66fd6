import BabyClient
import BabyModel
import BabyProtocol

/// The heading of a page of a timeline.
enum TimelinePlace {
  case first
  /// Another child.
  case further
  /// The page before, whose last entry began on a day.
  case after(LocalDate)
}

extension Page {
  /// The page of `bbctl today` and `bbctl history`: entries under their days, newest first.
  ///
  /// - Parameters:
  ///   - today: the command is `today`.
  ///   - picture: today as a band, made only if it is drawn; nil without one.
  ///   - sync: the account and the state of the connection to the server.
  ///   - place: the heading.
  ///   - isLast: no further page follows.
  ///   - kinds: the kinds in each day's totals; nil counts all.
  static func timeline(
    _ answer: TimelineList.Answer, today isToday: Bool = false, picture: @autoclosure () -> PagePicture? = nil,
    sync: AccountStatus.Answer? = nil, at place: TimelinePlace = .first, isLast: Bool = true,
    counting kinds: Set<EntryKind>? = nil, now: Instant
  ) -> Page {
    var page = Page(theme: answer.theme)
    var shown: LocalDate?
    switch place {
    case .first: page.warning(sync, answer.timeFormat, now: now)
    case .further: break
    case .after(let date): shown = date
    }
    if answer.entries.isEmpty {
      if shown == nil, isLast {
        page.line(
          .init(Words.line([isToday ? Words.nothingToday : Words.noEvents, answer.child.name])))
      }
      if isToday { page.nextDoses(in: answer, now: now) }
      page.unknownKinds(in: answer)
      return page
    }
    if let days = answer.days {
      page.timeline(answer, days: days, after: shown, isLast: isLast, counting: kinds, by: sync?.account.name, now: now)
      return page
    }
    let wakings = answer.wakings
    for record in answer.entries {
      // Entries that began the night before are listed under the requested day.
      let date = answer.day?.date ?? record.startTime(now: now).local.date
      if date != shown {
        if shown != nil { page.gap() }
        shown = date
        let heading = isToday ? "Today" : Words.dayHeading(date, today: record.startTime(now: now).today)
        page.heading(heading + Words.separator + answer.child.name)
        if isToday, let picture = picture(), date == picture.date { page.draw(picture) }
      }
      page.row(
        of: record, answer, wakings, on: isToday ? answer.day : nil, by: sync?.account.name, now: now)
    }
    if let day = answer.day, let totals = answer.totals?.adding(answer.entries, in: day, until: now),
      let counts = DashboardLines.counts(totals, answer.units, of: kinds)
    {
      page.gap()
      page.line(.init(counts))
    }
    if isToday { page.nextDoses(in: answer, now: now) }
    page.unknownKinds(in: answer)
    page.overlaps(in: answer.entries)
    if isToday, case .first = place, let sync { page.waiting(sync.connection) }
    if isLast { page.hint(at: answer) }
    return page
  }

  /// Days with the entries that touch them and their totals: an entry over midnight is in both, and counted in one.
  private mutating func timeline(
    _ answer: TimelineList.Answer, days: [DaySummaryRecord], after shown: LocalDate?, isLast: Bool,
    counting kinds: Set<EntryKind>?, by name: String?, now: Instant
  ) {
    var isFirst = shown == nil
    let wakings = answer.wakings
    for summary in days {
      let entries = answer.entries.filter { $0.touches(summary.day, now: now) }
      guard let first = entries.first else { continue }
      if !isFirst { gap() }
      isFirst = false
      let today = first.startTime(now: now).today
      heading(Words.dayHeading(summary.day.date, today: today) + Words.separator + answer.child.name)
      for record in entries { row(of: record, answer, wakings, by: name, now: now) }
      let totals = summary.totals.adding(entries, in: summary.day, until: now)
      if let counts = DashboardLines.counts(totals, answer.units, of: kinds) { line(.init(counts, .faint)) }
    }
    unknownKinds(in: answer)
    overlaps(in: answer.entries)
    if isLast { hint(at: answer) }
  }

  /// - Parameters:
  ///   - wakings: those on the page, which are shown with their sleeps.
  ///   - today: what began on a day before says so; nil if nothing does.
  ///   - name: of the person who looks, whose own entries need no name.
  private mutating func row(
    of record: EntryRecord, _ answer: TimelineList.Answer, _ wakings: [Entry], on today: DayRecord? = nil,
    by name: String?, now: Instant
  ) {
    let measures = MeasureUnits(weight: answer.weightUnit, temperature: answer.temperatureUnit)
    var line = record.line(answer.units, measures, now: now)
    if !wakings.isEmpty, record.entry.kind == .sleep,
      let within = Words.wakings(BriefWakings(in: record.entry, among: wakings, until: now))
    {
      line += Words.separator + within
    }
    if let new = answer.newFoods?.first(where: { $0.entryID == record.entry.id }) {
      line += Words.separator + Words.firstTime(new.foods, of: record.entry)
    }
    let date = record.startTime(now: now).local.date
    let before = today.flatMap { $0.date > date ? Words.dayHeading(date, today: $0.date) + " " : nil } ?? ""
    row([
      .init(record.shortID, .id), .init(before + record.clockSpan(answer.timeFormat, now: now)),
      .init(line, .kind(record.entry.kind)),
      .init(record.by(unless: name) ?? "", .faint),
    ])
  }

  private mutating func nextDoses(in answer: TimelineList.Answer, now: Instant) {
    for medicine in answer.medicines ?? [] {
      line(.init(Words.line([medicine.name, medicine.text(answer.timeFormat, now: now)])))
    }
  }

  private mutating func unknownKinds(in answer: TimelineList.Answer) {
    guard let count = answer.unknownKinds else { return }
    line(.init(Words.unknownKinds(count), .faint))
  }

  private mutating func hint(at answer: TimelineList.Answer) {
    if answer.nextCursor != nil { line(.init("There are older entries: --limit shows up to 1000.", .faint)) }
  }
}

extension TimelineList.Answer {
  // By index, so that other entries are not copied.
  fileprivate var wakings: [Entry] {
    entries.indices.filter { entries[$0].entry.kind == .declared(.briefWaking) }.map { entries[$0].entry }
  }
}

extension EntryRecord {
  /// Whether it began in the day or continues in it.
  fileprivate func touches(_ day: DayRecord, now: Instant) -> Bool {
    let end = entry.isRunning ? max(now, entry.start) : entry.end ?? entry.start
    return entry.start < day.end && (entry.start >= day.start || end > day.start)
  }
}

extension Page {
  /// The page of `bbctl history --totals`: a line for each day with entries, and the sum of all.
  ///
  /// - Parameter answer: the first page, which says whose they are and how they are written.
  static func totals(
    _ days: [DaySummaryRecord], of answer: TimelineList.Answer, sync: AccountStatus.Answer?, now: Instant
  ) -> Page {
    var page = Page(theme: answer.theme)
    page.warning(sync, answer.timeFormat, now: now)
    var sum = DayTotalsRecord.zero
    let filled = days.filter { $0.totals != .zero }
    guard !filled.isEmpty else {
      page.line(.init(Words.noEvents + Words.separator + answer.child.name))
      return page
    }
    page.heading(answer.child.name)
    for summary in filled {
      sum.add(summary.totals)
      page.row([
        .init(Words.dayHeading(summary.day.date, today: summary.day.today(now)), .strong),
        .init(DashboardLines.counts(summary.totals, answer.units) ?? ""),
      ])
    }
    page.row([.init(Words.days(days.count), .strong), .init(DashboardLines.counts(sum, answer.units) ?? "", .active)])
    return page
  }
}

extension DayRecord {
  /// The date on which it is now, seen from this day.
  fileprivate func today(_ now: Instant) -> LocalDate {
    let days = (now.milliseconds - start.milliseconds) / 86_400_000
    return date.adding(days: max(Int(days), 0))
  }
}
