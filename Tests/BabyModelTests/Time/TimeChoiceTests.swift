import BabyModel
import Testing

@Suite("Ambiguous times in words")
struct TimeChoiceTests {
  private static let noon = "2026-11-14T12:00:00.000-08:00"

  @Test(
    "An ambiguous time is refused with all choices",
    arguments: [
      ("yesterday at 3", ["2026-11-13 03:00", "2026-11-13 15:00"]),
      ("Monday at half past 3", ["2026-11-09 03:30", "2026-11-09 15:30"]),
      ("yesterday midnight", ["2026-11-13 00:00", "2026-11-14 00:00"]),
      ("11/3 14:00", ["2026-11-03 14:00", "2026-03-11 14:00"]),
      ("11/3/2025 14:00", ["2025-11-03 14:00", "2025-03-11 14:00"]),
      ("half three", ["half past 2", "half past 3"]), ("at half 11 am", ["at half past 10 am", "at half past 11 am"]),
      ("14:00 on 11/3", ["2026-11-03 14:00", "2026-03-11 14:00"]),
      ("11/3 at 3", ["2026-11-03 03:00", "2026-11-03 15:00", "2026-03-11 03:00", "2026-03-11 15:00"]),
      ("11/3 midnight", ["2026-11-03 00:00", "2026-03-11 00:00"]),
    ])
  func unclear(text: String, choices: [String]) throws {
    let now = try at(Self.noon)
    #expect(throws: BabyError.timeUnclear(text, choices: choices)) {
      try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles)
    }
    for choice in choices { _ = try TimeExpression.resolvePoint(choice, now: now, zone: .losAngeles) }
  }

  @Test(
    "A date with a slash is read in the configured order",
    arguments: [
      ("11/3 14:00", "month-day", "2026-11-03T14:00:00-08:00"),
      ("11/3 14:00", "day-month", "2026-03-11T14:00:00-07:00"),
      ("3/1/2021 14:00", "month-day", "2021-03-01T14:00:00-08:00"),
      ("3/1/2021 14:00", "day-month", "2021-01-03T14:00:00-08:00"),
      ("3/1/21 14:00", "day-month", "2021-01-03T14:00:00-08:00"),
      ("3.2. 14:00", "day-month", "2026-02-03T14:00:00-08:00"),
      ("2pm on 11/3", "month-day", "2026-11-03T14:00:00-08:00"),
      ("31/10 14:00", "month-day", "2026-10-31T14:00:00-07:00"), ("31/10 14:00", "ask", "2026-10-31T14:00:00-07:00"),
    ])
  func dateOrder(text: String, order: String, means: String) throws {
    let order = try #require(DateOrder(rawValue: order))
    let now = try at(Self.noon)
    let instant = try TimeExpression.resolvePoint(
      text, now: now, zone: .losAngeles, conventions: TimeConventions(dateOrder: order))
    #expect(try instant == at(means))
  }

  @Test(
    "On a 12-hour clock, 3:15 is the latest one by day or by night",
    arguments: [
      // The text, its meaning on a 12-hour clock, and on a 24-hour one.
      ("3:15", "2026-11-14T03:15:00-08:00", "2026-11-14T03:15:00-08:00"),
      ("10:30", "2026-11-14T10:30:00-08:00", "2026-11-14T10:30:00-08:00"),
      ("9.45", "2026-11-14T09:45:00-08:00", "2026-11-14T09:45:00-08:00"),
      ("12:30", "2026-11-14T00:30:00-08:00", "2026-11-13T12:30:00-08:00"),
      ("5:40", "2026-11-14T05:40:00-08:00", "2026-11-14T05:40:00-08:00"),
      // Minutes, a leading zero or an hour after twelve say which.
      ("05:40", "2026-11-14T05:40:00-08:00", "2026-11-14T05:40:00-08:00"),
      ("14:05", "2026-11-13T14:05:00-08:00", "2026-11-13T14:05:00-08:00"),
      ("10:30 last night", "2026-11-13T22:30:00-08:00", "2026-11-13T22:30:00-08:00"),
      ("12:30 last night", "2026-11-14T00:30:00-08:00", "2026-11-14T00:30:00-08:00"),
      ("3:15 in the afternoon", "2026-11-13T15:15:00-08:00", "2026-11-13T15:15:00-08:00"),
    ])
  func timeFormat(text: String, twelve: String, twentyFour: String) throws {
    let now = try at(Self.noon)
    for (format, means) in [(TimeFormat.twelveHour, twelve), (.twentyFourHour, twentyFour)] {
      let instant = try TimeExpression.resolvePoint(
        text, now: now, zone: .losAngeles, conventions: TimeConventions(timeFormat: format))
      #expect(try instant == at(means), "\(format)")
    }
  }

  @Test(
    "An ISO date with a time is unambiguous on either clock",
    arguments: [
      ("2026-11-13 10:00", "2026-11-13T10:00:00-08:00"), ("2026-11-13 12:00", "2026-11-13T12:00:00-08:00"),
      ("2026-11-13 12:59", "2026-11-13T12:59:00-08:00"), ("2026-11-13 at 11:30", "2026-11-13T11:30:00-08:00"),
      ("10:00 on 2026-11-13", "2026-11-13T10:00:00-08:00"),
      ("2026-11-13t10:00", "2026-11-13T10:00:00-08:00"), ("2026-11-13 10:00:30", "2026-11-13T10:00:30-08:00"),
      ("2026-11-13 01:00", "2026-11-13T01:00:00-08:00"), ("2026-11-13 10:00pm", "2026-11-13T22:00:00-08:00"),
      ("2026-11-13 22:00", "2026-11-13T22:00:00-08:00"),
    ])
  func isoDate(text: String, means: String) throws {
    let now = try at(Self.noon)
    for format in TimeFormat.allCases {
      let instant = try TimeExpression.resolvePoint(
        text, now: now, zone: .losAngeles, conventions: TimeConventions(timeFormat: format))
      #expect(try instant == at(means), "\(format)")
    }
  }

  @Test("Both ends of a span with an ISO date are unambiguous")
  func isoSpan() throws {
    let conventions = TimeConventions(timeFormat: .twelveHour)
    let span = try TimeTexts(from: "2026-11-13 09:00", to: "2026-11-13 10:00")
      .resolve(now: at(Self.noon), zone: .losAngeles, conventions: conventions)
    #expect(try span == ResolvedSpan(start: at("2026-11-13T09:00:00-08:00"), end: at("2026-11-13T10:00:00-08:00")))
    for (text, end) in [("09:00-10:30", "10:30"), ("10:00 to 12:30", "12:30"), ("10:00-11:30am", "11:30")] {
      let span = try TimeTexts(at: "2026-11-13 " + text)
        .resolve(now: at(Self.noon), zone: .losAngeles, conventions: conventions)
      #expect(try span.end == at("2026-11-13T\(end):00-08:00"), "\(text)")
    }
  }

  @Test(
    "Every choice of every question about a time is accepted, and no two of them mean the same",
    arguments: TimeFormat.allCases)
  func choices(format: TimeFormat) throws {
    let days = ["yesterday", "Monday", "last Monday", "Nov 1", "on 11/3", "3 days ago", "2026-11-01", "today", "Mar 8"]
    let times = (1...12).flatMap { ["at \($0)", "\($0):00", "\($0):30", "half past \($0)", "\($0):15:20"] }
    let moments = [
      "2026-11-14T12:00:00-08:00", "2026-11-01T12:30:00-08:00", "2026-11-02T01:45:00-08:00",
      "2026-03-09T09:00:00-07:00",
    ]
    var questions = 0
    for now in try moments.map(at) {
      for text in days.flatMap({ day in (times + ["midnight", "14:00"]).map { "\(day) \($0)" } }) {
        for order in [DateOrder.ask, .monthDay] {
          let conventions = TimeConventions(timeFormat: format, dateOrder: order)
          func resolved(_ text: String) throws -> Instant {
            try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles, conventions: conventions)
          }
          do { _ = try resolved(text) } catch BabyError.timeUnclear(_, let choices) {
            questions += 1
            #expect(choices.count > 1, "\(text)")
            let meant = Set(try choices.map(resolved))
            #expect(meant.count == choices.count, "\(text): \(choices)")
          } catch is BabyError {}
        }
      }
    }
    #expect(questions > 100)
  }

  @Test("In the afternoon, it is this afternoon's; on another day it is asked back, and a span is read the same way")
  func timeFormatInTheAfternoon() throws {
    let now = try at("2026-11-14T16:00:00-08:00")
    let conventions = TimeConventions(timeFormat: .twelveHour)
    let point = try TimeExpression.resolvePoint("3:15", now: now, zone: .losAngeles, conventions: conventions)
    #expect(try point == at("2026-11-14T15:15:00-08:00"))
    #expect(throws: BabyError.timeUnclear("yesterday 3:15", choices: ["2026-11-13 03:15", "2026-11-13 15:15"])) {
      try TimeExpression.resolvePoint("yesterday 3:15", now: now, zone: .losAngeles, conventions: conventions)
    }
    let settings = Settings(family: ["time.format": "12h"])
    let boundary = try TimeExpression.resolveBoundary(
      "3:15", isEnd: false, now: now, settings: settings, zone: .losAngeles)
    #expect(boundary == point)
    let nap = try TimeTexts(at: "from 1 to 2:30").resolve(now: now, zone: .losAngeles, conventions: conventions)
    #expect(
      try nap == ResolvedSpan(start: at("2026-11-14T13:00:00-08:00"), end: at("2026-11-14T14:30:00-08:00")))
    let night = try TimeTexts(at: "9:30-5:40").resolve(now: now, zone: .losAngeles, conventions: conventions)
    #expect(
      try night == ResolvedSpan(start: at("2026-11-13T21:30:00-08:00"), end: at("2026-11-14T05:40:00-08:00")))
  }

  @Test("Of two times, one of which is in the future, the other is meant")
  func oneIsToCome() throws {
    let now = try at(Self.noon)
    #expect(
      try TimeExpression.resolvePoint("today at 3", now: now, zone: .losAngeles) == at("2026-11-14T03:00:00-08:00"))
  }
}

@Suite("A time without a day that is likely in the future")
struct ComingTimeTests {
  private static let now = Instant(rfc3339: "2026-11-26T16:17:00-08:00") ?? Instant(milliseconds: 0)

  private static func coming(_ time: TimeTexts, isTimer: Bool = false) -> String? {
    time.coming(
      isTimer: isTimer, now: now, zone: .losAngeles, conventions: TimeConventions(timeFormat: .twelveHour)
    ).map { "\(ZoneRules.losAngeles.local($0.instant).time)" }
  }

  @Test(
    "is so within three hours, and later it was yesterday",
    arguments: [
      ("at 5pm", "17:00"), ("16:30", "16:30"), ("7pm", "19:00"), ("at 8pm", nil), ("3pm", nil), ("at 5", nil),
      ("yesterday at 5pm", nil), ("16:20", nil), ("20m ago", nil), ("5pm-6pm", "17:00"), ("8pm-6am", nil),
      ("2pm-3pm", nil), ("3pm-5pm", "17:00"),
    ])
  func points(text: String, clock: String?) {
    #expect(Self.coming(TimeTexts(at: text)) == clock)
  }

  @Test("a start then is not most of a day ago")
  func timers() {
    #expect(Self.coming(TimeTexts(at: "at 8pm"), isTimer: true) == "20:00")
    #expect(Self.coming(TimeTexts(at: "at 3am"), isTimer: true) == nil)
    #expect(Self.coming(TimeTexts(from: "6pm")) == "18:00")
  }
}
