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
  func activeClients() {
    for interest in [
      Interest(hasSubscribers: true), Interest(hasActiveReminder: true),
      Interest(lastCall: now - .minutes(5) + .milliseconds(1)),
    ] { #expect(interest.hasActiveClient(now: now)) }
    for interest in [Interest(), Interest(hasUnsent: true), Interest(lastCall: now - .minutes(5))] {
      #expect(!interest.hasActiveClient(now: now))
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

@Suite("When the event stream is opened")
struct EventStreamScheduleTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)

  /// The pauses after streams that ended at once, in seconds.
  private func pauses(_ end: EventStreamEnd, _ count: Int, jitter: Double = 0) -> [Int] {
    var schedule = EventStreamSchedule()
    return (0..<count).map { _ in
      schedule.ended(end, after: .zero, at: now, jitter: jitter)
      return Int((schedule.next(now: now) - now).components.seconds)
    }
  }

  @Test("at once at first, and after any reason to retry")
  func first() {
    var schedule = EventStreamSchedule()
    #expect(schedule.next(now: now) == now)
    schedule.ended(.unsupported, after: .zero, at: now, jitter: 0)
    #expect(schedule.next(now: now) > now)
    schedule.wake()
    #expect(schedule.next(now: now) == now)
  }

  @Test("more and more rarely, up to an hour, while it does not work; each machine at another time")
  func backoff() {
    #expect(pauses(.broken, 13) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600])
    #expect(pauses(.unavailable, 3) == [1, 2, 4])
    #expect(pauses(.unsupported, 6) == [300, 600, 1200, 2400, 3600, 3600])
    #expect(pauses(.unsupported, 6, jitter: 0.5) == [450, 900, 1800, 3600, 5400, 5400])
  }

  @Test("not before the server allows it")
  func refused() {
    #expect(pauses(.refused(retryAfter: .minutes(10)), 2) == [600, 1200])
    #expect(pauses(.refused(retryAfter: nil), 1) == [300])
  }

  @Test("soon after a working one has ended, whatever was before")
  func held() {
    var schedule = EventStreamSchedule()
    for _ in 1...10 { schedule.ended(.broken, after: .seconds(59), at: now, jitter: 0) }
    #expect(schedule.next(now: now) == now + .seconds(512))
    schedule.ended(.broken, after: .seconds(60), at: now, jitter: 0)
    #expect(schedule.next(now: now) == now + .seconds(1))
  }

  @Test("a silent server is slow if there has been a stream of it, and otherwise something is in between")
  func silent() {
    #expect(pauses(.silent, 3) == [300, 600, 1200])
    var schedule = EventStreamSchedule()
    schedule.ended(.broken, after: .minutes(1), at: now, jitter: 0)
    schedule.wake()
    schedule.ended(.silent, after: .zero, at: now, jitter: 0)
    #expect(schedule.next(now: now) == now + .minutes(1))
  }

  @Test("at once after the clock was set back by far")
  func clockSetBack() {
    var schedule = EventStreamSchedule()
    schedule.ended(.unsupported, after: .zero, at: now, jitter: 0)
    #expect(schedule.next(now: now - .hours(24)) == now - .hours(24))
  }
}

@Suite("The number of entries to request")
struct PageLengthTests {
  @Test("halves down to one after pages that are too large, and doubles again up to its start")
  func lengths() {
    var length = PageLength()
    var lengths = [length.entries]
    while length.shrink() { lengths.append(length.entries) }
    #expect(lengths == [500, 250, 125, 62, 31, 15, 7, 3, 1])
    for _ in 0..<8 { length.grow() }
    #expect(length.entries == 256)
    length.grow()
    #expect(length.entries == PageLength.longest)
  }
}
