import BabyModel
import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("Housekeeping")
struct HousekeepingTests {
  private static let start = Instant(milliseconds: 1_606_000_000_000)

  @Test(
    "is due a day after the last time, and when the clock was set back",
    arguments: [
      (start, false), (start - .hours(23), false), (start - .hours(24), true), (start + .hours(1), true),
    ] as [(Instant, Bool)])
  func due(last: Instant, isDue: Bool) {
    #expect(Housekeeping.isDue(at: Self.start, last: last) == isDue)
  }

  @Test("forgets undo steps after a month, and never the entry")
  func forgetting() async throws {
    let daemon = try await TestDaemon(at: Self.start)
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_000)))
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet)))
    daemon.clock.advance(by: .hours(24 * 31))
    try await daemon.engine.forgetOldChanges()
    #expect(try await daemon.answer(#"{"jsonrpc":"2.0","id":1,"method":"undo"}"#).contains("undo.nothing"))
    #expect(try await daemon.call(TimelineList.self, .init()).entries.count == 1)
  }
}
