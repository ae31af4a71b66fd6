import BabyEngine
import BabyProtocol
import Glibc
import NIOPosix
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Permissions on a shared daemon")
struct AccessTests {
  /// What sets the daemon up for everybody, hands out the whole database, or replaces or erases it.
  private static let administrative: Set<String> = [
    "settings.set", "settings.reset", "account.register", "account.login", "account.logout", "account.upload",
    "account.sessions", "account.renameSession", "account.endSession", "account.endOtherSessions", "account.password",
    "account.update", "account.reset",
    "share.create", "share.accept", "share.revoke", "share.role", "share.remove", "share.leave", "share.transfer",
    "child.purge", "data.import", "data.backup", "data.restore", "data.erase",
  ]

  @Test("each method is open to a member of the group, or refused, according to the table")
  func members() async throws {
    let daemon = try await TestDaemon()
    let member = ClientSession(
      id: 1, peer: Peer(pid: 1, uid: 1000, gid: 1000), isAdministrator: false, sink: daemon.sink)
    for method in allMethods where method.name != Cancel.name {
      let error = await refusal(of: method, by: member, daemon)
      #expect((error == .permissionDenied) == Self.administrative.contains(method.name), "\(method.name)")
    }
  }

  @Test("an administrator may call everything")
  func administrators() async throws {
    let daemon = try await TestDaemon()
    let administrator = ClientSession(id: 1, peer: Peer(pid: 1, uid: 1000, gid: 1000), sink: daemon.sink)
    for method in allMethods where method.name != Cancel.name {
      let error = await refusal(of: method, by: administrator, daemon)
      #expect(error != .permissionDenied, "\(method.name)")
    }
  }

  @Test("a method without a rule is for administrators")
  func standard() {
    enum UndeclaredAccess: RPCMethod {
      static let name = "test.unspoken"
      static let summary = ""
      typealias Params = NoParams
      typealias Answer = NoParams
    }
    #expect(UndeclaredAccess.access == .administrators)
    let document = OpenRPC.document(version: "0").methods
    let marked = document.filter { $0["x-access"] == "administrators" }.compactMap { $0["name"]?.stringValue }
    #expect(Set(marked) == Self.administrative)
  }

  @Test(
    "over a real socket, as another user",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func overTheSocket() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/shared.sock"
      let made = try ListeningSocket.make(at: path)
      chmod(directory, 0o755)
      chmod(path, 0o666)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let turns = try await NextTurnQueue.make(on: group.next())
      let daemon = try await TestDaemon(limits: .patient, turns: turns)
      let service = SocketService(handler: daemon.router, limits: .patient, logger: LogRecorder().logger)
      let server = try await SocketServer.start(
        on: [try ListeningSocket.adopt(made.descriptor)], eventLoop: group.next(),
        turns: turns, service: service)
      await #expect(processExitsWith: .success) { [path = path as String] in
        try #require(setgid(65534) == 0 && setuid(65534) == 0)
        let client = try TestClient(path)
        for method in allMethods where method.name != "cancel" && method.name != "changes.wait" {
          let params = try sampleParams(of: method)
          let error = try await client.call(line(1, method.name, params)).errorName
          let isRefused = error == "rpc.permissionDenied"
          #expect(isRefused == (method.access == .administrators), "\(method.name)")
        }
      }
      await server.shutDown(within: .seconds(5))
      await daemon.stop()
      try await group.shutdownGracefully()
    }
  }

  /// What a call fails with; nil when it does not.
  private func refusal<Method: RPCMethod>(
    of method: Method.Type, by session: ClientSession, _ daemon: TestDaemon
  ) async -> ErrorCode? {
    do {
      let request = Request(id: .number(1), method: method.name, params: try sampleParams(of: method))
      if daemon.router.immediateResult(for: request, session: session) != nil { return nil }
      _ = try await daemon.router.result(for: request, session: session)
      return nil
    } catch { return RPCError(error).code }
  }
}

private func sampleParams<Method: RPCMethod>(of method: Method.Type) throws -> JSON {
  try JSON(parsing: Method.Params.sample.encoded)
}
