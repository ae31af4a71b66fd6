import BabyModel
import Testing

@Suite("Instants as text")
struct InstantTextTests {
  @Test(
    "UTC text is RFC 3339 with milliseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (1_583_650_560_007, "2020-03-08T06:56:00.007Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    ])
  func utc(milliseconds: Int64, text: String) {
    #expect(Instant(milliseconds: milliseconds).utcText == text)
  }

  @Test("Local text has the current offset")
  func local() throws {
    #expect(try at("2020-03-08T06:56:00Z").text(in: .losAngeles) == "2020-03-07T22:56:00.000-08:00")
    #expect(try at("2020-03-08T14:55:00Z").text(in: .losAngeles) == "2020-03-08T07:55:00.000-07:00")
    #expect(try at("2026-07-01T00:00:00Z").text(in: .berlin) == "2026-07-01T02:00:00.000+02:00")
    let kathmandu = ZoneRules(name: "Asia/Kathmandu", initialOffset: 20_700)
    #expect(try at("2026-07-01T00:00:00Z").text(in: kathmandu) == "2026-07-01T05:45:00.000+05:45")
  }

  @Test("Offsets, fractions of any length and lower case are read; fractions are cut, not rounded")
  func reads() throws {
    let base = try at("2026-11-21T20:14:05Z").milliseconds
    for (text, extra) in [
      ("2026-11-21T20:14:05.1Z", 100), ("2026-11-21T20:14:05.123Z", 123), ("2026-11-21T20:14:05.1239999Z", 123),
      ("2026-11-21t20:14:05z", 0), ("2026-11-21 20:14:05Z", 0), ("2026-11-21T12:14:05-08:00", 0),
      ("2026-11-22T01:59:05.000000+05:45", 0),
    ] { #expect(Instant(rfc3339: text)?.milliseconds == base + Int64(extra), "\(text)") }
  }

  @Test(
    "Other texts are refused",
    arguments: [
      "", "now", "2026-11-21", "2026-11-21T20:14:05", "2026-11-21T20:14Z", "2026-02-29T00:00:00Z",
      "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-21T24:00:00Z",
      "2026-11-21T20:60:00Z", "2026-11-21T20:14:60Z", "2026-11-21T20:14:05.Z", "2026-11-21T20:14:05+0800",
      "2026-11-21T20:14:05+24:00", "2026-11-21T20:14:05+08:60", "2026-11-21T20:14:05Zx", " 2026-11-21T20:14:05Z",
      "+026-11-21T20:14:05Z", "2026-1-21T20:14:05Z", "２026-11-21T20:14:05Z", "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59-01:00",
    ])
  func refuses(text: String) { #expect(Instant(rfc3339: text) == nil) }

  @Test("Every instant that can be written reads back as itself, in UTC and in a zone")
  func roundTrip() {
    var random = Lehmer()
    let range = Instant.earliestWritable.milliseconds...Instant.latestWritable.milliseconds
    for _ in 0..<10_000 {
      let instant = Instant(milliseconds: .random(in: range, using: &random))
      #expect(Instant(rfc3339: instant.utcText) == instant)
    }
    for _ in 0..<10_000 {
      let instant = Instant(milliseconds: .random(in: 1_500_000_000_000...1_800_000_000_000, using: &random))
      #expect(Instant(rfc3339: instant.text(in: .losAngeles)) == instant)
      #expect(LocalDateTime(rfc3339: instant.text(in: .losAngeles)) == ZoneRules.losAngeles.local(instant))
    }
  }

  @Test("An instant outside the calendar is written as the nearest date")
  func outOfRange() {
    #expect(Instant(milliseconds: .max).utcText == "9999-12-31T23:59:59.999Z")
    #expect(Instant(milliseconds: .min).utcText == "0001-01-01T00:00:00.000Z")
    #expect(Instant.latestWritable.text(in: .berlin) == "9999-12-31T23:59:59.999+01:00")
  }
}

/// Random numbers that are the same in every run.
struct Lehmer: RandomNumberGenerator {
  private var state: UInt64 = 20_191_218

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite("Dates and clock times")
struct LocalDateTests {
  @Test("Each day follows the day before, through all of the calendar's years")
  func dayNumbers() throws {
    #expect(try date("1970-01-01").dayNumber == 0)
    var day = try date("1899-12-31")
    for _ in 0..<146_097 {
      let next = day.adding(days: 1)
      let follows =
        next.day == day.day + 1 && next.month == day.month
        || next.day == 1 && (next.month == day.month + 1 || next.month == 1 && next.year == day.year + 1)
      guard follows, next > day, LocalDate(dayNumber: next.dayNumber) == next,
        next.weekday == (day.weekday + 1) % 7, LocalDate(next.description) == next
      else {
        Issue.record("\(next) after \(day)")
        return
      }
      day = next
    }
    #expect(day.description == "2299-12-31")
  }

  @Test("Weekdays count from Monday")
  func weekday() throws {
    #expect(try date("2026-11-16").weekday == 0)
    #expect(try date("2026-11-22").weekday == 6)
  }

  @Test(
    "Invalid dates are refused",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-11-31", "2026-00-10", "2026-1-10", "26-01-10", "2026-01-1x", "0000-01-01",
    ]
  )
  func impossible(text: String) { #expect(LocalDate(text) == nil) }

  @Test("Leap days are dates")
  func leapDays() { #expect(LocalDate("2024-02-29") != nil && LocalDate("2000-02-29") != nil) }

  @Test("Clock times read back as themselves", arguments: ["00:00", "04:30", "23:59"])
  func clock(text: String) throws { #expect(try time(text).description == text) }

  @Test("Invalid clock times are refused", arguments: ["24:00", "12:60", "7:30", "0730", "07:30:00", "-1:00"])
  func noClock(text: String) { #expect(TimeOfDay(text) == nil) }
}
