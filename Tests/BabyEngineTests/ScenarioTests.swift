import BabyEngine
import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("Shared scenarios, with the engine alone")
struct EngineScenarioTests {
  @Test("on one machine", arguments: MachineScenario.all)
  func alone(scenario: MachineScenario) async throws {
    let log = try await Log()
    try await scenario.run(with: EngineDriver(log.machine))
  }

  @Test("on two machines and a server", arguments: Scenario<EngineFamily>.all)
  fileprivate func family(scenario: Scenario<EngineFamily>) async throws {
    try await scenario.run(with: try await EngineFamily())
  }
}

/// Asks the engine itself, with the rules of time and settings in force.
private final class EngineDriver: MachineDriver, SyncingDriver {
  let machine: SyncedMachine
  private var followers: [EngineFollower] = []

  init(_ machine: SyncedMachine) { self.machine = machine }

  func does(_ action: LogAction) async throws {
    do { try await machine.ask { try $0.does(action) } } catch { throw Refused(name: RPCError(error).code.name) }
    for follower in followers { try await follower.take() }
  }

  func timeline() async throws -> [LoggedEntry] {
    try await machine.engine.read(machine.caller) { try $0.page().entries.map { LoggedEntry($0.entry) } }
  }

  func day() async throws -> DayCount {
    let day = try await machine.engine.read(machine.caller) { try $0.dashboard(of: nil).answer }
    return DayCount(
      feeds: day.today.feedings, milliliters: Int(day.today.feedingMl), diapers: day.today.diapers,
      isAsleep: day.runningSleep != nil)
  }

  func restart() async throws { try machine.restart() }

  func follow() async throws -> any ChangeFollower {
    let follower = EngineFollower(machine, after: try await machine.store.read { try $0.lastSeq() })
    followers.append(follower)
    return follower
  }

  func conflicts() async throws -> [String?] { try await conflictItems().map(\.version?.note) }

  func applyConflict() async throws {
    for item in try await conflictItems() { try await machine.ask { _ = try $0.applyConflict(item.id) } }
  }

  private func conflictItems() async throws -> [InboxItem] {
    try await machine.inbox().filter { $0.kind == .conflict && !$0.isDismissed }
  }
}

/// Reads the change log after each action.
private final class EngineFollower: ChangeFollower {
  private let machine: SyncedMachine
  private var seq: Int64
  private var told: [LoggedEntry] = []

  init(_ machine: SyncedMachine, after seq: Int64) { (self.machine, self.seq) = (machine, seq) }

  func take() async throws {
    let (changed, last) = try await machine.store.read { [seq] transaction in
      let changes = try transaction.changes(after: seq, limit: 100)
      let entries = try changes.compactMap { change -> Entry? in
        guard case .entry(let id, _) = change.subject else { return nil }
        return try transaction.entry(id)
      }
      return (entries, try transaction.lastSeq())
    }
    (told, seq) = (told + changed.map { LoggedEntry($0) }, last)
  }

  func next() async throws -> LoggedEntry {
    try #require(!told.isEmpty, "nothing more has changed")
    return told.removeFirst()
  }
}

/// Two engines, and a server in memory.
private final class EngineFamily: FamilyDriver {
  let anna: EngineDriver
  let ben: EngineDriver
  private let server = ModelServer()
  private var isCutOff = false

  init() async throws {
    anna = EngineDriver(try SyncedMachine())
    ben = EngineDriver(try SyncedMachine("Ben", seed: 2))
    try await anna.machine.ask { try $0.add("Eva") }
    try await settle()
    try await ben.machine.ask { _ = try $0.selectChild("Eva") }
  }

  func cutOff() async throws { isCutOff = true }

  func reconnect() async throws { isCutOff = false }

  func sync(_ driver: EngineDriver) async throws {
    guard !isCutOff else { return }
    try await driver.machine.sync(server)
    // A server takes a time to the millisecond, and so does a change of data from it.
    driver.machine.pass(.milliseconds(10))
  }
}

extension SyncedMachine {
  fileprivate var caller: Caller { Caller(uid: Self.uid, client: "test") }
}

extension LoggedEntry {
  fileprivate init(_ entry: Entry) {
    self.init(entry.kind, entry.note, isRunning: entry.isRunning, isDeleted: entry.deletedAt != nil)
  }
}

extension LogbookWriter {
  fileprivate func does(_ action: LogAction) throws {
    switch action {
    case .bottle(let milliliters, let minutes):
      try feed(.feeding(method: .bottle, amount: Double(milliliters)), at: "\(minutes)m ago")
    case .diaper(let type): _ = try logEntry(.init(entry: .diaper(type)))
    case .note(let text, let minutes): try note(text, at: "\(minutes)m ago")
    case .startSleep(let minutes): try start(at: "\(minutes)m ago")
    case .stopSleep: try stop()
    case .renote(let text): _ = try update(.init(id: "last", note: .value(text)))
    case .undo: _ = try undo()
    case .redo: _ = try redo()
    }
  }
}
