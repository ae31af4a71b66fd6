import BabyModel
import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("A command for several children")
struct ChildrenTests {
  @Test("runs for each of them, in order")
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

  @Test("fails with the first failure, and continues with the others")
  func failure() throws {
    let daemon = try FakeDaemon { request in
      request.params["childId"] == "Eva"
        ? .error(RPCError(.timerRunning, "Eva has been sleeping since 8:24 PM."))
        : .result(Sample.answer(Sample.night, "Sleep started", isDryRun: false).json)
    }
    defer { daemon.stop() }
    let run = Run(words("sleep start --child Eva --child Max"), socket: daemon.socket)
    #expect(run.status == .state)
    #expect(run.output.contains("Sleep started"))
  }

  @Test("is refused if one run would not end, or a key would be used twice", arguments: ["watch", "monitor"])
  func refused(command: String) {
    #expect(Run([command, "--child", "Eva", "--child", "Max"]).status == .invalid)
    #expect(Run(words("diaper wet --idempotency-key k --child Eva --child Max")).status == .invalid)
  }

  @Test("with all, prints the lines of each child, and common matters once")
  func all() throws {
    let daemon = try FakeDaemon { request in
      let child = request.params["childId"]?.stringValue
      switch request.method {
      case "child.list":
        return .result(ChildList.Answer(children: [Self.child(1, "Eva"), Self.child(2, "Max")]).json)
      case "dashboard.get":
        var dashboard = Sample.dashboard()
        dashboard.child = .init(
          id: Sample.identifier(0), name: child == "\(Self.child(1, "").child.id)" ? "Eva" : "Max")
        return .result(dashboard.json)
      default: return SampleDaemon.answer(request, Sample.offline)
      }
    }
    defer { daemon.stop() }
    let lines = Run(words("status --child all"), socket: daemon.socket).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.hasPrefix("Offline") } == 1)
    #expect(lines.count { $0.contains("bbctl queue") } == 1)
    #expect(lines.filter { ["Eva", "Max"].contains($0) } == ["Eva", "Max"])
    #expect(lines[(lines.firstIndex(of: "Max") ?? 1) - 1] == "")
    #expect(Run(words("status --child all --json"), socket: daemon.socket).output.split(separator: "\n").count == 2)
  }

  @Test("the latest entry of each child is a line with the name", arguments: ["summary --child all"])
  func summaries(command: String) throws {
    let daemon = try FakeDaemon { request in
      request.method == "child.list"
        ? .result(ChildList.Answer(children: [Self.child(1, "Eva"), Self.child(2, "Max")]).json)
        : SampleDaemon.answer(request)
    }
    defer { daemon.stop() }
    #expect(
      Run(words(command), socket: daemon.socket).output == "Eva · Diaper · Wet · 21:37\nEva · Diaper · Wet · 21:37\n")
  }

  @Test("a picture's file holds one child's: several would replace each other")
  func pictures() throws {
    let daemon = try FakeDaemon { request in
      request.method == "child.list"
        ? .result(ChildList.Answer(children: [Self.child(1, "Eva"), Self.child(2, "Max")]).json)
        : SampleDaemon.answer(request)
    }
    defer { daemon.stop() }
    let run = Run(words("chart --child all --svg -"), socket: daemon.socket)
    #expect(run.status == .invalid && run.output == "" && run.errors.contains("Name the child: --child NAME."))
    let report = Run(words("report --child all -"), socket: daemon.socket)
    #expect(report.status == .invalid && report.output == "" && report.errors.contains("Name the child: --child NAME."))
    #expect(daemon.calls.map(\.method) == ["child.list", "child.list"])
  }

  @Test(
    "all is refused for commands that log or change something, before calling a daemon",
    arguments: ["diaper wet --child all", "sleep start --child all", "bottle 4oz --child all", "settings --child all"])
  func allRefused(line: String) throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("--child all"))
    #expect(daemon.requests.isEmpty)
  }

  private static func child(_ number: UInt64, _ name: String) -> ChildRecord {
    ChildRecord(
      Child(
        id: Sample.identifier(number), name: name, born: Sample.date("2020-01-01"), zone: Sample.zone.name,
        createdAt: Sample.now, updatedAt: Sample.now), isCurrent: false)
  }
}
