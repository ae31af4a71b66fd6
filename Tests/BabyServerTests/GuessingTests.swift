import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Guessing passwords")
struct GuessingTests {
  private static let right: JSON = ["email": "anna@example.org", "password": .string(TestServer.password)]
  private static let wrong: JSON = ["email": "anna@example.org", "password": "wrong horse"]

  private func login(
    _ server: TestServer, _ body: JSON, device: String? = nil, from address: String? = nil
  ) async throws -> Reply {
    var headers: [String: String] = [:]
    headers["Babybasics-Device"] = device
    headers["X-Forwarded-For"] = address
    return try await server.send("auth.login", body, headers: headers)
  }

  @Test("after ten wrong passwords an address has to wait, and is told for how long")
  func ofOneAddress() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Anna")
      for _ in 1...10 { #expect(try await login(server, Self.wrong).status == 401) }
      server.pass(.minutes(5))
      let refused = try await login(server, Self.right)
      #expect(refused.status == 429)
      #expect(refused.headers["retry-after"] == "600")
      #expect(try refused.json["error"]?["message"] == "Too many requests. Please wait.")
      server.pass(.minutes(10))
      #expect(try await login(server, Self.right).status == 200)
    }
  }

  @Test("a stranger's wrong guesses do not keep out a machine that has logged in before, also after a restart")
  func knownMachine() async throws {
    let (phone, laptop) = (String(repeating: "p", count: 32), String(repeating: "l", count: 32))
    try await TestServer.run { server in
      _ = try await server.register("Anna")
      #expect(try await login(server, Self.right, device: phone).status == 200)
    } afterRestart: { server in
      for _ in 1...10 { #expect(try await login(server, Self.wrong).status == 401) }
      #expect(try await login(server, Self.right).status == 429)
      #expect(try await login(server, Self.right, device: laptop).status == 429, "it never was here")
      #expect(try await login(server, Self.right, device: phone).status == 200)
      // The owner's success opens nothing for the stranger.
      #expect(try await login(server, Self.wrong).status == 429)
      // Nor does anything that comes from the same network, but for its own guesses.
      for number in 1...20 {
        _ = try await login(server, ["email": .string("user\(number)@example.org"), "password": "wrong horse"])
      }
      #expect(try await login(server, Self.wrong).status == 429)
      #expect(try await login(server, Self.right, device: phone).status == 200)
      for _ in 1...10 { #expect(try await login(server, Self.wrong, device: phone).status == 401) }
      #expect(try await login(server, Self.right, device: phone).status == 429)
    }
  }

  @Test("nor a browser that somebody has signed in with before, also when they have signed out")
  func knownBrowser() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Anna")
      let page = ["Babybasics-Page": "1", "Sec-Fetch-Site": "same-origin"]
      func signIn(_ body: JSON, _ cookie: String?) async throws -> Reply {
        try await server.send("auth.login", body, headers: cookie.map { page.merging(["Cookie": $0]) { $1 } } ?? page)
      }
      let cookies = try await signIn(Self.right, nil).allHeaders("set-cookie")
      #expect(cookies.count == 2 && cookies.allSatisfy { $0.contains("; HttpOnly; SameSite=Strict") })
      let device = try #require(cookies.first { $0.hasPrefix("babybasics-device=") })
      #expect(device.contains("Max-Age=\(365 * 24 * 3600);"))
      let known = String(device.prefix { $0 != ";" })
      for _ in 1...10 { #expect(try await login(server, Self.wrong).status == 401) }
      #expect(try await signIn(Self.right, nil).status == 429)
      #expect(try await signIn(Self.right, "babybasics-device=bbs_\(String(repeating: "0", count: 64))").status == 429)
      let again = try await signIn(Self.right, known)
      #expect(again.status == 200)
      #expect(again.allHeaders("set-cookie").contains { $0.hasPrefix(known + ";") }, "it is the same browser still")
      // Its own wrong guesses count.
      for _ in 1...10 { #expect(try await signIn(Self.wrong, known).status == 401) }
      #expect(try await signIn(Self.right, known).status == 429)
    }
  }

  @Test("a machine is known for the accounts that have logged in with it, and a reset password ends that")
  func strangersMachine() async throws {
    let device = String(repeating: "m", count: 32)
    try await TestServer.run { server in
      _ = try await server.register("Anna")
      _ = try await server.register("Mallory")
      let mallory: JSON = ["email": "mallory@example.org", "password": .string(TestServer.password)]
      #expect(try await login(server, mallory, device: device).status == 200)
      for _ in 1...5 { #expect(try await login(server, Self.wrong, device: device).status == 401) }
      for _ in 1...5 { #expect(try await login(server, Self.wrong).status == 401) }
      #expect(try await login(server, Self.wrong, device: device).status == 429)
      #expect(try await login(server, ["email": "a@b.c", "password": "x"], device: "short").status == 400)
    }
  }

  @Test("one network cannot try many addresses, be they written as they may; an IPv6 network is one as a whole")
  func ofOneNetwork() async throws {
    try await TestServer.run({ $0.isBehindProxy = true }) { server in
      func attempt(_ number: Int, from address: String) async throws -> Int {
        let body: JSON = ["email": .string("user\(number)@example.org"), "password": "wrong horse"]
        return try await login(server, body, from: "10.0.0.\(number), \(address)").status
      }
      for number in 1...30 {
        let statuses = (
          try await attempt(number, from: "192.0.2.1"), try await attempt(number + 30, from: "2001:db8::\(number)")
        )
        #expect(statuses == (401, 401))
      }
      #expect(try await attempt(61, from: "192.0.2.1:4711") == 429)
      #expect(try await attempt(61, from: "192.0.2.2") == 401)
      #expect(try await attempt(62, from: "2001:db8::ffff") == 429)
      #expect(try await attempt(62, from: "2001:db8:0:1::1") == 401)
    }
  }

  @Test("without a proxy in front, nobody is somebody else by saying so")
  func forged() async throws {
    try await TestServer.run { server in
      for number in 1...31 {
        let body: JSON = ["email": .string("user\(number)@example.org"), "password": "wrong horse"]
        let reply = try await login(server, body, from: "192.0.2.\(number)")
        #expect(reply.status == (number > 30 ? 429 : 401))
      }
    }
  }

  @Test(
    "what is no attempt is not counted; who has none left is refused before the body is looked at",
    arguments: ["auth.login", "auth.register", "auth.reset"])
  func beforeDecoding(id: String) async throws {
    try await TestServer.run { server in
      let path = "/v1/" + id.replacing(".", with: "/")
      func nonsense() async throws -> Int { try await server.send("POST", path, Array("no JSON".utf8)).status }
      for _ in 1...40 { #expect(try await nonsense() == 400) }
      for number in 1...30 {
        let body: JSON = ["email": .string("user\(number)@example.org"), "password": "wrong horse"]
        let reply = try await login(server, body)
        #expect(reply.status == 401)
      }
      #expect(try await nonsense() == 429)
    }
  }

  // MARK: The memory

  private let noon = TestServer.noon

  @Test("its size is fixed, and those who have tried last are in it")
  func memory() throws {
    let limiter = LoginLimiter(capacity: 100)
    for _ in 1...10 { try limiter.admit(.email("anna@example.org"), now: noon) }
    for number in 1...100 { try limiter.admit(.email("\(number)"), now: noon) }
    #expect(throws: APIError.self) { try limiter.admit(.email("anna@example.org"), now: noon) }
    // However many others come after her, she has had her attempts.
    for number in 1...10_000 { try limiter.admit(.email("other \(number)"), now: noon) }
    #expect(limiter.size < 202)
    #expect(throws: APIError.self) { try limiter.admit(.email("anna@example.org"), now: noon) }
    for number in 1...1_000 {
      for _ in 1...10 { try limiter.admit(.email("full \(number)"), now: noon + .minutes(1)) }
    }
    #expect(limiter.size < 401)
    try limiter.admit(.email("anna@example.org"), now: noon + .minutes(15))
  }

  @Test("who names many addresses has no network forgotten, and the other way round")
  func apart() throws {
    let limiter = LoginLimiter(capacity: 100)
    for _ in 1...9 { try limiter.admit(.email("anna@example.org"), now: noon) }
    for number in 0..<1_000 { try limiter.admit(.network([UInt8(number / 256), UInt8(number % 256)]), now: noon) }
    try limiter.admit(.email("anna@example.org"), now: noon)
    #expect(throws: APIError.self) { try limiter.admit(.email("anna@example.org"), now: noon) }
    #expect(throws: APIError.self) { try limiter.check(.email("anna@example.org"), now: noon) }
    for _ in 1...20 { try limiter.check(.email("ben@example.org"), now: noon) }
    try limiter.admit(.email("ben@example.org"), now: noon)
  }

  @Test("a clock that is set back keeps nobody out for longer than a quarter of an hour")
  func clock() throws {
    let limiter = LoginLimiter()
    for _ in 1...10 { try limiter.admit(.email("anna@example.org"), now: noon) }
    try limiter.admit(.email("anna@example.org"), now: noon - .hours(24))
  }
}
