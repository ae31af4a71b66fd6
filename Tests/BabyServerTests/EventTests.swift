import BabyModel
import BabyProtocol
import NIOCore
import NIOEmbedded
import Testing

@testable import BabyServer

@Suite("Streams of events")
struct EventTests {
  /// What a list of changes that was asked for now would end its tag with.
  private func known(_ server: TestServer, _ caller: Caller) async throws -> String {
    let tag = try await server.send("changes.list", as: caller).headers["etag"] ?? ""
    return String(tag.dropLast().split(separator: ":").last ?? "")
  }

  private func expectNews(
    on client: EventClient, _ server: TestServer, _ caller: Caller, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let told = await client.nextID()
    let known = try await known(server, caller)
    #expect(told == known, sourceLocation: sourceLocation)
  }

  @Test("begin at once, without buffering, with the current state")
  func opening() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      _ = try await server.addEva(anna)
      let client = try await EventClient.follow(server, as: anna)
      let head = try #require(await client.next()).split(separator: "\n").map(String.init)
      #expect(head.first == "200")
      for line in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
        #expect(head.contains(line))
      }
      let id = try await known(server, anna)
      #expect(await client.next() == "id: \(id)\nevent: change\ndata: {}")
    }
  }

  @Test("every member is notified of each change, with the id of the new state; others are not")
  func changes() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let ben = try await server.join("Ben", eva, of: anna, as: .viewer)
      let carl = try await server.register("Carl")
      let (bens, carls) = (
        try await EventClient.follow(server, as: ben), try await EventClient.follow(server, as: carl)
      )
      for client in [bens, carls] { _ = await client.nextID() }
      for number in 1...3 {
        try await server.put(
          server.entry(UInt64(number)), server.sleep(eva, from: Double(2 * number), to: Double(2 * number - 1)),
          as: anna)
        try await expectNews(on: bens, server, ben)
      }
      try await server.send("settings.put", ["settings": [["key": "units", "value": "oz"]]], as: ben)
      try await expectNews(on: bens, server, ben)
      try await server.send("children.update", at: ["child": "\(eva.id)"], ["name": "Eva Maria"], as: anna)
      try await expectNews(on: bens, server, ben)
      // Of all that, Carl gets only his own.
      _ = try await server.addEva(carl)
      try await expectNews(on: carls, server, carl)
    }
  }

  @Test("continue an earlier one: only clients that missed a change are notified at once")
  func resuming() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let id = try await known(server, anna)
      let client = try await EventClient.follow(server, as: anna, lastID: id)
      _ = await client.next()
      #expect(await client.next() == ":")
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let next = await client.nextID()
      #expect(next != id)
      let late = try await EventClient.follow(server, as: anna, lastID: id)
      #expect(await late.nextID() == next)
    }
  }

  @Test("include other processes' commits, and a restored backup")
  func otherProcesses() async throws {
    try await TestServer.run({ $0.limits.lookout = .milliseconds(20) }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let ben = try await server.join("Ben", eva, of: anna, as: .caregiver)
      let client = try await EventClient.follow(server, as: ben)
      let first = await client.nextID()
      let store = try server.openStore()
      try store.backup(to: server.directory + "/backup.db")
      try await store.write(at: server.now) { try $0.erase(anna.user.id) }
      // Without a child, but with a session.
      let second = await client.nextID()
      let withoutEva = try await known(server, ben)
      #expect(second != first && second == withoutEva)
      try store.restore(from: server.directory + "/backup.db", now: server.now)
      let third = await client.nextID()
      let restored = try await known(server, ben)
      #expect(third != second && third != first && third == restored)
      try store.close()
    }
  }

  @Test("send heartbeats while nothing happens")
  func heartbeat() async throws {
    try await TestServer.run({ $0.limits.heartbeat = .milliseconds(20) }) { server in
      let anna = try await server.register("Anna")
      let client = try await EventClient.follow(server, as: anna)
      _ = await client.nextID()
      for _ in 1...5 { #expect(await client.next() == ":") }
    }
  }

  @Test("stay open longer than a request may take, by their heartbeats")
  func longLife() {
    let limits = ServerLimits()
    var now = NIODeadline.uptimeNanoseconds(0)
    var stage = ConnectionStage(limits: limits, now: now)
    stage.headIsRead(at: now)
    stage.requestIsRead(at: now)
    for _ in 1...100 {
      now = now + limits.heartbeat
      #expect(stage.deadline > now)
      stage.writeBegins(at: now)
      stage.writeEnds(at: now, isLast: false)
    }
  }

  @Test(
    "end with their session, for any reason",
    arguments: [
      Ending("logging out") { server, anna in try await server.send("auth.logout", as: anna) },
      Ending("its time") { server, _ in server.pass(.hours(181 * 24)) },
      Ending("another process that resets the password") { server, anna in
        let store = try server.openStore()
        try await store.write(at: server.now) { try $0.setPassword("", of: anna.user.id) }
        try store.close()
      },
      Ending("erasing the account") { server, anna in try await server.send("me.erase", TestServer.erasure, as: anna) },
    ])
  func sessionEnds(ending: Ending) async throws {
    try await TestServer.run({ $0.limits.lookout = .milliseconds(20) }) { server in
      let anna = try await server.register("Anna")
      let client = try await EventClient.follow(server, as: anna)
      _ = await client.nextID()
      try await ending.happen(server, anna)
      #expect(await client.next() == nil)
      #expect(try await server.send("events.follow", as: anna).status == 401)
    }
  }

  struct Ending: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let happen: @Sendable (TestServer, Caller) async throws -> Void

    init(_ description: String, _ happen: @escaping @Sendable (TestServer, Caller) async throws -> Void) {
      (testDescription, self.happen) = (description, happen)
    }
  }

  @Test("of one account are limited: the oldest ends")
  func mostOfOne() async throws {
    try await TestServer.run({ $0.limits.streamsOfOne = 2 }) { server in
      let anna = try await server.register("Anna")
      var clients: [EventClient] = []
      for _ in 1...3 {
        let client = try await EventClient.follow(server, as: anna)
        _ = await client.nextID()
        clients.append(client)
      }
      #expect(await clients[0].next() == nil)
      _ = try await server.addEva(anna)
      let id = try await known(server, anna)
      for client in clients[1...] { #expect(await client.nextID() == id) }
    }
  }

  @Test("half of the connections are reserved for requests; a place is free again once its client is gone")
  func most() async throws {
    try await TestServer.run({ $0.limits.connections = 4 }) { server in
      let anna = try await server.register("Anna")
      let clients = (try await EventClient.follow(server, as: anna), try await EventClient.follow(server, as: anna))
      _ = await clients.0.nextID()
      _ = await clients.1.nextID()
      let refused = try await server.send("events.follow", as: anna)
      #expect(refused.status == 503)
      #expect(refused.headers["retry-after"] == "600")
      try await clients.0.hangUp()
      var head: String?
      repeat {
        head = await (try await EventClient.follow(server, as: anna)).next()
      } while head?.hasPrefix("503") == true
      #expect(head?.hasPrefix("200") == true)
    }
  }

  @Test("for a client that does not read, only the latest event is kept")
  func slowClient() throws {
    let socket = HeldWrites()
    let sink = StreamEventSink()
    var ends = 0
    sink.whenEnded = { ends += 1 }
    let channel = EmbeddedChannel(handlers: [socket, sink])
    sink.tell(.event("1"))
    for id in 2...100 { sink.tell(.event("\(id)")) }
    sink.beat()
    #expect(socket.held.count == 1)
    socket.takeOne()
    #expect(socket.texts == ["id: 1\nevent: change\ndata: {}\n\n", "id: 100\nevent: change\ndata: {}\n\n"])
    socket.takeOne()
    sink.beat()
    #expect(socket.texts.last == "3\r\n:\n\n\r\n")
    socket.takeOne()
    sink.end()
    sink.tell(.event("101"))
    #expect(socket.texts.count == 3)
    #expect(ends == 1)
    _ = try channel.finish()
    #expect(ends == 1)
  }

  /// A socket that reads only on request.
  private final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private(set) var texts: [String] = []
    private(set) var held: [EventLoopPromise<Void>?] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      texts.append(String(buffer: unwrapOutboundIn(data)))
      held.append(promise)
    }

    func takeOne() { held.removeFirst()?.succeed(()) }
  }
}
