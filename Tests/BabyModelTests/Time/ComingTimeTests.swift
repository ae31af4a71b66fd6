import BabyModel
import Testing

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
