import BabyModel
import Testing

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
