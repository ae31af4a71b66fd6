import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import BabyServer

@Suite("Choosing a connection to close")
struct EvictionPolicyTests {
  private let connections = (1...1000).map { HTTPConnection(since: .uptimeNanoseconds($0)) {} }
  private let now = NIODeadline.uptimeNanoseconds(1000) + EvictionPolicy.patience + .seconds(1)

  @Test("for a flood of new connections the candidates are scanned only now and then, and the oldest go first")
  func flood() {
    var (evictionPolicy, looks) = (EvictionPolicy(), 0)
    var there = Set(connections.map { ObjectIdentifier($0) })
    for expected in connections.prefix(10 * EvictionPolicy.batch) {
      let next = evictionPolicy.next(now: now, holds: { there.contains(ObjectIdentifier($0)) }) {
        looks += 1
        return connections.shuffled().filter { there.contains(ObjectIdentifier($0)) }
      }
      #expect(next === expected)
      there.remove(ObjectIdentifier(expected))
    }
    #expect(looks == 10)
  }

  @Test("connections that were active or closed since the scan are skipped")
  func since() {
    var evictionPolicy = EvictionPolicy()
    func next(_ holds: (HTTPConnection) -> Bool = { _ in true }) -> HTTPConnection? {
      evictionPolicy.next(now: now, holds: holds) { connections }
    }
    #expect(next() === connections[0])
    connections[1].waiting.withLock { $0 = nil }
    connections[2].waiting.withLock { $0 = .init(since: now, hasSpoken: true) }
    #expect(next { $0 !== connections[3] } === connections[4])
  }
}

@Suite("Accepting connections")
struct AcceptLimitTests {
  @Test("pauses at the maximum, which includes those that are being closed")
  func limit() throws {
    let listener = EmbeddedChannel(handler: AcceptLimit(most: 2))
    let children = (1...3).map { _ in EmbeddedChannel() }
    func isAccepting() -> Bool? {
      listener.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
    }
    func close(_ child: EmbeddedChannel) throws {
      _ = try child.finish(acceptAlreadyClosed: true)
      listener.embeddedEventLoop.run()
    }
    try listener.writeInbound(children[0] as any Channel)
    #expect(isAccepting() == nil, "nothing is changed")
    // What the system has ready is accepted with it.
    for child in children.dropFirst() { try listener.writeInbound(child as any Channel) }
    #expect(isAccepting() == false)
    try close(children[0])
    #expect(isAccepting() == false)
    try close(children[1])
    #expect(isAccepting() == true)
    _ = try listener.finish()
  }
}

@Suite("Connections that stay for the rest of an answered request")
struct LingeringTests {
  @Test("are limited; above the limit, the one answered first is closed")
  func most() {
    let gone = Mutex<[Int]>([])
    let connections = HTTPConnections(most: 1000, mostOfOne: 10, proxies: TrustedProxies(ranges: nil))
    let clients = (0..<HTTPConnections.mostLingering + 3).map { number in
      HTTPConnection { gone.withLock { $0.append(number) } }
    }
    for client in clients { #expect(connections.admit(client, from: nil)) }
    for client in clients.dropLast(2) { connections.lingers(client) }
    #expect(gone.withLock { $0 } == [0])
    // One is closed, and the request of another is there.
    connections.remove(clients[1])
    connections.stopsLingering(clients[2])
    for client in clients.suffix(2) { connections.lingers(client) }
    #expect(gone.withLock { $0 } == [0])
  }

  @Test("a flood of requests that are answered early leaves only that many")
  func flood() async throws {
    try await TestServer.run({ ($0.limits.request, $0.limits.goodbye) = (.hours(1), .hours(1)) }) { server in
      var held: [any Channel] = []
      for _ in 0..<HTTPConnections.mostLingering + 5 {
        let channel = try await connect(port: server.port)
        try await channel.writeAndFlush(
          ByteBuffer(string: "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"))
        held.append(channel)
      }
      try await withThrowingTaskGroup { group in
        for channel in held { group.addTask { try await channel.closeFuture.get() } }
        for _ in 1...5 { try await group.next() }
        #expect(try await server.send("health.get").status == 200)
        for channel in held { channel.close(promise: nil) }
      }
    }
  }
}

@Suite("Deadlines of a connection")
struct ConnectionStageTests {
  private static let limits: ServerLimits = {
    var limits = ServerLimits()
    (limits.request, limits.write, limits.idle, limits.goodbye) = (
      .seconds(30), .seconds(20), .seconds(75), .seconds(5)
    )
    return limits
  }()

  private func at(_ seconds: UInt64) -> NIODeadline { .uptimeNanoseconds(seconds * 1_000_000_000) }

  @Test("a trickling body has the time of a request, and that of closing once it is answered")
  func trickle() {
    var stage = ConnectionStage(limits: Self.limits, now: at(0))
    #expect(stage.deadline == at(30))
    stage.headIsRead(at: at(10))
    #expect(stage.deadline == at(40))
    // Answered before it is read, as what is not there is.
    stage.writeBegins(at: at(11))
    #expect(stage.deadline == at(31))
    stage.writeEnds(at: at(12), isLast: true)
    #expect(stage.deadline == at(17))
    #expect(!stage.isWaiting)
    stage.requestIsRead(at: at(13))
    #expect(stage.isWaiting)
    #expect(stage.deadline == at(88))
  }

  @Test("each piece of a long answer has its own time")
  func stream() {
    var stage = ConnectionStage(limits: Self.limits, now: at(0))
    stage.headIsRead(at: at(0))
    stage.requestIsRead(at: at(0))
    stage.writeBegins(at: at(1))
    stage.writeBegins(at: at(2))
    #expect(stage.deadline == at(21))
    stage.writeEnds(at: at(15), isLast: false)
    #expect(stage.deadline == at(35))
    stage.writeEnds(at: at(30), isLast: false)
    #expect(stage.deadline == at(60), "for the next piece to be made")
    stage.writeBegins(at: at(50))
    stage.writeEnds(at: at(55), isLast: true)
    #expect(stage.deadline == at(130))
  }

  @Test("pipelined requests are answered one after the other")
  func pipeline() {
    var stage = ConnectionStage(limits: Self.limits, now: at(0))
    stage.headIsRead(at: at(0))
    stage.requestIsRead(at: at(0))
    stage.headIsRead(at: at(1))
    stage.requestIsRead(at: at(1))
    stage.writeBegins(at: at(20))
    stage.writeEnds(at: at(20), isLast: true)
    #expect(stage.deadline == at(50))
    #expect(!stage.isWaiting)
  }

  @Test("after the server has finished there is little time")
  func goodbye() {
    var stage = ConnectionStage(limits: Self.limits, now: at(0))
    stage.headIsRead(at: at(0))
    stage.writeBegins(at: at(1))
    stage.writeEnds(at: at(1), isLast: true)
    stage.outputIsClosed(at: at(2))
    stage.requestIsRead(at: at(3))
    #expect(stage.deadline == at(7))
  }
}
