import BabyModel
import Testing

@Suite("The meaning of a send's result")
struct SettlementTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)
  private let entry = Entry(
    id: EntryID(high: 1, low: 1), childID: ChildID(high: 2, low: 2), content: .sleep,
    start: Instant(milliseconds: 0), createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))

  private func settle(
    _ result: SendResult, of sent: Entry? = nil, sends: Int = 1, hasLater: Bool = false, skew: Duration = .zero
  ) -> Settlement {
    Settlement(result, of: .entry(sent ?? entry, base: nil), sends: sends, hasLater: hasLater, skew: skew, now: now)
  }

  @Test("an accepted change is settled")
  func accepted() { #expect(settle(.accepted(entry)) == .accepted(entry)) }

  @Test("another version is a conflict, and an identical one by another person is not")
  func conflict() {
    var theirs = entry
    (theirs.author, theirs.updatedAt) = ("Ben", now)
    #expect(settle(.conflict(theirs)) == .accepted(theirs))
    theirs.note = "theirs"
    #expect(settle(.conflict(theirs)) == .conflict(theirs))
    theirs.deletedAt = now
    #expect(settle(.conflict(theirs)) == .conflict(theirs))
    var ours = entry
    ours.deletedAt = now
    #expect(settle(.conflict(theirs), of: ours) == .accepted(theirs))
  }

  @Test("without an answer it is retried, up to the fifth attempt")
  func unavailable() {
    for outage in [Outage.network("x"), .timeout, .server(status: 500), .badAnswer("x"), .tooLarge(limit: 1)] {
      let failure = SyncFailure(outage)
      for (sends, delay) in [(1, 2), (2, 4), (3, 8), (4, 16)] {
        #expect(settle(.unavailable(outage), sends: sends) == .retried(at: now + .seconds(delay), failure))
      }
      #expect(settle(.unavailable(outage), sends: 5) == .failed(failure))
      #expect(settle(.unavailable(outage), sends: 6) == .failed(failure))
      #expect(settle(.unavailable(outage), sends: 5, hasLater: true) == .failed(failure), "it may have arrived")
      #expect(settle(.unavailable(outage), sends: 0) == .retried(at: now, failure), "a new series was asked for")
    }
  }

  @Test("a refusal is final, unless a later change replaces it")
  func refused() {
    let refusal = Refusal(status: 400, message: "no")
    #expect(settle(.refused(refusal)) == .failed(SyncFailure(.refused, "no")))
    #expect(settle(.refused(refusal), hasLater: true) == .superseded)
  }

  @Test("too many requests wait as long as the server says, or a minute", arguments: [false, true])
  func limited(hasLater: Bool) {
    #expect(
      settle(.rateLimited(retryAfter: .seconds(5)), hasLater: hasLater)
        == .postponed(until: now + .seconds(5), .rateLimited))
    #expect(
      settle(.rateLimited(retryAfter: nil), sends: 5, hasLater: hasLater)
        == .postponed(until: now + .minutes(1), .rateLimited))
  }

  @Test("an entry that is ahead of the server's time waits for it, by the server's clock")
  func ahead() {
    let text = "start must not be in the future."
    let future = Refusal(status: 400, message: text, details: [FieldError("start", "must not be in the future")])
    let failure = SyncFailure(.refused, text)
    var ours = entry
    ours.start = now - .minutes(1)
    let skew: Duration = .minutes(-10)
    #expect(
      settle(.refused(future), of: ours, skew: skew) == .postponed(until: now + .minutes(9), failure))
    #expect(settle(.refused(future), of: ours, hasLater: true, skew: skew) == .superseded)
    ours.end = now
    #expect(
      settle(.refused(future), of: ours, skew: skew) == .postponed(until: now + .minutes(10), failure))
    #expect(settle(.refused(future), of: ours) == .failed(failure), "the time has come")
    var both = future
    both.details.append(FieldError("note", "must have at most 10000 characters"))
    #expect(settle(.refused(both), of: ours, skew: skew) == .failed(failure), "waiting would not help")
  }

  @Test("deleting a missing entry is done")
  func gone() {
    var deleted = entry
    deleted.deletedAt = now
    let notFound = Refusal(status: 404, message: "Not found")
    #expect(settle(.refused(notFound), of: deleted) == .gone)
    #expect(settle(.refused(notFound), of: deleted, hasLater: true) == .superseded)
    #expect(settle(.refused(notFound)) == .failed(SyncFailure(.refused, "Not found")))
  }

  @Test("after the session's end a change waits")
  func unauthorized() { #expect(settle(.unauthorized) == .paused) }

  @Test(
    "of two timers the earlier one stays",
    arguments: [(-1, TimerClash.theirsStays), (0, .theirsStays), (1, .oursStays)])
  func clash(seconds: Int, expected: TimerClash) {
    var theirs = entry
    theirs.start = entry.start + .seconds(seconds)
    #expect(settle(.timerRunning(theirs)) == .clash(theirs))
    #expect(TimerClash(ours: entry, theirs: theirs, theirsIsQueued: false) == expected)
    #expect(TimerClash(ours: entry, theirs: theirs, theirsIsQueued: true) == .waits)
    var ended = entry
    ended.end = entry.start + .minutes(1)
    #expect(TimerClash(ours: ended, theirs: theirs, theirsIsQueued: true) == .endedMeanwhile)
    ended = entry
    ended.deletedAt = now
    #expect(TimerClash(ours: ended, theirs: theirs, theirsIsQueued: false) == .endedMeanwhile)
  }
}
