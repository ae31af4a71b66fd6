import BabyProtocol
import Foundation
import Glibc
import Testing

/// `babybasics-server` as whoever runs it meets it.
@Suite("The family server's program")
struct ServerTests {
  @Test("accounts are made, listed and reset beside the running server, which ends when it is told to")
  func accounts() async throws {
    try await Machine.run { machine in
      let added = try machine.shell("echo 'correct horse' | babybasics-server user add Anna@example.org --name Anna")
      #expect(added.output == "Added anna@example.org\n")
      let server = try ServerProcess(on: machine, "--no-registration")
      let login = "{\"email\": \"anna@example.org\", \"password\": \"correct horse\"}"
      let session = try server.request("POST", "/v1/auth/login", login)
      let token = try #require(session.json["token"]?.stringValue)
      #expect(try server.request("GET", "/v1/me", token: token).json["name"] == "Anna")

      let again = try machine.shell("echo 'correct horse' | babybasics-server user add anna@example.org --name Anna")
      #expect(again.status == 1)
      #expect(again.errors == "babybasics-server: anna@example.org is registered already.\n")
      let short = try machine.shell("echo horse | babybasics-server user reset-password anna@example.org")
      #expect(short.errors == "babybasics-server: password must have 8 to 200 characters.\n")
      let reset = try machine.shell("echo 'battery staple' | babybasics-server user reset-password anna@example.org")
      #expect(reset.output == "Reset the password of anna@example.org\n")
      #expect(try server.request("GET", "/v1/me", token: token).status == 401)
      #expect(try server.request("POST", "/v1/auth/login", login).status == 401)
      let list = try machine.shell("babybasics-server user list")
      #expect(list.output.hasPrefix("anna@example.org\tAnna\t"))

      let port = server.address.split(separator: ":").last ?? ""
      let second = try machine.shell("babybasics-server --port \(port)")
      #expect(second.status == 1)
      #expect(
        second.errors == "babybasics-server: Cannot listen at 127.0.0.1, port \(port): Address already in use.\n")

      #expect(try server.stop() == .exited(0))
    }
  }

  @Test("a backup is made of the running server and restored into it, after a question")
  func backup() async throws {
    try await Machine.run { machine in
      let server = try ServerProcess(on: machine)
      let register = "{\"email\": \"anna@example.org\", \"password\": \"correct horse\", \"name\": \"Anna\"}"
      #expect(try machine.shell("babybasics-server backup family.db").output == "Wrote family.db\n")
      #expect(try server.request("POST", "/v1/auth/register", register).status == 201)
      let unasked = try machine.shell("babybasics-server restore family.db")
      #expect(unasked.status == 1)
      #expect(unasked.errors.hasSuffix("Say so with --yes.\n"))
      #expect(try machine.shell("babybasics-server restore family.db --yes").output == "Restored family.db\n")
      #expect(try server.request("POST", "/v1/auth/register", register).status == 201)
      let none = try machine.shell("babybasics-server restore /dev/null --yes")
      #expect(none.status == 1)
      #expect(none.errors.contains("/dev/null"))
    }
  }

  @Test("it speaks TLS with the certificate it is given", .enabled(if: Machine.has("openssl")))
  func tls() async throws {
    try await Machine.run { machine in
      let made = try machine.shell(
        """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem \
        -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost
        """)
      try #require(made.status == 0, "\(made.errors)")
      let files = ["cert.pem", "key.pem"].map { machine.directory + "/" + $0 }
      let server = try ServerProcess(on: machine, "--tls-certificate", files[0], "--tls-key", files[1])
      #expect(try server.request("GET", "/healthz", certificate: files[0]).json["status"] == "ok")
      #expect(try server.stop() == .exited(0))

      let swapped = try machine.shell("babybasics-server --tls-certificate key.pem --tls-key cert.pem --port 0")
      #expect(swapped.status == 1)
      #expect(swapped.errors.contains("are no certificate and its key"))
    }
  }

  @Test(
    "it refuses what would be unsafe or cannot be, with a sentence",
    arguments: [
      ("--host 0.0.0.0", 1, "--behind-proxy"), ("--database /dev/null", 1, "/dev/null"),
      ("--tls-key key.pem", 64, "belong together"), ("--scrypt-cost 3", 64, "from 10 to 20"),
    ])
  func refusals(arguments: String, status: CInt, words: String) async throws {
    try await Machine.run { machine in
      let run = try machine.shell("babybasics-server \(arguments)")
      #expect(run.status == status)
      #expect(run.errors.contains(words))
    }
  }
}

/// A running `babybasics-server` at a port of its own.
private final class ServerProcess {
  private let process: ChildProcess
  private let machine: Machine
  /// `http://127.0.0.1:` and the port, as the server says.
  let address: String

  init(on machine: Machine, _ arguments: String...) throws {
    self.machine = machine
    let pipe = machine.directory + "/server.err"
    guard mkfifo(pipe, 0o600) == 0 else { throw ScenarioFailure.system("mkfifo") }
    let end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard end >= 0 else { throw ScenarioFailure.system("open") }
    machine.atEnd { close(end) }
    process = try machine.begin(
      Machine.program("babybasics-server"), ["--port", "0", "--scrypt-cost", "10"] + arguments, output: "server.out",
      errors: "server.err")
    var said = ""
    while !said.hasSuffix("\n") {
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard process.waits(for: end, within: .seconds(30)), case let count = read(end, &buffer, 4096), count > 0 else {
        throw ScenarioFailure("the server said only \(said)")
      }
      said += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    guard let place = said.firstRange(of: "http") else { throw ScenarioFailure("the server said \(said)") }
    address = said[place.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func stop() throws -> ChildProcess.ExitStatus {
    process.signal(SIGTERM)
    return try process.wait()
  }

  /// - Parameter certificate: the one to trust, for `https` to localhost.
  func request(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil, certificate: String? = nil
  ) throws -> (status: Int, json: JSON) {
    let script = """
      import sys, ssl, urllib.request as web, urllib.error
      method, url, body, token, certificate = sys.argv[1:]
      headers = {"Authorization": "Bearer " + token} if token else {}
      request = web.Request(url, data=body.encode() or None, headers=headers, method=method)
      context = ssl.create_default_context(cafile=certificate) if certificate else None
      try:
          answer = web.urlopen(request, context=context, timeout=30)
      except urllib.error.HTTPError as error:
          answer = error
      print(answer.status, answer.read().decode())
      """
    let url = address.replacing("127.0.0.1", with: certificate == nil ? "127.0.0.1" : "localhost") + path
    let run = try machine.run(
      "python3", ["-c", script, method, url, body ?? "", token ?? "", certificate ?? ""])
    let parts = run.output.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let status = Int(parts[0]) else { throw ScenarioFailure("\(url): \(run.errors)") }
    return (status, try JSON(parsing: parts[1].utf8))
  }
}
