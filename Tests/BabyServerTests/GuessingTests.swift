import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Guessing passwords")
struct GuessingTests {
  private static let right = TestServer.credentials("Anna")
  private static let wrong = TestServer.credentials("Anna", "wrong horse")

  private func login(
    _ server: TestServer, _ body: JSON, device: String? = nil, from address: String? = nil
  ) async throws -> Reply {
    var headers: [String: String] = [:]
    headers["Babybasics-Device"] = device
    headers["X-Forwarded-For"] = address
    return try await server.send("auth.login", body, headers: headers)
  }

  @Test("after ten wrong passwords an address has to wait, and gets the time")
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

  @Test("strangers' wrong guesses lock out a browser in another network for half a minute at most")
  func elsewhere() async throws {
    try await TestServer.run({ $0.isBehindProxy = true }) { server in
      _ = try await server.register("Anna")
      func guess(_ network: Int) async throws -> Int {
        try await login(server, Self.wrong, from: "192.0.2.\(network)").status
      }
      func anna() async throws -> Reply { try await login(server, Self.right, from: "198.51.100.7") }
      // One guesser: the first pause is a second.
      for _ in 1...10 { #expect(try await guess(1) == 401) }
      #expect(try await guess(1) == 429)
      let first = try await anna()
      #expect(first.status == 429 && first.headers["retry-after"] == "1")
      server.pass(.seconds(1))
      #expect(try await anna().status == 200)
      // Fifty of them, who never stop: the longest is half a minute.
      for network in 2...50 {
        server.pass(.seconds(30))
        #expect(try await guess(network) == 401)
        #expect(try await guess(network) == 429)
        let refused = try await anna()
        #expect(refused.status == 429)
        let pause = try #require(refused.headers["retry-after"].flatMap { Int($0) })
        #expect(pause <= 30)
      }
      server.pass(.seconds(30))
      #expect(try await anna().status == 200, "from a browser that has never been signed in with")
      // A mistyped password costs one more pause.
      server.pass(.seconds(30))
      #expect(try await login(server, Self.wrong, from: "198.51.100.7").status == 401)
      server.pass(.seconds(30))
      #expect(try await anna().status == 200)
    }
  }

  @Test("however many networks guess at one address, it has 30 attempts in a quarter of an hour")
  func ofManyNetworks() throws {
    let limiter = LoginLimiter()
    func guesses(in minutes: Range<Int>) -> Int {
      var count = 0
      for second in (minutes.lowerBound * 60)..<(minutes.upperBound * 60) {
        let network = [UInt8(second % 250), UInt8(second / 250)]
        let now = noon + .seconds(second)
        if (try? limiter.admitGuess(in: network, to: "anna@example.org", now: now)) != nil { count += 1 }
      }
      return count
    }
    #expect(guesses(in: 0..<15) <= 45)
    #expect(guesses(in: 15..<30) == 30)
    #expect(guesses(in: 30..<240) == 14 * 30)
  }

  @Test("a network that has failed three times at an address waits for a quarter of an hour while others guess, too")
  func ownFailures() throws {
    let limiter = LoginLimiter()
    func admit(_ network: UInt8, after seconds: Int) throws {
      try limiter.admitGuess(in: [network], to: "anna@example.org", now: noon + .seconds(seconds))
    }
    for _ in 1...3 { try admit(1, after: 0) }
    for _ in 1...2 { try admit(2, after: 1) }
    for _ in 1...5 { try admit(3, after: 1) }
    #expect(throws: APIError(.rateLimited, "Too many requests. Please wait.", retryAfter: 860)) {
      try admit(1, after: 40)
    }
    try admit(2, after: 40)
    try limiter.admitGuess(in: [1], to: "ben@example.org", now: noon + .seconds(40))
    for network: UInt8 in 4...30 { try admit(network, after: 30 * Int(network)) }
    try admit(1, after: 930)
    // A login clears the failures before it.
    limiter.forgetStranger(in: [1], at: "anna@example.org")
    for count in 1...3 { try admit(1, after: 930 + 30 * count) }
    #expect(throws: APIError(.rateLimited, "Too many requests. Please wait.", retryAfter: 810)) {
      try admit(1, after: 1050)
    }
  }

  @Test("a stranger's wrong guesses do not lock out a machine that has logged in before, also after a restart")
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
        _ = try await login(server, TestServer.credentials("user\(number)", "wrong horse"))
      }
      #expect(try await login(server, Self.wrong).status == 429)
      #expect(try await login(server, Self.right, device: phone).status == 200)
      for _ in 1...10 { #expect(try await login(server, Self.wrong, device: phone).status == 401) }
      #expect(try await login(server, Self.right, device: phone).status == 429)
    }
  }

  @Test("nor a browser that has signed in before, also after signing out")
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

  @Test("a machine is remembered for the accounts that have logged in with it, and a reset password ends that")
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

  @Test("one network cannot try many addresses, in any spelling; an IPv6 network counts as one")
  func ofOneNetwork() async throws {
    try await TestServer.run({ $0.isBehindProxy = true }) { server in
      func attempt(_ number: Int, from address: String) async throws -> Int {
        let body = TestServer.credentials("user\(number)", "wrong horse")
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

  @Test("without a proxy in front, a forged header has no effect")
  func forged() async throws {
    try await TestServer.run { server in
      for number in 1...31 {
        let body = TestServer.credentials("user\(number)", "wrong horse")
        let reply = try await login(server, body, from: "192.0.2.\(number)")
        #expect(reply.status == (number > 30 ? 429 : 401))
      }
    }
  }

  @Test(
    "refused attempts do not count; without attempts left, the body is not read",
    arguments: ["auth.login", "auth.register", "auth.reset"])
  func beforeDecoding(id: String) async throws {
    try await TestServer.run { server in
      let path = "/v1/" + id.replacing(".", with: "/")
      func nonsense() async throws -> Int { try await server.send("POST", path, Array("no JSON".utf8)).status }
      for _ in 1...40 { #expect(try await nonsense() == 400) }
      for number in 1...30 {
        let body = TestServer.credentials("user\(number)", "wrong horse")
        let reply = try await login(server, body)
        #expect(reply.status == 401)
      }
      #expect(try await nonsense() == 429)
    }
  }

  // MARK: The memory

  private let noon = TestServer.noon

  private func guess(_ name: String) -> LoginLimiter.Subject { .guess([192, 0, 2, 1], at: "\(name)@example.org") }

  @Test("its size is fixed, and it contains the most recent attempts")
  func memory() throws {
    let limiter = LoginLimiter(capacity: 100)
    for _ in 1...10 { try limiter.admit(guess("anna"), now: noon) }
    for number in 1...100 { try limiter.admit(guess("\(number)"), now: noon) }
    #expect(throws: APIError.self) { try limiter.admit(guess("anna"), now: noon) }
    // However many others come after her, she has had her attempts.
    for number in 1...10_000 { try limiter.admit(guess("other \(number)"), now: noon) }
    #expect(limiter.size < 202)
    #expect(throws: APIError.self) { try limiter.admit(guess("anna"), now: noon) }
    for number in 1...1_000 {
      for _ in 1...10 { try limiter.admit(guess("full \(number)"), now: noon + .minutes(1)) }
    }
    #expect(limiter.size < 401)
    try limiter.admit(guess("anna"), now: noon + .minutes(15))
  }

  @Test("naming many addresses makes it forget no network, and vice versa")
  func apart() throws {
    let limiter = LoginLimiter(capacity: 100)
    for _ in 1...9 { try limiter.admit(guess("anna"), now: noon) }
    for number in 0..<1_000 { try limiter.admit(.network([UInt8(number / 256), UInt8(number % 256)]), now: noon) }
    try limiter.admit(guess("anna"), now: noon)
    #expect(throws: APIError.self) { try limiter.admit(guess("anna"), now: noon) }
    #expect(throws: APIError.self) { try limiter.check(guess("anna"), now: noon) }
    for _ in 1...20 { try limiter.check(guess("ben"), now: noon) }
    try limiter.admit(guess("ben"), now: noon)
  }

  @Test("a clock that is set back locks no one out for longer than a quarter of an hour")
  func clock() throws {
    let limiter = LoginLimiter()
    for _ in 1...10 { try limiter.admit(guess("anna"), now: noon) }
    try limiter.admit(guess("anna"), now: noon - .hours(24))
  }
}
