import BabyModel
import BabyProtocol
import BabyStore
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import BabyServer

/// Conditional requests that are answered without asking the database. An outdated answer is never given.
@Suite("Answers to conditional requests from the cache")
struct ConditionalAnswerTests {
  @Test("an answer is cached until its time is over, or until any commit")
  func validity() async throws {
    try await TestServer.run { server in
      let (own, other) = (try server.openStore(), try server.openStore())
      let answers = ConditionalAnswers()
      let question = try #require(ConditionalRequest(request(), page: nil))
      var known = CallAnswer(status: 304, tag: "1")
      known.validity = server.now..<(server.now + .hours(1))
      func remember() async throws { _ = try await answers.keeping(question, in: own) { [known] in known } }
      func isKnown(after time: Duration = .zero) -> Bool {
        answers.answer(to: question, in: own, at: server.now + time)?.tag == "1"
      }
      #expect(!isKnown())
      try await remember()
      #expect(isKnown())
      #expect(isKnown(after: .hours(1) - .milliseconds(1)))
      #expect(!isKnown(after: .hours(1)))
      // A clock that was set back says nothing of what was so then.
      #expect(!isKnown(after: .milliseconds(-1)))
      for (number, store) in [own, other].enumerated() {
        try await remember()
        try await store.write(at: server.now) { try $0.prune() }
        #expect(isKnown(), "nothing was changed")
        try await store.write(at: server.now) { [user = user(number)] in _ = try $0.insert(user, password: "") }
        #expect(!isKnown())
      }
      try await remember()
      try own.close()
      try other.close()
      #expect(!isKnown(), "without its database the cache knows nothing")
    }
  }

  @Test("an answer that was read before a commit does not outlive it")
  func commitMeanwhile() async throws {
    try await TestServer.run { server in
      let store = try server.openStore()
      let answers = ConditionalAnswers()
      let question = try #require(ConditionalRequest(request(), page: nil))
      var known = CallAnswer(status: 304, tag: "1")
      known.validity = server.now..<(server.now + .hours(1))
      _ = try await answers.keeping(question, in: store) { [known, user = user(1)] in
        try await store.write(at: TestServer.noon) { _ = try $0.insert(user, password: "") }
        return known
      }
      #expect(answers.answer(to: question, in: store, at: server.now) == nil)
      try store.close()
    }
  }

  @Test("the request determines the answer completely")
  func questions() throws {
    let all = [
      request(), request(path: "/v1/changes?since=1"), request(token: "b"), request(tag: "\"2\""),
      request(token: "a\"1\"", tag: ""),
    ]
    #expect(Set(try all.map { try #require(ConditionalRequest($0, page: nil)) }).count == all.count)
    #expect(ConditionalRequest(request(), page: nil) == ConditionalRequest(request(), page: nil))
    #expect(ConditionalRequest(request(method: .put), page: nil) == nil)
    #expect(ConditionalRequest(request(tag: nil), page: nil) == nil)
    #expect(ConditionalRequest(request(length: "1"), page: nil) == nil)
  }

  /// Data that a machine has just got as unchanged, and changes that alter the answer.
  @Test(
    "outdated answers are never served from the cache",
    arguments: [
      Change("logging out", to: 401) { server, anna, _ in try await server.send("auth.logout", as: anna) },
      Change("the end of the session", to: 401) { server, _, _ in server.pass(.hours(7)) },
      Change("another session that ends it", to: 401) { server, anna, _ in
        try await server.send("sessions.endOthers", as: Caller(server.login("Anna").decoded()))
      },
      Change("midnight", to: 200) { server, _, _ in server.pass(.hours(12)) },
      Change("an entry", to: 200) { try await $0.put($0.entry(1), $0.sleep($2, from: 2, to: 1), as: $1) },
      Change("removing the child", to: 404) {
        try await $0.send("children.remove", at: ["child": "\($2.id)"], as: $1)
      },
      Change("the child's name", to: 200) {
        try await $0.send("children.update", at: ["child": "\($2.id)"], ["name": "Eva Maria"], as: $1)
      },
      Change("the settings", to: 200) { server, anna, _ in
        try await server.send("settings.put", ["settings": [["key": "units", "value": "oz"]]], as: anna)
      },
      Change("a person who joins", to: 200) { _ = try await $0.join("Bob", $2, of: $1, as: .viewer) },
      Change("another process that resets the password", to: 401) { server, anna, _ in
        let store = try server.openStore()
        try await store.write(at: server.now) { try $0.setPassword("", of: anna.user.id) }
        try store.close()
      },
      Change("a restored backup", to: 200) { server, _, _ in
        let store = try server.openStore()
        try store.backup(to: server.directory + "/backup.db")
        try store.restore(from: server.directory + "/backup.db", now: server.now)
        try store.close()
      },
      Change("another password, for the session that sets it", to: 304) { server, anna, _ in
        let change: JSON = ["old": .string(TestServer.password), "new": "battery staple"]
        try await server.send("me.password", change, as: anna)
      },
      Change("nothing", to: 304) { _, _, _ in },
      Change("another person's child", to: 304) { server, _, _ in
        _ = try await server.addEva(try await server.register("Carl"))
      },
    ])
  func invalidation(change: Change) async throws {
    try await TestServer.run({ $0.sessionLifetime = .hours(change.expected == 200 ? 24 : 7) }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let tag = try #require(
        try await server.send("dashboard.get", at: ["child": "\(eva.id)"], as: anna).headers["etag"])
      func ask() async throws -> Reply {
        try await server.send(
          "dashboard.get", at: ["child": "\(eva.id)"], as: anna, headers: ["If-None-Match": tag])
      }
      let (asked, remembered) = (try await ask(), try await ask())
      #expect(asked.status == 304)
      #expect(remembered.status == 304)
      #expect(remembered.headers.filter { $0.key != "date" } == asked.headers.filter { $0.key != "date" })
      try await change.happen(server, anna, eva)
      for _ in 1...2 { #expect(try await ask().status == change.expected) }
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: Int
    let happen: @Sendable (TestServer, Caller, Child) async throws -> Void

    init(
      _ description: String, to expected: Int,
      _ happen: @escaping @Sendable (TestServer, Caller, Child) async throws -> Void
    ) {
      (testDescription, self.expected, self.happen) = (description, expected, happen)
    }
  }

  private func user(_ number: Int) -> User {
    User(
      id: UserID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number)),
      email: "user\(number)@example.org", name: "Bob", createdAt: TestServer.noon)
  }

  private func request(
    method: HTTPRequest.Method = .get, path: String = "/v1/changes", token: String = "a", tag: String? = "\"1\"",
    length: String? = nil
  ) -> Request {
    var fields: HTTPFields = [.accept: "*/*", .authorization: "Bearer \(token)"]
    fields[.ifNoneMatch] = tag
    fields[.contentLength] = length
    return Request(
      head: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields),
      body: RequestBody(buffer: ByteBuffer()))
  }
}
