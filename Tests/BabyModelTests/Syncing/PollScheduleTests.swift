import BabyModel
import Testing

@Suite("When the server is polled")
struct PollScheduleTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)
  private typealias Interest = PollSchedule.Interest

  private func polled() -> PollSchedule {
    var schedule = PollSchedule()
    schedule.succeeded(at: now)
    return schedule
  }

  @Test("at once after the start")
  func first() { #expect(PollSchedule().next(Interest(), now: now) == now) }

  @Test("every 5 minutes without clients")
  func idle() { #expect(polled().next(Interest(), now: now) == now + .minutes(5)) }

  @Test("every 30 seconds with a subscriber, an active reminder, pending changes, or a call in the last 5 minutes")
  func busy() {
    let reasons = [
      Interest(hasSubscribers: true), Interest(hasActiveReminder: true), Interest(hasUnsent: true),
      Interest(lastCall: now - .minutes(5) + .milliseconds(1)),
    ]
    for reason in reasons { #expect(polled().next(reason, now: now) == now + .seconds(30)) }
    #expect(polled().next(Interest(lastCall: now - .minutes(5)), now: now) == now + .minutes(5))
  }

  @Test("at once after a wake-up, and then in the usual interval")
  func woken() {
    var schedule = polled()
    schedule.wake()
    #expect(schedule.next(Interest(), now: now + .seconds(1)) == now + .seconds(1))
    schedule.succeeded(at: now + .seconds(1))
    #expect(schedule.next(Interest(), now: now + .seconds(1)) == now + .seconds(301))
  }

  @Test("at once after the server's event, and no more than five times a second")
  func news() {
    var schedule = polled()
    schedule.hear()
    #expect(schedule.next(Interest(), now: now + .seconds(1)) <= now + .seconds(1))
    #expect(schedule.next(Interest(), now: now + .milliseconds(1)) == now + .milliseconds(200))
    schedule.succeeded(at: now + .seconds(1))
    #expect(schedule.next(Interest(), now: now + .seconds(1)) == now + .seconds(301))
  }

  @Test("when it is due after a failure, whatever events arrive")
  func newsAfterFailure() {
    var schedule = polled()
    schedule.failed(at: now, jitter: 0)
    let next = schedule.next(Interest(), now: now)
    schedule.hear()
    #expect(schedule.next(Interest(), now: now) == next)
  }

  @Test("active clients: a subscriber, an active reminder, a call in the last 5 minutes")
  func somebody() {
    for interest in [
      Interest(hasSubscribers: true), Interest(hasActiveReminder: true),
      Interest(lastCall: now - .minutes(5) + .milliseconds(1)),
    ] { #expect(interest.isSomebody(now: now)) }
    for interest in [Interest(), Interest(hasUnsent: true), Interest(lastCall: now - .minutes(5))] {
      #expect(!interest.isSomebody(now: now))
    }
  }

  @Test("at once after the clock was set back")
  func clockSetBack() {
    #expect(polled().next(Interest(), now: now - .hours(1)) == now - .hours(1))
  }

  @Test("after failures in pauses that double up to 5 minutes, each randomly a little shorter")
  func backoff() {
    for (jitter, pauses) in [(0.0, [22, 45, 90, 180, 225, 225]), (0.999_999, [29, 59, 119, 239, 299, 299])] {
      var schedule = polled()
      let found = pauses.map { _ in
        schedule.failed(at: now, jitter: jitter)
        return Int((schedule.next(Interest(hasSubscribers: true), now: now) - now).components.seconds)
      }
      #expect(found == pauses)
    }
  }

  @Test("not before the server allows it, whatever wakes it")
  func retryAfter() {
    var schedule = polled()
    schedule.failed(at: now, retryAfter: .minutes(10), jitter: 0.5)
    schedule.wake()
    #expect(schedule.next(Interest(hasSubscribers: true), now: now) == now + .minutes(10))
    schedule.succeeded(at: now + .minutes(10))
    #expect(schedule.next(Interest(hasSubscribers: true), now: now + .minutes(10)) == now + .seconds(630))
  }

  @Test("the data is stale after two missed polls, and after a long time without one")
  func stale() {
    #expect(PollSchedule().isStale(now: now))
    #expect(!PollSchedule(lastSuccess: now - .minutes(10)).isStale(now: now))
    #expect(PollSchedule(lastSuccess: now - .minutes(11)).isStale(now: now))
    var schedule = polled()
    schedule.failed(at: now, jitter: 0)
    #expect(!schedule.isStale(now: now))
    schedule.failed(at: now, jitter: 0)
    #expect(schedule.isStale(now: now))
    schedule.succeeded(at: now)
    #expect(!schedule.isStale(now: now))
  }
}
