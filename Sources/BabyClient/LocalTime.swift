package import BabyModel
package import BabyProtocol

/// The child's local time at an instant, compared with now.
///
/// A client knows no time zones: the daemon sends local times with the offset that was in force, and the same offset is
/// taken for now, which is only used to tell today from yesterday.
package struct LocalTime {
  package let local: LocalDateTime
  package let today: LocalDate

  /// - Parameter text: RFC 3339 with an offset; anything else is read as UTC.
  package init(_ text: String, at instant: Instant, now: Instant) {
    let shown = Self.wall(text) ?? Self.wall(instant.utcText) ?? LocalDateTime(LocalDate(dayNumber: 0), .midnight)
    local = shown
    let wall = Int64(shown.date.dayNumber) * LocalDate.millisecondsPerDay + Int64(shown.time.milliseconds)
    let days = (now.milliseconds + wall - instant.milliseconds) / LocalDate.millisecondsPerDay
    today = LocalDate(dayNumber: Int(days))
  }

  /// The local time near one of the child's entries: assumes that entry's offset.
  package init(_ instant: Instant, near record: EntryRecord, now: Instant) {
    let offset = Instant(rfc3339: record.startLocal).flatMap { start in
      Self.wall(record.startLocal).map { wall in
        Int64(wall.date.dayNumber) * LocalDate.millisecondsPerDay + Int64(wall.time.milliseconds)
          - start.milliseconds / 60_000 * 60_000
      }
    }
    let shifted = instant + .milliseconds(offset ?? 0)
    self.init(shifted.utcText, at: instant, now: now)
  }

  /// "8:24 PM" today, "yesterday 8:24 PM", else with its date.
  package func text(_ format: TimeFormat) -> String { Words.dateTime(local, today: today, format: format) }

  /// The clock time to the minute in a text such as `2020-03-07T22:56:00.000-08:00`.
  private static func wall(_ text: String) -> LocalDateTime? {
    var text = text
    guard let local = text.withUTF8({ LocalDateTime(rfc3339: $0) }),
      let time = TimeOfDay(hour: local.time.hour, minute: local.time.minute)
    else { return nil }
    return LocalDateTime(local.date, time)
  }
}

extension EntryRecord {
  package func startTime(now: Instant) -> LocalTime { LocalTime(startLocal, at: entry.start, now: now) }

  /// Whether it is of a day: it has no clock time to be shown.
  package var isOfDay: Bool {
    // Of most entries their kind says no: nothing is read for them.
    guard case .declared(let kind, _) = entry.content, kind.hasDays else { return false }
    return LocalDateTime(rfc3339: startLocal).map { entry.isOfDay(at: $0) } ?? false
  }

  /// When it began: "8:14 PM", and with the day when that is not the dashboard's.
  package func startClock(in dashboard: DashboardGet.Answer) -> String {
    let time = startTime(now: entry.start)
    return Words.dateTime(time.local, today: dashboard.day.date, format: dashboard.timeFormat)
  }

  package func endTime(now: Instant) -> LocalTime? {
    guard let end = entry.end, let endLocal else { return nil }
    return LocalTime(endLocal, at: end, now: now)
  }

  /// "8:09–8:24 PM"; with the day when it did not begin today: "yesterday 10:10 PM–5:40 AM"; of a day "yesterday"
  package func span(_ format: TimeFormat, now: Instant) -> String {
    let start = startTime(now: now)
    if isOfDay { return Words.day(start.local.date, today: start.today) }
    let begin = start.text(format)
    guard let end = endTime(now: now) else { return begin }
    guard start.local.date == start.today else { return begin + "–" + Words.clock(end.local.time, format: format) }
    return Words.clockSpan(start.local.time, end.local.time, format: format)
  }

  /// "8:09–8:24 PM", for where the day stands above; empty for an entry of a day.
  package func clockSpan(_ format: TimeFormat, now: Instant) -> String {
    if isOfDay { return "" }
    let start = startTime(now: now).local.time
    guard let end = endTime(now: now) else { return Words.clock(start, format: format) }
    return Words.clockSpan(start, end.local.time, format: format)
  }

  /// The entry in one line with its note: "Wet diaper · a little rash", "Sleeping 1h 04m"
  ///
  /// - Parameter units: nil leaves amounts as they were typed.
  package func line(_ units: VolumeUnit? = nil, _ measures: MeasureUnits = MeasureUnits(), now: Instant) -> String {
    let text =
      entry.isRunning
      ? Words.running(entry, now: now) : Words.line(entry, units: units ?? ownUnit, measures)
    let note = entry.kind == .note ? nil : Words.noteLine(entry)
    return note.map { text + Words.separator + $0 } ?? text
  }

  /// The author: "by Ben"; nil if unknown, and for the reader's own entries.
  package func by(unless reader: String?) -> String? {
    entry.author.flatMap { $0 == reader ? nil : "by \($0)" }
  }

  /// The last characters of the id, by which commands take an entry.
  package var shortID: String { entry.id.lastDigits }

  private var ownUnit: VolumeUnit {
    if case .feeding(let feeding) = entry.content, let amount = feeding.amount { amount.unit } else { .milliliters }
  }
}

extension Instant {
  /// The last full minute that has passed since another instant: what is shown as running or past is counted by it
  /// everywhere, and turns at the same moment. Before the other, as when clocks were set back, the instant itself.
  package func snapped(to start: Instant) -> Instant {
    self < start ? self : self - .milliseconds((milliseconds - start.milliseconds) % 60_000)
  }
}
