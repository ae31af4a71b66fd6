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
    "Invalid times are refused",
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
    "A duplicated time is refused with both",
    arguments: ["1:40", "1:40am", "0140", "twenty to two", "1.40", "today 1:40", "2026-11-01 01:40", "last night 1:40"])
  func ambiguous(text: String) throws {
    let now = try at("2026-11-01T08:00:00-08:00")
    let error = BabyError.timeAmbiguous(
      text, first: try at("2026-11-01T01:40:00-07:00"), second: try at("2026-11-01T01:40:00-08:00"))
    #expect(throws: error) { try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles) }
  }

  @Test(
    "A skipped time is refused with the next",
    arguments: ["2:30", "2:00am", "0230", "half past two", "today 2:59", "2026-03-08 02:30", "last night 2:30"])
  func nonexistent(text: String) throws {
    let now = try at("2026-03-08T08:00:00-07:00")
    let error = BabyError.timeNonexistent(text, nextValid: try at("2026-03-08T03:00:00-07:00"))
    #expect(throws: error) { try TimeExpression.resolvePoint(text, now: now, zone: .losAngeles) }
  }

  @Test("If clocks went back over midnight, a time of the next date may be in the past")
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
}
