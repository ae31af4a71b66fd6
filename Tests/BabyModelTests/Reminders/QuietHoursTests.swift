import BabyModel
import Testing

@Suite("Quiet hours")
struct QuietHoursTests {
  private func release(_ quiet: String, _ instant: String, in zone: ZoneRules = .berlin) throws -> String {
    try #require(QuietHours(quiet)).release(at(instant), zone: zone).text(in: zone)
  }

  @Test("wrap midnight: reminders in them wait for their end, which is exclusive")
  func wrap() throws {
    #expect(try release("22:00-06:00", "2026-01-10T20:59:59Z") == "2026-01-10T21:59:59.000+01:00")
    #expect(try release("22:00-06:00", "2026-01-10T21:00:00Z") == "2026-01-11T06:00:00.000+01:00")
    #expect(try release("22:00-06:00", "2026-01-11T00:30:00Z") == "2026-01-11T06:00:00.000+01:00")
    #expect(try release("22:00-06:00", "2026-01-11T05:00:00Z") == "2026-01-11T06:00:00.000+01:00")
    #expect(try release("13:00-15:00", "2026-01-11T12:30:00Z") == "2026-01-11T15:00:00.000+01:00")
  }

  @Test("with equal ends do not exist")
  func none() throws {
    for hour in 0..<24 {
      let instant = Instant(milliseconds: Int64(hour) * 3_600_000)
      #expect(try #require(QuietHours("06:00-06:00")).release(instant, zone: .berlin) == instant)
    }
  }

  @Test("end with the gap when clocks skip their end")
  func gap() throws {
    #expect(try release("22:00-02:30", "2026-03-29T00:30:00Z") == "2026-03-29T03:00:00.000+02:00")
  }

  @Test("follow the clocks: when an hour comes twice, its quiet part comes twice")
  func overlap() throws {
    #expect(try release("22:00-06:00", "2026-10-24T22:30:00Z") == "2026-10-25T06:00:00.000+01:00")
    #expect(try release("22:00-02:30", "2026-10-25T00:10:00Z") == "2026-10-25T02:30:00.000+02:00")
    #expect(try release("22:00-02:30", "2026-10-25T00:45:00Z") == "2026-10-25T02:45:00.000+02:00")
    #expect(try release("22:00-02:30", "2026-10-25T01:10:00Z") == "2026-10-25T02:30:00.000+01:00")
  }

  @Test("are two times and nothing else")
  func texts() throws {
    #expect(QuietHours("22:00-06:00")?.description == "22:00-06:00")
    for text in ["", "22:00", "22-6", "22:00-24:00", "22:00-06:00-07:00", "-06:00", "22:00 - 06:00"] {
      #expect(QuietHours(text) == nil, "\(text)")
    }
  }
}
