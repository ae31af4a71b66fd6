import TestSupport
import Foundation
import Synchronization
import Systemd
import Testing

@testable import BabyDaemon

@Suite(
  "Writes and suspending", .enabled(if: BusDaemon.isInstalled, Comment(rawValue: BusDaemon.whyNot)))
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
            // A program that another test starts would keep the lock otherwise.
            guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
              throw .invalidArguments("socketpair")
            }
            locks.withLock { $0.append(ends[0]) }
            requests.withLock { $0.append(arguments) }
            return [.descriptor(BusDescriptor(taking: ends[1]))]
          }
        ])
    }

    /// How many locks are held.
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
    private let begun = Atomic(0)
    private let over = DispatchSemaphore(value: 0)

    func pause() {
      begun.add(1, ordering: .relaxed)
      over.wait()
    }

    /// How many have begun.
    var count: Int { begun.load(ordering: .relaxed) }

    func end() { over.signal() }
  }

  private func withLogind(_ pauses: Pauses? = nil, _ body: (Logind, SleepDelay) async throws -> Void) async throws {
    let bus = try BusDaemon()
    let logind = Logind()
    let service = try FakeService("org.freedesktop.login1", at: bus.address) {
      [("/org/freedesktop/login1", logind.interface())]
    }
    let delay =
      pauses.map { pauses in SleepDelay(busAddress: bus.address) { pauses.pause() } }
      ?? SleepDelay(busAddress: bus.address)
    try await body(logind, delay)
    withExtendedLifetime(service) {}
  }

  @Test("delay it until the last write of a series has ended, with one request")
  func series() async throws {
    let pauses = Pauses()
    try await withLogind(pauses) { logind, delay in
      delay.writeBegins()
      try await eventually("the lock is held") { logind.held == 1 }
      #expect(
        logind.requests.withLock { $0 }
          == [["sleep", "Baby Basics", "An entry is being written", "delay"].map(BusValue.string)])
      delay.writeBegins()
      delay.writeEnded()
      for number in 1...3 {
        try await eventually("a pause has begun") { pauses.count == number }
        pauses.end()
      }
      try await eventually("a pause has begun") { pauses.count == 4 }
      #expect(logind.held == 1)
      delay.writeEnded()
      pauses.end()
      try await eventually("no lock is held") { logind.held == 0 }
      #expect(logind.requests.withLock(\.count) == 1)
    }
  }

  @Test("do so each time, and hold no lock in between")
  func again() async throws {
    try await withLogind { logind, delay in
      for count in 1...3 {
        delay.writeBegins()
        delay.writeEnded()
        try await eventually("a lock is asked for") { logind.requests.withLock(\.count) == count }
        try await eventually("no lock is held") { logind.held == 0 }
      }
    }
  }

  @Test("do not wait for an answer that never comes")
  func nobody() throws {
    let bus = try BusDaemon()
    let mute = try SilentListener(at: bus.directory + "/mute")
    let delay = SleepDelay(busAddress: "unix:path=\(bus.directory)/mute")
    // Were each of them to wait for the bus, however short its limit, this would not come to its end.
    for _ in 0..<1000 {
      delay.writeBegins()
      delay.writeEnded()
    }
    withExtendedLifetime(mute) {}
  }
}
