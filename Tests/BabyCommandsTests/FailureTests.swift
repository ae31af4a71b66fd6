import BabyModel
import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite struct FailureTests {
  // Of a method that the daemon does not know, bbctl has more to say: `olderDaemon` in ArgumentTests.
  @Test(
    "each error of the daemon has its exit status, its sentence and its hint",
    arguments: ErrorCode.all.filter { $0 != .methodNotFound })
  func daemonErrors(code: ErrorCode) throws {
    let daemon = try FakeDaemon { _ in
      .error(RPCError(code, "Something is so.", fields: [.init("amount", "must be at most 500 ml")]))
    }
    defer { daemon.stop() }
    let run = Run(["feed"], socket: daemon.socket)
    #expect(run.status == code.exitStatus)
    #expect(run.output == "")
    let hint = code.hintEffect == .corrects ? "bbctl feed --help" : code.hint
    #expect(run.errors == "bbctl: Something is so.\n  Try: \(hint)\n")
  }

  @Test("with --json an error is one line of JSON on standard error", arguments: ["feed --json", "call entry.log"])
  func json(line: String) throws {
    let error = RPCError(.timerNotRunning, "No sleep is running.", details: .init([("childId", "x")]))
    let daemon = try FakeDaemon { _ in .error(error) }
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.output == "")
    #expect(run.errors == error.json.text + "\n")
    #expect(run.status == .state)
  }

  @Test("a missing daemon is named by its socket, with the command that starts it")
  func notRunning() {
    let run = Run(["status"], socket: "/nonexistent/daemon.sock")
    #expect(run.status == .unreachable)
    #expect(run.errors.contains("/nonexistent/daemon.sock"))
    #expect(run.errors.contains("Try: systemctl --user start babybasicsd || babybasicsd"))
  }

  @Test("the socket's path follows the environment")
  func place() {
    let run = Run(["status"], variables: ["HOME": "/nonexistent/home", "XDG_RUNTIME_DIR": "/nonexistent/run"])
    #expect(run.errors.contains("/nonexistent/run/babybasics/daemon.sock"))
    #expect(Run(["status", "--socket", "/nonexistent/other"]).errors.contains("/nonexistent/other"))
  }

  @Test("a socket's path that is too long is refused with its length")
  func longPath() {
    let run = Run(["status", "--socket", "/" + String(repeating: "x", count: 107)])
    #expect(run.status == .invalid)
    #expect(run.errors.contains("108 bytes"))
  }

  @Test("a daemon that never answers is abandoned after the timeout")
  func silence() throws {
    let daemon = try FakeDaemon { _ in .silence }
    defer { daemon.stop() }
    let run = Run(words("sleep start --timeout 0.05"), socket: daemon.socket)
    #expect(run.status == .timeout)
    #expect(run.errors.contains("within 0.05 seconds. On a slow machine, set BABYBASICS_TIMEOUT to more."))
    #expect(run.errors.contains("may or may not"))
    #expect(run.errors.contains("Try: bbctl today"))
  }

  @Test("BABYBASICS_TIMEOUT limits how long the daemon may take, also for longer calls, unless --timeout does")
  func timeoutVariable() throws {
    func timeout(_ timeout: Timeout) throws -> Duration {
      let environment = CommandEnvironment(variables: ["BABYBASICS_TIMEOUT": "60"], now: { Sample.now })
      return try CommandSession(SessionSettings(timeout: timeout), in: environment).timeout
    }
    #expect(try timeout(Timeout()) == .seconds(60))
    #expect(try timeout(Timeout(usual: .seconds(45))) == .seconds(60))
    #expect(try timeout(Timeout(usual: .seconds(120))) == .seconds(120))
    #expect(try timeout(#require(Timeout(argument: "0.05"))) == .milliseconds(50))
  }

  @Test(
    "a BABYBASICS_TIMEOUT that is not a valid time is a usage error",
    arguments: ["status", "status --child Eva", "feed left"])
  func badTimeout(line: String) {
    let run = Run(words(line), socket: "/nonexistent", variables: ["BABYBASICS_TIMEOUT": "soon"])
    #expect(run.status == .invalid)
    #expect(run.errors.contains("BABYBASICS_TIMEOUT is \"soon\", but must be a number of seconds from 1 to 3600."))
    #expect(Run(["--help"], variables: ["BABYBASICS_TIMEOUT": "soon"]).status == .success)
  }

  @Test("a call that only reads has certainly changed nothing")
  func silentRead() throws {
    let silent = try FakeDaemon { _ in .silence }
    defer { silent.stop() }
    let late = Run(words("status --timeout 0.05"), socket: silent.socket)
    #expect(late.status == .timeout)
    #expect(!late.errors.contains("may or may not"))
    #expect(late.errors.contains("Try: bbctl doctor"))
    let gone = try FakeDaemon { _ in .hangUp }
    defer { gone.stop() }
    #expect(!Run(["today"], socket: gone.socket).errors.contains("may or may not"))
    // What the client does not know may change anything.
    #expect(Run(words("call timer.fly"), socket: gone.socket).errors.contains("may or may not"))
  }

  @Test("a daemon that accepts no connection is abandoned after the timeout, and nothing was sent")
  func fullBacklog() throws {
    let daemon = try FakeDaemon(accepts: false)
    defer { daemon.stop() }
    // The first connection fills the backlog, where it stays.
    _ = Run(words("status --timeout 0.05"), socket: daemon.socket)
    let run = Run(words("status --timeout 0.05"), socket: daemon.socket)
    #expect(run.status == .timeout)
    #expect(!run.errors.contains("may or may not"))
  }

  @Test("if the connection is lost before the answer, the outcome is unknown")
  func connectionLost() throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    let run = Run(words("diaper wet"), socket: daemon.socket)
    #expect(run.status == .unreachable)
    #expect(run.errors.contains("lost before entry.log was answered. It may or may not"))
    #expect(daemon.calls.count == 1)
    #expect(run.errors.contains("Try: bbctl today"))
  }

  @Test("if the connection is lost before a read is answered, it is sent once more, on another connection")
  func lostRead() throws {
    let calls = Mutex(0)
    let daemon = try FakeDaemon { _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      return call == 1 ? .hangUp : .result(["seq": 7])
    }
    defer { daemon.stop() }
    let run = Run(words("call daemon.status"), socket: daemon.socket)
    #expect(run.status == .success && run.output == "{\"seq\":7}\n", "\(run.errors)")
    #expect(daemon.requests.map(\.method) == ["hello", "daemon.status", "hello", "daemon.status"])
  }

  @Test("if the second connection is lost, too, there is no third")
  func lostReads() throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    let run = Run(words("call daemon.status"), socket: daemon.socket)
    #expect(run.status == .unreachable && run.errors.contains("lost before daemon.status was answered."))
    #expect(daemon.calls.count == 2)
  }

  @Test("an error about the connection itself is the call's error")
  func connectionError() throws {
    let error = RPCError(.permissionDenied, "This socket belongs to another user.")
    let line = String(decoding: Response.failure(id: nil, error), as: UTF8.self)
    let daemon = try FakeDaemon { _ in .raw(line) }
    defer { daemon.stop() }
    let run = Run(["status"], socket: daemon.socket)
    #expect(run.status == .permission)
    #expect(run.errors.hasPrefix("bbctl: This socket belongs to another user.\n"))
  }

  @Test("answers with unknown ids are ignored")
  func foreignAnswers() throws {
    let lines = #"{"jsonrpc":"2.0","method":"changed","params":{}}"# + "\n" + #"{"jsonrpc":"2.0","id":7,"result":{}}"#
    let daemon = try FakeDaemon { _ in .raw(lines + "\n" + #"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#) }
    defer { daemon.stop() }
    #expect(Run(words("call x"), socket: daemon.socket).output == "{\"a\":1}\n")
  }

  @Test(
    "an invalid answer is shown",
    arguments: ["HTTP/1.1 400 Bad Request", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#])
  func nonsense(line: String) throws {
    let daemon = try FakeDaemon { _ in .raw(line) }
    defer { daemon.stop() }
    let run = Run(["status"], socket: daemon.socket)
    #expect(run.status == .failed)
    #expect(run.errors.hasPrefix("bbctl: The daemon's answer could not be understood: "))
  }

  @Test("an answer may come in many pieces and be far longer than one read")
  func longAnswer() throws {
    let text = String(repeating: "é€😀", count: 100_000)
    let daemon = try FakeDaemon { _ in .result(["text": .string(text)]) }
    defer { daemon.stop() }
    #expect(Run(words("call x"), socket: daemon.socket).output == "{\"text\":\"\(text)\"}\n")
  }
}
