import BabyModel
import Testing

@Suite("When the event stream is opened")
struct NewsScheduleTests {
  private let now = Instant(milliseconds: 1_699_963_200_000)

  /// The pauses after streams that ended at once, in seconds.
  private func pauses(_ end: NewsEnd, _ count: Int, jitter: Double = 0) -> [Int] {
    var schedule = NewsSchedule()
    return (0..<count).map { _ in
      schedule.ended(end, after: .zero, at: now, jitter: jitter)
      return Int((schedule.next(now: now) - now).components.seconds)
    }
  }

  @Test("at once at first, and after any reason to retry")
  func first() {
    var schedule = NewsSchedule()
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
    var schedule = NewsSchedule()
    for _ in 1...10 { schedule.ended(.broken, after: .seconds(59), at: now, jitter: 0) }
    #expect(schedule.next(now: now) == now + .seconds(512))
    schedule.ended(.broken, after: .seconds(60), at: now, jitter: 0)
    #expect(schedule.next(now: now) == now + .seconds(1))
  }

  @Test("a silent server is slow if there has been a stream of it, and otherwise something is in between")
  func silent() {
    #expect(pauses(.silent, 3) == [300, 600, 1200])
    var schedule = NewsSchedule()
    schedule.ended(.broken, after: .minutes(1), at: now, jitter: 0)
    schedule.wake()
    schedule.ended(.silent, after: .zero, at: now, jitter: 0)
    #expect(schedule.next(now: now) == now + .minutes(1))
  }

  @Test("at once after the clock was set back by far")
  func clockSetBack() {
    var schedule = NewsSchedule()
    schedule.ended(.unsupported, after: .zero, at: now, jitter: 0)
    #expect(schedule.next(now: now - .hours(24)) == now - .hours(24))
  }
}
