import BabyProtocol
import Glibc
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

@Suite("The socket server")
struct SocketServerTests {
  @Test("serves the maximum number of busy clients, and rejects the next one with a message")
  func connectionLimit() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler, limits: SocketLimits(connections: 3)) { fixture in
      var clients: [TestClient] = []
      for _ in 0..<3 {
        clients.append(try fixture.connect())
        #expect(try await clients.last?.call(line(1, "now"))["result"] != nil)
        try await clients.last?.send(line(2, "gate") + "\n")
      }
      try await eventually("all are busy") { handler.begun.count(where: { $0 == "gate" }) == 3 }
      let refused = try fixture.connect()
      #expect(try await refused.answer().errorName == "rpc.tooManyConnections")
      #expect(try await refused.hasEnded())
      #expect(fixture.service.counters.values.refusedConnections == 1)

      clients.removeLast()
      try await eventually("there is room again") { fixture.service.counters.values.connections == 2 }
      #expect(try await fixture.connect().call(line(1, "now"))["result"] != nil)
    }
  }

  @Test("silent clients, or half a line, cannot lock others out")
  func silentClients() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let speaker = try fixture.connect()
      #expect(try await speaker.call(line(1, "now"))["result"] != nil)
      var silent: [TestClient] = []
      for number in 0..<1000 {
        silent.append(try fixture.connect())
        if number.isMultiple(of: 2) { silent.last?.sendWithoutWaiting(Array(#"{"jsonrpc":"2.0","#.utf8)) }
      }
      let newcomer = try fixture.connect()
      #expect(try await newcomer.call(line(1, "now"))["result"] != nil)
      #expect(try await speaker.call(line(2, "now"))["result"] != nil, "who has spoken stays")
      #expect(fixture.service.counters.values.connections <= 256)
      #expect(fixture.service.counters.values.refusedConnections == 0)
      #expect(try await silent[0].answer().errorName == "rpc.tooManyConnections")
      #expect(try await silent[0].hasEnded())
    }
  }

  @Test("closes the client that was idle for longest, and none with a subscription")
  func idleClients() async throws {
    var limits = SocketLimits.patient
    limits.connections = 3
    try await TestDaemon.serve(limits: limits) { _, sockets in
      let subscriber = try sockets.connect()
      _ = try await subscriber.call(line(1, "changes.subscribe", ["topics": ["account"]]))
      let (first, second) = (try sockets.connect(), try sockets.connect())
      for client in [second, first, second] { _ = try await client.call(line(1, "hello")) }
      let newcomer = try sockets.connect()
      #expect(try await newcomer.call(line(1, "hello"))["result"] != nil)
      #expect(try await first.answer().errorName == "rpc.tooManyConnections")
      #expect(try await second.call(line(2, "hello"))["result"] != nil)
      #expect(try await subscriber.call(line(2, "hello"))["result"] != nil)
    }
  }

  @Test("rejects clients that the policy does not allow")
  func policy() async throws {
    let nobody = PeerPolicy { _ in false }
    try await SocketFixture.run(ScriptedHandler(), policy: nobody) { fixture in
      let client = try fixture.connect()
      #expect(try await client.answer().errorName == "rpc.permissionDenied")
      #expect(try await client.hasEnded())
      #expect(fixture.logs.lines.first?.metadata["pid"] == "\(getpid())")
    }
  }

  @Test("accepts its own user and root")
  func ownUserAndRoot() {
    let policy = PeerPolicy.ownUserAndRoot(uid: 1000)
    #expect(policy.admits(Peer(pid: 1, uid: 1000, gid: 1000)))
    #expect(policy.admits(Peer(pid: 1, uid: 0, gid: 0)))
    #expect(!policy.admits(Peer(pid: 1, uid: 1001, gid: 1000)))
    #expect(!policy.admits(Peer(pid: 0, uid: .max, gid: .max)))
  }

  @Test(
    "rejects a process of another user, also if the socket's mode was opened",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func otherUser() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let directory = String(fixture.path.dropLast("/daemon.sock".count))
      chmod(directory, 0o755)
      chmod(fixture.path, 0o666)
      await #expect(processExitsWith: .success) { [path = fixture.path as String] in
        try #require(setgid(65534) == 0 && setuid(65534) == 0)
        let client = try TestClient(path)
        let answer = try await client.answer()
        #expect(answer.errorName == "rpc.permissionDenied")
        let hasEnded = try await client.hasEnded()
        #expect(hasEnded)
      }
      #expect(fixture.logs.lines.first?.metadata["uid"] == "65534")
    }
  }

  @Test("adopts a socket that is already bound")
  func adopted() async throws {
    try await withTemporaryDirectory { directory in
      let made = try ListeningSocket.make(at: directory + "/daemon.sock")
      let socket = try ListeningSocket.adopt(made.descriptor)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let service = SocketService(handler: ScriptedHandler(), logger: LogRecorder().logger)
      let server = try await SocketServer.start(
        on: [socket], eventLoop: group.next(), turns: NextTurnQueue.make(on: group.next()), service: service)
      #expect(try await TestClient(made.path).call(line(1, "now")) == answer(1, ["count": 1]))
      await server.shutDown(within: .seconds(5))
      try await group.shutdownGracefully()
    }
  }
}

@Suite("Sockets that are passed in")
struct HandedOverTests {
  @Test("are served together, and one that is open to a group accepts everyone the kernel allows")
  func several() async throws {
    try await withTemporaryDirectory { directory in
      let paths = ["/own.sock", "/shared.sock"].map { directory + $0 }
      let made = try paths.map { try ListeningSocket.make(at: $0) }
      chmod(paths[1], 0o660)
      let sockets = try made.map { try ListeningSocket.adopt($0.descriptor) }
      #expect(sockets.map(\.isShared) == [false, true])
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let nobody = PeerPolicy { _ in false }
      let service = SocketService(handler: ScriptedHandler(), policy: nobody, logger: LogRecorder().logger)
      let server = try await SocketServer.start(
        on: sockets, eventLoop: group.next(), turns: NextTurnQueue.make(on: group.next()), service: service)
      #expect(try await TestClient(paths[0]).answer().errorName == "rpc.permissionDenied")
      #expect(try await TestClient(paths[1]).call(line(1, "now")) == answer(1, ["count": 1]))
      await server.shutDown(within: .seconds(5))
      try await group.shutdownGracefully()
    }
  }

  @Test("can be configured by root, by the daemon's own user, and by the group of administrators")
  func administrators() {
    let administrators = Administrators(groupID: 400, owner: 300)
    #expect(administrators.include(Peer(pid: 1, uid: 0, gid: 0), socket: nil))
    #expect(administrators.include(Peer(pid: 1, uid: 300, gid: 300), socket: nil))
    #expect(administrators.include(Peer(pid: 1, uid: 1000, gid: 400), socket: nil))
    #expect(!administrators.include(Peer(pid: 1, uid: 1000, gid: 1000), socket: nil))
    #expect(!Administrators(groupID: nil, owner: 300).include(Peer(pid: 1, uid: 1000, gid: 1000), socket: nil))
  }

}

@Suite("Shutting down")
struct ShutdownTests {
  @Test("answers accepted requests, then closes and removes the socket")
  func finishesAccepted() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let busy = try fixture.connect()
      try await busy.send(line(1, "commit") + "\n" + line(2, "later") + "\n")
      await handler.committed.arrival()
      let idle = try fixture.connect()
      _ = try await idle.call(line(1, "now"))

      async let done: Void = fixture.server.shutDown(within: .seconds(20))
      #expect(try await idle.hasEnded())
      try await eventually("the socket is gone") { access(fixture.path, F_OK) != 0 }
      handler.committed.open()
      #expect(try await busy.answer()["id"] == 1)
      #expect(try await busy.answer()["id"] == 2)
      #expect(try await busy.hasEnded())
      await done
      #expect(handler.ended == ["commit", "later"])
      #expect(fixture.service.counters.values.connections == 0)
    }
  }

  @Test("cancels requests that take too long")
  func deadline() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let client = try fixture.connect()
      try await client.send(line(1, "gate") + "\n")
      await handler.gate.arrival()
      await fixture.server.shutDown(within: .milliseconds(50))
      #expect(try await client.hasEnded())
      try await eventually("the call is cancelled") { handler.ended == ["gate cancelled"] }
      #expect(fixture.logs.lines.contains { $0.message.contains("took too long") })
    }
  }

  @Test("waits for a commit whose client has disconnected")
  func commitWithoutClient() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      var client: TestClient? = try fixture.connect()
      try await client?.send(line(1, "commit") + "\n")
      await handler.committed.arrival()
      client = nil
      async let done: Void = fixture.server.shutDown(within: .seconds(20))
      try await eventually("the socket is gone") { access(fixture.path, F_OK) != 0 }
      #expect(handler.ended == [])
      handler.committed.open()
      await done
      #expect(handler.ended == ["commit"])
    }
  }

  @Test("leaves the path to the next daemon")
  func restart() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      await fixture.server.shutDown(within: .seconds(5))
      let next = try ListeningSocket.make(at: fixture.path)
      close(next.descriptor)
    }
  }
}

@Suite("Accepting connections")
struct AcceptPauseTests {
  @Test("pauses for a second when there are no descriptors left")
  func pause() throws {
    let logs = LogRecorder()
    let channel = EmbeddedChannel(handler: AcceptPause(logger: logs.logger))
    let noDescriptors = IOError(errnoCode: EMFILE, reason: "accept")
    channel.pipeline.fireErrorCaught(noDescriptors)
    channel.pipeline.fireErrorCaught(noDescriptors)
    #expect(channel.isAccepting == false)
    #expect(logs.lines.count == 1)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
    #expect(channel.isAccepting == false)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(channel.isAccepting == true)
    _ = try channel.finish()
  }
}

extension EmbeddedChannel {
  fileprivate var isAccepting: Bool? {
    options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
  }
}
