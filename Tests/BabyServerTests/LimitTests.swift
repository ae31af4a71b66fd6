import BabyAPI
import BabyModel
import BabyProtocol
import NIOCore
import Testing

@testable import BabyServer

@Suite("Limits of the server")
struct LimitTests {
  @Test("it describes itself, and reports its health")
  func service() async throws {
    try await TestServer.run { server in
      let document = try await server.send("openapi.get")
      #expect(try document.json == OpenAPI.document(version: version))
      #expect(try document.json["openapi"] == "3.1.0")
      #expect(try await server.send("health.get").decoded(Health.self).status == "ok")
    }
  }

  @Test("every reference in the document resolves, and every operation is in it")
  func document() throws {
    let document = OpenAPI.document(version: "1")
    func references(_ json: JSON) -> [String] {
      switch json {
      case .array(let elements): elements.flatMap(references)
      case .object(let object):
        object.members.flatMap { $0.name == "$ref" ? [$0.value.stringValue ?? ""] : references($0.value) }
      default: []
      }
    }
    for reference in Set(references(document)) {
      let name = String(reference.split(separator: "/").last ?? "")
      #expect(document["components"]?["schemas"]?[name] != nil, "\(reference)")
    }
    for operation in Operation.all {
      let described = document["paths"]?[operation.path]?[operation.verb.rawValue]
      #expect(described?["operationId"] == .string(operation.id))
    }
    #expect(Set(Operation.all.map(\.id)).count == Operation.all.count)
  }

  @Test("unknown paths and methods get an error in the usual format")
  func unknown() async throws {
    try await TestServer.run { server in
      for (method, target) in [("GET", "/nothing"), ("GET", "/v1/children/x/y"), ("PUT", "/v1/me"), ("GET", "/v2/me")] {
        let reply = try await server.send(method, target)
        #expect(reply.status == 404)
        #expect(try reply.errorCode == "not_found")
      }
      let anna = try await server.register("Anna")
      #expect(try await server.send("dashboard.get", at: ["child": "x"], as: anna).status == 404)
    }
  }

  @Test(
    "a body that is not JSON, or not an object, is refused",
    arguments: ["", "{", "[]", "null", "{\"a\":1,\"a\":2}", "\u{0}"])
  func noJSON(text: String) async throws {
    try await TestServer.run { server in
      let reply = try await server.send("POST", "/v1/auth/login", Array(text.utf8))
      #expect(reply.status == 400)
      #expect(try reply.errorCode == "invalid")
    }
  }

  @Test("a request with two Host headers is refused", arguments: ["/healthz", "/v1/me", "/", "/trust"])
  func twoHosts(path: String) async throws {
    try await TestServer.run { server in
      func ask(_ hosts: String) async throws -> Int {
        let request = "GET \(path) HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n"
        return try Reply(bytes: await exchange(Array(request.utf8), port: server.port)).status
      }
      let one = try await ask("Host: localhost\r\n")
      #expect(one != 400)
      #expect(try await ask("Host: localhost\r\nHost: example.com\r\n") == 400)
      #expect(try await ask("Host: localhost\r\nhost: localhost\r\n") == 400)
    }
  }

  @Test("browsers are told not to sniff content types")
  func contentTypes() async throws {
    try await TestServer.run { server in
      for (method, target) in [("GET", "/healthz"), ("GET", "/v1/me"), ("GET", "/nothing"), ("POST", "/v1/auth/login")]
      {
        let reply = try await server.send(method, target)
        #expect(reply.headers["x-content-type-options"] == "nosniff", "\(target)")
      }
    }
  }

  @Test("a body that is too large is refused")
  func tooLarge() async throws {
    try await TestServer.run({ $0.limits.body = 1024 }) { server in
      let name = String(repeating: "a", count: 2000)
      let reply = try await server.send(
        "auth.register", ["email": "a@b.c", "password": "12345678", "name": .string(name)])
      #expect(reply.status == 413)
    }
  }

  @Test("a head that is too large is refused", arguments: [1, 200])
  func tooLargeHead(lines: Int) async throws {
    try await TestServer.run { server in
      let head = (1...lines).map { "X-\($0): \(String(repeating: "a", count: 40_000 / lines))\r\n" }.joined()
      let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n"
      let reply = try Reply(bytes: await exchange(Array(request.utf8), port: server.port))
      #expect(reply.status == 400)
    }
  }

  @Test(
    "a public address needs TLS, or an explicit option",
    arguments: ["0.0.0.0", "::", "192.168.1.2", "example.org"])
  func publicAddress(host: String) throws {
    var configuration = ServerConfiguration(database: "")
    configuration.host = host
    #expect(throws: ServerStartFailure.self) { try configuration.validate() }
    configuration.isBehindProxy = true
    try configuration.validate()
    configuration.isBehindProxy = false
    configuration.isPlainAllowed = true
    try configuration.validate()
    configuration.isPlainAllowed = false
    configuration.tls = .init(certificate: "", key: "")
    try configuration.validate()
  }

  @Test("this machine's own addresses do not", arguments: ["127.0.0.1", "127.8.0.1", "::1", "localhost"])
  func loopback(host: String) throws {
    var configuration = ServerConfiguration(database: "")
    configuration.host = host
    try configuration.validate()
  }
}
