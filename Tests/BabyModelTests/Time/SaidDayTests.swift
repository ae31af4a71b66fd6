import BabyModel
import Testing

@Suite("A day without a time") struct SaidDayTests {
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
