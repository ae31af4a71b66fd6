import BabyEngine
import BabyModel
import Testing

@Suite("The input of predictions, from a file")
struct RhythmTests {
  private func forecast(_ log: Log) async throws -> Forecast {
    try await log.read { try $0.forecast(of: nil) }
  }

  /// Feeds every three hours, and nights of eight.
  private func logDays(_ log: Log) async throws {
    for day in 1...10 {
      for hour in [0, 3, 6, 9] {
        try await log.machine.log(
          .feeding(Feeding(method: .bottle)), of: log.eva, at: noon - .hours(24 * day - hour), for: .minutes(15))
      }
      try await log.machine.log(.sleep, of: log.eva, at: noon - .hours(24 * day - 9), for: .hours(8))
    }
  }

  @Test("a night with brief wakings predicts like one without")
  func briefWakings() async throws {
    let log = try await Log()
    try await logDays(log)
    let quiet = try await forecast(log)
    #expect(!quiet.predictions.isEmpty)
    for day in 1...10 {
      for hour in [11, 14] {
        try await log.machine.log(
          .declared(.briefWaking, []), of: log.eva, at: noon - .hours(24 * day - hour), for: .minutes(25))
      }
    }
    #expect(try await forecast(log) == quiet)
  }

  @Test("solid food changes nothing unless it is set to count; then it is the last feed, and predictions count from it")
  func solids() async throws {
    let log = try await Log()
    try await logDays(log)
    let milk = try await log.machine.log(
      .feeding(Feeding(method: .bottle)), of: log.eva, at: noon - .hours(3), for: .minutes(15))
    func lastFeed() async throws -> EntryID? {
      try await log.read { try $0.dashboard(of: nil).answer.lastFeeding?.entry.id }
    }
    let before = try await forecast(log)
    let banana = try await log.machine.log(
      .declared(.food, [.text("banana"), nil, nil, nil]), of: log.eva, at: noon - .minutes(20))
    #expect(try await forecast(log) == before)
    #expect(try await lastFeed() == milk.id)
    _ = try await log.write { try $0.setSetting("feeding.solids", to: "on", child: nil) }
    #expect(try await lastFeed() == banana.id)
    let earlier = try #require(before[.feeding])
    let feeding = try #require(try await forecast(log)[.feeding])
    #expect(feeding.evidence.since == banana.start && feeding.at > earlier.at)
  }
}
