import BabyAPI
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import NIOSSL
import Synchronization
import Testing

@testable import BabyServer

/// Each of these comes back only because the server hangs up.
@Suite("Connections that are kept open")
struct ConnectionTests {
  @Test("a connection on which no request comes is closed", arguments: ["", "GET /healthz HTTP/1.1\r\n"])
  func noHead(bytes: String) async throws {
    try await TestServer.run({ $0.limits.request = .milliseconds(50) }) { server in
      let answer = try await exchange(Array(bytes.utf8), port: server.port)
      #expect(answer.isEmpty)
    }
  }

  @Test("after an answer, a connection is closed when no other request comes")
  func idle() async throws {
    try await TestServer.run({ $0.limits.idle = .milliseconds(50) }) { server in
      let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let reply = try Reply(bytes: await exchange(Array(request.utf8), port: server.port))
      #expect(reply.status == 200)
    }
  }

  @Test(
    "a request that never comes to its end does not keep its connection, be it for something or for nothing",
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

  @Test("a client may ask a few times ahead of the answers; one that asks on and on is hung up on")
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

  @Test(
    "a TLS handshake that never ends is given up", .enabled(if: Certificate.canBeMade),
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

  @Test("a client that is told goodbye and stays is hung up on")
  func stays() async throws {
    try await TestServer.run({
      $0.limits.goodbye = .milliseconds(50)
      $0.limits.requestsAhead = 1_000_000
    }) { server in
      let request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      try await sendWithoutReading(Array(request.utf8), port: server.port)
    }
  }

  @Test("when all places are taken, whoever has waited for the longest without a word makes room")
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

@Suite("Places that somebody holds with half a request")
struct HeldPlacesTests {
  @Test("are free for those who ask", arguments: ["POST /nowhere", "POST /v1/auth/login"])
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

  @Test("one network has so many, an IPv6 network as a whole; this machine and proxies have any number")
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

  @Test("a place that is given back is free, once")
  func givenBack() {
    let connections = HTTPConnections(most: 100, mostOfOne: 1, proxies: TrustedProxies(ranges: nil))
    let (first, second, address) = (Client(at: 0), Client(at: 0), NetworkAddress("192.0.2.1"))
    #expect(connections.admit(first.connection, from: address))
    connections.remove(first.connection)
    connections.remove(first.connection)
    #expect(connections.admit(second.connection, from: address))
    #expect(!connections.admit(first.connection, from: address))
  }

  @Test("one that has only just come is no silent one yet: its first words may be on their way")
  func newcomer() async {
    await confirmation("the one that waits is hung up on") { waiting in
      let connections = HTTPConnections(most: 2, mostOfOne: 10, proxies: TrustedProxies(ranges: nil))
      let waits = Client(at: 1, hangUp: { waiting() })
      let newcomer = Client(at: 2, hangUp: { Issue.record("the newcomer is hung up on") })
      for client in [waits, newcomer] { #expect(connections.admit(client.connection, from: nil)) }
      waits.isBusy(false)
      let soon = NIODeadline.uptimeNanoseconds(2) + LeastMissed.patience
      #expect(connections.admit(Client(at: 3).connection, from: nil, now: soon))
    }
  }

  @Test("who is being answered keeps the place; who never said a word loses it before who only waits")
  func leastMissed() async {
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

@Suite("Who is missed least")
struct LeastMissedTests {
  private let connections = (1...1000).map { HTTPConnection(since: .uptimeNanoseconds($0)) {} }
  private let now = NIODeadline.uptimeNanoseconds(1000) + LeastMissed.patience + .seconds(1)

  @Test("for a flood of newcomers everybody is looked at once in a while, and those who came first go first")
  func flood() {
    var (leastMissed, looks) = (LeastMissed(), 0)
    var there = Set(connections.map { ObjectIdentifier($0) })
    for expected in connections.prefix(10 * LeastMissed.batch) {
      let next = leastMissed.next(now: now, holds: { there.contains(ObjectIdentifier($0)) }) {
        looks += 1
        return connections.shuffled().filter { there.contains(ObjectIdentifier($0)) }
      }
      #expect(next === expected)
      there.remove(ObjectIdentifier(expected))
    }
    #expect(looks == 10)
  }

  @Test("who has asked or gone since the look is passed over")
  func since() {
    var leastMissed = LeastMissed()
    func next(_ holds: (HTTPConnection) -> Bool = { _ in true }) -> HTTPConnection? {
      leastMissed.next(now: now, holds: holds) { connections }
    }
    #expect(next() === connections[0])
    connections[1].waiting.withLock { $0 = nil }
    connections[2].waiting.withLock { $0 = .init(since: now, hasSpoken: true) }
    #expect(next { $0 !== connections[3] } === connections[4])
  }
}

@Suite("Accepting connections")
struct AcceptLimitTests {
  @Test("rests while there are as many as there may be, those included that are being closed")
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

@Suite("Who stays for the rest of a request that is answered")
struct LingeringTests {
  @Test("are so many; when there is one more, who was answered first is hung up on")
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
    connections.lingersNoMore(clients[2])
    for client in clients.suffix(2) { connections.lingers(client) }
    #expect(gone.withLock { $0 } == [0])
  }

  @Test("a flood of requests that are answered before they are there leaves so many")
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

@Suite("Until when a connection has to be further")
struct ConnectionStageTests {
  private static let limits: ServerLimits = {
    var limits = ServerLimits()
    (limits.request, limits.write, limits.idle, limits.goodbye) = (
      .seconds(30), .seconds(20), .seconds(75), .seconds(5)
    )
    return limits
  }()

  private func at(_ seconds: UInt64) -> NIODeadline { .uptimeNanoseconds(seconds * 1_000_000_000) }

  @Test("a body that trickles has the time of a request, and that of a goodbye once it is answered")
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

  @Test("requests that were sent together are answered one after the other")
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

  @Test("after the last word there is little time")
  func goodbye() {
    var stage = ConnectionStage(limits: Self.limits, now: at(0))
    stage.headIsRead(at: at(0))
    stage.writeBegins(at: at(1))
    stage.writeEnds(at: at(1), isLast: true)
    stage.lastWordIsSaid(at: at(2))
    stage.requestIsRead(at: at(3))
    #expect(stage.deadline == at(7))
  }
}

@Suite("Where a request comes from")
struct OriginTests {
  private func origin(_ peer: String, _ forwarded: String?, trusting ranges: [String]? = []) -> String? {
    let proxies = TrustedProxies(ranges: ranges?.compactMap { AddressRange($0) })
    let origin = proxies.origin(of: NetworkAddress(peer), forwarded: forwarded)
    return origin.map { $0.bytes.map(String.init).joined(separator: ".") }
  }

  @Test("a proxy on this machine is believed, one elsewhere when it is named, and nobody when none is in front")
  func believed() {
    #expect(origin("127.0.0.1", "192.0.2.1") == "192.0.2.1")
    #expect(origin("198.51.100.7", "192.0.2.1") == "198.51.100.7")
    #expect(origin("198.51.100.7", "192.0.2.1", trusting: ["198.51.100.0/24"]) == "192.0.2.1")
    #expect(origin("127.0.0.1", "192.0.2.1", trusting: nil) == "127.0.0.1")
    #expect(origin("127.0.0.1", nil) == "127.0.0.1")
  }

  @Test("the last address counts that no believed proxy has; what stands before it is anybody's word")
  func lastUntrusted() {
    #expect(origin("127.0.0.1", "203.0.113.9, 192.0.2.1") == "192.0.2.1")
    #expect(origin("127.0.0.1", "203.0.113.9, 192.0.2.1, 10.0.0.5", trusting: ["10.0.0.0/8"]) == "192.0.2.1")
    #expect(origin("127.0.0.1", "10.0.0.6, 10.0.0.5", trusting: ["10.0.0.0/8"]) == "10.0.0.6")
    #expect(origin("127.0.0.1", "192.0.2.1, nonsense") == "127.0.0.1")
  }

  @Test(
    "addresses are read as proxies write them",
    arguments: [
      ("192.0.2.1:4711", "192.0.2.1"), (" 192.0.2.1 ", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
      ("[::ffff:192.0.2.1]:80", "192.0.2.1"), ("[::1]:80", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"),
    ])
  func forms(text: String, bytes: String) {
    #expect(NetworkAddress(text)?.bytes.map(String.init).joined(separator: ".") == bytes)
  }

  @Test("a range is an address and how many of its bits count")
  func ranges() throws {
    let range = try #require(AddressRange("192.0.2.128/25"))
    #expect(range.contains(try #require(NetworkAddress("192.0.2.200"))))
    #expect(!range.contains(try #require(NetworkAddress("192.0.2.100"))))
    #expect(!range.contains(try #require(NetworkAddress("::1"))))
    #expect(try #require(AddressRange("2001:db8::/32")).contains(try #require(NetworkAddress("2001:db8:9::1"))))
    #expect(try #require(AddressRange("0.0.0.0/0")).contains(try #require(NetworkAddress("192.0.2.1"))))
    for text in ["", "192.0.2.1/33", "192.0.2.1/-1", "192.0.2.1/", "host", "192.0.2.1/8/8", "192.0.2.1:80"] {
      #expect(AddressRange(text) == nil, "\(text)")
    }
  }
}

@Suite("What is no HTTP")
struct MalformedTests {
  private static let head = "POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(
    "is refused, ends the connection, and is nothing to log",
    arguments: [
      head + "ZZ\r\n", head + "-1\r\n", head + "2\r\n{}0\r\n\r\n",
      head + "2\r\n{}\r\n0\r\n" + (1...5000).map { "X-\($0): 1\r\n" }.joined() + "\r\n",
      head + "2\r\n{}\r\n0\r\n: nameless\r\n\r\n", "nonsense\r\n\r\n", "GET /healthz HTTP/1.1\r\nno colon\r\n\r\n",
    ])
  func refused(request: String) async throws {
    let log = LogRecorder()
    try await TestServer.run({ $0.limits.goodbye = .milliseconds(50) }, log: log) { server in
      let reply = try Reply(bytes: await exchange(Array(request.utf8), port: server.port))
      #expect(reply.status == 400)
    }
    #expect(log.failures == [])
  }

  @Test("a client that leaves in the middle of a request is nothing to log")
  func leaves() async throws {
    let log = LogRecorder()
    try await TestServer.run(log: log) { server in
      for body in ["", "{\"email\":"] {
        let channel = try await connect(port: server.port)
        let head = "POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: head + body))
        // Answered behind it, so it is being read.
        #expect(try await server.send("health.get").status == 200)
        try await channel.close()
      }
    }
    #expect(log.failures == [])
  }
}

@Suite("Renewed certificates", .enabled(if: Certificate.canBeMade))
struct CertificateTests {
  @Test("are taken over as a pair; what is none changes nothing and is said once")
  func renewal() throws {
    let (files, renewed) = (try Certificate(), try Certificate())
    let log = LogRecorder()
    let certificates = try Certificates(files.files, logger: Logger(label: "test") { _ in log })
    let first = certificates.context()
    certificates.reload()
    #expect(certificates.context() === first, "nothing has changed")

    // One after the other: what is between is no pair.
    try files.replace(\.certificate, with: renewed)
    for _ in 1...3 { certificates.reload() }
    #expect(certificates.context() === first)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("warning") == true)

    try files.replace(\.key, with: renewed)
    certificates.reload()
    #expect(certificates.context() !== first)
    #expect(log.lines.count == 2)

    let second = certificates.context()
    try FileManager.default.removeItem(atPath: files.files.key)
    certificates.reload()
    #expect(certificates.context() === second)
    #expect(log.lines.count == 3)
  }
}

/// A self-signed certificate and its key, in a directory that goes away with it.
final class Certificate {
  static let canBeMade = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let files: ServerConfiguration.CertificateFiles
  private let directory = FileManager.default.temporaryDirectory.path + "/bbserver-" + UUID().uuidString

  init() throws {
    files = .init(certificate: directory + "/cert.pem", key: directory + "/key.pem")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    // Not by Foundation's Process, which waits on a thread that the server needs.
    let status = system(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
        + " -out \(files.certificate) -keyout \(files.key) 2>/dev/null")
    try #require(status == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Puts another one's file in place of one, as whoever renews certificates does.
  func replace(
    _ file: KeyPath<ServerConfiguration.CertificateFiles, String>, with other: Certificate
  ) throws {
    try Data(contentsOf: URL(filePath: other.files[keyPath: file]))
      .write(to: URL(filePath: files[keyPath: file]), options: .atomic)
  }
}
