import BabyProtocol
import Foundation
import TestSupport

typealias ScenarioFailure = TestSupport.ScenarioFailure

/// A fresh home directory, and the programs as a person runs them there.
///
/// Everything is in one directory, which goes away with the scenario, and every process that was started ends with it.
final class Machine: CommandMachine {
  let directory: String
  var environment: [String: String]
  /// Where the programs are that run on it.
  private(set) var programs = Machine.programs
  private(set) var daemon: DaemonProcess?
  /// What runs a program as the machine's user.
  private let asUser: [String]
  private var started: [DaemonProcess] = []
  private var cleanups: [() -> Void] = []
  private var runs = 0

  /// Runs a scenario on a machine of its own.
  ///
  /// - Parameter asPerson: never as root, which no desktop runs as.
  static func run(asPerson: Bool = false, _ scenario: (Machine) async throws -> Void) async throws {
    try await withTaskExecutorPreference(ScenarioThreads.shared) {
      let machine = try Machine(asPerson: asPerson)
      defer { machine.cleanUp() }
      try await scenario(machine)
    }
  }

  /// Runs a part of a scenario with one more machine, on the scenario's own thread.
  static func withAnother(_ part: (Machine) async throws -> Void) async throws {
    let machine = try Machine(asPerson: false)
    defer { machine.cleanUp() }
    try await part(machine)
  }

  /// A zone in which it is afternoon now, so that an hour ago was today.
  static var afternoonZone: String {
    Int(Date.now.timeIntervalSince1970) / 3600 % 24 < 12 ? "Etc/GMT-12" : "UTC"
  }

  /// Runs a scenario in which the daemon runs already and knows a child, Eva.
  static func withEva(zone: String = "America/Los_Angeles", _ scenario: (Machine) async throws -> Void) async throws {
    try await run { machine in
      try machine.start()
      try machine.addEva(zone: zone)
      try await scenario(machine)
    }
  }

  private init(asPerson: Bool) throws {
    // Short, because a socket's path may have 107 bytes.
    var template = Array("/tmp/bb-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ScenarioFailure.system("mkdtemp") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    environment = Patience.variables.merging([
      "HOME": directory + "/home", "XDG_RUNTIME_DIR": directory + "/run", "TZ": "UTC",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]) { $1 }
    for path in ["home", "run"] { mkdir(directory + "/" + path, 0o700) }
    guard asPerson, geteuid() == 0 else {
      asUser = []
      return
    }
    let nobody: uid_t = 65534
    asUser = ["setpriv", "--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups"]
    for path in ["", "/home", "/run"] { chown(directory + path, nobody, nobody) }
  }

  /// Done when the scenario ends, the last one first.
  func atEnd(_ cleanup: @escaping () -> Void) { cleanups.append(cleanup) }

  private func cleanUp() {
    for daemon in started { daemon.process.end() }
    for cleanup in cleanups.reversed() { cleanup() }
    try? FileManager.default.removeItem(atPath: directory)
  }

  // MARK: Places

  var database: String { paths.data + "/local.db" }
  var daemonErrors: String { (try? text("daemon.err")) ?? "" }

  /// Puts a shell script into `bin`, which comes first on the path from then on.
  ///
  /// Another process writes it: programs started by other scenarios meanwhile may inherit open files, and the system
  /// refuses to run a file that is open for writing.
  func addProgram(_ name: String, _ script: String) throws {
    let bin = directory + "/bin"
    try write("#!/bin/sh\n\(script)\n", to: "\(bin)/\(name).sh")
    let copied = try shell("cp 'bin/\(name).sh' 'bin/\(name)' && chmod +x 'bin/\(name)'")
    guard copied.status == 0 else { throw ScenarioFailure(copied.errors) }
    if environment["PATH"]?.hasPrefix(bin + ":") != true {
      environment["PATH"] = bin + ":" + (environment["PATH"] ?? "")
    }
  }

  // MARK: The daemon

  /// Starts the daemon and waits until it says that it is ready.
  ///
  /// - Parameter socket: a listening one to be handed over.
  @discardableResult
  func start(_ arguments: String..., socket: CInt? = nil) throws -> DaemonProcess {
    let daemon = try spawn(arguments, socket: socket)
    try daemon.waitUntilReady()
    self.daemon = daemon
    return daemon
  }

  /// Starts one more daemon, beside the one that `stop` and `kill` are about.
  func startAnother(_ arguments: String...) throws { try spawn(arguments).waitUntilReady() }

  /// Starts a daemon that is expected to refuse, and returns its exit status and what it says.
  func startRefused(_ arguments: String...) throws -> (status: ChildProcess.ExitStatus, message: String) {
    let before = daemonErrors.utf8.count
    let daemon = try spawn(arguments)
    let status = try daemon.process.wait()
    return (status, String(decoding: daemonErrors.utf8.dropFirst(before), as: UTF8.self))
  }

  /// Ends the daemon as systemd does, and waits for it.
  @discardableResult
  func stop() throws -> ChildProcess.ExitStatus? {
    try end(with: SIGTERM)
  }

  func restart() throws {
    try stop()
    try start()
  }

  /// Ends the daemon as a power cut does.
  func kill() throws { try end(with: SIGKILL) }

  @discardableResult
  private func end(with signal: CInt) throws -> ChildProcess.ExitStatus? {
    daemon?.process.signal(signal)
    let status = try daemon?.process.wait()
    started.removeAll { $0 === daemon }
    daemon = nil
    return status
  }

  private func spawn(_ arguments: [String], socket: CInt? = nil) throws -> DaemonProcess {
    runs += 1
    let notifyPath = "\(directory)/notify\(runs)"
    let command = asUser + [program("babybasicsd")] + arguments
    let daemon = try DaemonProcess(
      command[0], Array(command.dropFirst()), environment: environment, notifyPath: notifyPath,
      errors: directory + "/daemon.err", socket: socket)
    started.append(daemon)
    return daemon
  }

  // MARK: Clients

  typealias Run = CommandRun

  func bbctl(_ arguments: [String], input: String) throws -> Run {
    try run(program("bbctl"), arguments, input: input)
  }

  func beginBbctl(_ arguments: String...) throws -> any RunningCommand {
    runs += 1
    let (output, errors) = ("\(runs).out", "\(runs).err")
    let process = try begin(program("bbctl"), arguments, output: output, errors: errors)
    return RunningProgram(process: process, output: directory + "/" + output)
  }

  private final class RunningProgram: RunningCommand {
    private let process: ChildProcess
    private let path: String

    init(process: ChildProcess, output path: String) { (self.process, self.path) = (process, path) }

    var output: String { get throws { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } }

    func wait() throws -> CInt {
      guard case .exited(let status) = try process.wait() else { throw ScenarioFailure("bbctl was killed") }
      return status
    }
  }

  /// Runs a line of the shell in the machine's directory, with the programs on its path.
  @discardableResult
  func shell(_ line: String) throws -> Run { try run("/bin/sh", ["-c", "cd '\(directory)'\n\(line)"]) }

  func run(
    _ program: String, _ arguments: [String], input: String = "", within limit: Duration = Patience.limit
  ) throws -> Run {
    runs += 1
    let (output, errors) = ("\(runs).out", "\(runs).err")
    var inputFile: String?
    if !input.isEmpty {
      inputFile = "\(directory)/\(runs).in"
      try write(input, to: "\(directory)/\(runs).in")
    }
    let process = try begin(program, arguments, input: inputFile, output: output, errors: errors)
    guard case .exited(let status) = try process.wait(within: limit) else {
      throw ScenarioFailure("\(program) was killed")
    }
    return Run(status: status, output: try text(output), errors: try text(errors))
  }

  /// Starts a program without waiting for its end.
  ///
  /// - Parameters:
  ///   - input: path of the file for standard input; nil is empty.
  ///   - output: name of the file in the machine's directory for standard output.
  ///   - errors: name of the file that standard error is appended to.
  func begin(
    _ program: String, _ arguments: [String], input: String? = nil, output: String, errors: String
  ) throws -> ChildProcess {
    var environment = environment
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "")
    let command = asUser + [program] + arguments
    return try ChildProcess(
      command[0], Array(command.dropFirst()), environment: environment, input: input,
      output: directory + "/" + output, errors: directory + "/" + errors)
  }

  /// Runs statements on the database with SQLite's own program, beside the daemon or without it.
  @discardableResult
  func sqlite(_ statements: String) throws -> String {
    let run = try run("sqlite3", ["-bail", database, statements])
    guard run.status == 0 else { throw ScenarioFailure("sqlite3: \(run.errors)") }
    return run.output.trimmingCharacters(in: .newlines)
  }

  /// Whether programs are there that not every machine has.
  static func has(_ programs: String...) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return programs.allSatisfy { program in
      path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
  }

  static func program(_ name: String) -> String { programs + "/" + name }

  private func program(_ name: String) -> String { programs + "/" + name }

  /// Runs daemon, family server and bbctl from now on as those that know a kind of entries more: `TestOnlyKind`.
  func useTestOnlyKind() throws { try useTrialProgram(in: "trial") }

  /// Runs them from now on as those of earlier versions, which know no activities.
  func forgetActivities() throws { try useTrialProgram(in: "earlier") }

  /// Has its family server send pushes to a port of this machine from now on.
  func push(to port: Int) throws { try useTrialProgram(in: "push-\(port)") }

  private func useTrialProgram(in folder: String) throws {
    programs = directory + "/" + folder
    let program = Bundle.main.bundleURL.path + "/trial-program"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    for name in ["babybasicsd", "babybasics-server", "bbctl"] where access(self.program(name), F_OK) != 0 {
      try FileManager.default.createSymbolicLink(atPath: self.program(name), withDestinationPath: program)
    }
  }

  /// Runs what everybody has, again.
  func useCurrentPrograms() { programs = Machine.programs }

  /// The debug programs, or those in `TEST_PROGRAMS`.
  static let programs =
    ProcessInfo.processInfo.environment["TEST_PROGRAMS"] ?? Bundle.main.bundleURL.path
}
