import BabyModel
import Testing

@Suite("Days in words")
struct DayWordsTests {
  private func day(_ text: String, now: String, dayStart: String = "00:00") throws -> String {
    let days = try days(text, now: now, ["day.start": dayStart])
    return days.count == 1 ? "\(days.first)" : "\(days.first)…\(days.last)"
  }

  private func days(_ text: String, now: String, _ settings: [String: String]) throws -> DayRange {
    try DayRange(words: text, now: at(now), settings: Settings(family: settings), zone: .losAngeles)
  }

  @Test(
    "A week begins on the configured day; this one ends today, the last one is complete",
    arguments: [
      ("monday", "2026-11-09", "2026-11-02"), ("sunday", "2026-11-08", "2026-11-01"),
      ("saturday", "2026-11-14", "2026-11-07"),
    ])
  func weeks(start: String, this: String, last: String) throws {
    let (now, settings) = ("2026-11-14T12:00:00-08:00", ["week.start": start])
    let thisWeek = try days("this week", now: now, settings)
    #expect("\(thisWeek.first)" == this && "\(thisWeek.last)" == "2026-11-14")
    let lastWeek = try days("last week", now: now, settings)
    #expect("\(lastWeek.first)" == last && lastWeek.last == lastWeek.first.adding(days: 6))
    #expect(lastWeek.last.adding(days: 1) == thisWeek.first)
  }

  @Test("A date with a slash is read in the configured order, and asked back without one")
  func dateOrder() throws {
    let now = "2026-11-14T12:00:00-08:00"
    func read(_ text: String, _ order: String) throws -> String {
      try "\(days(text, now: now, ["date.order": order]).first)"
    }
    #expect(try read("11/3", "month-day") == "2026-11-03")
    #expect(try read("11/3", "day-month") == "2026-03-11")
    #expect(throws: BabyError.timeUnclear("11/3", choices: ["2026-11-03", "2026-03-11"])) { try read("11/3", "ask") }
    // Only one of the two is a day, whatever the order is.
    for order in DateOrder.allCases {
      #expect(try read("31/10", order.rawValue) == "2026-10-31")
      #expect(try read("4/4", order.rawValue) == "2026-04-04")
    }
    #expect(throws: BabyError.daysNotUnderstood("13/31")) { try read("13/31", "ask") }
  }

  @Test("Days from one date with a slash to another are read in that order, too")
  func rangesWithSlashes() throws {
    func read(_ text: String, _ order: String) throws -> String {
      let days = try days(text, now: "2026-11-14T12:00:00-08:00", ["date.order": order])
      return "\(days.first)…\(days.last)"
    }
    #expect(try read("11/3 to 11/10", "month-day") == "2026-11-03…2026-11-10")
    #expect(try read("3/11 to 10/11", "day-month") == "2026-11-03…2026-11-10")
    #expect(try read("12/20 to 1/5", "month-day") == "2025-12-20…2026-01-05")
    #expect(throws: BabyError.timeUnclear("11/3", choices: ["2026-11-03", "2026-03-11"])) {
      try read("11/3 to 11/10", "ask")
    }
  }

  @Test("Today, yesterday and dates")
  func words() throws {
    #expect(try day("today", now: "2026-11-14T12:00:00-08:00") == "2026-11-14")
    #expect(try day(" Yesterday", now: "2026-11-14T12:00:00-08:00") == "2026-11-13")
    #expect(try day("2026-11-01", now: "2026-11-14T12:00:00-08:00") == "2026-11-01")
  }

  @Test(
    "Days of a week, of a year, and those relative to today",
    arguments: [
      ("2 days ago", "2026-11-12"), ("a week ago", "2026-11-07"), ("Monday", "2026-11-09"), ("on Monday", "2026-11-09"),
      ("Saturday", "2026-11-14"), ("last Saturday", "2026-11-07"), ("last Monday", "2026-11-09"),
      ("Nov 3", "2026-11-03"), ("3 November", "2026-11-03"), ("Nov 14", "2026-11-14"), ("Nov 15", "2025-11-15"),
      ("Nov 15 2026", "2026-11-15"), ("the day before yesterday", "2026-11-12"),
    ])
  func otherWords(text: String, means: String) throws {
    #expect(try day(text, now: "2026-11-14T12:00:00-08:00") == means)
  }

  @Test(
    "Months, weeks and years; current ones end today",
    arguments: [
      ("november", "2026-11-01…2026-11-14"), ("nov", "2026-11-01…2026-11-14"), ("October", "2026-10-01…2026-10-31"),
      ("december", "2025-12-01…2025-12-31"), ("Feb 2020", "2020-02-01…2020-02-29"),
      ("march, 2019", "2019-03-01…2019-03-31"), ("2020-03", "2020-03-01…2020-03-31"),
      ("2026-11", "2026-11-01…2026-11-14"), ("this month", "2026-11-01…2026-11-14"),
      ("last month", "2026-10-01…2026-10-31"), ("this week", "2026-11-09…2026-11-14"),
      ("last week", "2026-11-02…2026-11-08"), ("2020", "2020-01-01…2020-12-31"), ("last year", "2025-01-01…2025-12-31"),
      ("last 7 days", "2026-11-08…2026-11-14"), ("past 2 weeks", "2026-11-01…2026-11-14"), ("last 1 day", "2026-11-14"),
      ("2027-02", "2027-02-01…2027-02-28"),
    ])
  func periods(text: String, means: String) throws {
    #expect(try day(text, now: "2026-11-14T12:00:00-08:00") == means)
  }

  @Test(
    "From one to another; without a year the end is the first one after the beginning",
    arguments: [
      ("Nov 3 to Nov 10", "2026-11-03…2026-11-10"), ("from Nov 3 until Nov 10", "2026-11-03…2026-11-10"),
      ("Nov 3 to 10", "2026-11-03…2026-11-10"), ("Nov 3-10", "2026-11-03…2026-11-10"),
      ("Nov 3 – 10", "2026-11-03…2026-11-10"), ("Nov 3-Nov 10", "2026-11-03…2026-11-10"),
      ("Nov 3rd-10th", "2026-11-03…2026-11-10"), ("Nov 3..10", "2026-11-03…2026-11-10"),
      ("3 Nov..10 Nov", "2026-11-03…2026-11-10"), ("2020-03..05", "2020-03-01…2020-05-31"),
      ("2020-03 .. 2020-05", "2020-03-01…2020-05-31"), ("2020-03..2020-05", "2020-03-01…2020-05-31"),
      ("2020-03 to 05", "2020-03-01…2020-05-31"), ("2020-03-07..09", "2020-03-07…2020-03-09"),
      ("2020-03-07..2020-03-09", "2020-03-07…2020-03-09"), ("2019..2020", "2019-01-01…2020-12-31"),
      ("march..may", "2026-03-01…2026-05-31"), ("yesterday..today", "2026-11-13…2026-11-14"),
      ("2020-03-07 to 2020-05-01", "2020-03-07…2020-05-01"), ("2020-03-07 - 2020-03-09", "2020-03-07…2020-03-09"),
      ("2020-03 – 2020-05", "2020-03-01…2020-05-31"), ("march to may", "2026-03-01…2026-05-31"),
      ("Dec 20 to Jan 5", "2025-12-20…2026-01-05"), ("oct to feb", "2026-10-01…2026-11-14"),
      ("Monday to Wednesday", "2026-11-09…2026-11-11"), ("2019 to 2020", "2019-01-01…2020-12-31"),
      ("yesterday to today", "2026-11-13…2026-11-14"), ("last Friday to Monday", "2026-11-13…2026-11-14"),
      ("nov..dec", "2026-11-01…2026-11-14"), ("aug-sep", "2026-08-01…2026-09-30"),
      ("3-10 Nov", "2026-11-03…2026-11-10"), ("3 to 10 November", "2026-11-03…2026-11-10"),
      ("from 3rd to 10th of Nov", "2026-11-03…2026-11-10"), ("20..25 Dec", "2025-12-20…2025-12-25"),
    ])
  func ranges(text: String, means: String) throws {
    #expect(try day(text, now: "2026-11-14T12:00:00-08:00") == means)
  }

  @Test(
    "A year with the end applies to the beginning; if that would come after the end, it is the year before",
    arguments: [
      ("Nov 3-10, 2020", "2020-11-03…2020-11-10"), ("Nov 3-10 2020", "2020-11-03…2020-11-10"),
      ("Nov 3 to Nov 10, 2020", "2020-11-03…2020-11-10"), ("3-10 Nov 2020", "2020-11-03…2020-11-10"),
      ("Nov 28 to Dec 3, 2020", "2020-11-28…2020-12-03"), ("Dec 20 to Jan 5, 2021", "2020-12-20…2021-01-05"),
      ("nov..dec 2020", "2020-11-01…2020-12-31"), ("march to may 2020", "2020-03-01…2020-05-31"),
      ("dec-feb 2021", "2020-12-01…2021-02-28"), ("nov to 2020-12", "2020-11-01…2020-12-31"),
      ("Feb 27-29, 2020", "2020-02-27…2020-02-29"),
    ])
  func yearOfEnd(text: String, means: String) throws {
    #expect(try day(text, now: "2026-11-14T12:00:00-08:00") == means)
  }

  @Test(
    "A range that ends before it begins is refused",
    arguments: ["2020-05 to 2020-03", "2020-05..03", "10-3 Nov 2020", "today to 2026-11-01", "2020 to 2019"])
  func backwards(text: String) {
    #expect(throws: BabyError.entryInvalid([FieldError("day", "must not end before it begins")])) {
      try day(text, now: "2026-11-14T12:00:00-08:00")
    }
  }

  @Test("Before the day start time, today is the date before")
  func dayStart() throws {
    #expect(try day("today", now: "2026-11-14T03:00:00-08:00", dayStart: "04:30") == "2026-11-13")
    #expect(try day("yesterday", now: "2026-11-14T03:00:00-08:00", dayStart: "04:30") == "2026-11-12")
    #expect(try day("today", now: "2026-11-14T04:30:00-08:00", dayStart: "04:30") == "2026-11-14")
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "tomorrow", "2026-02-29", "14.11", "last night", "this morning", "Nov 31", "Monday 14:00",
      "from november", "november to", "2020-13", "last 0 days", "last 3", "1850", "to may", "Nov 3 to 31",
      "Nov 3-31", "2020-03..13", "2020-03.05", "2020-03. .05", "2020-03...05", "..2020-03", "2020-03..", "3-10",
      "3-10 Nov 4", "3-31 Nov", "30 to 31 Nov 2020", "Nov 3-31, 2020", "Feb 27-29, 2021", "3-10 2020", "3 to Nov 10",
      "Nov 3-10, 20",
    ])
  func refuses(text: String) {
    #expect(throws: BabyError.daysNotUnderstood(text)) { try day(text, now: "2026-11-14T12:00:00-08:00") }
  }

  @Test("The ends of a range may be days, and may be in the future")
  func boundaries() throws {
    func boundary(_ text: String, isEnd: Bool) throws -> String {
      try TimeExpression.resolveBoundary(
        text, isEnd: isEnd, now: at("2026-11-14T12:00:00-08:00"), settings: Settings(family: ["day.start": "04:30"]),
        zone: .losAngeles
      ).text(in: .losAngeles)
    }
    #expect(try boundary("yesterday", isEnd: false) == "2026-11-13T04:30:00.000-08:00")
    #expect(try boundary("yesterday", isEnd: true) == "2026-11-14T04:30:00.000-08:00")
    #expect(try boundary("october", isEnd: false) == "2026-10-01T04:30:00.000-07:00")
    #expect(try boundary("2026-10", isEnd: true) == "2026-11-01T04:30:00.000-08:00")
    // A clock time, and no year.
    #expect(try boundary("2020", isEnd: false) == "2026-11-13T20:20:00.000-08:00")
    #expect(try boundary("2026-11-20", isEnd: true) == "2026-11-21T04:30:00.000-08:00")
    #expect(try boundary("2026-11-20 08:00", isEnd: true) == "2026-11-20T08:00:00.000-08:00")
    #expect(try boundary("2h ago", isEnd: false) == "2026-11-14T10:00:00.000-08:00")
    #expect(try boundary("last week", isEnd: true) == "2026-11-09T04:30:00.000-08:00")
    #expect(throws: BabyError.timeUnclear("11/3", choices: ["2026-11-03", "2026-03-11"])) {
      try boundary("11/3", isEnd: false)
    }
    #expect(throws: BabyError.timeNotUnderstood("soon")) { try boundary("soon", isEnd: true) }
  }
}

@Suite("A day without a time") struct NamedDayTests {
  /// A Saturday.
  private let now: Instant
  init() throws { now = try at("2026-11-14T09:00:00-08:00") }

  private func start(_ day: String, _ order: DateOrder = .ask) throws -> String {
    let conventions = TimeConventions(dateOrder: order)
    return try TimeTexts(day: day).resolve(now: now, zone: .losAngeles, conventions: conventions).start
      .text(in: .losAngeles)
  }

  @Test(
    "is its noon, and now if it is today",
    arguments: [
      ("yesterday", "2026-11-13T12:00:00.000-08:00"), ("Nov 1", "2026-11-01T12:00:00.000-08:00"),
      ("on Oct 31", "2026-10-31T12:00:00.000-07:00"), ("last Monday", "2026-11-09T12:00:00.000-08:00"),
      ("Monday", "2026-11-09T12:00:00.000-08:00"), ("3 weeks ago", "2026-10-24T12:00:00.000-07:00"),
      ("2026-11-14", "2026-11-14T09:00:00.000-08:00"), ("today", "2026-11-14T09:00:00.000-08:00"),
      ("on Saturday", "2026-11-14T09:00:00.000-08:00"), ("last Saturday", "2026-11-07T12:00:00.000-08:00"),
    ])
  func noon(day: String, start: String) throws { #expect(try self.start(day) == start) }

  @Test("is asked about if it is ambiguous, and refused if it is in the future or invalid")
  func refused() throws {
    #expect(try start("3/11", .dayMonth) == "2026-11-03T12:00:00.000-08:00")
    #expect(throws: BabyError.timeUnclear("3/11", choices: ["2026-03-11", "2026-11-03"])) { try start("3/11") }
    #expect(throws: BabyError.timeNotUnderstood("yesterday at 3")) { try start("yesterday at 3") }
    let tomorrow = try at("2026-11-15T12:00:00-08:00")
    #expect(throws: BabyError.timeInFuture("2026-11-15", resolved: tomorrow)) { try start("2026-11-15") }
    for part in ["this morning", "last night"] {
      #expect(throws: BabyError.timeNotUnderstood(part)) { try start(part) }
    }
    #expect(throws: BabyError.timeNotUnderstood("soon")) { try start("soon") }
  }
}
