import BabyModel
import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("A log that changes while it is moved")
struct LogMoveTests {
  /// The log of one child with three entries, and its current state.
  private final class Log: Sendable {
    struct State {
      /// Entries that are still to be logged, one each time when a copy is complete.
      var latecomers: Int
      var entries = 3
      var seq = 40
      var copies = 0
      /// Entries of the last copy.
      var copied = 0
      var isRemoved = false
      var isPurged = false
    }

    let state: Mutex<State>

    init(latecomers: Int) { state = Mutex(State(latecomers: latecomers)) }

    /// - Returns: the daemon that has the log.
    func source() throws -> FakeDaemon {
      try FakeDaemon { [self] request in state.withLock { Self.answer(request, &$0) } }
    }

    /// - Returns: one that takes whatever it is sent.
    func target() throws -> FakeDaemon {
      try FakeDaemon { [self] request in
        switch request.method {
        case "child.list": return .result(ChildList.Answer(children: []).json)
        case "data.import":
          let added = request.params["end"] == true ? state.withLock { $0.copied } : 0
          return .result(DataImport.Answer(importID: "move", rows: added, added: added, unchanged: 0).json)
        default: return SampleDaemon.answer(request)
        }
      }
    }

    private static func answer(_ request: Request, _ state: inout State) -> FakeDaemon.Reply {
      func child() -> FakeDaemon.Reply {
        state.seq += 1
        return .result(ChildAnswer(child: eva, message: "Done", seq: state.seq).json)
      }
      switch request.method {
      case "daemon.status":
        return .result(
          DaemonStatus.Answer(
            version: "1", pid: 7, startedAt: Sample.now, socket: "", database: "/home/eva/local.db",
            instance: "\(Sample.child.id)", seq: state.seq, children: 1, entries: state.entries, connections: 1,
            subscriptions: 0, calls: 1, failedCalls: 0
          ).json)
      case "child.list":
        let isListed = !state.isRemoved || request.params["includeRemoved"] == true
        return .result(ChildList.Answer(children: isListed ? [eva] : []).json)
      case "data.export":
        state.copies += 1
        state.copied = state.entries
        let answer = DataExport.Answer(format: .json, text: "{}\n", entries: state.entries, isEnd: true)
        if state.latecomers > 0 {
          state.latecomers -= 1
          state.entries += 1
          state.seq += 1
        }
        return .result(answer.json)
      case "child.remove":
        state.isRemoved = true
        return child()
      case "child.restore":
        state.isRemoved = false
        return child()
      case "child.purge":
        guard state.isRemoved else { return .error(RPCError(.childNotRemoved, "Remove Eva first.")) }
        state.isPurged = true
        return child()
      default: return SampleDaemon.answer(request)
      }
    }

    private static let eva = ChildRecord(
      Child(
        id: Sample.child.id, name: "Eva", born: Sample.date("2019-12-18"), zone: "America/Los_Angeles",
        createdAt: Sample.now, updatedAt: Sample.now), isCurrent: true)
  }

  /// Moves the log.
  private func moved(latecomers: Int) throws -> (Run, Log.State) {
    let log = Log(latecomers: latecomers)
    let (source, target) = (try log.source(), try log.target())
    defer { for daemon in [source, target] { daemon.stop() } }
    let run = Run(["move", "--to", target.socket, "--socket", source.socket, "--yes"])
    return (run, log.state.withLock { $0 })
  }

  @Test("is copied again until nothing is missing at the destination, and only then deleted", arguments: [0, 1, 4])
  func latecomers(count: Int) throws {
    let (run, log) = try moved(latecomers: count)
    #expect(run.status == .success, "\(run.errors)")
    #expect(log.copies == count + 1)
    #expect(log.isPurged && log.copied == log.entries)
  }

  @Test("stays where it is after five copies, with its child, and the command explains why")
  func restless() throws {
    let (run, log) = try moved(latecomers: 5)
    #expect(run.status != .success)
    #expect(run.errors.contains("New entries keep arriving at "), "\(run.errors)")
    #expect(log.copies == 5)
    #expect(!log.isPurged && !log.isRemoved)
  }
}
