import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("A command for several children")
struct ChildrenTests {
  @Test("is run for each of them, in their order")
  func each() throws {
    let asked = Mutex<[String]>([])
    let daemon = try FakeDaemon { request in
      asked.withLock { $0.append(request.params["childId"]?.stringValue ?? "") }
      return .result(Sample.answer(Sample.wetDiaper, "Logged wet diaper", isDryRun: false).json)
    }
    defer { daemon.stop() }
    let run = Run(words("diaper wet --child Eva --child=Max"), socket: daemon.socket)
    #expect(run.status == .success)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(asked.withLock { $0 } == ["Eva", "Max"])
  }

  @Test("fails as the first of them fails, and goes on with the others")
  func failure() throws {
    let daemon = try FakeDaemon { request in
      request.params["childId"] == "Eva"
        ? .error(RPCError(.sleepRunning, "Eva has been sleeping since 8:24 PM."))
        : .result(Sample.answer(Sample.night, "Sleep started", isDryRun: false).json)
    }
    defer { daemon.stop() }
    let run = Run(words("sleep start --child Eva --child Max"), socket: daemon.socket)
    #expect(run.status == .state)
    #expect(run.output.contains("Sleep started"))
  }

  @Test("is refused where one run would not end, or a key would stand for two", arguments: ["watch", "monitor"])
  func refused(command: String) {
    #expect(Run([command, "--child", "Eva", "--child", "Max"]).status == .invalid)
    #expect(Run(words("diaper wet --idempotency-key k --child Eva --child Max")).status == .invalid)
  }
}
