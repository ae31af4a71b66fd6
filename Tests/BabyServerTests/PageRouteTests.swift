import BabyProtocol
import HTTPTypes
import Testing

@testable import BabyServer

@Suite("The page beside the API")
struct PageRouteTests {
  /// Where everything lies that has the version in its address.
  private static let folder = "/page/\(PhonePage.version)"

  /// A request that comes through a trusted proxy.
  private func forwarded(_ scheme: String?) -> [String: String] {
    var headers = ["X-Forwarded-For": "192.0.2.7"]
    headers["X-Forwarded-Proto"] = scheme
    return headers
  }

  private func document(_ server: TestServer, _ headers: [String: String] = [:]) async throws -> String {
    String(decoding: try await server.send("GET", "/", nil, headers).body, as: UTF8.self)
  }

  @Test("document, worker and manifest are revalidated each time, and not sent again if unchanged")
  func fresh() async throws {
    try await TestServer.run { server in
      for (path, type) in [
        ("/", "text/html; charset=utf-8"), ("/worker.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"), ("/?from=home", "text/html; charset=utf-8"),
      ] {
        let reply = try await server.send("GET", path)
        #expect((reply.status, reply.headers["content-type"]) == (200, type))
        #expect(reply.headers["cache-control"] == "no-cache")
        let tag = try #require(reply.headers["etag"])
        let again = try await server.send("GET", path, nil, ["If-None-Match": "\"other\", \(tag)"])
        #expect((again.status, again.body) == (304, []))
        #expect(again.headers["etag"] == tag)
        #expect(try await server.send("GET", path, nil, ["If-None-Match": "\"other\""]).status == 200)
      }
    }
  }

  @Test("files that the document needs at once are named in its headers, and exist")
  func needed() async throws {
    try await TestServer.run { server in
      let document = try await server.send("GET", "/")
      let named = try #require(document.headers["link"]).split(separator: ", ").map {
        String($0.dropFirst().prefix { $0 != ">" })
      }
      #expect(named.count == 3)
      let text = String(decoding: document.body, as: UTF8.self)
      for path in named {
        #expect(text.contains("\"\(path)\""))
        #expect(try await server.send("GET", path).status == 200)
      }
      #expect((text.ranges(of: "rel=\"stylesheet\"").count, text.ranges(of: "<script").count) == (1, 2))
      #expect(try await server.send("GET", Self.folder + "/app/main.js").headers["link"] == nil)
    }
  }

  @Test("everything else is cached for good, and exists only in this version")
  func assets() async throws {
    try await TestServer.run { server in
      let reply = try await server.send("GET", Self.folder + "/app/main.js")
      #expect((reply.status, reply.headers["content-type"]) == (200, "text/javascript; charset=utf-8"))
      #expect(reply.headers["cache-control"] == "public, max-age=31536000, immutable")
      for path in [
        "/page/0123456789abcdef/app/main.js", Self.folder + "/app/other.js", Self.folder + "/index.html",
        Self.folder + "/app/../app/main.js", "/page/",
      ] {
        let missing = try await server.send("GET", path)
        #expect((missing.status, missing.headers["cache-control"]) == (404, "no-store"), "\(path)")
      }
    }
  }

  @Test("no answer allows other sites or their scripts")
  func closed() async throws {
    try await TestServer.run { server in
      let documents = ["/", "/worker.js", Self.folder + "/icons/icon.svg", "/page/none"]
      // The document's policy holds for these.
      let parts = ["/manifest.webmanifest", Self.folder + "/app/main.js", Self.folder + "/style/page.css"]
      for (method, path) in (documents + parts).map({ ("GET", $0) }) + [("POST", "/")] {
        let headers = try await server.send(method, path, nil, ["Origin": "https://evil.example"]).headers
        let isDocument = !parts.contains(path)
        let policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        #expect(headers["content-security-policy"] == (isDocument ? policy : nil), "\(path)")
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["referrer-policy"] == (isDocument ? "no-referrer" : nil), "\(path)")
        #expect(headers["cross-origin-opener-policy"] == (isDocument ? "same-origin" : nil), "\(path)")
        #expect(headers["cross-origin-resource-policy"] == "same-origin")
        #expect(headers.keys.filter { $0.hasPrefix("access-control") } == [])
        #expect(headers["date"] != nil)
      }
    }
  }

  @Test("compressed files go to clients that accept them; HEAD gets only the headers")
  func forms() async throws {
    try await TestServer.run { server in
      let plain = try await server.send("GET", "/")
      let packed = try await server.send("GET", "/", nil, ["Accept-Encoding": "deflate, gzip"])
      #expect(plain.headers["content-encoding"] == nil)
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(plain.headers["vary"] == "Accept-Encoding" && packed.headers["vary"] == "Accept-Encoding")
      #expect(plain.headers["content-length"] == "\(plain.body.count)")
      let head = try await server.send("HEAD", "/", nil, ["Accept-Encoding": "gzip"])
      #expect((head.status, head.body) == (200, []))
      #expect(head.headers["content-length"] == packed.headers["content-length"])
    }
  }

  @Test("it accepts no uploads", arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
  func methods(method: String) async throws {
    try await TestServer.run { server in
      let reply = try await server.send(method, "/", [])
      #expect((reply.status, reply.headers["allow"]) == (405, "GET, HEAD"))
    }
  }

  @Test("paths outside the page get the usual errors")
  func elsewhere() async throws {
    try await TestServer.run { server in
      for path in ["/index.html", "/plain.html", "/nothing", "/v1/me"] {
        let reply = try await server.send("GET", path)
        #expect(try reply.errorCode != nil, "\(path)")
      }
    }
  }

  @Test("over plain HTTP only the instructions are shown, unless it was allowed")
  func plain() async throws {
    try await TestServer.run({ $0.isBehindProxy = true }) { server in
      let page = try await document(server)
      #expect(try await document(server, forwarded("https")) == page)
      for scheme in ["http", "https, http", "", nil] {
        #expect(try await document(server, forwarded(scheme)) != page, "\(scheme ?? "nothing")")
      }
      let explained = try await server.send("GET", "/", nil, forwarded("http"))
      let tag = try await server.send("GET", "/").headers["etag"]
      #expect(explained.headers["etag"] != tag)
    }
    try await TestServer.run({
      $0.isBehindProxy = true
      $0.isPlainAllowed = true
    }) { server in
      let page = try await document(server)
      #expect(try await document(server, forwarded("http")) == page)
    }
  }

  @Test("how a request arrived")
  func transport() throws {
    func transport(
      _ headers: HTTPFields = [:], from peer: String = "192.0.2.1", hasTLS: Bool = false, proxies: [String]? = nil
    ) -> TransportSecurity {
      TransportSecurity(
        headers, hasTLS: hasTLS, peer: NetworkAddress(peer),
        proxies: TrustedProxies(ranges: proxies?.compactMap { AddressRange($0) }))
    }
    let https: HTTPFields = [.forwardedProto: "https"]
    #expect(transport(hasTLS: true) == .encrypted)
    #expect(transport(https) == .plain, "anybody can say so")
    #expect(transport(https, proxies: []) == .plain, "and not every machine is a proxy")
    #expect(transport(https, proxies: ["192.0.2.0/24"]) == .encrypted)
    #expect(transport(proxies: ["192.0.2.0/24"]) == .plain)
    #expect(transport(from: "127.0.0.1") == .fromThisMachine)
    #expect(transport(from: "::1", proxies: []) == .fromThisMachine)
    #expect(transport([.forwardedFor: "127.0.0.1"], from: "::1", proxies: []) == .plain)
  }

  @Test("requests are counted, by kind")
  func counts() async throws {
    let counts = RequestCounts()
    let routes = PageRoutes(isPlainAllowed: false, trust: TrustRoutes(nil, port: 0), counts: counts)
    for path in ["/", "/", "/worker.js", Self.folder + "/app/main.js", "/page/old/app/main.js", "/v1/me"] {
      _ = routes.page.answer(
        HTTPRequest(method: .get, scheme: nil, authority: nil, path: path), isSecure: true
      ).map { counts.count($0.name, $0.response.status.code) }
    }
    #expect(
      Dictionary(uniqueKeysWithValues: counts.all.map { ("\($0.key.operation) \($0.key.status)", $0.value) }) == [
        "page.document 200": 2, "page.worker 200": 1, "page.asset 200": 1, "page.asset 404": 1,
      ])
  }
}
