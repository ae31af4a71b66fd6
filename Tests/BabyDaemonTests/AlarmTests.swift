import BabyModel
import Foundation
import NIOPosix
import BabySocket
import Synchronization
import Testing
import TestSupport

@testable import BabyDaemon

@Suite("The daemon's alarm")
struct AlarmTests {
  /// Runs a body with an alarm on an event loop of its own, and the count of its rings.
  private func run(_ body: (Alarm<AlarmCause>, @Sendable () -> Int) async throws -> Void) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let rings = Mutex(0)
    let alarm = Alarm<AlarmCause>(eventLoop: group.next())
    alarm.onExpiry { rings.withLock { $0 += 1 } }
    try await body(alarm) { rings.withLock { $0 } }
    try await group.shutdownGracefully()
  }

  private func instant(in milliseconds: Int64) -> Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + milliseconds)
  }

  @Test("fires when it is due, and again when it is set again")
  func rings() async throws {
    try await run { alarm, rings in
      alarm.set(at: instant(in: 20), for: .dayEnd)
      try await eventually("it rings") { rings() == 1 }
      alarm.set(at: instant(in: 20), for: .dayEnd)
      try await eventually("it rings again") { rings() == 2 }
    }
  }

  @Test("fires at once for a time in the past")
  func past() async throws {
    try await run { alarm, rings in
      alarm.set(at: instant(in: -60_000), for: .dayEnd)
      try await eventually("it rings") { rings() == 1 }
    }
  }

  @Test("forgets its previous time")
  func setAgain() async throws {
    try await run { alarm, rings in
      alarm.set(at: instant(in: 50), for: .dayEnd)
      alarm.set(at: nil, for: .dayEnd)
      alarm.set(at: instant(in: 3_600_000), for: .dayEnd)
      alarm.set(at: instant(in: 150), for: .dayEnd)
      try await eventually("it rings") { rings() > 0 }
      #expect(rings() == 1)
    }
  }

  @Test("fires for the first of several causes")
  func causes() async throws {
    try await run { alarm, rings in
      alarm.set(at: instant(in: 3_600_000), for: .dayEnd)
      alarm.set(at: instant(in: 20), for: .reminder)
      alarm.set(at: instant(in: 7_200_000), for: .dayEnd)
      try await eventually("it rings") { rings() == 1 }
      alarm.set(at: nil, for: .reminder)
      alarm.set(at: instant(in: 20), for: .dayEnd)
      try await eventually("it rings again") { rings() == 2 }
    }
  }
}
