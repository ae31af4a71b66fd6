import BabyModel
import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("Beginning")
struct SetupTests {
  /// A daemon without a child, and what it was asked to do.
  private final class NewDaemon: Sendable {
    let calls = Mutex<[String]>([])

    func start() throws -> FakeDaemon {
      try FakeDaemon { [self] request in
        switch request.method {
        case "child.list": return .result(ChildList.Answer(children: []).json)
        case "child.add":
          calls.withLock { $0.append(request.params.text) }
          if request.params["born"] == "2062-10-01" {
            let fields = [FieldError("born", "must not be in the future")]
            return .error(RPCError(.childInvalid, "born must not be in the future.", fields: fields))
          }
          if request.params["zone"] == "Berlin" {
            return .error(
              RPCError(.zoneUnknown, "There is no time zone \"Berlin\". Time zones have names such as Europe/Berlin."))
          }
          let child = Child(
            id: Sample.child.id, name: "Eva", born: LocalDate(dayNumber: 20_000), zone: "Europe/Berlin",
            createdAt: Sample.now, updatedAt: Sample.now)
          return .result(
            ChildAnswer(child: ChildRecord(child, isCurrent: true), message: "Added Eva", seq: 2, isDryRun: false).json)
        case "settings.set":
          calls.withLock { $0.append(request.params.text) }
          let setting = SettingRecord(key: "units", value: "oz", defaultValue: "ml", source: .family, summary: "")
          return .result(SettingAnswer(setting: setting, message: "", seq: 3, isDryRun: false).json)
        default: return .error(RPCError(.methodNotFound, request.method))
        }
      }
    }
  }

  @Test("bbctl alone asks a new family, again where an answer is none, and then adds the child")
  func asked() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let run = Run(
      [], socket: daemon.socket,
      typed: ["", "", "Eva", "yesterday", "2026-10-01", "Berlin", "water", "breast", "oz", "Europe/Berlin"])
    #expect(run.status == .success)
    #expect(
      family.calls.withLock { $0 } == [
        #"{"name":"Eva","born":"2026-10-01","zone":"Berlin","feedingStyle":"breast"}"#,
        #"{"name":"Eva","born":"2026-10-01","zone":"Europe/Berlin","feedingStyle":"breast"}"#,
        #"{"key":"units","value":"oz"}"#,
      ])
    #expect(run.output.hasPrefix("Added Eva"))
  }

  @Test("what the daemon does not take is asked again, and no other answer is lost")
  func askedAgain() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let run = Run(
      ["setup"], socket: daemon.socket,
      typed: ["", "", "Eva", "2062-10-01", "Europe/Berlin", "breast", "oz", "2026-10-01"])
    #expect(run.status == .success)
    #expect(run.errors.contains("born must not be in the future."))
    #expect(
      family.calls.withLock { $0 } == [
        #"{"name":"Eva","born":"2062-10-01","zone":"Europe/Berlin","feedingStyle":"breast"}"#,
        #"{"name":"Eva","born":"2026-10-01","zone":"Europe/Berlin","feedingStyle":"breast"}"#,
        #"{"key":"units","value":"oz"}"#,
      ])
  }

  @Test("without a terminal options say the same, and one that is missing is named")
  func options() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let missing = Run(words("setup --name Eva"), socket: daemon.socket)
    #expect(missing.status == .invalid)
    #expect(missing.errors.contains("--born"))
    #expect(Run(words("setup --name Eva --born 2026-10-01"), socket: daemon.socket).status == .success)
    #expect(family.calls.withLock { $0 } == [#"{"name":"Eva","born":"2026-10-01"}"#])
    #expect(Run([], socket: daemon.socket).output.contains("USAGE"))
  }

  @Test("the end of the input changes nothing")
  func left() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    #expect(Run([], socket: daemon.socket, typed: ["", "Eva"]).status == .invalid)
    #expect(family.calls.withLock { $0 } == [])
  }

  private final class Calls: Sendable {
    let names = Mutex<[String]>([])
  }

  /// A daemon without a child until somebody is logged in.
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

  @Test("with a family server it logs in first, and asks nothing about a child that is shared there")
  func server() throws {
    let calls = Calls()
    let daemon = try startShared(calls)
    defer { daemon.stop() }
    let run = Run(
      [], socket: daemon.socket, typed: ["https://baby.example", "", "anna@example.org", "correct horse"])
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("Logged in as Anna"))
    #expect(run.output.contains("Eva"))
    #expect(!calls.names.withLock { $0 }.contains("child.add"))
  }

  @Test("without a terminal options make an account too, and then the child is added")
  func registered() throws {
    let calls = Calls()
    let daemon = try startShared(calls)
    defer { daemon.stop() }
    let line = "setup --server https://baby.example --email new@example.org --password-stdin --register Anna"
    let run = Run(
      words(line + " --name Eva --born 2026-10-01"), socket: daemon.socket, input: ["correct horse"])
    #expect(run.status == .success, "\(run.errors)")
    let made = calls.names.withLock { $0 }.filter { ["account.register", "child.add"].contains($0) }
    #expect(made == ["account.register", "child.add"])
    #expect(Run(words("setup --email new@example.org"), socket: daemon.socket).status == .invalid)
  }
}
