import BabyModel
import BabyProtocol
import TestSupport
import Testing

@testable import BabyDaemon

@Suite("What holds for engine, daemon and programs alike, with the daemon in process")
struct DaemonScenarioTests {
  @Test("on one machine", arguments: MachineScenario.all)
  func alone(scenario: MachineScenario) async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC"))
    try await scenario.run(with: DaemonDriver(daemon))
  }
}

/// Calls the daemon as a client does, but for the socket.
private final class DaemonDriver: MachineDriver, CallingDriver {
  private var daemon: TestDaemon
  private var followers: [Follower] = []

  init(_ daemon: TestDaemon) { self.daemon = daemon }

  func does(_ deed: Deed) async throws {
    try await perform(deed)
    for follower in followers { try await follower.take() }
  }

  func call(_ method: String, _ params: JSON) async throws -> JSON {
    let answer = try JSON(parsing: try await daemon.answer(line(1, method, params)).utf8)
    if let error = answer.errorName { throw Refused(name: error) }
    return try #require(answer["result"])
  }

  func restart() async throws {
    await daemon.stop()
    try daemon.store.close()
    daemon = try await TestDaemon(at: daemon.clock.now, in: daemon.directory)
  }

  func follow() async throws -> any ChangeFollower {
    _ = try await call(ChangesSubscribe.name, ["topics": ["timeline"]])
    let follower = Follower(daemon)
    followers.append(follower)
    return follower
  }

  /// Takes what is told after each deed: an event has the entry as it is when that is read.
  private final class Follower: ChangeFollower {
    private let daemon: TestDaemon
    private var told: [JSON] = []

    init(_ daemon: TestDaemon) { self.daemon = daemon }

    func take() async throws { told += try await daemon.events().map { try JSON(parsing: $0.utf8) } }

    func next() async throws -> LoggedEntry {
      let event = try #require(told.first?["params"], "nothing more has changed")
      told.removeFirst()
      return LoggedEntry(try EntryRecord(json: try #require(event["data"]?["entry"])))
    }
  }
}
