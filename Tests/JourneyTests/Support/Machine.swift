import BabyModel
import BabyProtocol
import Foundation
import TestSupport

@testable import BabyClient
@testable import BabyCommands

/// A fresh home directory, and daemon and bbctl in the tests' own process: bbctl is a function here, which reaches the
/// daemon through its socket.
///
/// Everything is in one directory, which goes away with the scenario.
final class Machine: CommandMachine {
  let directory: String
  var environment: [String: String]
  let clock: ScenarioClock
  private var daemon: RunningDaemon?
  private var cleanups: [() -> Void] = []

  /// Runs a scenario on a machine of its own, on a thread that may wait.
  static func run(_ scenario: (Machine) async throws -> Void) async throws {
    try await withTaskExecutorPreference(ScenarioThreads.shared) {
      let machine = try Machine(clock: ScenarioClock())
      defer { machine.cleanUp() }
      try await scenario(machine)
    }
  }

  /// Runs a scenario in which the daemon runs already and knows a child, Eva.
  static func withEva(zone: String = "America/Los_Angeles", _ scenario: (Machine) async throws -> Void) async throws {
    try await run { machine in
      try machine.start()
      try machine.addEva(zone: zone)
      try await scenario(machine)
    }
  }

  /// Runs a part of a scenario with one more machine, whose clock shows the same.
  func withAnother(_ part: (Machine) async throws -> Void) async throws {
    let machine = try Machine(clock: clock)
    defer { machine.cleanUp() }
    try await part(machine)
  }

  private init(clock: ScenarioClock) throws {
    self.clock = clock
    // Short, because a socket's path may have 107 bytes.
    var template = Array("/tmp/bb-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ScenarioFailure.system("mkdtemp") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    environment = ["HOME": directory + "/home", "XDG_RUNTIME_DIR": directory + "/run", "TZ": "UTC"]
    for path in ["home", "run"] { mkdir(directory + "/" + path, 0o700) }
  }

  /// Done when the scenario ends, the last one first.
  func atEnd(_ cleanup: @escaping () -> Void) { cleanups.append(cleanup) }

  private func cleanUp() {
    for cleanup in cleanups.reversed() { cleanup() }
    try? stop()
    try? FileManager.default.removeItem(atPath: directory)
  }

  // MARK: The daemon

  func start() throws { daemon = try RunningDaemon([:], environment: environment, clock: clock) }

  func stop() throws {
    defer { daemon = nil }
    try daemon?.stop()
  }

  func restart() throws {
    try stop()
    try start()
  }

  /// Starts one more daemon, which the other functions here are not about.
  func startAnother(data: String, socket: String) throws {
    let daemon = try RunningDaemon(["data": data, "socket": socket], environment: environment, clock: clock)
    atEnd { try? daemon.stop() }
  }

  /// Lets time pass at once.
  func pass(_ duration: Duration) throws {
    clock.advance(by: duration)
    try daemon?.timeHasPassed()
  }

  // MARK: Clients

  func bbctl(_ arguments: [String], input: String) throws -> CommandRun {
    var output = ""
    var run = Self.bbctl(arguments, input: input, environment: environment, clock: clock) { output += $0 }
    run.output = output + run.output
    return run
  }

  func beginBbctl(_ arguments: String...) throws -> any RunningCommand {
    let command = try RunningBbctl { [environment, clock] descriptor, write in
      Self.bbctl(arguments, to: descriptor, environment: environment, clock: clock, write: write)
    }
    atEnd { try? command.stop() }
    return command
  }

  /// - Parameters:
  ///   - descriptor: tells when its reader is gone; -1 when it never is.
  ///   - write: takes what is written before the end.
  private static func bbctl(
    _ arguments: [String], input: String = "", to descriptor: CInt = -1, environment: [String: String],
    clock: ScenarioClock, write: @escaping (String) -> Void
  ) -> CommandRun {
    var errors = ""
    var lines = input.split(separator: "\n").map(String.init)[...]
    var commandEnvironment = CommandEnvironment(variables: environment.merging(Patience.variables) { $1 }) { clock.now }
    commandEnvironment.readLine = { lines.popFirst() }
    commandEnvironment.readInput = { Array(input.utf8.prefix($0)) }
    commandEnvironment.outputDescriptor = descriptor
    commandEnvironment.write = {
      write($0)
      return true
    }
    commandEnvironment.writeError = { errors += $0 }
    commandEnvironment.exists = DaemonSocket.isThere
    commandEnvironment.mayOpen = DaemonSocket.mayOpen
    commandEnvironment.readFile = StateFile.read
    commandEnvironment.replaceFile = StateFile.replace
    let outcome = BbctlProgram.run(arguments, in: commandEnvironment)
    return CommandRun(
      status: outcome.status.rawValue, output: String(decoding: outcome.output, as: UTF8.self),
      errors: errors + String(decoding: outcome.errors, as: UTF8.self))
  }
}
