import BabyAPI
import BabyModel
import BabyProtocol
import SystemLibraries
import Testing

@testable import BabyServer

@Suite("The page's session")
struct PageSessionTests {
  /// How a browser's requests come, and the cookie that it then has.
  enum Way: String, CaseIterable {
    case https, loopback, allowedPlain

    var cookie: String { self == .https ? "__Host-babybasics" : "babybasics" }

    var headers: [String: String] {
      switch self {
      case .https: ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-origin"]
      case .loopback: ["Sec-Fetch-Site": "same-origin"]
      // Browsers say where a request comes from to those alone whom they trust.
      case .allowedPlain: ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"]
      }
    }

    func run(_ body: (TestServer) async throws -> Void) async throws {
      try await TestServer.run(
        {
          $0.isBehindProxy = self != .loopback
          $0.isPlainAllowed = self == .allowedPlain
          $0.sessionLifetime = .hours(48)
        }, body)
    }
  }

  private static let credentials = TestServer.credentials("Anna")
  private static let page = ["Babybasics-Page": "1"]

  /// - Returns: the cookie's value.
  private func signIn(_ server: TestServer, _ way: Way = .loopback) async throws -> String {
    let reply = try await server.send(
      "auth.login", Self.credentials, headers: way.headers.merging(Self.page) { $1 })
    return try cookie(reply, way)
  }

  private func cookie(_ reply: Reply, _ way: Way) throws -> String {
    let header = try #require(reply.headers["set-cookie"])
    let value = header.prefix { $0 != ";" }.dropFirst(way.cookie.count + 1)
    let secure = way == .https ? "; Secure" : ""
    #expect(header == "\(way.cookie)=\(value); Path=/; Max-Age=172800\(secure); HttpOnly; SameSite=Strict")
    return String(value)
  }

  private func me(
    _ server: TestServer, _ cookie: String, _ way: Way = .loopback, _ headers: [String: String] = page
  ) async throws -> Reply {
    try await server.send(
      "me.get", headers: way.headers.merging(["Cookie": "\(way.cookie)=\(cookie)"]) { $1 }.merging(headers) { $1 })
  }

  @Test("long answers are compressed for a browser that supports it, and for no others")
  func packed() async throws {
    try await Way.loopback.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let note = String(repeating: "slept well ", count: 50)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1, note: note), as: anna)
      let cookie = try await signIn(server)
      let path = "/v1/children/\(eva.id)/dashboard"
      let browser = Self.page.merging(["Cookie": "babybasics=\(cookie)"]) { $1 }
      let plain = try await server.send("GET", path, nil, browser)
      #expect((plain.status, plain.headers["content-encoding"]) == (200, nil))
      try #require(plain.body.count > 1000)
      for accepted in ["gzip", "br, gzip;q=0.5"] {
        let packed = try await server.send("GET", path, nil, browser.merging(["Accept-Encoding": accepted]) { $1 })
        #expect(packed.headers["content-encoding"] == "gzip")
        let body = String(decoding: packed.body, as: UTF8.self)
        #expect(body == String(decoding: Gzip.packed(plain.body), as: UTF8.self))
        #expect(packed.headers["etag"] == plain.headers["etag"])
      }
      for headers in [
        browser.merging(["Accept-Encoding": "br, gzip;q=0"]) { $1 },
        anna.headers.merging(["Accept-Encoding": "gzip"]) { $1 },
      ] {
        let reply = try await server.send("GET", path, nil, headers)
        #expect((reply.headers["content-encoding"], reply.body.count) == (nil, plain.body.count))
      }
      let short = try await server.send("GET", "/v1/me", nil, browser.merging(["Accept-Encoding": "gzip"]) { $1 })
      #expect((short.status, short.headers["content-encoding"]) == (200, nil))
    }
  }

  @Test("begins with a cookie that scripts cannot read, and the token is not returned", arguments: Way.allCases)
  func begins(way: Way) async throws {
    try await way.run { server in
      let headers = way.headers.merging(Self.page) { $1 }
      let registered = try await server.send("auth.register", server.registration("Anna"), headers: headers)
      #expect(registered.status == 201)
      #expect(try registered.decoded(NewSession.self).token == nil)
      #expect(try await me(server, cookie(registered, way), way).status == 200)

      let entered = try await server.send("auth.login", Self.credentials, headers: headers)
      let token = try cookie(entered, way)
      #expect(!String(decoding: entered.body, as: UTF8.self).contains(token))
      #expect(entered.headers["cache-control"] == "no-store")
      #expect(try await me(server, token, way).decoded(User.self).name == "Anna")
    }
  }

  @Test("begins with a new password, too")
  func reset() async throws {
    try await Way.loopback.run { server in
      let anna = try await server.register("Anna")
      let store = try server.openStore()
      defer { try? store.close() }
      let code = TypedCode(random: Secrets.hash("code"))
      try await store.write(at: server.now) { try $0.setPasswordCode(Secrets.hash(code), of: anna.user.id) }
      let reply = try await server.send(
        "auth.reset", ["code": .string(code.grouped), "password": "battery staple"], headers: Self.page)
      #expect(try reply.decoded(NewSession.self).token == nil)
      #expect(try await me(server, cookie(reply, .loopback)).status == 200)
    }
  }

  @Test("the cookie is ignored without the header that only the page sends", arguments: Way.allCases)
  func header(way: Way) async throws {
    try await way.run { server in
      _ = try await server.register("Anna")
      let token = try await signIn(server, way)
      for headers in [[:], ["Babybasics-Page": ""], ["Babybasics-Page": "0"], ["Babybasics-Page": "1, 1"]] {
        let reply = try await me(server, token, way, headers)
        #expect(reply.status == 401)
        #expect(reply.headers["set-cookie"] == nil, "such a request must not sign anyone out")
      }
    }
  }

  @Test("another site's request is anonymous, and begins no session", arguments: ["cross-site", "same-site", "none"])
  func crossSite(site: String) async throws {
    try await Way.loopback.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let token = try await signIn(server)
      let headers = ["Cookie": "babybasics=\(token)", "Sec-Fetch-Site": site].merging(Self.page) { $1 }
      for (id, path) in [("auth.logout", [:]), ("children.remove", ["child": "\(eva.id)"]), ("me.get", [:])] {
        let reply = try await server.send(id, at: path, headers: headers)
        #expect((reply.status, reply.headers["set-cookie"]) == (401, nil), "\(id)")
      }
      let login = try await server.send("auth.login", Self.credentials, headers: headers)
      #expect((login.status, login.headers["set-cookie"]) == (403, nil))
      #expect(try await me(server, token).status == 200)
    }
  }

  @Test("a preflight request from another site gets no permission")
  func preflight() async throws {
    try await Way.loopback.run { server in
      let reply = try await server.send(
        "OPTIONS", "/v1/auth/login", nil,
        [
          "Origin": "https://evil.example", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "babybasics-page, content-type",
        ])
      #expect(reply.status == 404)
      #expect(reply.headers.keys.filter { $0.hasPrefix("access-control") } == [])
    }
  }

  @Test("over plain HTTP signing in is impossible, and cookies are ignored")
  func plain() async throws {
    try await TestServer.run({ $0.isBehindProxy = true }) { server in
      let anna = try await server.register("Anna")
      let headers = Way.allowedPlain.headers.merging(Self.page) { $1 }
      let refused = try await server.send("auth.login", Self.credentials, headers: headers)
      #expect((refused.status, refused.headers["set-cookie"]) == (403, nil))
      let register = try await server.send("auth.register", server.registration("Bob"), headers: headers)
      #expect(register.status == 403)
      #expect(try await me(server, anna.token, .allowedPlain).status == 401)
      #expect(try await me(server, anna.token, .https).status == 200)
      #expect(try await me(server, anna.token, .loopback).status == 200)
    }
  }

  @Test("each scheme has its own cookie, and the other's is ignored")
  func names() async throws {
    try await Way.https.run { server in
      let anna = try await server.register("Anna")
      for (way, name) in [(Way.https, "babybasics"), (.loopback, "__Host-babybasics")] {
        let headers = way.headers.merging(Self.page) { $1 }.merging(["Cookie": "\(name)=\(anna.token)"]) { $1 }
        #expect(try await server.send("me.get", headers: headers).status == 401)
      }
    }
  }

  @Test("a bearer token takes precedence over the cookie")
  func bearer() async throws {
    try await Way.loopback.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let both = Self.page.merging(["Cookie": "babybasics=\(anna.token)"]) { $1 }
      #expect(try await server.send("me.get", as: bob, headers: both).decoded(User.self) == bob.user)
      let forged = Caller(user: anna.user, token: "bbs_0")
      #expect(try await server.send("me.get", as: forged, headers: both).status == 401)
      let login = try await server.send("auth.login", Self.credentials, as: bob, headers: Self.page)
      #expect(try login.decoded(NewSession.self).token != nil)
      #expect(login.headers["set-cookie"] == nil)
    }
  }

  @Test("signing out ends it and clears the cookie; so does a request with an ended one", arguments: Way.allCases)
  func signOut(way: Way) async throws {
    try await way.run { server in
      _ = try await server.register("Anna")
      let token = try await signIn(server, way)
      let cleared =
        "\(way.cookie)=; Path=/; Max-Age=0\(way == .https ? "; Secure" : ""); HttpOnly; SameSite=Strict"
      let headers = way.headers.merging(Self.page) { $1 }.merging(["Cookie": "\(way.cookie)=\(token)"]) { $1 }
      let reply = try await server.send("auth.logout", headers: headers)
      #expect((reply.status, reply.headers["set-cookie"]) == (204, cleared))
      let ended = try await me(server, token, way)
      #expect((ended.status, ended.headers["set-cookie"]) == (401, cleared))
      let made = try await me(server, "made-up", way)
      #expect((made.status, made.headers["set-cookie"]) == (401, cleared))
      let nobody = try await server.send("me.get", headers: way.headers.merging(Self.page) { $1 })
      #expect((nobody.status, nobody.headers["set-cookie"]) == (401, nil))
    }
  }

  @Test("erasing the account clears the cookie")
  func erase() async throws {
    try await Way.loopback.run { server in
      let anna = try await server.register("Anna")
      let reply = try await server.send("me.erase", TestServer.erasure, as: anna.onPage)
      #expect(reply.headers["set-cookie"]?.hasPrefix("babybasics=; Path=/; Max-Age=0") == true)
    }
  }

  @Test("signing in again ends the session whose cookie is replaced, and no other")
  func replaced() async throws {
    try await Way.loopback.run { server in
      let bob = try await server.register("Bob")
      let anna = try await server.register("Anna")
      let headers = Self.page.merging(["Cookie": "babybasics=\(bob.token)"]) { $1 }
      let wrong: JSON = ["email": "anna@example.org", "password": "wrong horse"]
      #expect(try await server.send("auth.login", wrong, headers: headers).status == 401)
      #expect(try await server.send("me.get", as: bob).status == 200)
      #expect(try await server.send("auth.login", Self.credentials, headers: headers).status == 200)
      #expect(try await server.send("me.get", as: bob).status == 401)
      #expect(try await server.send("me.get", as: anna).status == 200)
    }
  }

  @Test("a wrong password does not change the cookie")
  func wrongPassword() async throws {
    try await Way.loopback.run { server in
      let anna = try await server.register("Anna")
      let body: JSON = ["old": "wrong horse", "new": "battery staple"]
      let reply = try await server.send("me.password", body, as: anna.onPage)
      #expect((reply.status, reply.headers["set-cookie"]) == (401, nil))
    }
  }

  @Test("an extended session updates the browser's cookie, also with cached answers")
  func renewed() async throws {
    try await Way.loopback.run { server in
      _ = try await server.register("Anna")
      let token = try await signIn(server)
      let unchanged = Self.page.merging(["If-None-Match": "*", "Cookie": "babybasics=\(token)"]) { $1 }
      func poll() async throws -> Reply { try await server.send("changes.list", headers: unchanged) }
      for _ in 1...2 { #expect(try await poll().headers["set-cookie"] == nil) }
      server.pass(.hours(2))
      let reply = try await me(server, token)
      #expect(try cookie(reply, .loopback) == token)
      let (first, second) = (try await poll(), try await poll())
      #expect((first.status, second.status) == (304, 304))
      #expect(try cookie(first, .loopback) == token && cookie(second, .loopback) == token)
    }
  }

  @Test("cached answers belong to the cookie's account, and stay in no browser's cache")
  func memory() async throws {
    try await Way.loopback.run { server in
      let (anna, bob) = (try await server.register("Anna").onPage, try await server.register("Bob").onPage)
      _ = try await server.addEva(anna)
      func poll(_ caller: Caller, _ tag: String) async throws -> Reply {
        try await server.send("changes.list", as: caller, headers: ["If-None-Match": tag])
      }
      let reply = try await poll(anna, "\"\"")
      #expect((reply.status, reply.headers["cache-control"]) == (200, "no-store"))
      let tag = try #require(reply.headers["etag"])
      for _ in 1...2 { #expect(try await poll(anna, tag).status == 304) }
      #expect(try await poll(bob, tag).status == 200)
      #expect(
        try await server.send("GET", "/v1/changes", nil, ["If-None-Match": tag, "Cookie": "babybasics=\(anna.token)"])
          .status == 401)
    }
  }

  @Test("event streams work with the cookie")
  func events() async throws {
    try await Way.loopback.run { server in
      let anna = try await server.register("Anna")
      let client = try await EventClient.follow(server, as: anna.onPage)
      #expect(await client.next()?.hasPrefix("200") == true)
      try await client.hangUp()
    }
  }

  @Test(
    "a cookie is used unchanged, or not at all",
    arguments: [
      ("babybasics=a", "a"), ("x=1; babybasics=a; y=2", "a"), ("babybasics=a;babybasics2=b", "a"), ("babybasics=", ""),
      ("babybasics=a=b", "a=b"), ("babybasics=a; babybasics=b", nil), ("Babybasics=a", nil), ("xbabybasics=a", nil),
      ("babybasics", nil), ("__Host-babybasics=a", nil), ("", nil), (";;=;", nil),
    ] as [(String, String?)])
  func parsing(header: String, value: String?) {
    #expect(PageCookie(.plain).value(in: [header]).map(String.init) == value)
  }

  @Test("a token is a token, and nothing else goes into a header")
  func tokens() {
    let token = Secrets.system.token()
    #expect(Secrets.isToken(token))
    let letters = "bbs_" + String(repeating: "g", count: 64)
    for text in [token.uppercased(), token + "0", String(token.dropLast()), letters, ""] {
      #expect(!Secrets.isToken(text))
    }
  }
}
