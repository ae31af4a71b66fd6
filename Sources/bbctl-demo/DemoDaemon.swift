import BabyClient
import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// A daemon in a folder of its own, which goes away with it.
final class DemoDaemon {
  let folder: String
  var socket: String { folder + Self.socketName }
  private let timeout: Duration
  private var process: pid_t?

  private static let (folderName, socketName) = ("/babybasics-demo.", "/daemon.sock")

  /// Whether a socket is a demo's that is running.
  static func isOwn(_ socket: String) -> Bool {
    socket.contains(folderName) && socket.hasSuffix(socketName) && DaemonSocket.isThere(socket)
  }

  /// Makes the folder.
  init(timeout: Duration) throws {
    self.timeout = timeout
    let places = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(variable) + ["/tmp"]
    for place in places where place.hasPrefix("/") {
      // mkdtemp(3) replaces the six X's.
      let pattern = place + Self.folderName + "XXXXXX"
      guard (pattern + Self.socketName).utf8.count <= StandardPaths.longestSocketPath else { continue }
      // It writes into the text, so it gets a copy.
      guard let path = strdup(pattern) else { continue }
      defer { free(path) }
      if mkdtemp(path) != nil {
        folder = String(cString: path)
        return
      }
    }
    throw DemoFailure(message: "No folder can be made in /tmp: \(systemErrorText()).", status: .failed)
  }

  static func write(_ text: String, to path: String) throws { try PrivateFile(path: path).write(Array(text.utf8)) }

  private var client: Client { Client(socket: socket, name: "bbctl-demo", timeout: timeout) }

  func start() throws {
    // The person's own configuration is not the demo's.
    let configuration = folder + "/config.yaml"
    try Self.write("log:\n  level: error\n", to: configuration)
    let command = [
      Spawn.ownProgram("babybasicsd"), "--config", configuration, "--data", folder + "/data", "--socket", socket,
      "--log-level", "error",
    ]
    // If this program is killed, its daemon ends, too.
    let bound = Spawn.canFind("setpriv") ? ["setpriv", "--pdeathsig", "TERM"] : []
    process = Spawn.start(bound + command, isDetached: true)
    guard let process else { throw DemoFailure(message: "babybasicsd cannot be started.", status: .failed) }
    let deadline = Deadline(in: timeout)
    while (try? client.call(DaemonStatus.self, .init())) == nil {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        self.process = nil
        throw DemoFailure(message: "babybasicsd did not start; the reason is above.", status: .failed)
      }
      guard deadline.millisecondsLeft > 0 else {
        throw DemoFailure(message: "babybasicsd does not answer on \(socket).", status: .unreachable)
      }
      usleep(20_000)
    }
  }

  /// Ends the daemon, waits for it, and removes the folder.
  func end() {
    if let process {
      kill(process, SIGTERM)
      var status: Int32 = 0
      let deadline = Deadline(in: timeout)
      while waitpid(process, &status, WNOHANG) == 0 {
        if deadline.millisecondsLeft <= 0 { kill(process, SIGKILL) }
        usleep(5_000)
      }
    }
    if let process = Spawn.start(["rm", "-rf", "--", folder]) {
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
  }

  func fill(_ scenario: Scenario, now: Instant) throws {
    let client = client
    let zone = try zone(client, now: now)
    let family = DemoFamily(scenario, now: now, zone: zone, offset: Self.local(now).tm_gmtoff)
    let id = try client.call(DataImport.self, .init(format: "babybasics-json")).importID
    let file = Array(family.archive.utf8)
    for start in stride(from: 0, to: file.count, by: DataImport.chunkSize) {
      let end = min(start + DataImport.chunkSize, file.count)
      let chunk = base64(Array(file[start..<end]))
      let answer = try client.call(DataImport.self, .init(importID: id, chunk: chunk, end: end == file.count))
      if let refused = answer.summary?.badRowCount, refused > 0 {
        throw DemoFailure(message: "babybasicsd refuses \(refused) of the family's entries.", status: .failed)
      }
    }
  }

  /// The machine's zone, which the daemon knows: it is that of a child that is added without one.
  private func zone(_ client: Client, now: Instant) throws -> String {
    let born = LocalDate(dayNumber: Int(now.milliseconds / LocalDate.millisecondsPerDay) - 1)
    let rehearsal = ChildAdd.Params(name: "Eva", born: born, options: .init(dryRun: true))
    return try client.call(ChildAdd.self, rehearsal).child.child.zone
  }

  /// Of the day, in the machine's zone.
  static func hour(at now: Instant) -> Int { Int(local(now).tm_hour) }

  private static func local(_ now: Instant) -> tm {
    var time = time_t(now.milliseconds / 1000)
    var local = tm()
    localtime_r(&time, &local)
    return local
  }
}
