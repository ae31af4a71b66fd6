import NIOCore
import Testing

@testable import BabyServer

@Suite("The origin of a request")
struct OriginTests {
  private func origin(_ peer: String, _ forwarded: String?, trusting ranges: [String]? = []) -> String? {
    let proxies = TrustedProxies(ranges: ranges?.compactMap { AddressRange($0) })
    let origin = proxies.origin(of: NetworkAddress(peer), forwarded: forwarded)
    return origin.map { $0.bytes.map(String.init).joined(separator: ".") }
  }

  @Test("a proxy on this machine is trusted, one elsewhere if it is configured, and none without one in front")
  func believed() {
    #expect(origin("127.0.0.1", "192.0.2.1") == "192.0.2.1")
    #expect(origin("198.51.100.7", "192.0.2.1") == "198.51.100.7")
    #expect(origin("198.51.100.7", "192.0.2.1", trusting: ["198.51.100.0/24"]) == "192.0.2.1")
    #expect(origin("127.0.0.1", "192.0.2.1", trusting: nil) == "127.0.0.1")
    #expect(origin("127.0.0.1", nil) == "127.0.0.1")
  }

  @Test("the last address that is not a trusted proxy's counts; anyone can forge what is before it")
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

  @Test("a range is an address and a number of its bits")
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

@Suite("Data that is not HTTP")
struct MalformedTests {
  private static let head = "POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(
    "is refused, ends the connection, and is not logged",
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

  @Test("a client that leaves in the middle of a request is not logged")
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
