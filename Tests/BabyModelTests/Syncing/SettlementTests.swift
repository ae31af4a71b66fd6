import BabyModel
import Testing

@Suite("What the result of a send means")
struct SettlementTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)
  private let entry = Entry(
    id: EntryID(high: 1, low: 1), childID: ChildID(high: 2, low: 2), content: .sleep,
    start: Instant(milliseconds: 0), createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0))

  private func settle(
    _ result: SendResult, of sent: Entry? = nil, sends: Int = 1, hasLater: Bool = false
  ) -> Settlement {
    Settlement(result, of: .entry(sent ?? entry, base: nil), sends: sends, hasLater: hasLater, now: now)
  }

  @Test("what the server has is settled")
  func accepted() { #expect(settle(.accepted(entry)) == .accepted(entry)) }

  @Test("another version is a conflict, and the same one in other hands is none")
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

  @Test("no answer is worth another try, up to the fifth")
  func unavailable() {
    for outage in [Outage.network("x"), .timeout, .server(status: 500), .badAnswer("x")] {
      let failure = SyncFailure(outage)
      for (sends, delay) in [(1, 2), (2, 4), (3, 8), (4, 16)] {
        #expect(settle(.unavailable(outage), sends: sends) == .retried(at: now + .seconds(delay), failure))
      }
      #expect(settle(.unavailable(outage), sends: 5) == .failed(failure))
      #expect(settle(.unavailable(outage), sends: 6) == .failed(failure))
      #expect(settle(.unavailable(outage), sends: 5, hasLater: true) == .failed(failure), "it may have arrived")
    }
  }

  @Test("a refusal is final, unless a later change takes its place")
  func refused() {
    let refusal = Refusal(status: 400, message: "no")
    #expect(settle(.refused(refusal)) == .failed(SyncFailure(.refused, "no")))
    #expect(settle(.refused(refusal), hasLater: true) == .superseded)
    #expect(settle(.rateLimited(retryAfter: .seconds(5))) == .failed(.rateLimited))
    #expect(
      settle(.rateLimited(retryAfter: nil), hasLater: true) == .failed(.rateLimited), "it may have arrived before")
  }

  @Test("what is to be deleted and is not there is settled")
  func gone() {
    var deleted = entry
    deleted.deletedAt = now
    let notFound = Refusal(status: 404, message: "Not found")
    #expect(settle(.refused(notFound), of: deleted) == .accepted(nil))
    #expect(settle(.refused(notFound), of: deleted, hasLater: true) == .accepted(nil))
    #expect(settle(.refused(notFound)) == .failed(SyncFailure(.refused, "Not found")))
  }

  @Test("after the session's end a change waits")
  func unauthorized() { #expect(settle(.unauthorized) == .paused) }

  @Test(
    "of two timers the one that began first stays",
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
