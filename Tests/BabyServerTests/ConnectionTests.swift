import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import BabyServer

/// Each of these comes back only because the server hangs up.
@Suite("Connections that are kept open")
struct ConnectionTests {
  @Test("a connection without a request is closed", arguments: ["", "GET /healthz HTTP/1.1\r\n"])
  func noHead(bytes: String) async throws {
    try await TestServer.run({ $0.limits.request = .milliseconds(50) }) { server in
      let answer = try await exchange(Array(bytes.utf8), port: server.port)
      #expect(answer.isEmpty)
    }
  }

  @Test("after an answer, a connection without another request is closed")
  func idle() async throws {
    try await TestServer.run({ $0.limits.idle = .milliseconds(50) }) { server in
      let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let reply = try Reply(bytes: await exchange(Array(request.utf8), port: server.port))
      #expect(reply.status == 200)
    }
  }

  @Test(
    "a request that never ends does not keep its connection, with or without an answer",
    arguments: ["/v1/auth/login", "/nowhere"])
  func noEnd(path: String) async throws {
    try await TestServer.run({ $0.limits.request = .milliseconds(50) }) { server in
      let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
      let answer = try await exchange(Array(head.utf8), port: server.port)
      #expect(try answer.isEmpty || Reply(bytes: answer).status == 404)
    }
  }

  @Test("a client that never reads is not waited for")
  func neverReads() async throws {
    try await TestServer.run({
      $0.limits.write = .milliseconds(50)
      $0.limits.requestsAhead = 1_000_000
    }) { server in
      let request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
      try await sendWithoutReading(Array(String(repeating: request, count: 100).utf8), port: server.port)
      #expect(try await server.send("health.get").status == 200)
    }
  }

  @Test("a client may pipeline a few requests; above the limit it is closed")
  func asksOn() async throws {
    try await TestServer.run { server in
      func ask(_ count: Int) async throws -> Int {
        let ordinary = Array(repeating: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", count: count - 1)
        let last = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answers = try await exchange(Array((ordinary.joined() + last).utf8), port: server.port)
        return String(decoding: answers, as: UTF8.self).components(separatedBy: "HTTP/1.1 200").count - 1
      }
      let most = 1 + ServerLimits().requestsAhead
      let few = try await ask(most)
      #expect(few == most)
      let many = try await ask(1000)
      #expect(many < 1000)
    }
  }

  /// NIO ends the process over a connection that was accepted and then dropped.
  @Test("a server that shuts down while connections arrive closes them all", arguments: 1...10)
  func arrivalsAtTheEnd(round: Int) async throws {
    var arrivals: [EventLoopFuture<any Channel>] = []
    try await TestServer.run { server in
      let clients = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      for _ in 0..<100 { arrivals.append(clients.connect(host: "127.0.0.1", port: server.port)) }
    }
    try await waitForClosing(of: arrivals)
  }

  @Test(
    "a TLS handshake that never ends times out", .enabled(if: OpenSSL.isThere),
    arguments: [[], [0x16, 3, 1, 2, 0, 1]] as [[UInt8]])
  func noHandshake(bytes: [UInt8]) async throws {
    let certificate = try Certificate()
    try await TestServer.run({
      $0.limits.request = .milliseconds(50)
      $0.tls = certificate.files
    }) { server in
      let answer = try await exchange(bytes, port: server.port)
      #expect(answer.isEmpty)
    }
  }

  @Test("a client that does not close after the server has finished is closed")
  func stays() async throws {
    try await TestServer.run({
      $0.limits.goodbye = .milliseconds(50)
      $0.limits.requestsAhead = 1_000_000
    }) { server in
      let request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      try await sendWithoutReading(Array(request.utf8), port: server.port)
    }
  }

  @Test("when the server is full, the silent connection that is the oldest makes room")
  func eviction() async throws {
    try await withThreePlaces { server in
      var silent: [any Channel] = []
      for _ in 1...5 { silent.append(try await connect(port: server.port)) }
      #expect(try await server.send("health.get").status == 200)
      // The two that came first, and one for the request.
      for channel in silent.prefix(3) { try await channel.closeFuture.get() }
      for channel in silent.dropFirst(3) { try? await channel.close() }
    }
  }
}

@Suite("Places taken by half a request")
struct HalfRequestTests {
  @Test("are freed for other clients", arguments: ["POST /nowhere", "POST /v1/auth/login"])
  func halfRequests(line: String) async throws {
    try await withThreePlaces { server in
      var held: [any Channel] = []
      for _ in 1...5 {
        let channel = try await connect(port: server.port)
        try await channel.writeAndFlush(
          ByteBuffer(string: "\(line) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"))
        held.append(channel)
      }
      #expect(try await server.send("health.get").status == 200)
      for channel in held { try? await channel.close() }
    }
  }
}

/// A server that has three places. With one loop, connections take them in the order in which they were made: with
/// several, one that was made earlier may come later, and take the place of the request that the test waits for.
private func withThreePlaces(_ body: (TestServer) async throws -> Void) async throws {
  let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  let result: Result<Void, any Error>
  do { result = .success(try await TestServer.run({ $0.limits.connections = 3 }, on: loop, body)) } catch {
    result = .failure(error)
  }
  try await loop.shutdownGracefully()
  try result.get()
}

@Suite("Places for connections")
struct ConnectionsTests {
  private final class Client: Sendable {
    let connection: HTTPConnection

    init(at time: Int64, hangUp: @escaping @Sendable () -> Void = {}) {
      connection = HTTPConnection(since: .uptimeNanoseconds(UInt64(time)), hangUp: hangUp)
    }

    func isBusy(_ isBusy: Bool) {
      connection.waiting.withLock { $0 = isBusy ? nil : .init(since: .uptimeNanoseconds(1), hasSpoken: true) }
    }
  }

  @Test("one network has a limit, an IPv6 network as a whole; this machine and proxies have none")
  func ofOneNetwork() throws {
    let proxies = TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))])
    let connections = HTTPConnections(most: 100, mostOfOne: 2, proxies: proxies)
    func admitted(_ addresses: String...) -> [Bool] {
      addresses.map { connections.admit(Client(at: 0).connection, from: NetworkAddress($0)) }
    }
    #expect(admitted("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2") == [true, true, false, true])
    #expect(admitted("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1") == [true, true, false, true])
    #expect(admitted("127.0.0.1", "127.0.0.1", "127.0.0.1", "::1", "::1", "::1").allSatisfy { $0 })
    #expect(admitted("10.0.0.1", "10.0.0.1", "10.0.0.1").allSatisfy { $0 })
  }

  @Test("a returned place is free, once")
  func givenBack() {
    let connections = HTTPConnections(most: 100, mostOfOne: 1, proxies: TrustedProxies(ranges: nil))
    let (first, second, address) = (Client(at: 0), Client(at: 0), NetworkAddress("192.0.2.1"))
    #expect(connections.admit(first.connection, from: address))
    connections.remove(first.connection)
    connections.remove(first.connection)
    #expect(connections.admit(second.connection, from: address))
    #expect(!connections.admit(first.connection, from: address))
  }

  @Test("once the server has closed all connections, it admits no more")
  func over() async {
    await confirmation("the connection is closed") { closed in
      let connections = HTTPConnections(most: 2, mostOfOne: 2, proxies: TrustedProxies(ranges: nil))
      #expect(connections.admit(Client(at: 1, hangUp: { closed() }).connection, from: nil))
      connections.hangUp()
      #expect(!connections.admit(Client(at: 2).connection, from: nil))
    }
  }

  @Test("a new connection does not count as silent: its first request may be on its way")
  func newcomer() async {
    await confirmation("the one that waits is hung up on") { waiting in
      let connections = HTTPConnections(most: 2, mostOfOne: 10, proxies: TrustedProxies(ranges: nil))
      let waits = Client(at: 1, hangUp: { waiting() })
      let newcomer = Client(at: 2, hangUp: { Issue.record("the newcomer is hung up on") })
      for client in [waits, newcomer] { #expect(connections.admit(client.connection, from: nil)) }
      waits.isBusy(false)
      let soon = NIODeadline.uptimeNanoseconds(2) + EvictionPolicy.patience
      #expect(connections.admit(Client(at: 3).connection, from: nil, now: soon))
    }
  }

  @Test("a connection with a request in progress stays; a silent one is closed before an idle one")
  func evictionCandidate() async {
    await confirmation("the silent one is hung up on") { silence in
      await confirmation("then the one that waits") { waiting in
        let connections = HTTPConnections(most: 3, mostOfOne: 10, proxies: TrustedProxies(ranges: nil))
        let (busy, waits) = (Client(at: 1), Client(at: 2, hangUp: { waiting() }))
        let silent = Client(at: 3, hangUp: { silence() })
        for client in [busy, waits, silent] { #expect(connections.admit(client.connection, from: nil)) }
        busy.isBusy(true)
        waits.isBusy(false)
        let (next, after) = (Client(at: 4), Client(at: 5))
        #expect(connections.admit(next.connection, from: nil))
        next.isBusy(true)
        #expect(connections.admit(after.connection, from: nil))
        after.isBusy(true)
        #expect(!connections.admit(Client(at: 6).connection, from: nil))
      }
    }
  }
}
