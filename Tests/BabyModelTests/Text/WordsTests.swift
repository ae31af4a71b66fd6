import BabyModel
import Testing

@Suite("Texts for people")
struct WordsTests {
  private static let start = "2026-11-14T20:09:00Z"
  private static let end = "2026-11-14T20:24:00Z"

  private func breast(_ side: Side?, _ breasts: Breasts? = .one, lasting: Bool = true) throws -> Entry {
    try .breast(side, breasts, Self.start, to: lasting ? Self.end : nil)
  }

  private func pumping(_ side: Side?, _ breasts: Breasts? = nil, _ amount: Volume? = .ml(80)) throws -> Entry {
    try .make(.feeding(Feeding(method: .pumping, startedSide: side, breasts: breasts, amount: amount)), Self.start)
  }

  /// An entry, its line in a timeline, the message after logging it, and its copied summary.
  private func table() throws -> [(Entry, line: String, logged: String, summary: String)] {
    let start = Self.start
    return [
      (
        try breast(.left), "Left breast · 15 min", "Logged left breast · 15 min",
        "Feed · Left breast · 15 min · 8:09 PM"
      ),
      (try breast(.right, lasting: false), "Right breast", "Logged right breast", "Feed · Right breast · 8:09 PM"),
      (
        try breast(.left, .both), "Both breasts · 15 min · Started on Left, then switched",
        "Logged both breasts · 15 min", "Feed · Both breasts · 15 min · 8:09 PM"
      ),
      (
        try breast(nil, .both), "Both breasts · 15 min", "Logged both breasts · 15 min",
        "Feed · Both breasts · 15 min · 8:09 PM"
      ),
      (
        try breast(nil, nil), "Breast feed · 15 min", "Logged breast feed · 15 min",
        "Feed · Breast feed · 15 min · 8:09 PM"
      ),
      (try .bottle(.ml(120), start), "Bottle · 120 ml", "Logged bottle · 120 ml", "Feed · 120 ml · 8:09 PM"),
      (
        try .bottle(.ml(120), start, to: Self.end), "Bottle · 120 ml · 15 min", "Logged bottle · 120 ml · 15 min",
        "Feed · 120 ml · 15 min · 8:09 PM"
      ),
      (try .bottle(nil, start), "Bottle", "Logged bottle", "Feed · Bottle · 8:09 PM"),
      (
        try pumping(.left), "Pumping · Left breast · 80 ml", "Logged pumping · 80 ml",
        "Feed · Pumping · 80 ml · 8:09 PM"
      ),
      (
        try pumping(nil, .both), "Pumping · Both breasts · 80 ml", "Logged pumping · 80 ml",
        "Feed · Pumping · 80 ml · 8:09 PM"
      ),
      (try .make(.diaper(.wet), start), "Wet diaper", "Logged wet diaper", "Diaper · Wet · 8:09 PM"),
      (try .make(.diaper(.dirty), start), "Dirty diaper", "Logged dirty diaper", "Diaper · Dirty · 8:09 PM"),
      (
        try .make(.diaper(.both), start), "Wet and dirty diaper", "Logged wet and dirty diaper",
        "Diaper · Wet and dirty · 8:09 PM"
      ),
      (
        try .make(.sleep, start, to: "2026-11-14T21:13:00Z"), "Sleep · 1h 04m", "Logged sleep · 1h 04m",
        "Sleep · 1h 04m · 8:09 PM"
      ),
      (try .make(.sleep, start), "Sleeping", "Sleep started", "Sleep · running · 8:09 PM"),
      (
        try .make(.sleep, start, endUnknown: true), "Sleep · end unknown", "Logged sleep · end unknown",
        "Sleep · end unknown · 8:09 PM"
      ),
      (
        try .make(.tummyTime, start, to: Self.end), "Tummy time · 15 min", "Logged tummy time · 15 min",
        "Tummy time · 15 min · 8:09 PM"
      ),
      (try .make(.tummyTime, start), "Tummy time, running", "Tummy time started", "Tummy time · running · 8:09 PM"),
      (
        try .make(.note(.milestone), start, note: "first\n smile"), "Milestone · first smile", "Logged milestone",
        "Milestone · first smile · 8:09 PM"
      ),
      (try .make(.note(.general), start, note: "hm"), "Note · hm", "Logged note", "Note · hm · 8:09 PM"),
      (
        try .make(.note(.health), start, note: "38.2"), "Health note · 38.2", "Logged health note",
        "Health note · 38.2 · 8:09 PM"
      ),
    ]
  }

  @Test("a breast without counted time is not shown")
  func uncounted() {
    var feeding = Feeding(
      method: .breast, startedSide: .left, left: .zero, turn: NursingTurn(.left, since: Instant(milliseconds: 0)))
    func titles() -> [String] { Words.fields(.feeding(feeding)) { _ in "2:10 PM" }.map(\.title) }
    #expect(titles() == ["Method", "Started side", "Timed side", "Timed since"])
    feeding.right = .seconds(1)
    #expect(titles() == ["Method", "Started side", "Right", "Timed side", "Timed since"])
  }

  @Test("Entries")
  func entries() throws {
    for (entry, line, logged, summary) in try table() {
      #expect(Words.line(entry, units: .milliliters) == line)
      #expect(Words.logged(entry, units: .milliliters) == logged)
      let local = ZoneRules.utc.local(entry.start).time
      #expect(Words.summary(entry, at: local, units: .milliliters, format: .twelveHour) == summary)
    }
  }

  @Test("Completed actions")
  func actions() throws {
    let sleep = try Entry.make(.sleep, Self.start, to: "2026-11-14T21:13:00Z")
    #expect(Words.stopped(sleep) == "Sleep ended · 1h 04m")
    #expect(try Words.stopped(.make(.tummyTime, Self.start, to: Self.end)) == "Tummy time ended · 15 min")
    #expect(Words.cancelled(.sleep) == "Sleep cancelled")
    #expect(try Words.updated(breast(.left)) == "Updated left breast")
    #expect(Words.deleted(.feeding) == "Deleted feed")
    #expect(Words.restored(.tummyTime) == "Restored tummy time")
    #expect(Words.undid("Logged left breast") == "Undid: Logged left breast")
    #expect(Words.redid("Logged left breast") == "Redid: Logged left breast")
  }

  @Test("Running timers")
  func running() throws {
    let now = try at("2026-11-14T21:13:00Z")
    #expect(try Words.running(.sleep, since: at(Self.start), now: now) == "Sleeping 1h 04m")
    #expect(try Words.running(.tummyTime, since: at(Self.start), now: at(Self.end)) == "Tummy time 15m")
    #expect(try Words.running(.sleep, since: now, now: at(Self.start)) == "Sleeping 0m")
  }

  @Test("Sides")
  func sides() {
    #expect(Words.sides(Feeding(method: .breast, startedSide: .left)) == "L")
    #expect(Words.sides(Feeding(method: .breast, startedSide: .right, breasts: .one)) == "R")
    #expect(Words.sides(Feeding(method: .breast, startedSide: .right, breasts: .both)) == "L+R")
    #expect(Words.sides(Feeding(method: .bottle)) == nil)
    #expect(
      Words.switched(Feeding(method: .breast, startedSide: .right, breasts: .both)) == "Started on Right, then switched"
    )
  }

  @Test("Counts")
  func counts() {
    #expect(
      Words.Tally.allCases.map { Words.count(1, $0) } == [
        "1 feed", "1 breast feed", "1 bottle", "1 pumping", "1 diaper", "1 wet", "1 dirty", "1 sleep", "1 tummy time",
        "1 note", "1 other entry", "1 entry",
      ])
    #expect(
      Words.Tally.allCases.map { Words.count(6, $0) } == [
        "6 feeds", "6 breast feeds", "6 bottles", "6 pumpings", "6 diapers", "6 wet", "6 dirty", "6 sleeps",
        "6 tummy times", "6 notes", "6 other entries", "6 entries",
      ])
    #expect(Words.count(0, .feeds) == "0 feeds")
    #expect(Words.nothingToday == "No events yet today")
    #expect(Words.nothingCounted == "No feed, diaper or sleep today")
  }

  @Test(
    "Durations",
    arguments: [
      (-5, "0m", "0 s"), (0, "0m", "0 s"), (1, "1s", "1 s"), (59, "59s", "59 s"), (60, "1m", "1 min"),
      (899, "14m", "14 min"), (2700, "45m", "45 min"), (3599, "59m", "59 min"), (3600, "1h", "1h"),
      (3840, "1h 04m", "1h 04m"), (7200, "2h", "2h"), (8100, "2h 15m", "2h 15m"), (90_000, "25h", "25h"),
    ])
  func durations(seconds: Int, short: String, length: String) {
    #expect(Words.duration(.seconds(seconds)) == short)
    #expect(Words.length(.seconds(seconds)) == length)
  }

  @Test(
    "How long ago",
    arguments: [
      (-60, "Just now"), (0, "Just now"), (59, "Just now"), (60, "1m ago"), (2700, "45m ago"), (3600, "1h ago"),
      (3840, "1h 04m ago"), (8100, "2h 15m ago"), (86_399, "23h 59m ago"), (86_400, "1d ago"), (100_000, "1d 3h ago"),
      (172_800, "2d ago"), (800_000, "9d ago"),
    ])
  func ago(seconds: Int, text: String) throws {
    let now = try at("2026-11-14T12:00:00Z")
    #expect(Words.ago(now - .seconds(seconds), now: now) == text)
  }

  @Test(
    "Clock times",
    arguments: [
      ("00:00", "12:00 AM"), ("00:05", "12:05 AM"), ("08:24", "8:24 AM"), ("12:00", "12:00 PM"), ("20:24", "8:24 PM"),
      ("23:59", "11:59 PM"),
    ])
  func clock(day: String, half: String) throws {
    #expect(try Words.clock(time(day), format: .twelveHour) == half)
    #expect(try Words.clock(time(day), format: .twentyFourHour) == day)
  }

  @Test(
    "Spans of clock times",
    arguments: [
      ("20:09", "20:24", "8:09–8:24 PM"), ("22:10", "05:40", "10:10 PM–5:40 AM"),
      ("11:50", "12:10", "11:50 AM–12:10 PM"),
      ("20:24", "20:09", "8:24 PM–8:09 PM"),
    ])
  func clockSpans(start: String, end: String, half: String) throws {
    #expect(try Words.clockSpan(time(start), time(end), format: .twelveHour) == half)
    #expect(try Words.clockSpan(time(start), time(end), format: .twentyFourHour) == "\(start)–\(end)")
  }

  @Test(
    "Days",
    arguments: [
      ("2026-11-16", "Today", "8:24 PM"), ("2026-11-15", "Yesterday", "yesterday 8:24 PM"),
      ("2026-11-14", "Sat, Nov 14", "Sat, Nov 14 8:24 PM"),
      ("2025-12-31", "Wed, Dec 31, 2025", "Wed, Dec 31, 2025 8:24 PM"),
      ("2026-11-17", "Tue, Nov 17", "tomorrow 8:24 PM"),
    ])
  func days(day: String, heading: String, dateTime: String) throws {
    let today = try date("2026-11-16")
    #expect(try Words.dayHeading(date(day), today: today) == heading)
    let local = LocalDateTime(try date(day), try time("20:24"))
    #expect(Words.dateTime(local, today: today, format: .twelveHour) == dateTime)
  }

  @Test("Due events")
  func due() throws {
    let today = try date("2026-11-16")
    func due(_ day: String, isPast: Bool) throws -> String {
      let local = LocalDateTime(try date(day), try time("23:20"))
      return Words.due(local, today: today, isPast: isPast, format: .twelveHour)
    }
    #expect(try due("2026-11-16", isPast: false) == "11:20 PM")
    #expect(try due("2026-11-17", isPast: false) == "tomorrow 11:20 PM")
    #expect(try due("2026-11-16", isPast: true) == "was due 11:20 PM")
    #expect(try due("2026-11-15", isPast: true) == "was due yesterday 11:20 PM")
    #expect([EntryKind.feeding, .diaper].map(Words.next) == ["Next feed", "Next diaper"])
  }

  @Test("If everything is old, the day is shown, and after two months the month")
  func nothingSince() throws {
    let today = try #require(LocalDate("2026-11-15"))
    func since(_ text: String) throws -> String { Words.nothingSince(try #require(LocalDate(text)), today: today) }
    #expect(try since("2026-11-07") == "Nothing since Sat, Nov 7")
    #expect(try since("2026-09-16") == "Nothing since Wed, Sep 16")
    #expect(try since("2026-09-15") == "Nothing since September 2026")
    #expect(try since("2020-12-06") == "Nothing since December 2020")
  }

  @Test(
    "Amounts",
    arguments: [
      (Volume.ml(120), "120 ml", "4.1 oz"), (.oz(4), "118 ml", "4 oz"), (.oz(3.9999), "118 ml", "4 oz"),
      (.oz(8.2), "243 ml", "8.2 oz"), (.ml(122.5), "122.5 ml", "4.1 oz"), (.ml(10), "10 ml", "0.34 oz"),
      (.oz(0.25), "7.4 ml", "0.25 oz"), (.oz(4.125), "122 ml", "4.13 oz"), (.ml(500), "500 ml", "16.9 oz"),
    ])
  func amounts(volume: Volume, milliliters: String, ounces: String) {
    #expect(Words.amount(volume, in: .milliliters) == milliliters)
    #expect(Words.amount(volume, in: .ounces) == ounces)
  }

  @Test("Sums of amounts")
  func sums() {
    #expect(Words.amount(milliliters: 480, in: .milliliters) == "480 ml")
    #expect(Words.amount(milliliters: 2 * 8.1 * 29.5735, in: .ounces) == "16.2 oz")
    #expect(Words.amount(milliliters: 0, in: .ounces) == "0 oz")
  }
}
