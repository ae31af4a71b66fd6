import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("What holds for engine, daemon and programs alike, with the programs")
struct SharedScenarioTests {
  @Test("on one machine", arguments: MachineScenario.all)
  func alone(scenario: MachineScenario) async throws {
    try await Machine.withEva(zone: "UTC") { try await scenario.run(with: BbctlDriver($0)) }
  }

  @Test("on two machines and a server", arguments: Scenario<BbctlFamily>.all)
  fileprivate func family(scenario: Scenario<BbctlFamily>) async throws {
    try await Family.run { try await scenario.run(with: BbctlFamily($0)) }
  }
}

/// Somebody who types commands.
private final class BbctlDriver: MachineDriver, SyncingDriver, CallingDriver {
  let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  func does(_ deed: Deed) async throws { _ = try bbctl(deed.command) }

  func call(_ method: String, _ params: JSON) async throws -> JSON { try bbctl(["call", method, params.text]) }

  private func bbctl(_ arguments: [String]) throws -> JSON {
    let run = try machine.run(Machine.program("bbctl"), arguments + ["--json"])
    guard run.status == 0 else { throw Refused(name: run.errorName ?? run.errors) }
    return try run.json
  }

  func restart() async throws {
    try machine.stop()
    try machine.start()
  }

  func follow() async throws -> any ChangeFollower { try MonitorFollower(machine) }

  func applyConflict() async throws {
    for item in try await call(InboxList.name, [:])["items"]?.arrayValue ?? [] where item["kind"] == "conflict" {
      _ = try bbctl(["inbox", "apply", item["id"]?.text ?? ""])
    }
  }
}

/// `bbctl monitor`.
private final class MonitorFollower: ChangeFollower {
  private let machine: Machine
  private let process: ChildProcess
  private var taken = 0

  init(_ machine: Machine) throws {
    self.machine = machine
    process = try machine.begin(
      Machine.program("bbctl"), ["monitor", "timeline", "--json"], output: "monitor", errors: "monitor.err")
    try machine.wait(for: "the snapshot") { try machine.text("monitor").contains("\"snapshot\"") }
  }

  func next() async throws -> LoggedEntry {
    func told() throws -> [JSON] {
      // The last line may be on its way.
      try machine.text("monitor").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .compactMap { try JSON(parsing: $0.utf8)["data"]?["entry"] }
    }
    try machine.wait(for: "one more change") { try told().count > taken }
    taken += 1
    return LoggedEntry(try EntryRecord(json: try told()[taken - 1]))
  }
}

/// Two homes, and a server that is ended and started again.
private final class BbctlFamily: FamilyDriver {
  let anna: BbctlDriver
  let ben: BbctlDriver
  private let family: Family
  private let port: Int

  init(_ family: Family) {
    (anna, ben) = (BbctlDriver(family.anna), BbctlDriver(family.ben))
    (self.family, port) = (family, family.server.port)
  }

  func cutOff() async throws { try family.server.stop() }

  func reconnect() async throws { family.server = try ServerProcess(on: family.home, port: port) }

  func sync(_ driver: BbctlDriver) async throws { try family.sync(driver.machine) }
}

extension Deed {
  fileprivate var command: [String] {
    func ago(_ minutes: Int) -> [String] { ["--at", "\(minutes)m ago"] }
    return switch self {
    case .bottle(let milliliters, let minutes): ["feed", "bottle", "\(milliliters)ml"] + ago(minutes)
    case .diaper(let type): ["diaper", type.rawValue]
    case .note(let text, let minutes): ["note", text] + ago(minutes)
    case .startSleep(let minutes): ["sleep", "start"] + ago(minutes)
    case .stopSleep: ["sleep", "stop"]
    case .renote(let text): ["edit", "last", "--note", text]
    case .undo: ["undo"]
    case .redo: ["redo"]
    }
  }
}
