import BabyModel
import Testing

@Suite("Times in words")
struct TimeGrammarTests {
  /// Resolved in Los Angeles; times as that zone's clocks show them.
  struct Row: CustomTestStringConvertible, Sendable {
    var now: String
    var text: String
    var means: String

    init(_ now: String, _ text: String, _ means: String) {
      self.now = now
      self.text = text
      self.means = means
    }

    var testDescription: String { "\(text) at \(now)" }
  }

  private static let noon = "2026-11-14T12:00:00.000-08:00"
  private static let night = "2026-11-14T03:10:00.000-08:00"

  @Test(
    "A time is found",
    arguments: [
      Row(noon, "now", noon), Row(noon, " NOW ", noon),
      Row(noon, "20m ago", "2026-11-14T11:40:00.000-08:00"),
      Row(noon, "1h 20m ago", "2026-11-14T10:40:00.000-08:00"),
      Row(noon, "1h20m ago", "2026-11-14T10:40:00.000-08:00"),
      Row(noon, "90 min ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "2 Hours  ago", "2026-11-14T10:00:00.000-08:00"),
      Row(noon, "1 hour 1 minute ago", "2026-11-14T10:59:00.000-08:00"),
      Row(noon, "30s ago", "2026-11-14T11:59:30.000-08:00"),
      // A bare time is the latest past one, up to 5 minutes ahead.
      Row(noon, "2:30am", "2026-11-14T02:30:00.000-08:00"),
      Row(noon, "2:30 AM", "2026-11-14T02:30:00.000-08:00"),
      Row(noon, "2am", "2026-11-14T02:00:00.000-08:00"),
      Row(noon, "2 pm", "2026-11-13T14:00:00.000-08:00"),
      Row(noon, "12am", "2026-11-14T00:00:00.000-08:00"),
      Row(noon, "12:15pm", "2026-11-13T12:15:00.000-08:00"),
      Row(noon, "9:05", "2026-11-14T09:05:00.000-08:00"),
      Row(noon, "14:05", "2026-11-13T14:05:00.000-08:00"),
      Row(noon, "11:59:30", "2026-11-14T11:59:30.000-08:00"),
      Row(noon, "12:05", "2026-11-14T12:05:00.000-08:00"),
      Row(noon, "12:06", "2026-11-13T12:06:00.000-08:00"),
      Row("2026-11-14T23:58:00.000-08:00", "00:01", "2026-11-15T00:01:00.000-08:00"),
      Row("2026-11-14T00:01:00.000-08:00", "23:58", "2026-11-13T23:58:00.000-08:00"),
      // Days
      Row(noon, "today 11:05", "2026-11-14T11:05:00.000-08:00"),
      Row(noon, "yesterday 22:10", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "Yesterday 10:10 pm", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "2026-11-14 08:10", "2026-11-14T08:10:00.000-08:00"),
      Row(noon, "2026-11-12t22:10", "2026-11-12T22:10:00.000-08:00"),
      Row(noon, "2026-11-12 10:10pm", "2026-11-12T22:10:00.000-08:00"),
      Row(noon, "2026-07-12 22:10", "2026-07-12T22:10:00.000-07:00"),
      // ISO 8601 with a zone
      Row(noon, "2026-11-14T19:10:00Z", "2026-11-14T11:10:00.000-08:00"),
      Row(noon, "2026-11-14T19:10:00.5z", "2026-11-14T11:10:00.500-08:00"),
      Row(noon, "2026-11-14T19:10Z", "2026-11-14T11:10:00.000-08:00"),
      Row(noon, "2026-11-14T20:10+01:00", "2026-11-14T11:10:00.000-08:00"),
      // Without a colon, or with a point
      Row(noon, "0230", "2026-11-14T02:30:00.000-08:00"),
      Row(noon, "1405", "2026-11-13T14:05:00.000-08:00"),
      Row(noon, "230pm", "2026-11-13T14:30:00.000-08:00"),
      Row(noon, "1030am", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "3.15pm", "2026-11-13T15:15:00.000-08:00"),
      Row(noon, "15.40", "2026-11-13T15:40:00.000-08:00"),
      Row(noon, "9.05", "2026-11-14T09:05:00.000-08:00"),
      Row(noon, "8:10p", "2026-11-13T20:10:00.000-08:00"),
      Row(noon, "7a", "2026-11-14T07:00:00.000-08:00"),
      Row(noon, "2:30 a.m.", "2026-11-14T02:30:00.000-08:00"),
      Row(noon, "2:30\u{202F}AM", "2026-11-14T02:30:00.000-08:00"),
      // Words
      Row(noon, "just now", noon), Row(noon, "right now", noon),
      Row(noon, "noon", "2026-11-14T12:00:00.000-08:00"),
      Row(noon, "at noon", "2026-11-14T12:00:00.000-08:00"),
      Row(noon, "yesterday noon", "2026-11-13T12:00:00.000-08:00"),
      Row(noon, "midnight", "2026-11-14T00:00:00.000-08:00"),
      Row(noon, "last night at midnight", "2026-11-14T00:00:00.000-08:00"),
      Row(noon, "half past three", "2026-11-14T03:30:00.000-08:00"),
      Row(noon, "at half past three pm", "2026-11-13T15:30:00.000-08:00"),
      Row(noon, "quarter to nine", "2026-11-14T08:45:00.000-08:00"),
      Row(noon, "a quarter past 9", "2026-11-14T09:15:00.000-08:00"),
      Row(noon, "ten to one", "2026-11-14T00:50:00.000-08:00"),
      Row(noon, "ten past twelve", "2026-11-14T00:10:00.000-08:00"),
      Row(noon, "20 minutes to eleven", "2026-11-14T10:40:00.000-08:00"),
      Row(noon, "twenty-five past ten", "2026-11-14T10:25:00.000-08:00"),
      Row(noon, "eleven o'clock", "2026-11-14T11:00:00.000-08:00"),
      Row(noon, "at ten thirty", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "at nine oh five", "2026-11-14T09:05:00.000-08:00"),
      Row(noon, "half past midnight", "2026-11-14T00:30:00.000-08:00"),
      Row(noon, "quarter to noon", "2026-11-14T11:45:00.000-08:00"),
      Row(noon, "24:00", "2026-11-14T00:00:00.000-08:00"), Row(noon, "at 9h30", "2026-11-14T09:30:00.000-08:00"),
      Row(noon, "yesterday at 15h", "2026-11-13T15:00:00.000-08:00"),
      Row(noon, "at 11.", "2026-11-14T11:00:00.000-08:00"), Row(noon, "9:05.", "2026-11-14T09:05:00.000-08:00"),
      // An hour alone is the latest of the two.
      Row(noon, "at 3", "2026-11-14T03:00:00.000-08:00"),
      Row("2026-11-14T16:00:00.000-08:00", "at 3", "2026-11-14T15:00:00.000-08:00"),
      Row("2026-11-14T16:00:00.000-08:00", "3 o'clock", "2026-11-14T15:00:00.000-08:00"),
      Row("2026-11-14T02:00:00.000-08:00", "at 3", "2026-11-13T15:00:00.000-08:00"),
      Row(noon, "@ 11", "2026-11-14T11:00:00.000-08:00"),
      Row(noon, "at 22", "2026-11-13T22:00:00.000-08:00"),
      Row(noon, "around 11", "2026-11-14T11:00:00.000-08:00"),
      Row(noon, "at about 11am", "2026-11-14T11:00:00.000-08:00"),
      // Ago
      Row(noon, "half an hour ago", "2026-11-14T11:30:00.000-08:00"),
      Row(noon, "an hour ago", "2026-11-14T11:00:00.000-08:00"),
      Row(noon, "a quarter of an hour ago", "2026-11-14T11:45:00.000-08:00"),
      Row(noon, "an hour and a half ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "one and a half hours ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "2 and a half hours ago", "2026-11-14T09:30:00.000-08:00"),
      Row(noon, "1.5h ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "1,5 hours ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "1h30 ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "1 hr 20 ago", "2026-11-14T10:40:00.000-08:00"),
      Row(noon, "1 1/2 hours ago", "2026-11-14T10:30:00.000-08:00"),
      Row(noon, "a couple of hours ago", "2026-11-14T10:00:00.000-08:00"),
      Row(noon, "approximately 20 min ago", "2026-11-14T11:40:00.000-08:00"),
      Row(noon, "twenty minutes ago", "2026-11-14T11:40:00.000-08:00"),
      Row(noon, "about 20 min. ago", "2026-11-14T11:40:00.000-08:00"),
      Row(noon, "1 hour and 20 minutes ago", "2026-11-14T10:40:00.000-08:00"),
      Row(noon, "-20m", "2026-11-14T11:40:00.000-08:00"),
      Row(noon, "-1h30", "2026-11-14T10:30:00.000-08:00"),
      // Days
      Row(noon, "yesterday at 22:10", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "22:10 yesterday", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "at 10pm yesterday", "2026-11-13T22:00:00.000-08:00"),
      Row(noon, "2 days ago", "2026-11-12T12:00:00.000-08:00"),
      Row(noon, "a week ago", "2026-11-07T12:00:00.000-08:00"),
      Row(noon, "2 days ago at 14:00", "2026-11-12T14:00:00.000-08:00"),
      Row(noon, "the day before yesterday 9am", "2026-11-12T09:00:00.000-08:00"),
      // 2026-11-14 is a Saturday.
      Row(noon, "Monday 14:00", "2026-11-09T14:00:00.000-08:00"),
      Row(noon, "on mon at 2pm", "2026-11-09T14:00:00.000-08:00"),
      Row(noon, "Saturday 9:00", "2026-11-14T09:00:00.000-08:00"),
      Row(noon, "Saturday 14:00", "2026-11-07T14:00:00.000-08:00"),
      Row(noon, "last Saturday 9:00", "2026-11-07T09:00:00.000-08:00"),
      Row(noon, "last Monday at 14:00", "2026-11-09T14:00:00.000-08:00"),
      Row(noon, "Friday morning at 7", "2026-11-13T07:00:00.000-08:00"),
      Row(noon, "Nov 3 14:00", "2026-11-03T14:00:00.000-08:00"),
      Row(noon, "November 3rd, 2pm", "2026-11-03T14:00:00.000-08:00"),
      Row(noon, "3 Nov 14:00", "2026-11-03T14:00:00.000-08:00"),
      Row(noon, "the 3rd of November at 2pm", "2026-11-03T14:00:00.000-08:00"),
      Row(noon, "Oct 3 14:00", "2026-10-03T14:00:00.000-07:00"),
      Row(noon, "Feb 3 14:00", "2026-02-03T14:00:00.000-08:00"),
      Row("2027-01-05T12:00:00.000-08:00", "Dec 30 14:00", "2026-12-30T14:00:00.000-08:00"),
      Row(noon, "Sat, Nov 7 2:00 PM", "2026-11-07T14:00:00.000-08:00"),
      Row(noon, "13/11/2025 14:00", "2025-11-13T14:00:00.000-08:00"),
      Row(noon, "13.11. 14:00", "2026-11-13T14:00:00.000-08:00"),
      Row(noon, "13.11.2025 14:00", "2025-11-13T14:00:00.000-08:00"),
      Row(noon, "Nov 3 2025 14:00", "2025-11-03T14:00:00.000-08:00"),
      Row(noon, "Feb 29 14:00", "2024-02-29T14:00:00.000-08:00"),
      Row(noon, "11/13 14:00", "2026-11-13T14:00:00.000-08:00"),
      Row(noon, "13/11 14:00", "2026-11-13T14:00:00.000-08:00"),
      // Parts of a day
      Row(noon, "this morning at 7", "2026-11-14T07:00:00.000-08:00"),
      Row(noon, "at 7 this morning", "2026-11-14T07:00:00.000-08:00"),
      Row(noon, "7 this morning", "2026-11-14T07:00:00.000-08:00"),
      Row(noon, "7:30 in the morning", "2026-11-14T07:30:00.000-08:00"),
      Row(noon, "yesterday evening at 8", "2026-11-13T20:00:00.000-08:00"),
      Row(noon, "yesterday afternoon 3:30", "2026-11-13T15:30:00.000-08:00"),
      Row(noon, "3 in the afternoon", "2026-11-13T15:00:00.000-08:00"),
      Row(noon, "at 11 at night", "2026-11-13T23:00:00.000-08:00"),
      Row(noon, "last evening at 8", "2026-11-13T20:00:00.000-08:00"),
      Row(noon, "last night at 10", "2026-11-13T22:00:00.000-08:00"),
      Row(noon, "10:30 last night", "2026-11-13T22:30:00.000-08:00"),
      // Last night: from 18:00 to 6:00
      Row(noon, "last night 22:10", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "last night 10:10", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "last night 10:10pm", "2026-11-13T22:10:00.000-08:00"),
      Row(noon, "last night 18:00", "2026-11-13T18:00:00.000-08:00"),
      Row(noon, "last night 2:30", "2026-11-14T02:30:00.000-08:00"),
      Row(night, "last night 22:10", "2026-11-13T22:10:00.000-08:00"),
      Row(night, "last night 2:30am", "2026-11-14T02:30:00.000-08:00"),
      Row(night, "last night 4:30", "2026-11-13T04:30:00.000-08:00"),
      Row("2026-11-14T23:00:00.000-08:00", "last night 22:10", "2026-11-13T22:10:00.000-08:00"),
      Row("2026-11-14T23:00:00.000-08:00", "last night 2:30", "2026-11-14T02:30:00.000-08:00"),
      // The night in which clocks go forward from 2:00 to 3:00
      Row("2026-03-08T03:10:00.000-07:00", "20m ago", "2026-03-08T01:50:00.000-08:00"),
      Row("2026-03-08T03:10:00.000-07:00", "3:00", "2026-03-08T03:00:00.000-07:00"),
      Row("2026-03-08T03:10:00.000-07:00", "1:59", "2026-03-08T01:59:00.000-08:00"),
      Row("2026-03-08T03:10:00.000-07:00", "yesterday 2:30", "2026-03-07T02:30:00.000-08:00"),
      Row("2026-03-08T01:30:00.000-08:00", "2:30", "2026-03-07T02:30:00.000-08:00"),
      Row("2026-03-09T02:40:00.000-07:00", "2:30", "2026-03-09T02:30:00.000-07:00"),
      // The night in which clocks go back from 2:00 to 1:00
      Row("2026-11-01T02:10:00.000-08:00", "90m ago", "2026-11-01T01:40:00.000-07:00"),
      Row("2026-11-01T02:10:00.000-08:00", "0:30", "2026-11-01T00:30:00.000-07:00"),
      Row("2026-11-01T02:10:00.000-08:00", "2:05", "2026-11-01T02:05:00.000-08:00"),
      Row("2026-11-01T02:10:00.000-08:00", "2026-11-01T01:40:00-07:00", "2026-11-01T01:40:00.000-07:00"),
      Row("2026-11-01T02:10:00.000-08:00", "2026-11-01T01:40-08:00", "2026-11-01T01:40:00.000-08:00"),
      // While the second one is still to come, the first is meant.
      Row("2026-11-01T01:45:00.000-07:00", "1:40", "2026-11-01T01:40:00.000-07:00"),
      Row("2026-11-01T01:10:00.000-08:00", "today 1:40", "2026-11-01T01:40:00.000-07:00"),
      Row("2026-11-02T01:10:00.000-08:00", "today 1:05", "2026-11-02T01:05:00.000-08:00"),
    ])
  func resolves(row: Row) throws {
    let instant = try TimeExpression.resolvePoint(row.text, now: at(row.now), zone: .losAngeles)
    #expect(instant.text(in: .losAngeles) == row.means)
  }

  @Test(
    "What is no time is refused",
    arguments: [
      "", " ", "soon", "20m", "20 ago", "ago", "m ago", "20m 1h ago", "1h 2h ago", "20x ago", "-20m ago", "- 20m",
      "1.2345h ago",
      "100000m ago", "for 20m ago", "2", "14", "230", "2460", "10 to 2", "half", "half thirteen", "at 25", "at",
      "at 3m",
      "at 0 am",
      "1234567890", "3.1", "3.15.16", "last Monday", "Nov 3", "Nov 31 14:00", "Feb 30 9:00", "Nov 3 2010",
      "14/13 9:00", "this morning at 3pm", "this night at 3", "tomorrow at 9", "an hour", "1h30", "a few minutes ago",
      "24:01", "at 24h", "15h30", "13/14/2025 9:00", "13.11 14:00", "14:60", "14:5", "14:05pm", "0:30am", "13pm",
      "2:30 xm",
      "tomorrow 9:00", "2026-11-14", "2026-11-31 22:10", "2026-11-14 25:00", "today", "yesterday",
      "last night", "last night 14:00", "last night 9:30am", "last night 12:30pm", "22:10-05:40", "2026-11-14T22:10+1",
      "１４:05", "14:05\u{202E}",
    ])
  func refuses(text: String) throws {
    let now = try at(Self.noon)
    #expect(throws: BabyError.timeNotUnderstood(text)) {
      try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles)
    }
  }

  @Test(
    "More than 5 minutes ahead is refused",
    arguments: [
      ("today 12:06", "2026-11-14T12:06:00-08:00"), ("2026-11-15 08:00", "2026-11-15T08:00:00-08:00"),
      ("2026-11-14T20:05:01Z", "2026-11-14T12:05:01-08:00"),
      // Nobody means almost a year ago without its year.
      ("Dec 3 14:00", "2026-12-03T14:00:00-08:00"), ("1st of December 2pm", "2026-12-01T14:00:00-08:00"),
      ("Jan 3 at 2pm", "2027-01-03T14:00:00-08:00"), ("15/11 14:00", "2026-11-15T14:00:00-08:00"),
    ])
  func future(text: String, resolved: String) throws {
    let now = try at(Self.noon)
    let error = BabyError.timeInFuture(text, resolved: try at(resolved))
    #expect(throws: error) { try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles) }
  }

  @Test(
    "A time that can be read in several ways is refused with all of them",
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
    "A date with a slash is read in the order that is set",
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
      // What is said, what it means on a 12-hour clock, and on a 24-hour one.
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
    "An ISO date with a time is what it says on either clock",
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

  @Test("Both ends of a span with an ISO date are what they say")
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

  @Test("In the afternoon, it is this afternoon's; of another day it is asked back, and a span goes the same way")
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

  @Test("Of two times of which one is still to come the other is meant")
  func oneIsToCome() throws {
    let now = try at(Self.noon)
    #expect(
      try TimeExpression.resolvePoint("today at 3", now: now, zone: .losAngeles) == at("2026-11-14T03:00:00-08:00"))
  }

  @Test(
    "A time that clocks showed twice is refused with both",
    arguments: ["1:40", "1:40am", "0140", "twenty to two", "1.40", "today 1:40", "2026-11-01 01:40", "last night 1:40"])
  func ambiguous(text: String) throws {
    let now = try at("2026-11-01T08:00:00-08:00")
    let error = BabyError.timeAmbiguous(
      text, first: try at("2026-11-01T01:40:00-07:00"), second: try at("2026-11-01T01:40:00-08:00"))
    #expect(throws: error) { try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles) }
  }

  @Test(
    "A time that clocks skipped is refused with the next",
    arguments: ["2:30", "2:00am", "0230", "half past two", "today 2:59", "2026-03-08 02:30", "last night 2:30"])
  func nonexistent(text: String) throws {
    let now = try at("2026-03-08T08:00:00-07:00")
    let error = BabyError.timeNonexistent(text, nextValid: try at("2026-03-08T03:00:00-07:00"))
    #expect(throws: error) { try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles) }
  }

  @Test("Where clocks went back over midnight, a time of the date to come has been there already")
  func backOverMidnight() throws {
    // From 0:01 to 23:01 of the day before.
    let stJohns = ZoneRules(
      name: "America/St_Johns", initialOffset: -9000,
      transitions: [.init(at: try at("2006-10-29T02:31:00Z"), offset: -12_600)])
    let now = try at("2006-10-28T23:30:00-03:30")
    #expect(try TimeExpression.resolvePoint("0:00", now: now, zone: stJohns) == at("2006-10-29T00:00:00-02:30"))
    let twice = BabyError.timeAmbiguous(
      "23:10", first: try at("2006-10-28T23:10:00-02:30"), second: try at("2006-10-28T23:10:00-03:30"))
    #expect(throws: twice) { try TimeExpression.resolvePoint("23:10", now: now, zone: stJohns) }
    #expect(try TimeExpression.resolvePoint("22:50", now: now, zone: stJohns) == at("2006-10-28T22:50:00-02:30"))
  }

  @Test(
    "Lengths of time",
    arguments: [
      ("40m", 40), ("for 40m", 40), ("1h 30m", 90), ("1h30m", 90), ("90 min", 90), ("2 hours", 120), ("0m", 0),
      ("1h30", 90), ("1.5h", 90), ("1.25 hours", 75), ("half an hour", 30), ("an hour", 60), ("an hour and a half", 90),
      ("a quarter of an hour", 15), ("three quarters of an hour", 45), ("two hours", 120), ("forty-five minutes", 45),
      ("1 hour, 5 minutes", 65), ("1 1/2 h", 90), ("3/4 hour", 45), ("a couple of hours", 120), ("1 hr. 5 min.", 65),
      ("a minute", 1), ("1h00", 60),
    ])
  func lengths(text: String, minutes: Int) { #expect(Duration(text: text) == .minutes(minutes)) }

  @Test(
    "What is no length is refused",
    arguments: [
      "1h90", "1h30x", "1 h 30", "1.h", "1..5h", "1.5", "half", "1/3 h", "an", "5 m 1 h", "1h and", "two",
      "-5m",
      "1h30m30", "1h 2h",
    ])
  func noLength(text: String) { #expect(Duration(text: text) == nil) }

  @Test("A bare number is minutes only where a length is asked for")
  func bareMinutes() {
    #expect(Duration(text: "90") == nil)
    #expect(Duration(text: "90", bareMinutes: true) == .minutes(90))
    #expect(Duration(text: "for 90", bareMinutes: true) == .minutes(90))
    #expect(Duration(text: "10.5", bareMinutes: true) == .seconds(630))
    // An hour and a half, to some.
    #expect(Duration(text: "1.30", bareMinutes: true) == nil)
  }
}

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
    "A week begins on the day that is set; this one ends today, the last one is whole",
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

  @Test("A date with a slash is read in the order that is set, and asked back while none is")
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
    "Days of a week, of a year, and those that are counted from today",
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
    "Months, weeks and years; what goes on ends today",
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
    "A year that is said with the end holds for the beginning; what would come after the end began the year before",
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
    "What ends before it begins is refused",
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

  @Test("The ends of a stretch that is looked at may be days, and may lie in the future")
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
