import BabyModel
import Logging
import Synchronization
import Testing
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

@Suite("The watchdog")
struct WatchdogTests {
  /// Looks that come back when the test says so.
  private final class Looks: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let told = Mutex(0)

    var begun: Int { waiting.withLock { $0.count } }
    var toldCount: Int { told.withLock { $0 } }

    func look() async { await withCheckedContinuation { look in waiting.withLock { $0.append(look) } } }
    func tell() { told.withLock { $0 += 1 } }
    func comeBack() { waiting.withLock { $0.removeFirst() }.resume() }
  }

  @Test("reports progress each time a check has returned, and only then")
  func stuck() async throws {
    let (looks, logs) = (Looks(), LogRecorder())
    let watchdog = Watchdog(
      logger: logs.logger, executor: ThreadPoolTaskExecutor(), look: looks.look, tell: looks.tell)
    watchdog.beat()
    try await eventually("it looks") { looks.begun == 1 }
    #expect(looks.toldCount == 0)
    looks.comeBack()
    try await eventually("it tells") { looks.toldCount == 1 }

    // The second one is stuck: no other begins, no progress is reported, and the log has one line.
    try await eventually("it looks again") {
      watchdog.beat()
      return looks.begun == 1
    }
    for _ in 1...5 { watchdog.beat() }
    #expect(looks.begun == 1)
    #expect(looks.toldCount == 1)
    #expect(logs.lines.map(\.message) == ["calls are not making progress"])

    looks.comeBack()
    try await eventually("it tells again") { looks.toldCount == 2 }
    #expect(logs.lines.map(\.message).last == "calls are making progress again")
  }
}

@Suite("Durations of calls")
struct CallStatisticsTests {
  @Test("quantiles are never too low, and at most a fifth too high", arguments: [0.5, 0.99])
  func quantiles(part: Double) {
    var random = SystemRandomNumberGenerator()
    for scale in [10, 1_000, 1_000_000] {
      var durations = Durations()
      let times = (1...1000).map { _ in Int.random(in: 0...scale, using: &random) }
      for time in times { durations.add(.microseconds(time), failed: false) }
      let exact = times.sorted()[Int((1000 * part).rounded(.up)) - 1]
      #expect(durations.quantile(part) >= exact)
      #expect(Double(durations.quantile(part)) <= Double(exact) * 1.25 + 1)
      #expect(durations.longest == times.max())
    }
  }

  @Test("unknown methods share one name, and the last twenty errors are kept")
  func names() {
    let statistics = CallStatistics { Instant(milliseconds: 5) }
    for number in 1...30 { statistics.count("made.up\(number)", took: .zero, error: .methodNotFound) }
    statistics.count("timer.stop", took: .milliseconds(2), error: .timerNotRunning)
    #expect(statistics.methods.map(\.method) == ["timer.stop", "unknown"])
    #expect(statistics.methods.map(\.calls) == [1, 30])
    #expect(statistics.methods.first?.failed == 1)
    #expect(statistics.lastErrors.count == 20)
    #expect(statistics.lastErrors.last?.error == "timer.notRunning")
  }
}
