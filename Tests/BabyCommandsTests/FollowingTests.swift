import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("Commands that follow the daemon")
struct FollowingTests {
  private static let commands = ["monitor", "watch", "remind --exec true"]

  @Test("continue after a temporary refusal, and end after a permanent one", arguments: commands)
  func refused(line: String) throws {
    let refusals = Mutex([
      RPCError(.shuttingDown, "The daemon is stopping."), RPCError(.tooManyConnections, "There are too many."),
      RPCError(.childNotFound, "There is no such child."),
    ])
    let daemon = try FakeDaemon { _ in .error(refusals.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }) }
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("There is no such child."))
    #expect(daemon.calls.map(\.method) == ["changes.subscribe", "changes.subscribe", "changes.subscribe"])
  }
}
