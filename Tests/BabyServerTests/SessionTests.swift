import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Devices and sessions")
struct SessionTests {
  private func login(
    _ server: TestServer, name: String? = nil, agent: String? = nil, from address: String? = nil
  ) async throws -> Caller {
    var headers: [String: String] = [:]
    headers["Babybasics-Session-Name"] = name
    headers["User-Agent"] = agent
    headers["X-Forwarded-For"] = address
    return try Caller(await server.login("Anna", headers: headers).decoded())
  }

  private func sessions(_ server: TestServer, _ caller: Caller) async throws -> AccountSessions.Answer {
    try await server.send("sessions.list", as: caller).decoded()
  }

  @Test("a session has a name, its start, and roughly its network")
  func list() async throws {
    try await TestServer.run({ $0.isBehindProxy = true }) { server in
      let anna = try await server.register("Anna")
      server.pass(.minutes(1))
      _ = try await login(server, name: "living-room%20%C2%B7%20babybasicsd", from: "192.0.2.77")
      server.pass(.minutes(1))
      _ = try await login(server, agent: "babybasicsd/0.7", from: "2001:db8:1:2:3::4")
      server.pass(.minutes(1))
      // What nobody could read is not taken for a name.
      _ = try await login(server, name: "a%0Ab", agent: "curl/8.1 (x)")
      let list = try await sessions(server, anna)
      #expect(list.sessions.map(\.name) == ["curl", "babybasicsd", "living-room · babybasicsd", nil])
      #expect(list.sessions.map(\.network) == ["127.0.0.0/24", "2001:db8:1::/48", "192.0.2.0/24", "127.0.0.0/24"])
      #expect(list.sessions.last?.id == list.current)
      #expect(list.sessions.last?.createdAt == TestServer.noon)
      #expect(list.sessions[2].usedAt == TestServer.noon + .minutes(1))
      #expect(list.sessions[2].expiresAt == TestServer.noon + .minutes(1) + .hours(180 * 24))
    }
  }

  @Test(
    "a browser's session is named after its device and its browser",
    arguments: [
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
          + "Mobile/15E148 Safari/604.1", "iPhone · Safari"
      ),
      (
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
        "Android · Chrome"
      ),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
          + "Safari/537.36 Edg/126.0.0.0", "Windows · Edge"
      ),
      ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Linux · Firefox"),
      ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"), ("Mozilla/5.0", "Mozilla"),
    ])
  func browsers(_ agent: String, _ name: String) {
    #expect(SessionName.given(header: nil, userAgent: agent) == name)
  }

  @Test("a session is renamed by its owner, to a displayable name")
  func rename() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let id = "\(try await sessions(server, anna).current)"
      let renamed = try await server.send("sessions.rename", at: ["session": id], ["name": " Küche "], as: anna)
      #expect(try renamed.decoded(AccountSession.self).name == "Küche")
      #expect(try await sessions(server, anna).sessions.map(\.name) == ["Küche"])
      for name in ["", "a\nb", String(repeating: "x", count: 61)] {
        let refused = try await server.send(
          "sessions.rename", at: ["session": id], ["name": .string(name)], as: anna)
        #expect(refused.status == 400)
      }
    }
  }

  @Test("the token of an ended session is worthless at once, also for cached answers")
  func end() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let stolen = try await login(server)
      let id = "\(try await sessions(server, stolen).current)"
      func poll() async throws -> Int {
        try await server.send("changes.list", as: stolen, headers: ["If-None-Match": "*"]).status
      }
      for _ in 1...2 { #expect(try await poll() == 304) }
      #expect(try await server.send("sessions.end", at: ["session": id], as: anna).status == 204)
      #expect(try await poll() == 401)
      #expect(try await server.send("me.get", as: stolen).status == 401)
      #expect(try await server.send("sessions.end", at: ["session": id], as: anna).status == 404)
      #expect(try await server.send("sessions.rename", at: ["session": id], ["name": "x"], as: anna).status == 404)
      #expect(try await server.send("me.get", as: anna).status == 200)
    }
  }

  @Test("all others are ended at once, and the calling one stays")
  func endOthers() async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let others = [try await login(server), try await login(server)]
      #expect(try await server.send("sessions.endOthers", as: anna).decoded(EndedSessions.self).count == 2)
      for other in others { #expect(try await server.send("me.get", as: other).status == 401) }
      #expect(try await sessions(server, anna).sessions.count == 1)
      #expect(try await sessions(server, bob).sessions.count == 1)
      #expect(try await server.send("sessions.endOthers", as: anna).decoded(EndedSessions.self).count == 0)
    }
  }

  @Test("other people's sessions cannot be read, renamed or ended")
  func isolation() async throws {
    try await TestServer.run { server in
      let (anna, mallory) = (try await server.register("Anna"), try await server.register("Mallory"))
      let own = try await sessions(server, anna).current
      let path = ["session": "\(own)"]
      let nowhere = ["session": "0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f"]
      for (id, body) in [("sessions.end", nil), ("sessions.rename", ["name": "mine"])] as [(String, JSON?)] {
        let refused = try await server.send(id, at: path, body, as: mallory)
        #expect(refused.status == 404)
        #expect(refused.body == (try await server.send(id, at: nowhere, body, as: mallory)).body)
      }
      #expect(try await sessions(server, mallory).sessions.map(\.id) != [own])
      #expect(try await sessions(server, anna).sessions.map(\.name) == [nil])
    }
  }

  @Test("a used session is extended, also by cached polls; an unused one ends")
  func sliding() async throws {
    var (used, polling, unused): (Caller?, Caller?, Caller?)
    try await TestServer.run({ $0.sessionLifetime = .hours(24) }) { server in
      used = try await server.register("Anna")
      polling = try await login(server)
      unused = try await login(server)
      let caller = polling
      func poll() async throws -> Int {
        try await server.send("changes.list", as: caller, headers: ["If-None-Match": "*"]).status
      }
      #expect(try await poll() == 304)
      server.pass(.hours(20))
      #expect(try await server.send("me.get", as: used).status == 200)
      #expect(try await poll() == 304)
    } afterRestart: { server in
      server.pass(.hours(4))
      #expect(try await server.send("me.get", as: unused).status == 401)
      #expect(try await server.send("me.get", as: used).status == 200)
      let list = try await sessions(server, try #require(polling))
      #expect(list.sessions.map(\.usedAt) == [TestServer.noon + .hours(20), TestServer.noon + .hours(20)])
      #expect(list.sessions.map(\.expiresAt) == [TestServer.noon + .hours(44), TestServer.noon + .hours(44)])
    }
  }

  @Test("use is recorded at most once an hour, and not with each request")
  func uses() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let store = try server.openStore()
      defer { try? store.close() }
      let uses = SessionUses(lifetime: .hours(24))
      func session() async throws -> AccountSession {
        try #require(try await store.read { try $0.sessions(of: anna.user.id, now: server.now) }.first)
      }
      func use(after time: Duration) async throws -> Bool {
        server.pass(time)
        let (known, before) = (try await session(), try store.commitCount())
        let stamp = try #require(
          try await store.read { try $0.session(token: Secrets.hash(anna.token), now: server.now) })
        uses.note(SessionStamp(stamp), network: [192, 0, 2, 7], now: server.now)
        #expect(try store.commitCount() == before, "a request waits for no disk")
        try await uses.write(to: store, at: server.now)
        return try await session() != known
      }
      #expect(try await !use(after: .minutes(59)))
      #expect(try await use(after: .minutes(1)))
      #expect(try await session().network == "192.0.2.0/24")
      #expect(try await session().expiresAt == server.now + .hours(24))
      #expect(try await !use(after: .minutes(59)))
      // A session that is ended before its use is written stays ended.
      server.pass(.hours(1))
      let stamp = try #require(
        try await store.read { try $0.session(token: Secrets.hash(anna.token), now: server.now) })
      uses.note(SessionStamp(stamp), network: [], now: server.now)
      try await server.send("auth.logout", as: anna)
      try await uses.write(to: store, at: server.now)
      #expect(try await store.read { try $0.sessions(of: anna.user.id, now: server.now) } == [])
    }
  }
}
