import BabyAPI
import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabyUpstream
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("What holds for engine, daemon and programs alike, with two daemons and a server in process")
struct DaemonScenarioTests {
  @Test("on two machines and a server", arguments: Scenario<DaemonFamily>.all)
  fileprivate func family(scenario: Scenario<DaemonFamily>) async throws {
    try await Family.run { family in
      let machines = try await DaemonFamily(family)
      let result: Result<Void, any Error>
      do { result = .success(try await scenario.run(with: machines)) } catch { result = .failure(error) }
      for machine in [machines.anna, machines.ben] { await machine.end() }
      try result.get()
    }
  }
}

/// A daemon without its socket, logged in, with all that goes on beside its calls but for the alarm.
private final class DaemonDriver: SyncingDriver, CallingDriver, Sendable {
  private let core: DaemonCore
  private let directory: String
  private let time: Time
  private let session = ClientSession(id: 1, peer: Peer(pid: 7, uid: 1000, gid: 1000), outlet: WaitingCall()) {}
  private let running: Task<Void, Never>

  init(_ email: String, at family: Family) async throws {
    directory = FileManager.default.temporaryDirectory.path + "/bbshared-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let time = Time()
    let desk = try AccountDesk.open(
      in: directory, environment: [:], defaultServer: .standard, ids: IDGenerator(), clock: { time.now },
      disk: globalConcurrentExecutor, logger: logger
    ) { HTTPUpstream($0, token: $1, over: family.connections) }
    let credentials = Credentials(email: email, password: Family.password)
    _ = try await desk.login(credentials, at: try Family.address(family.proxy.port))
    let parts = DaemonParts(
      facts: DaemonFacts(version: "0.0.0", pid: 1, startedAt: time.now, socket: ""), limits: .standard,
      clock: { time.now }, ids: IDGenerator(), zones: ZoneDatabase(), systemZone: "UTC",
      readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor, setAlarm: { _, _ in },
      counters: SocketCounters(), statistics: CallStatistics { time.now }, desk: desk, logger: logger)
    let core = try await DaemonCore(parts)
    running = Task { await core.run() }
    (self.core, self.time) = (core, time)
  }

  func end() async {
    running.cancel()
    await running.value
    try? core.engine.store.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  func call(_ method: String, _ params: JSON) async throws -> JSON {
    let request = Request(id: .number(1), method: method, params: params)
    let result: [UInt8]
    do { result = try await core.router.result(for: request, session: session) } catch {
      throw Refused(name: error.code.name)
    }
    return try JSON(parsing: result)
  }

  /// Sends all that it has and fetches all that there is. What has failed meanwhile is tried again once time has passed.
  func sync() async throws {
    for _ in 0..<20 {
      if try await call(QueueList.name, [:])["failed"] != 0 { _ = try await call(QueueRetry.name, [:]) }
      let connection = try await call(DashboardRefresh.name, [:])["connection"]
      if connection?["unsent"] == 0, connection?["failed"] == 0, connection?["state"] == "online" { return }
      time.pass(.seconds(10))
    }
    throw NeverDone(queue: try await call(QueueList.name, [:]).text)
  }

  private struct NeverDone: Error { var queue: String }
}

private final class Time: Sendable {
  private let instant = Mutex(Family.noon)

  var now: Instant { instant.withLock { $0 } }

  func pass(_ time: Duration) { instant.withLock { $0 = $0 + time } }
}

/// Two daemons, and a server behind a proxy that takes no connections while it is away.
private final class DaemonFamily: FamilyDriver {
  let anna: DaemonDriver
  let ben: DaemonDriver
  private let family: Family

  init(_ family: Family) async throws {
    self.family = family
    let ben = try await family.register("Ben")
    let share = try await family.server.createShare(of: family.eva.id, as: .caregiver)
    _ = try await family.server(as: ben).acceptShare(code: share.code)
    anna = try await DaemonDriver("anna@example.org", at: family)
    self.ben = try await DaemonDriver("ben@example.org", at: family)
    try await settle()
  }

  func cutOff() async throws { family.proxy.follow { _ in .refuse } }

  /// Once both have tried in vain: what is still to be tried for the first time would go before what the scenario sends.
  func reconnect() async throws {
    for machine in [anna, ben] { _ = try await machine.call(DashboardRefresh.name, [:]) }
    family.proxy.follow { _ in .none }
  }

  func sync(_ driver: DaemonDriver) async throws { try await driver.sync() }
}
