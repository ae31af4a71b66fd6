import BabyProtocol
import Foundation
import TestSupport

/// A person's desktop on a machine of its own: a session bus, screens, and whatever is started on them.
///
/// Everything that was started ends with the test.
final class Desktop {
  let machine: Machine
  private var processes: [ChildProcess] = []
  private var numbers: [String: Int] = [:]

  /// Runs a test on a desktop where the daemon runs and knows a child.
  static func run(child: String = "Eva", _ test: (Desktop) throws -> Void) async throws {
    try await Machine.run(asPerson: true) { machine in
      let desktop = try Desktop(machine)
      defer { desktop.end() }
      try machine.start()
      _ = try machine.call("child.add", ["name": .string(child), "born": "2019-12-18", "zone": "UTC"])
      try test(desktop)
    }
  }

  private init(_ machine: Machine) throws {
    self.machine = machine
    // Toolkits are to look at nothing of this machine, and to start nothing on the bus.
    machine.environment.merge([
      "NO_AT_BRIDGE": "1", "GTK_USE_PORTAL": "0", "GSETTINGS_BACKEND": "memory", "LANG": "C.UTF-8",
      "LIBGL_ALWAYS_SOFTWARE": "1", "SHELL": "/bin/sh",
    ]) { $1 }
    try startBus()
  }

  private func end() {
    for process in processes { process.signal(SIGKILL) }
    for process in processes { process.end() }
  }

  /// A session bus that starts no services by itself: what is on it is what the test has put there.
  private func startBus() throws {
    let address = "unix:path=\(machine.directory)/run/bus"
    try machine.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
      </policy></busconfig>
      """, to: machine.directory + "/bus.conf")
    try start("dbus-daemon", "--nofork", "--config-file=\(machine.directory)/bus.conf")
    try waits(for: "the session bus") { access("\(machine.directory)/run/bus", F_OK) == 0 }
    machine.environment["DBUS_SESSION_BUS_ADDRESS"] = address
  }

  /// Ends the session, as far as programs notice it by its bus.
  func endBus() { processes.first?.end() }

  // MARK: Programs

  /// Starts a program that runs beside the test. What it says is in `log(of:)`.
  @discardableResult
  func start(_ program: String, _ arguments: String...) throws -> ChildProcess {
    let name = log(of: program, next: true)
    let process = try machine.begin(program, arguments, output: name + ".out", errors: name + ".log")
    processes.append(process)
    return process
  }

  /// Standard error of the last program of a name.
  func log(of program: String) -> String { (try? machine.text(log(of: program, next: false) + ".log")) ?? "" }

  /// Standard output of the last program of a name.
  func output(of program: String) -> String { (try? machine.text(log(of: program, next: false) + ".out")) ?? "" }

  private func log(of program: String, next: Bool) -> String {
    if next { numbers[program, default: 0] += 1 }
    return "\(program)\(numbers[program, default: 0])"
  }

  func file(_ name: String, _ text: String) throws -> String {
    let path = machine.directory + "/" + name
    try machine.write(text, to: path)
    return path
  }

  /// Processes of the machine's user that run a program with one of our sockets in reach: those of this desktop alone.
  func running(_ program: String) -> [pid_t] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { pid_t($0) }.filter { pid in
      guard let environment = try? machine.bytes("/proc/\(pid)/environ"),
        let command = try? machine.bytes("/proc/\(pid)/cmdline")
      else { return false }
      let isOurs = String(decoding: environment, as: UTF8.self).contains("HOME=\(machine.directory)/home\0")
      let path = String(decoding: command.prefix { $0 != 0 }, as: UTF8.self)
      return isOurs && (path == program || path.hasSuffix("/" + program))
    }
  }

  // MARK: Waiting

  /// Waits until something is so, looking again and again.
  ///
  /// - Throws: `ScenarioFailure` when it is not so in time.
  func waits(for what: String, within limit: Duration = Patience.limit, until isSo: () throws -> Bool) throws {
    try machine.wait(for: what, within: limit, until: isSo)
  }

  /// The sleep that is running, from the daemon.
  func runningSleep() throws -> JSON? {
    let sleep = try machine.call("dashboard.get")["runningSleep"]
    return sleep == .null ? nil : sleep
  }
}
