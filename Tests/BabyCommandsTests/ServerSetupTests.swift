import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("Setup with a family server")
struct ServerSetupTests {
  private static let german = ["HOME": "/home/anna", "LANG": "de_DE.UTF-8"]

  private final class Calls: Sendable {
    let names = Mutex<[String]>([])
  }

  /// A daemon without a child until the login.
  private func startShared(_ calls: Calls) throws -> FakeDaemon {
    try FakeDaemon { request in
      let earlier = calls.names.withLock { calls in
        calls.append(request.method)
        return calls
      }
      // Who logs in shares a child already; who registers does not.
      if request.method == "child.list", !earlier.contains("account.login") {
        return .result(ChildList.Answer(children: []).json)
      }
      let hasAccount = earlier.contains("account.login") || earlier.contains("account.register")
      return SampleDaemon.answer(request, hasAccount ? Sample.online : Sample.noAccount)
    }
  }

  @Test("a child that is shared on the family server is not added again")
  func server() throws {
    let calls = Calls()
    let daemon = try startShared(calls)
    defer { daemon.stop() }
    let run = Run(
      [], socket: daemon.socket,
      typed: ["eva", "2020-10-01", "", "", "", "https://baby.example", "", "anna@example.org", "correct horse"],
      variables: Self.german)
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("Logged in as Anna"))
    #expect(run.output.contains("Eva"))
    #expect(!calls.names.withLock { $0 }.contains("child.add"))
  }

  @Test("a given server is contacted before the questions about the child")
  func serverFirst() throws {
    let calls = Calls()
    let daemon = try startShared(calls)
    defer { daemon.stop() }
    let run = Run(
      words("setup --server https://baby.example"), socket: daemon.socket,
      typed: ["", "anna@example.org", "correct horse"])
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("Eva"))
    #expect(!calls.names.withLock { $0 }.contains("child.add"))
  }

  @Test("an unusable server is asked for again, and can be left out")
  func wrongServer() throws {
    let calls = Calls()
    let daemon = try startShared(calls)
    defer { daemon.stop() }
    let run = Run(
      ["setup"], socket: daemon.socket,
      typed: ["Eva", "2020-10-01", "", "", "", "http://baby.example", "", "anna@example.org", "none", ""],
      variables: Self.german)
    #expect(run.errors.contains("plain http"), "\(run.errors)")
    #expect(!calls.names.withLock { $0 }.contains("account.login"))
  }

  @Test("without a terminal, options can also create an account, and then the child is added")
  func registered() throws {
    let calls = Calls()
    let daemon = try startShared(calls)
    defer { daemon.stop() }
    let line = "setup --server https://baby.example --email new@example.org --password-stdin --register Anna"
    let run = Run(
      words(line + " --name Eva --born 2020-10-01"), socket: daemon.socket, input: ["correct horse"])
    #expect(run.status == .success, "\(run.errors)")
    let made = calls.names.withLock { $0 }.filter { ["account.register", "child.add"].contains($0) }
    #expect(made == ["account.register", "child.add"])
    #expect(Run(words("setup --email new@example.org"), socket: daemon.socket).status == .invalid)
  }
}
