import NIOCore
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("The stall watch")
struct StallWatchTests {
  var watch = StallWatch(timeout: .seconds(5), sent: 1000, now: second(0))

  @Test("finds a client that reads nothing for the timeout")
  mutating func stalled() {
    #expect(watch.interval == .seconds(1))
    for time in 1...4 { #expect(watch.look(sent: 1000, unsent: 50, now: second(time)) == .waiting) }
    #expect(watch.look(sent: 1000, unsent: 50, now: second(5)) == .stalled)
  }

  @Test("restarts whenever the client has read something, however little")
  mutating func progress() {
    #expect(watch.look(sent: 1001, unsent: 49, now: second(4)) == .waiting)
    #expect(watch.look(sent: 1001, unsent: 5000, now: second(8)) == .waiting)
    #expect(watch.look(sent: 1001, unsent: 5000, now: second(9)) == .stalled)
  }

  @Test("ends when nothing waits")
  mutating func over() {
    #expect(watch.look(sent: 1050, unsent: 0, now: second(9)) == .over)
  }
}

private func second(_ number: Int) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(Int64(number)) }
