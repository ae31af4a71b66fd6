import BabyModel
import Testing

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
