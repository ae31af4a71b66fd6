import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// `bbctl-demo`: a separate daemon and database with a made-up family.
///
/// It never comes near a real database: the folder and the socket are the demo's, wherever a family's are.
struct DemoProgram {
  private let environment: [String: String]
  private let paths: StandardPaths
  private let socketFolder: String
  private let now: Instant
  private let write: (String) -> Void
  /// How long the demo's daemon may take to start, and then to answer each call.
  private var timeout = CallTimeout.standard

  /// - Parameters:
  ///   - environment: where the demo's files go beside those of the family.
  ///   - write: takes lines for standard output.
  init(environment: [String: String], now: Instant, write: @escaping (String) -> Void) {
    self.environment = environment
    var own = environment
    own["BABYBASICS_SOCKET"] = nil
    paths = StandardPaths(environment: own)
    socketFolder = String(paths.socket.dropLast("/daemon.sock".count))
    self.now = now
    self.write = write
  }

  static let usage = """
    Usage: bbctl-demo <scenario>
           bbctl-demo stop <scenario>
           bbctl-demo --version

    Starts a separate daemon, with its own database and socket, and fills it with a made-up family.

    Scenarios:
    \(Scenario.allCases.map { "  \($0.rawValue)" + String(repeating: " ", count: 17 - $0.rawValue.count) + $0.summary }.joined(separator: "\n"))

    """

  /// - Returns: the exit status.
  mutating func run(_ arguments: [String]) -> ExitStatus {
    if arguments.contains("--help") || arguments.contains("-h") {
      write(Self.usage)
      return .success
    }
    if arguments == ["--version"] {
      write(versionText + "\n")
      return .success
    }
    let isStop = arguments.first == "stop"
    guard let word = arguments.last, arguments.count == (isStop ? 2 : 1), let scenario = Scenario(rawValue: word) else {
      let nearest = nearestName(to: arguments.last ?? "", among: Scenario.allCases.map(\.rawValue))
      complain(nearest.map { "There is no scenario of this name. Did you mean \"\($0)\"?" } ?? Self.usage)
      return .invalid
    }
    do {
      timeout = try CallTimeout.chosen { environment[$0] }
      return try isStop ? stop(scenario) : start(scenario)
    } catch let error as ClientError {
      complain(error.message)
      return error.exitStatus
    } catch {
      complain("\(error)")
      return .failed
    }
  }

  private func complain(_ message: String) {
    let line = Array("bbctl-demo: \(message)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
  }

  // MARK: The daemon

  private func data(_ scenario: Scenario) -> String { paths.data + "-demo/" + scenario.rawValue }
  func socket(_ scenario: Scenario) -> String { socketFolder + "-demo/\(scenario.rawValue).sock" }

  private func client(_ scenario: Scenario) -> Client {
    Client(socket: socket(scenario), name: "bbctl-demo", timeout: timeout)
  }

  /// Nil unless the demo's own daemon answers: no other one is filled, erased or ended.
  private func status(_ scenario: Scenario) -> DaemonStatus.Answer? {
    let status = try? client(scenario).call(DaemonStatus.self, .init())
    return status.flatMap { $0.database.hasPrefix(data(scenario) + "/") ? $0 : nil }
  }

  private func start(_ scenario: Scenario) throws -> ExitStatus {
    let socket = socket(scenario)
    if status(scenario) == nil {
      let command = [
        Spawn.ownProgram("babybasicsd"), "--data", data(scenario), "--socket", socket, "--log-level", "warning",
      ]
      // A reader of the demo's output would otherwise wait for the daemon to end, because it could write there too.
      guard Spawn.start(command, isQuiet: true, isDetached: true) != nil else {
        complain("babybasicsd cannot be started.")
        return .failed
      }
      let deadline = Deadline(in: timeout)
      while status(scenario) == nil {
        guard deadline.millisecondsLeft > 0 else {
          complain("babybasicsd does not answer on \(socket). To see why, run: \(command.joined(separator: " "))")
          return .unreachable
        }
        usleep(20_000)
      }
    }
    // The demo's own database: every demo starts from scratch.
    if status(scenario)?.children != 0 {
      let client = client(scenario)
      _ = try client.call(DataErase.self, .init(confirm: DataErase.word))
      try client.waitForEnd()
    }
    let entries = try fill(scenario)
    write(
      """
      \(scenario.rawValue): \(entries) entries. Look around, in this terminal:
        export BABYBASICS_SOCKET=\(socket)
        bbctl status
      To stop it: bbctl-demo stop \(scenario.rawValue)

      """)
    return .success
  }

  private func stop(_ scenario: Scenario) throws -> ExitStatus {
    guard let status = status(scenario) else {
      complain("\(scenario.rawValue) is not running.")
      return .state
    }
    kill(pid_t(status.pid), SIGTERM)
    return .success
  }

  /// The machine's zone, which the daemon knows: it is that of a child that is added without one.
  private func zone(_ client: Client) throws -> String {
    let born = LocalDate(dayNumber: Int(now.milliseconds / LocalDate.millisecondsPerDay) - 1)
    let rehearsal = ChildAdd.Params(name: "Eva", born: born, options: .init(dryRun: true))
    return try client.call(ChildAdd.self, rehearsal).child.child.zone
  }

  /// - Returns: how many entries there are now.
  private func fill(_ scenario: Scenario) throws -> Int {
    let client = client(scenario)
    let id = try client.call(DataImport.self, .init(format: "babybasics-json")).importID
    let file = Array(DemoFamily(scenario, now: now, zone: try zone(client)).archive.utf8)
    var added = 0
    for start in stride(from: 0, to: file.count, by: DataImport.chunkSize) {
      let end = min(start + DataImport.chunkSize, file.count)
      let chunk = base64(Array(file[start..<end]))
      added = try client.call(DataImport.self, .init(importID: id, chunk: chunk, end: end == file.count)).added
    }
    return added
  }
}
