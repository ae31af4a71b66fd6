import BabyModel
import Testing

@Suite("When a change is sent again")
struct RetryRuleTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)

  @Test("after 2, 4, 8 and 16 seconds, and then no more")
  func schedule() {
    #expect(
      (1...6).map { RetryRule.next(after: $0, now: now).map { $0 - now } } == [
        .seconds(2), .seconds(4), .seconds(8), .seconds(16), nil, nil,
      ])
    #expect(RetryRule.sends == 5)
    #expect(RetryRule.delays.max() == RetryRule.longestDelay)
  }

  @Test("when its time has come, or was moved away by somebody who set the clock back")
  func due() {
    #expect(RetryRule.isDue(now, now: now))
    #expect(!RetryRule.isDue(now + .milliseconds(1), now: now))
    #expect(!RetryRule.isDue(now + .seconds(16), now: now))
    #expect(RetryRule.isDue(now + .seconds(17), now: now))
  }

  @Test("by itself once the server answers, at most hourly, and never what was refused")
  func requeued() {
    let (network, server, refused) = (
      SyncFailure(.network, ""), SyncFailure(.server, ""), SyncFailure(.refused, "")
    )
    for failure in [network, server] {
      #expect(RetryRule.isRequeued(failure, requeuedAt: nil, now: now))
      #expect(!RetryRule.isRequeued(failure, requeuedAt: now - .minutes(59), now: now))
      #expect(RetryRule.isRequeued(failure, requeuedAt: now - .hours(1), now: now))
      #expect(RetryRule.isRequeued(failure, requeuedAt: now + .hours(3), now: now), "the clock was set back")
    }
    #expect(!RetryRule.isRequeued(refused, requeuedAt: nil, now: now))
    #expect(!RetryRule.isRequeued(.rateLimited, requeuedAt: nil, now: now))
  }

  @Test("failures are told in the app's words")
  func words() {
    #expect(SyncFailure(.network("ECONNREFUSED")) == SyncFailure(.network, "No connection"))
    #expect(SyncFailure(.timeout) == SyncFailure(.network, "No connection"))
    #expect(SyncFailure(.server(status: 503)).kind == .server)
    #expect(SyncFailure(.badAnswer("not JSON")).kind == .server)
    #expect(SyncFailure(Refusal(status: 403, message: "no")) == SyncFailure(.refused, "no"))
    #expect(SyncFailure.rateLimited.message == "Too many requests. Please wait.")
  }
}
