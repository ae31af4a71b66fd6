import BabyProtocol
import Foundation
import TestSupport

/// A systemd of the test's own with the packages installed: see contrib/dev/lab/boot. The machine's directory is /lab there.
final class Lab {
  let machine: Machine
  private let number: String

  /// Why there can be none here; nil when there can.
  static let problem: String? = {
    for tool in ["dpkg-deb", "dpkg-shlibdeps", "nsenter", "unshare", "findmnt"] where !Machine.has(tool) {
      return "\(tool) is missing; contrib/dev/prepare --all installs it"
    }
    let directory = NSTemporaryDirectory() + "/bb-lab-\(getpid())"
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    guard let boot = try? LabBoot(directory) else { return "contrib/dev/lab/boot cannot be started" }
    defer { boot.end() }
    return boot.number == nil ? boot.complaint : nil
  }()

  /// Runs a scenario in a system of its own on which the packages are installed, with the system's socket enabled and a
  /// user, maya, who may use it.
  ///
  /// - Parameter version: of the packages.
  static func run(version: String = "1.0.0", _ scenario: (Lab) throws -> Void) async throws {
    let packages = try await Packages.folder(version: version)
    try await bare { lab in
      try lab.install(from: packages)
      try lab.shell("useradd --create-home --groups babybasics maya && systemctl enable --now babybasicsd.socket")
      try scenario(lab)
    }
  }

  /// Runs a scenario in a system of its own on which nothing is installed.
  static func bare(_ scenario: (Lab) throws -> Void) async throws {
    try await Machine.run { try scenario(Lab(on: $0)) }
  }

  private init(on machine: Machine) throws {
    self.machine = machine
    let boot = try LabBoot(machine.directory)
    guard let number = boot.number else { throw ScenarioFailure(boot.complaint) }
    self.number = number
    machine.atEnd { boot.end() }
  }

  /// Installs packages, as apt does, over those that are there.
  ///
  /// - Parameter folder: of `Packages`.
  func install(
    _ names: [String] = ["babybasicsd", "bbctl", "bbagent", "babybasics-server"], from folder: String
  ) throws {
    let files = FileManager.default
    try? files.removeItem(atPath: machine.directory + "/packages")
    try files.copyItem(atPath: folder, toPath: machine.directory + "/packages")
    // Nothing here has to survive a power cut, and the index of manual pages is not needed.
    try shell(
      "rm -f /var/lib/man-db/auto-update; cd /lab/packages; dpkg --force-unsafe-io --install "
        + names.map { $0 + "_*.deb" }.joined(separator: " "))
  }

  /// Runs lines of the shell there as root. Throws when they fail.
  @discardableResult
  func shell(_ lines: String) throws -> String {
    let run = try attempt(lines)
    guard run.status == 0 else { throw ScenarioFailure("\(lines)\n\(run.status): \(run.output)\(run.errors)") }
    return run.output.trimmingCharacters(in: .newlines)
  }

  /// Runs lines of the shell there as root, and they may fail.
  @discardableResult
  func attempt(_ lines: String) throws -> Machine.Run {
    try machine.run(SourceTree.path("contrib/dev/lab/in"), [number, "sh", "-c", lines], within: Patience.limit * 3)
  }

  /// Makes it a machine without a desktop: no program offers to keep secrets.
  func withoutKeyring() throws {
    try shell(
      "rm -f $(grep -l org.freedesktop.secrets /usr/share/dbus-1/services/*); "
        + "systemctl --global mask gnome-keyring-daemon.service gnome-keyring-daemon.socket")
  }

  /// Runs bbctl there, as maya, on the system's socket.
  func bbctl(_ arguments: String) throws -> Machine.Run {
    try attempt(
      "cd /home/maya; exec runuser -u maya -- env BABYBASICS_SOCKET=\(Self.socket) "
        + "BABYBASICS_TIMEOUT=\(Patience.seconds) bbctl \(arguments)")
  }

  /// A property of the daemon's unit, as systemctl shows it.
  func property(_ name: String, of unit: String = "babybasicsd.service") throws -> String {
    try shell("systemctl show --value --property \(name) \(unit)")
  }

  /// What the unit has logged, with fields.
  func journal(_ matches: String, unit: String = "babybasicsd.service") throws -> [JSON] {
    try shell("journalctl --sync; journalctl --no-pager --output json --unit \(unit) \(matches)")
      .split(separator: "\n").map { try JSON(parsing: $0.utf8) }
  }

  /// A connection to the system's daemon, as root.
  func connect() throws -> LineClient { try LineClient("/proc/\(number)/root\(Self.socket)") }

  /// Waits until a line of the shell there succeeds. When it does not, the failure says what the system was about.
  func wait(until condition: String, seconds: Int = Patience.seconds) throws {
    let run = try attempt("for _ in $(seq \(seconds * 10)); do { \(condition); } && exit; sleep 0.1; done; exit 1")
    guard run.status != 0 else { return }
    let state = try attempt("date; systemctl --no-pager status 'babybasics*'; journalctl --no-pager --lines 60")
    throw ScenarioFailure("never came true: \(condition)\n\(state.output)\(state.errors)")
  }

  static let socket = "/run/babybasics/daemon.sock"
}

/// contrib/dev/lab/boot at work.
final class LabBoot {
  let process: ChildProcess
  /// By which contrib/dev/lab/in finds the system; nil when it did not come up.
  let number: String?
  private let errors: String

  init(_ directory: String) throws {
    let output = directory + "/lab.out"
    errors = directory + "/lab.err"
    guard mkfifo(output, 0o600) == 0 else { throw ScenarioFailure.system("mkfifo") }
    let reader = open(output, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    process = try ChildProcess(
      SourceTree.path("contrib/dev/lab/boot"), [directory], environment: ProcessInfo.processInfo.environment,
      output: output, errors: errors)
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n"), process.waits(for: reader, within: Patience.limit * 2) {
      var chunk = [UInt8](repeating: 0, count: 64)
      let count = read(reader, &chunk, chunk.count)
      guard count > 0 else { break }
      line += chunk.prefix(count)
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    number = text.isEmpty ? nil : text
  }

  var complaint: String {
    let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    return text.isEmpty ? "contrib/dev/lab/boot says nothing" : text.trimmingCharacters(in: .newlines)
  }

  func end() {
    process.signal(SIGTERM)
    _ = try? process.wait()
  }
}

/// The packages of the programs under test, built once for each version.
actor Packages {
  private static let shared = Packages()
  private var built: [String: String] = [:]

  static func folder(version: String) async throws -> String { try await shared.build(version) }

  private func build(_ version: String) throws -> String {
    if let folder = built[version] { return folder }
    let folder = "/tmp/bb-packages-\(getpid())/\(version)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: "/tmp/bb-packages-\(getpid())") }
    var environment = ProcessInfo.processInfo.environment
    environment["PACKAGE_COMPRESSION"] = "none"
    let process = try ChildProcess(
      SourceTree.path("contrib/package-deb"),
      ["--programs", Machine.programs, "--version", version, "--output", folder], environment: environment,
      output: folder + "/out", errors: folder + "/err")
    guard try process.wait(within: Patience.limit * 5) == .exited(0) else {
      throw ScenarioFailure((try? String(contentsOfFile: folder + "/err", encoding: .utf8)) ?? "package-deb failed")
    }
    built[version] = folder
    return folder
  }
}
