import BabyModel
import BabyProtocol

/// A person who types commands.
package final class CommandDriver<Machine: CommandMachine>: MachineDriver, SyncingDriver {
  package let machine: Machine

  package init(_ machine: Machine) { self.machine = machine }

  package func does(_ action: LogAction) async throws { _ = try bbctl(action.command) }

  package func timeline() async throws -> [LoggedEntry] {
    try TimelineList.Answer(json: machine.call(TimelineList.name)).entries.map { LoggedEntry($0) }
  }

  package func day() async throws -> DayCount {
    let dashboard = try DashboardGet.Answer(json: machine.call(DashboardGet.name))
    return DayCount(
      feeds: dashboard.today.feedings, milliliters: Int(dashboard.today.feedingMl),
      diapers: dashboard.today.diapers, isAsleep: dashboard.runningSleep != nil)
  }

  private func bbctl(_ arguments: [String]) throws -> JSON {
    let run = try machine.bbctl(arguments + ["--json"])
    guard run.status == 0 else { throw Refused(name: run.errorName ?? run.errors) }
    return try run.json
  }

  package func restart() async throws { try machine.restart() }

  package func follow() async throws -> any ChangeFollower { try MonitorFollower(machine) }

  private var conflictItems: [InboxItemRecord] {
    get throws { try InboxList.Answer(json: machine.call(InboxList.name)).items.filter { $0.kind == .conflict } }
  }

  package func conflicts() async throws -> [String?] { try conflictItems.map(\.mine?.entry.note) }

  package func applyConflict() async throws {
    for item in try conflictItems { _ = try bbctl(["inbox", "apply", "\(item.id)"]) }
  }
}

/// `bbctl monitor`.
private final class MonitorFollower<Machine: CommandMachine>: ChangeFollower {
  private let monitor: any RunningCommand
  private var taken = 0

  init(_ machine: Machine) throws {
    let monitor = try machine.beginBbctl("monitor", "timeline", "--json")
    try Machine.wait(for: "the snapshot") { try monitor.output.contains("\"snapshot\"") }
    self.monitor = monitor
  }

  func next() async throws -> LoggedEntry {
    func told() throws -> [JSON] {
      // The last line may be on its way.
      try monitor.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .compactMap { try JSON(parsing: $0.utf8)["data"]?["entry"] }
    }
    try Machine.wait(for: "one more change") { try told().count > taken }
    taken += 1
    return LoggedEntry(try EntryRecord(json: try told()[taken - 1]))
  }
}

/// Two homes, and a server that is ended and started again.
package final class CommandFamilyDriver<Family: CommandFamily>: FamilyDriver {
  package let anna: CommandDriver<Family.Home>
  package let ben: CommandDriver<Family.Home>
  private let family: Family

  package init(_ family: Family) {
    (anna, ben) = (CommandDriver(family.anna), CommandDriver(family.ben))
    self.family = family
  }

  package func cutOff() async throws { try family.cutOff() }

  package func reconnect() async throws { try family.reconnect() }

  package func sync(_ driver: CommandDriver<Family.Home>) async throws { try family.sync(driver.machine) }
}

extension LoggedEntry {
  fileprivate init(_ record: EntryRecord) {
    self.init(
      record.entry.kind, record.entry.note, isRunning: record.entry.isRunning,
      isDeleted: record.entry.deletedAt != nil)
  }
}

extension LogAction {
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
