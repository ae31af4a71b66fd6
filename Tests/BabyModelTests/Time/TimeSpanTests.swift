import BabyModel
import Testing

@Suite("The span from the four time texts")
struct TimeSpanTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var now: String
    var texts: TimeTexts
    var start: String
    var end: String?

    init(
      _ now: String, at: String? = nil, for length: String? = nil, from: String? = nil, to: String? = nil,
      _ start: String, _ end: String? = nil
    ) {
      self.now = now
      texts = TimeTexts(at: at, for: length, from: from, to: to)
      self.start = start
      self.end = end
    }

    var testDescription: String {
      [texts.at, texts.for, texts.from, texts.to].map { $0 ?? "-" }.joined(separator: " | ") + " at \(now)"
    }
  }

  private static let noon = "2026-11-14T12:00-08:00"

  @Test(
    "A span is found; hours and minutes of Los Angeles",
    arguments: [
      Row(noon, "11-14 12:00"),
      Row(noon, at: "11:00", "11-14 11:00"),
      Row(noon, from: "11:00", "11-14 11:00"),
      Row(noon, for: "40m", "11-14 11:20", "11-14 12:00"),
      Row(noon, for: "90", "11-14 10:30", "11-14 12:00"),
      Row(noon, for: "for 1h 30m", "11-14 10:30", "11-14 12:00"),
      Row(noon, at: "for 40m", "11-14 11:20", "11-14 12:00"),
      Row(noon, at: "11:00", for: "20m", "11-14 11:00", "11-14 11:20"),
      Row(noon, at: "11:50", for: "15m", "11-14 11:50", "11-14 12:05"),
      Row(noon, for: "20m", from: "11:00", "11-14 11:00", "11-14 11:20"),
      Row(noon, for: "20m", to: "11:00", "11-14 10:40", "11-14 11:00"),
      Row(noon, for: "20m", to: "10m ago", "11-14 11:30", "11-14 11:50"),
      Row(noon, from: "9:00", to: "9:40", "11-14 09:00", "11-14 09:40"),
      // An end earlier on the clock is the next morning's.
      Row(noon, from: "22:10", to: "05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, from: "yesterday 22:10", to: "05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, from: "last night 22:10", to: "today 05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, from: "22:10", to: "today 05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, from: "22:10", to: "yesterday 05:40", "11-12 22:10", "11-13 05:40"),
      Row(noon, from: "2026-11-10 22:10", to: "05:40", "11-10 22:10", "11-11 05:40"),
      Row(noon, from: "11:00", to: "now", "11-14 11:00", "11-14 12:00"),
      // A bare start is the latest that leaves the end in the past.
      Row(noon, from: "9:30", to: "12:30", "11-13 09:30", "11-13 12:30"),
      Row("2026-11-14T03:00-08:00", from: "22:10", to: "05:40", "11-12 22:10", "11-13 05:40"),
      Row("2026-11-14T22:08-08:00", from: "22:10", to: "05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, from: "11:50", to: "12:04", "11-14 11:50", "11-14 12:04"),
      // One text for both
      Row(noon, at: "22:10-05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, at: "22:10 – 05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, at: "9pm to 5:40am", "11-13 21:00", "11-14 05:40"),
      Row(noon, at: "yesterday 22:10 - 05:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, at: "last night 9:30 - 5:40am", "11-13 21:30", "11-14 05:40"),
      Row(noon, at: "2026-11-12 22:10-05:40", "11-12 22:10", "11-13 05:40"),
      Row(noon, at: "20m ago - now", "11-14 11:40", "11-14 12:00"),
      Row(noon, at: "14:00-3pm", "11-13 14:00", "11-13 15:00"),
      Row(noon, at: "22:10 to 5:40", "11-13 22:10", "11-14 05:40"),
      Row(noon, at: "from 2 to 3", "11-14 02:00", "11-14 03:00"),
      Row("2026-11-14T16:00-08:00", at: "from 2 to 3", "11-14 14:00", "11-14 15:00"),
      Row("2026-11-14T14:30-08:00", at: "from 2 to 3", "11-14 02:00", "11-14 03:00"),
      Row(noon, at: "from 10 to 2", "11-13 22:00", "11-14 02:00"),
      Row(noon, at: "between 9 and half past 10", "11-14 09:00", "11-14 10:30"),
      Row(noon, at: "from 22:10 until 5", "11-13 22:10", "11-14 05:00"),
      Row(noon, at: "from 9pm till 5am", "11-13 21:00", "11-14 05:00"),
      Row(noon, at: "0930-1015", "11-14 09:30", "11-14 10:15"),
      Row(noon, at: "9.30 - 10.15", "11-14 09:30", "11-14 10:15"),
      Row(noon, at: "from last night at 10 to 5:40", "11-13 22:00", "11-14 05:40"),
      Row(noon, at: "from an hour ago to now", "11-14 11:00", "11-14 12:00"),
      Row(noon, at: "-1h to -20m", "11-14 11:00", "11-14 11:40"),
      Row(noon, at: "from Monday 22:10 to 5:40", "11-09 22:10", "11-10 05:40"),
      Row(noon, for: "1h30", from: "9am", "11-14 09:00", "11-14 10:30"),
      Row(noon, at: "for half an hour", "11-14 11:30", "11-14 12:00"),
      // Over the night in which clocks go forward
      Row("2026-03-08T09:00-07:00", from: "22:56", to: "07:55", "03-07 22:56", "03-08 07:55"),
      Row("2026-03-08T09:00-07:00", for: "479m", to: "07:55", "03-07 22:56", "03-08 07:55"),
      Row("2026-03-07T23:30-08:00", from: "22:30", to: "2:30", "03-06 22:30", "03-07 02:30"),
      // Over the night in which clocks go back
      Row("2026-11-01T09:00-08:00", for: "9h", from: "22:00", "10-31 22:00", "11-01 06:00"),
      Row("2026-11-01T09:00-08:00", from: "20:02", to: "2026-11-01T01:59-07:00", "10-31 20:02", "11-01 01:59"),
    ])
  func resolves(row: Row) throws {
    let span = try row.texts.resolve(now: nowInstant(row.now), zone: .losAngeles)
    #expect(local(span.start) == row.start)
    #expect(span.end.map(local) == row.end)
  }

  private func nowInstant(_ text: String) throws -> Instant { try at(text.prefix(16) + ":00" + text.dropFirst(16)) }

  private func local(_ instant: Instant) -> String {
    let local = ZoneRules.losAngeles.local(instant)
    return "\(local.date.description.dropFirst(5)) \(local.time)"
  }

  private func error(
    at: String? = nil, for length: String? = nil, from: String? = nil, to: String? = nil,
    now: String = "2026-11-14T12:00-08:00"
  ) throws -> BabyError? {
    let now = try nowInstant(now)
    return #expect(throws: BabyError.self) {
      try TimeTexts(at: at, for: length, from: from, to: to).resolve(now: now, zone: .losAngeles)
    }
  }

  private func field(_ error: BabyError?) -> String? {
    if case .entryInvalid(let errors) = error { errors.first?.field } else { nil }
  }

  @Test("Contradictory texts are refused, naming one")
  func contradictions() throws {
    #expect(try field(error(at: "11:00", from: "10:00")) == "from")
    #expect(try field(error(at: "11:00", to: "11:30")) == "to")
    #expect(try field(error(at: "22:10-05:40", for: "20m")) == "for")
    #expect(try field(error(for: "20m", from: "9:00", to: "10:00")) == "for")
    #expect(try field(error(to: "10:00")) == "to")
    #expect(try field(error(from: "9:00", to: "9:00")) == "to")
    #expect(try field(error(from: "today 9:00", to: "today 8:00")) == "to")
  }

  @Test("Durations of zero and below are refused", arguments: ["0", "0m", "0h 0m"])
  func zero(text: String) throws { #expect(try field(error(for: text)) == "for") }

  @Test("An invalid duration is not understood", arguments: ["", "soon", "-5m", "5 bananas"])
  func noLength(text: String) throws {
    #expect(try error(for: text) == .timeNotUnderstood(text))
  }

  @Test("An end more than 5 minutes ahead is refused")
  func future() throws {
    let end = try at("2026-11-14T12:10:00-08:00")
    #expect(try error(at: "11:50", for: "20m") == .timeInFuture("11:50", resolved: end))
    #expect(try error(from: "today 11:50", to: "12:10") == .timeInFuture("12:10", resolved: end))
  }

  @Test(
    "If one end has am or pm, the other is the one less than twelve hours away",
    arguments: [
      ("9:30-10:15pm", "11-13 21:30", "11-13 22:15"), ("9:30pm-5:40", "11-13 21:30", "11-14 05:40"),
      ("1pm - 2:30", "11-13 13:00", "11-13 14:30"), ("2-3pm", "11-13 14:00", "11-13 15:00"),
      ("from 2 to 3pm", "11-13 14:00", "11-13 15:00"), ("11-1pm", "11-13 11:00", "11-13 13:00"),
      ("yesterday 8-9pm", "11-13 20:00", "11-13 21:00"), ("2-2:20", "11-14 02:00", "11-14 02:20"),
    ])
  func halfOfDay(text: String, start: String, end: String) throws {
    let span = try TimeTexts(at: text).resolve(now: nowInstant(Self.noon), zone: .losAngeles)
    #expect(local(span.start) == start)
    #expect(span.end.map(local) == end)
  }

  @Test("An end before the start that would be the next day's is refused if that is implausibly long")
  func slips() throws {
    let afternoon = "2026-11-14T16:17-08:00"
    #expect(try field(error(from: "14:00", to: "13:00", now: afternoon)) == "to")
    #expect(try field(error(at: "from 2pm to 1pm", now: afternoon)) == "to")
    #expect(try field(error(from: "yesterday 14:00", to: "13:00", now: afternoon)) == "to")
    // With both days said, it is what they say.
    _ = try TimeTexts(from: "yesterday 14:00", to: "today 13:00").resolve(now: nowInstant(afternoon), zone: .losAngeles)
    // A night is long, too.
    _ = try TimeTexts(from: "19:00", to: "7:00").resolve(now: nowInstant(afternoon), zone: .losAngeles)
  }

  @Test("On a 12-hour clock a span of more than ten hours by day is refused, if a half of the day was only guessed")
  func slipsOnTwelveHours() throws {
    let now = try nowInstant("2026-11-14T16:17-08:00")
    let conventions = TimeConventions(timeFormat: .twelveHour)
    func span(_ from: String, _ to: String) throws -> ResolvedSpan {
      try TimeTexts(from: from, to: to).resolve(now: now, zone: .losAngeles, conventions: conventions)
    }
    #expect(throws: BabyError.self) { try span("5:00", "4:00") }
    let night = try span("7:00", "6:00")
    #expect(local(night.start) == "11-13 19:00" && night.end.map(local) == "11-14 06:00")
    let day = try span("5:00am", "4:00pm")
    #expect(local(day.start) == "11-14 05:00")
  }

  @Test("A start with a duration that is still in the future today is not read as yesterday's")
  func planned() throws {
    let planned = try at("2026-11-14T18:00:00-08:00")
    #expect(try error(at: "6pm", for: "15m", now: "2026-11-14T16:17-08:00") == .timeInFuture("6pm", resolved: planned))
    let span = try TimeTexts(at: "8pm", for: "2h").resolve(
      now: nowInstant("2026-11-14T16:17-08:00"), zone: .losAngeles)
    #expect(local(span.start) == "11-13 20:00")
  }

  @Test(
    "An invalid span is not understood",
    arguments: ["2-3", "from 2", "2 to", "from 2 to", "to 3", "9:00-", "between 2 to"])
  func noSpan(text: String) throws { #expect(try error(at: text) == .timeNotUnderstood(text)) }

  @Test("An end in a duplicated or a skipped hour is refused")
  func clockChanges() throws {
    let twice = BabyError.timeAmbiguous(
      "1:59", first: try at("2026-11-01T01:59:00-07:00"), second: try at("2026-11-01T01:59:00-08:00"))
    #expect(try error(from: "20:02", to: "1:59", now: "2026-11-01T09:00-08:00") == twice)
    let never = BabyError.timeNonexistent("2:30", nextValid: try at("2026-03-08T03:00:00-07:00"))
    #expect(try error(from: "22:56", to: "2:30", now: "2026-03-08T09:00-07:00") == never)
  }
}

@Suite("A new time for an existing entry")
struct TimeChangeTests {
  /// A sleep three days before now.
  private func changed(
    _ texts: TimeTexts, from start: String = "2026-11-11T22:00:00-08:00", to end: String? = "2026-11-12T05:00:00-08:00"
  ) throws -> String {
    var entry = try Entry.make(.sleep, start, to: end)
    try texts.apply(to: &entry, now: at("2026-11-14T12:00:00-08:00"), zone: .losAngeles)
    return [entry.start, entry.end].map { instant in
      guard let instant else { return "-" }
      let local = ZoneRules.losAngeles.local(instant)
      return "\(local.date.day) \(local.time)"
    }.joined(separator: " to ")
  }

  @Test("Each option changes only its part, near the entry's own time")
  func alone() throws {
    #expect(try changed(TimeTexts()) == "11 22:00 to 12 05:00")
    #expect(try changed(TimeTexts(from: "21:30")) == "11 21:30 to 12 05:00")
    #expect(try changed(TimeTexts(from: "0:30")) == "12 00:30 to 12 05:00")
    #expect(try changed(TimeTexts(to: "6:15")) == "11 22:00 to 12 06:15")
    #expect(try changed(TimeTexts(for: "1h")) == "11 22:00 to 11 23:00")
    #expect(try changed(TimeTexts(to: "2026-11-12 06:15")) == "11 22:00 to 12 06:15")
  }

  @Test("At moves the whole entry")
  func moves() throws {
    #expect(try changed(TimeTexts(at: "21:30")) == "11 21:30 to 12 04:30")
    #expect(try changed(TimeTexts(at: "yesterday 21:30")) == "13 21:30 to 14 04:30")
    #expect(try changed(TimeTexts(at: "23:00-1:00")) == "11 23:00 to 12 01:00")
    #expect(try changed(TimeTexts(at: "21:30", for: "30m")) == "11 21:30 to 11 22:00")
    #expect(try changed(TimeTexts(for: "30m", to: "5:30")) == "12 05:00 to 12 05:30")
  }

  @Test("A bare time of a recent entry is never in the future")
  func recent() throws {
    let moved = try changed(TimeTexts(at: "22:10"), from: "2026-11-14T08:00:00-08:00", to: nil)
    #expect(moved == "13 22:10 to -")
  }

  @Test("A running sleep gets its end by to or for")
  func running() throws {
    #expect(try changed(TimeTexts(to: "6:15"), to: nil) == "11 22:00 to 12 06:15")
    #expect(try changed(TimeTexts(for: "2h"), to: nil) == "11 22:00 to 12 00:00")
  }

  @Test("A given end is known")
  func endKnown() throws {
    var entry = try Entry.make(.sleep, "2026-11-11T22:00:00-08:00", endUnknown: true)
    try TimeTexts(to: "6:15").apply(to: &entry, now: at("2026-11-14T12:00:00-08:00"), zone: .losAngeles)
    #expect(!entry.endUnknown && entry.end != nil)
  }
}

@Suite("Lengths in words")
struct LengthWordsTests {
  @Test(
    "Lengths of time",
    arguments: [
      ("40m", 40), ("for 40m", 40), ("1h 30m", 90), ("1h30m", 90), ("90 min", 90), ("2 hours", 120), ("0m", 0),
      ("1h30", 90), ("1.5h", 90), ("1.25 hours", 75), ("half an hour", 30), ("an hour", 60), ("an hour and a half", 90),
      ("a quarter of an hour", 15), ("three quarters of an hour", 45), ("two hours", 120), ("forty-five minutes", 45),
      ("1 hour, 5 minutes", 65), ("1 1/2 h", 90), ("3/4 hour", 45), ("a couple of hours", 120), ("1 hr. 5 min.", 65),
      ("a minute", 1), ("1h00", 60), ("1 h 30", 90), ("1 hr 15", 75),
    ])
  func lengths(text: String, minutes: Int) { #expect(Duration(text: text) == .minutes(minutes)) }

  @Test(
    "Other texts are refused",
    arguments: [
      "1h90", "1h30x", "1.h", "1..5h", "1.5", "half", "1/3 h", "an", "5 m 1 h", "1h and", "two",
      "-5m",
      "1h30m30", "1h 2h",
    ])
  func noLength(text: String) { #expect(Duration(text: text) == nil) }

  @Test("A bare number is minutes only where a duration is expected")
  func bareMinutes() {
    #expect(Duration(text: "90") == nil)
    #expect(Duration(text: "90", bareMinutes: true) == .minutes(90))
    #expect(Duration(text: "for 90", bareMinutes: true) == .minutes(90))
    #expect(Duration(text: "10.5", bareMinutes: true) == .seconds(630))
    // An hour and a half, to some.
    #expect(Duration(text: "1.30", bareMinutes: true) == nil)
  }
}
