import BabyAPI
import BabyModel
import Testing

@testable import BabyServer

@Suite("The log while saving fails")
struct SavingTroubleTests {
  private let start = Instant(milliseconds: 1_600_000_000_000)

  @Test("has the reason once a minute, however many requests fail, and also after a clock was set back")
  func onceAMinute() {
    let trouble = SavingTrouble()
    let full = BabyError.storeFull(path: "/data/server.db")
    let told = [0, 1, 59, 60, 61, 120, -600].map { trouble.reason(of: full, at: start + .seconds($0)) }
    let words = "There is no room on the disk for /data/server.db."
    #expect(told == [words, nil, nil, words, nil, words, words])
  }

  @Test("does not have errors whose reason the caller gets")
  func others() {
    let trouble = SavingTrouble()
    for error in [BabyError.noChild, .zoneUnknown("Mars")] as [any Error] + [APIError(.unavailable, "Busy.")] {
      #expect(trouble.reason(of: error, at: start) == nil)
    }
  }
}
