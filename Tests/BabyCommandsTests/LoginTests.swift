import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Logging in")
struct LoginTests {
  @Test("the daemon closes the connection when it switches to the account's database, and the upload opens a new one")
  func moving() throws {
    var known = Sample.anna
    known.localEntries = 42
    let after = AccountStatus.Answer(account: known, connection: ConnectionRecord(state: .online))
    let daemon = try FakeDaemon { request in
      switch request.method {
      case "account.login":
        .lastResult(AccountAnswer(account: Sample.anna, message: "Logged in as Anna", isMoving: true).json)
      case "account.upload":
        .result(AccountUpload.Answer(children: 0, entries: 42, message: "Uploaded", isDryRun: false).json)
      default: .result(after.json)
      }
    }
    defer { daemon.stop() }
    let line = "login --server baby.example --email anna@example.org --password-stdin --upload"
    let run = Run(words(line), socket: daemon.socket, input: ["correct horse"])
    #expect(run.errors == "")
    #expect(run.output == "Logged in as Anna\nUploaded\n")
    #expect(daemon.calls.map(\.method) == ["account.status", "account.login", "account.upload"])
  }

  @Test("a password is never an argument and never printed")
  func secret() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    let run = Run(["login"], socket: daemon.socket, typed: ["", "anna@example.org", "correct horse", "n"])
    #expect(run.status == .success)
    #expect(daemon.calls.last?.params["password"] == "correct horse")
    #expect(!(run.output + run.errors).contains("horse"))
    let refused = Run(["login", "--password", "correct horse"], socket: daemon.socket)
    #expect(refused.status == .invalid)
  }
}
