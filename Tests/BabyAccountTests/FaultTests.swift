import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol
import TestSupport
import Testing

/// What came of a call, whichever it was.
private enum Outcome: Hashable {
  case done
  case unavailable(Outage)
  case refused(status: Int)
  case tooLarge
  case other(String)

  init(_ result: SendResult) {
    switch result {
    case .accepted, .childAccepted: self = .done
    case .unavailable(let outage): self = .unavailable(outage)
    case .refused(let refusal): self = .refused(status: refusal.status)
    default: self = .other("\(result)")
    }
  }

  init(_ call: () async throws(UpstreamError) -> Void) async {
    do throws(UpstreamError) {
      try await call()
      self = .done
    } catch {
      switch error {
      case .unavailable(let outage): self = .unavailable(outage)
      case .refused(let refusal): self = .refused(status: refusal.status)
      default: self = .other("\(error)")
      }
    }
  }
}

/// One call of each method, each of which would succeed.
private struct Method: Sendable {
  let name: String
  /// Whether its answer has a body.
  var answers = true
  /// What it comes to when the server gets it twice and the caller the second answer.
  var twice: Outcome = .done
  let call: @Sendable (HTTPUpstream, Prepared) async -> Outcome

  /// What the calls are about.
  struct Prepared: Sendable {
    let family: Family
    let known: Entry
    let share: CreatedShare
    let offer: CreatedShare
    let anonymous: HTTPUpstream
    let ben: HTTPUpstream
    let benID: UserID
    let last: HTTPUpstream
  }

  static let all: [Method] = [
    Method(name: "register", twice: .refused(status: 409)) { _, prepared in
      await Outcome { () async throws(UpstreamError) in
        let registration = Registration(email: "cleo@example.org", password: Family.password, name: "Cleo")
        _ = try await prepared.anonymous.register(registration)
      }
    },
    Method(name: "login") { server, _ in
      await Outcome { () async throws(UpstreamError) in
        _ = try await server.login(Credentials(email: "anna@example.org", password: Family.password))
      }
    },
    Method(name: "user") { server, _ in
      await Outcome { () async throws(UpstreamError) in _ = try await server.user() }
    },
    Method(name: "send a new entry") { server, prepared in
      Outcome(await server.send(PendingWrite(prepared.family.sleep(from: 9, to: 8), key: "new")))
    },
    Method(name: "send a changed entry") { server, prepared in
      var entry = prepared.known
      entry.note = "changed"
      return Outcome(await server.send(PendingWrite(entry, base: prepared.known.updatedAt, key: "changed")))
    },
    Method(name: "send a new child") { server, _ in
      let child = Family.child("Emil")
      return Outcome(
        await server.send(PendingWrite(id: 3, idempotencyKey: "emil", content: .child(child, isNew: true, base: nil))))
    },
    Method(name: "changes") { server, _ in
      var result: PollResult?
      let outcome = await Outcome { () async throws(UpstreamError) in
        result = try await server.changes(after: nil, knowing: nil, limit: 100)
      }
      switch result {
      case .page?, nil: return outcome
      case .tooLarge?: return .tooLarge
      case .unchanged?, .positionUnknown?: return .other("no page")
      }
    },
    Method(name: "createShare") { server, prepared in
      await Outcome { () async throws(UpstreamError) in
        _ = try await server.createShare(of: prepared.family.eva.id, as: .viewer)
      }
    },
    Method(name: "shares") { server, prepared in
      await Outcome { () async throws(UpstreamError) in _ = try await server.shares(of: prepared.family.eva.id) }
    },
    Method(name: "revoke", answers: false, twice: .refused(status: 404)) { server, prepared in
      await Outcome { () async throws(UpstreamError) in
        try await server.revoke(prepared.share.share.id, of: prepared.family.eva.id)
      }
    },
    Method(name: "acceptShare") { _, prepared in
      await Outcome { () async throws(UpstreamError) in
        _ = try await prepared.ben.acceptShare(code: prepared.offer.code)
      }
    },
    Method(name: "members") { server, prepared in
      await Outcome { () async throws(UpstreamError) in _ = try await server.members(of: prepared.family.eva.id) }
    },
    Method(name: "setRole") { server, prepared in
      await Outcome { () async throws(UpstreamError) in
        try await server.setRole(.caregiver, of: prepared.benID, in: prepared.family.eva.id)
      }
    },
    Method(name: "transfer", twice: .refused(status: 403)) { server, prepared in
      await Outcome { () async throws(UpstreamError) in
        try await server.transfer(prepared.family.eva.id, to: prepared.benID)
      }
    },
    Method(name: "remove", answers: false, twice: .refused(status: 404)) { server, prepared in
      await Outcome { () async throws(UpstreamError) in
        try await server.remove(prepared.family.anna.user.id, from: prepared.family.eva.id)
      }
    },
    Method(name: "logout", answers: false) { _, prepared in
      await Outcome { () async throws(UpstreamError) in try await prepared.last.logout() }
    },
  ]
}

@Suite("Every method and every failure")
struct FaultTests {
  private static let brokenOff = Outcome.unavailable(.network("the connection was lost"))

  /// Each method meets the fault, on a server of its own, and says what it was.
  private func everyMethod(
    meets fault: Fault, timeout: Duration = Patience.limit, among methods: [Method] = Method.all,
    _ expected: (Method) -> Outcome
  ) async throws {
    try await Family.run { family in
      let (server, eva) = (try family.server, family.eva.id)
      let known = try #require(await server.send(PendingWrite(family.sleep(from: 3, to: 2))).accepted)
      let impatient = try Family.connections(timeout: timeout)
      func machine(_ session: NewSession?) -> HTTPUpstream {
        HTTPUpstream(server.address, token: session?.bearer, over: impatient)
      }
      let ben = try await family.register("Ben")
      let last = try await server.login(Credentials(email: "anna@example.org", password: Family.password))
      let prepared = Method.Prepared(
        family: family, known: known, share: try await server.createShare(of: eva, as: .viewer),
        offer: try await server.createShare(of: eva, as: .caregiver), anonymous: machine(nil),
        ben: machine(ben), benID: ben.user.id, last: machine(last))
      let failing = machine(family.anna)
      // Every request meets the fault: one that comes after its method has given up must not use up another's.
      family.proxy.follow { _ in fault }
      for method in methods {
        let outcome = await method.call(failing, prepared)
        #expect(outcome == expected(method), "\(method.name)")
      }
      await impatient.shutdown()
    }
  }

  @Test(
    "a connection that ends too early is a network failure",
    arguments: [Fault.refuse, .loseAnswer, .cut, .longLength])
  func brokenConnection(fault: Fault) async throws {
    try await everyMethod(meets: fault, among: Method.all.filter { $0.answers || fault != .longLength }) { _ in
      Self.brokenOff
    }
  }

  @Test("a status of 500 and more is a server failure", arguments: [500, 502, 503, 504])
  func serverError(status: Int) async throws {
    try await everyMethod(meets: status == 500 ? .statusAfter(status) : .status(status)) { _ in
      .unavailable(.server(status: status))
    }
  }

  @Test("an error by another server is not the family server's", arguments: [400, 401, 403, 404, 409])
  func proxyError(status: Int) async throws {
    try await everyMethod(meets: .status(status)) { _ in
      .unavailable(.badAnswer("status \(status) without a reason"))
    }
  }

  @Test(
    "an invalid answer is distinguished from a valid one",
    arguments: [
      (Fault.notJSON, "something other than JSON"), (.html, "something other than JSON"),
      (.shortLength, "something other than JSON"), (.otherForm, "JSON of an unexpected form"),
    ] as [(Fault, String)])
  func badAnswer(fault: Fault, words: String) async throws {
    try await everyMethod(meets: fault, among: Method.all.filter(\.answers)) { _ in
      .unavailable(.badAnswer(words))
    }
  }

  @Test("more than the largest possible answer is not accepted")
  func tooLarge() async throws {
    try await everyMethod(meets: .huge(9 * 1024 * 1024), among: Method.all.filter(\.answers)) { method in
      method.name == "changes" ? .tooLarge : .unavailable(.tooLarge(limit: 448 * 1024))
    }
  }

  @Test("a peer that does not speak HTTP is distinguished from a server")
  func garbage() async throws {
    try await everyMethod(meets: .garbage) { _ in .unavailable(.badAnswer("something other than HTTP")) }
  }

  @Test("a slow answer is waited for, and a repeated one is as good as one")
  func slowAndDouble() async throws {
    try await everyMethod(meets: .delay(.milliseconds(50))) { _ in .done }
    try await everyMethod(meets: .twice) { $0.twice }
  }

  @Test(
    "a missing or endless answer times out",
    arguments: [Fault.silence, .silenceAfter, .drip(every: .milliseconds(20))])
  func timeout(fault: Fault) async throws {
    try await everyMethod(meets: fault, timeout: .milliseconds(100)) { _ in .unavailable(.timeout) }
  }

  @Test("the token goes to no other host, and redirects are not followed", arguments: ["http", "https"])
  func redirect(scheme: String) async throws {
    try await Family.run { family in
      let other = try await FaultProxy.start(before: family.port)
      defer { other.stop() }
      family.proxy.follow { .redirect(to: "\(scheme)://127.0.0.1:\(other.port)\($0.target)") }
      let redirected = Outage.badAnswer("a redirect, which is never followed")
      let server = try family.server
      await #expect(throws: UpstreamError.unavailable(redirected)) { try await server.user() }
      await #expect(throws: UpstreamError.unavailable(redirected)) {
        try await server.changes(after: nil, knowing: nil, limit: 10)
      }
      #expect(await server.send(PendingWrite(family.sleep(from: 3, to: 2))) == .unavailable(redirected))
      #expect(other.seen.isEmpty)
    }
  }

  @Test("a missing server is noticed at once")
  func missingServer() async throws {
    let proxy = try await FaultProxy.start(before: 1)
    proxy.stop()
    let connections = try Family.connections()
    let closed = HTTPUpstream(try Family.address(1), over: connections)
    await #expect(throws: UpstreamError.unavailable(.network("nothing is listening there"))) { try await closed.user() }
    let unknown = HTTPUpstream(try ServerAddress("https://baby.invalid"), over: connections)
    await #expect(throws: UpstreamError.unavailable(.network("there is no host named baby.invalid"))) {
      try await unknown.user()
    }
    await connections.shutdown()
  }

  @Test(
    "retried after any of them, a change has taken effect once",
    arguments: [
      Fault.refuse, .loseAnswer, .cut, .statusAfter(500), .status(503), .twice, .notJSON, .otherForm, .html,
      .longLength,
      .shortLength, .garbage, .huge(100_000),
    ])
  func onceOnly(fault: Fault) async throws {
    try await Family.run { family in
      let server = try family.server
      let sleep = family.sleep(from: 3, to: 2)
      family.proxy.fail([fault])
      _ = await server.send(PendingWrite(sleep, key: "new"))
      let first = try #require(await server.send(PendingWrite(sleep, key: "new")).accepted)
      var edited = first
      edited.note = "edited"
      family.proxy.fail([fault])
      _ = await server.send(PendingWrite(edited, base: first.updatedAt, key: "edit"))
      let second = try #require(await server.send(PendingWrite(edited, base: first.updatedAt, key: "edit")).accepted)
      #expect(second.note == "edited")
      #expect(second.updatedAt == first.updatedAt + .milliseconds(1))
      edited.deletedAt = Family.noon
      family.proxy.fail([fault])
      _ = await server.send(PendingWrite(edited, base: second.updatedAt, key: "delete"))
      let third = try #require(await server.send(PendingWrite(edited, base: second.updatedAt, key: "delete")).accepted)
      #expect(third.deletedAt == second.updatedAt + .milliseconds(1))
      #expect(try await family.everything().entries == [third])
    }
  }

  @Test("a possibly dead connection is not reused")
  func reconnect() async throws {
    try await Family.run { family in
      let server = try family.server
      _ = try await server.user()
      family.connections.reconnect()
      _ = try await server.user()
    }
  }
}
