import BabyModel

@testable import BabyDaemon
@testable import BabySocket

extension TestDaemon {
  /// Runs a body with a daemon behind a real socket.
  static func serve(
    at now: Instant = Instant(milliseconds: 1_606_000_000_000), systemZone: String = "UTC",
    limits: SocketLimits = .patient, _ body: (TestDaemon, SocketFixture) async throws -> Void
  ) async throws {
    var made: TestDaemon?
    try await SocketFixture.run(limits: limits) { turns in
      let daemon = try await TestDaemon(at: now, systemZone: systemZone, limits: limits, turns: turns)
      made = daemon
      return daemon.router
    } _: { sockets in
      guard let daemon = made else { return }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(daemon, sockets)) } catch { outcome = .failure(error) }
      await daemon.stop()
      try outcome.get()
    }
  }
}
