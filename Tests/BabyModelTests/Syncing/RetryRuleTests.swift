import BabyModel
import Testing

@Suite("When a change is retried")
struct RetryRuleTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)

  @Test("after 2, 4, 8 and 16 seconds, and then not again")
  func schedule() {
    #expect(
      (1...6).map { RetryRule.next(after: $0, now: now).map { $0 - now } } == [
        .seconds(2), .seconds(4), .seconds(8), .seconds(16), nil, nil,
      ])
    #expect(RetryRule.sends == 5)
    #expect(RetryRule.next(after: 0, now: now) == now, "a new series was asked for while it was under way")
  }

  @Test("automatically once the server answers, at most hourly unless an outage is over, and never after a refusal")
  func requeued() {
    let (network, server, refused) = (
      SyncFailure(.network, ""), SyncFailure(.server, ""), SyncFailure(.refused, "")
    )
    func isRequeued(_ failure: SyncFailure, _ requeuedAt: Instant?, isOver: Bool = false) -> Bool {
      RetryRule.isRequeued(failure, requeuedAt: requeuedAt, isOver: isOver, now: now)
    }
    for failure in [network, server, .rateLimited] {
      #expect(isRequeued(failure, nil))
      #expect(!isRequeued(failure, now - .minutes(59)))
      #expect(isRequeued(failure, now - .minutes(59), isOver: true))
      #expect(isRequeued(failure, now - .hours(1)))
      #expect(isRequeued(failure, now + .hours(3)), "the clock was set back")
    }
    #expect(!isRequeued(refused, nil))
    #expect(!isRequeued(refused, nil, isOver: true))
  }

  @Test("failures have the app's texts")
  func words() {
    #expect(SyncFailure(.network("ECONNREFUSED")) == SyncFailure(.network, "No connection"))
    #expect(SyncFailure(.timeout) == SyncFailure(.network, "No connection"))
    #expect(SyncFailure(.server(status: 503)).kind == .server)
    #expect(SyncFailure(.badAnswer("not JSON")).kind == .server)
    #expect(SyncFailure(Refusal(status: 403, message: "no")) == SyncFailure(.refused, "no"))
    #expect(SyncFailure.rateLimited.message == "Too many requests. Please wait.")
  }
}
