import BusTesting
import Foundation
import Synchronization
import Systemd
import Testing

@testable import BabyDaemon

@Suite(
  "A write and a machine that wants to sleep", .enabled(if: BusDaemon.isInstalled, Comment(rawValue: BusDaemon.whyNot)))
struct SleepDelayTests {
  /// What stands in for logind: it grants locks, and sees when they are given back.
  private final class Logind: Sendable {
    let requests = Mutex<[[BusValue]]>([])
    private let locks = Mutex<[CInt]>([])

    func interface() -> BusInterface {
      BusInterface(
        name: "org.freedesktop.login1.Manager",
        methods: [
          .init("Inhibit", takes: "ssss", answers: "h") { [self] arguments throws(BusError) in
            var ends: [CInt] = [-1, -1]
            guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
              throw .invalidArguments("socketpair")
            }
            locks.withLock { $0.append(ends[0]) }
            requests.withLock { $0.append(arguments) }
            return [.descriptor(BusDescriptor(taking: ends[1]))]
          }
        ])
    }

    /// How many locks somebody holds.
    var held: Int {
      locks.withLock { locks in
        locks.filter { lock in
          var polled = pollfd(fd: lock, events: 0, revents: 0)
          poll(&polled, 1, 0)
          return polled.revents & Int16(POLLHUP) == 0
        }.count
      }
    }

    deinit { for lock in locks.withLock({ $0 }) { close(lock) } }
  }

  /// Pauses that end when the test says so.
  private final class Pauses: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    private let over = DispatchSemaphore(value: 0)

    func pause() {
      begun.signal()
      over.wait()
    }

    /// Waits until one has begun.
    func begins() { begun.wait() }

    func end() { over.signal() }
  }

  private func withLogind(_ pauses: Pauses? = nil, _ body: (Logind, SleepDelay) throws -> Void) throws {
    let bus = try BusDaemon()
    let logind = Logind()
    let service = try FakeService("org.freedesktop.login1", at: bus.address) {
      [("/org/freedesktop/login1", logind.interface())]
    }
    let delay =
      pauses.map { pauses in SleepDelay(busAddress: bus.address) { pauses.pause() } }
      ?? SleepDelay(busAddress: bus.address)
    try body(logind, delay)
    withExtendedLifetime(service) {}
  }

  private func wait(until isSo: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while !isSo() {
      guard ContinuousClock.now < deadline else { throw BusTestFailure("nothing came within 60 seconds") }
      poll(nil, 0, 5)
    }
  }

  @Test("delay it until the last write of a series has ended, and ask for that once")
  func series() throws {
    let pauses = Pauses()
    try withLogind(pauses) { logind, delay in
      delay.writeBegins()
      try wait { logind.held == 1 }
      #expect(
        logind.requests.withLock { $0 }
          == [["sleep", "Baby Basics", "An entry is being written", "delay"].map(BusValue.string)])
      delay.writeBegins()
      delay.writeEnded()
      for _ in 0..<3 {
        pauses.begins()
        pauses.end()
      }
      pauses.begins()
      #expect(logind.held == 1)
      delay.writeEnded()
      pauses.end()
      try wait { logind.held == 0 }
      #expect(logind.requests.withLock(\.count) == 1)
    }
  }

  @Test("do so each time, and hold nothing in between")
  func again() throws {
    try withLogind { logind, delay in
      for count in 1...3 {
        delay.writeBegins()
        delay.writeEnded()
        try wait { logind.requests.withLock(\.count) == count }
        try wait { logind.held == 0 }
      }
    }
  }

  @Test("go on at once where nobody answers")
  func nobody() throws {
    let bus = try BusDaemon()
    let mute = try MuteListener(at: bus.directory + "/mute")
    let delay = SleepDelay(busAddress: "unix:path=\(bus.directory)/mute")
    let begin = ContinuousClock.now
    for _ in 0..<1000 {
      delay.writeBegins()
      delay.writeEnded()
    }
    #expect(ContinuousClock.now - begin < .seconds(1))
    withExtendedLifetime(mute) {}
  }
}
