import BabyProtocol
import Foundation
import Glibc
import TestSupport

/// A running `babybasics-server` at a port of its own.
final class ServerProcess {
  private let process: ChildProcess
  private let machine: Machine
  /// `http://127.0.0.1:` and the port, as the server says.
  let address: String
  /// Where it says in plain HTTP how to trust it; nil without `--trust-port`.
  let trustAddress: String?

  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - descriptors: how many it may have.
  ///   - arguments: who may register among them; otherwise everybody, because most scenarios are about other things.
  init(on machine: Machine, port: Int = 0, descriptors: Int? = nil, _ arguments: String...) throws {
    self.machine = machine
    let pipe = machine.directory + "/server.err"
    unlink(pipe)
    guard mkfifo(pipe, 0o600) == 0 else { throw ScenarioFailure.system("mkfifo") }
    let end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard end >= 0 else { throw ScenarioFailure.system("open") }
    machine.atEnd { close(end) }
    var command = [machine.programs + "/babybasics-server", "--port", "\(port)", "--scrypt-cost", "10"] + arguments
    if !arguments.contains(where: { $0.contains("-registration") }) { command += ["--registration", "open"] }
    if let descriptors { command = ["sh", "-c", "ulimit -n \(descriptors); exec \"$@\"", "sh"] + command }
    process = try machine.begin(command[0], Array(command.dropFirst()), output: "server.out", errors: "server.err")
    var said = ""
    let isTelling = arguments.contains("--trust-port")
    while !said.contains(/listening at http.*\n/) || (isTelling && !said.contains(/certificate at http.*\n/)) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard process.waits(for: end), case let count = read(end, &buffer, 4096), count > 0 else {
        throw ScenarioFailure("the server said only \(said)")
      }
      said += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    guard let place = said.firstMatch(of: /listening at (http\S+)/) else {
      throw ScenarioFailure("the server said \(said)")
    }
    address = String(place.1)
    trustAddress = said.firstMatch(of: /certificate at (http\S+)/).map { String($0.1) }
  }

  var pid: pid_t { process.pid }

  var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }

  @discardableResult
  func stop() throws -> ChildProcess.ExitStatus {
    process.signal(SIGTERM)
    return try process.wait()
  }

  /// Ends it as a power cut does.
  func kill() throws {
    process.signal(SIGKILL)
    _ = try process.wait()
  }

  /// - Parameters:
  ///   - isConditional: whether to be told only that there is something, by 304.
  ///   - certificate: the one to trust, for `https` to localhost.
  func request(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil, isConditional: Bool = false,
    certificate: String? = nil
  ) throws -> (status: Int, json: JSON) {
    let script = """
      import sys, ssl, urllib.request as web, urllib.error
      method, url, body, token, tag, certificate = sys.argv[1:]
      headers = {"Authorization": "Bearer " + token} if token else {}
      headers.update({"If-None-Match": tag} if tag else {})
      request = web.Request(url, data=body.encode() or None, headers=headers, method=method)
      context = ssl.create_default_context(cafile=certificate) if certificate else None
      try:
          answer = web.urlopen(request, context=context, timeout=\(Patience.seconds))
      except urllib.error.HTTPError as error:
          answer = error
      print(answer.status, answer.read().decode())
      """
    let url = address.replacing("127.0.0.1", with: certificate == nil ? "127.0.0.1" : "localhost") + path
    let run = try machine.run(
      "python3", ["-c", script, method, url, body ?? "", token ?? "", isConditional ? "*" : "", certificate ?? ""])
    let parts = run.output.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let status = Int(parts[0]) else { throw ScenarioFailure("\(url): \(run.errors)") }
    return (status, status == 304 ? .null : try JSON(parsing: parts[1].utf8))
  }
}
