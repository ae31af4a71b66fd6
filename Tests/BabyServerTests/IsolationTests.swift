import BabyAPI
import BabyModel
import BabyProtocol
import Testing

/// Driven by the list of operations: a route that is added is tested without another word.
@Suite("Permissions")
struct IsolationTests {
  /// A family with everything in it that a path can name.
  private struct Family {
    let owner: Caller
    let child: Child
    private(set) var path: [String: String]

    init(_ name: String, entry: UInt64, on server: TestServer) async throws {
      owner = try await server.register(name)
      child = try await server.addEva(owner)
      try await server.put(server.entry(entry), server.sleep(child, from: 2, to: 1), as: owner)
      _ = try await server.shareCode(child, of: owner, as: .viewer)
      let shares = try await server.send("shares.list", at: ["child": "\(child.id)"], as: owner).decoded(
        OpenShares.self)
      path = [
        "child": "\(child.id)", "entry": "\(server.entry(entry))", "share": "\(shares.shares.map(\.id)[0])",
        "session": "\(try await server.send("sessions.list", as: owner).decoded(AccountSessions.Answer.self).current)",
        "user": "\(owner.user.id)", "figure": "sleep",
      ]
    }

    /// The same, about a member.
    func about(_ member: Caller) -> Family {
      var family = self
      family.path["user"] = "\(member.user.id)"
      return family
    }

    /// A body that is right, so that nothing but the caller can be wrong.
    func body(_ operation: Operation, _ server: TestServer) -> JSON? {
      switch operation.body {
      case nil: nil
      case is SharedEntryDraft.Type: server.sleep(child, from: 3, to: 1)
      case is ChildPatch.Type: ["name": "Mallory"]
      case is PhraseRequest.Type: ["text": "wet"]
      case is NewShare.Type: ["role": "caregiver"]
      case is MemberPatch.Type: ["role": "viewer"]
      case is NewOwner.Type: ["user": .string(path["user"] ?? "")]
      case is SettingValues.Type: ["settings": []]
      case is NewChild.Type:
        ["id": .string("\(child.id)"), "name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"]
      case is ShareCode.Type: ["code": "00"]
      case is SessionPatch.Type: ["name": "phone"]
      case is PasswordChange.Type: ["old": .string(TestServer.password), "new": "battery staple"]
      default: [:]
      }
    }
  }

  private static let closed = Operation.all.filter { $0.access != .anybody }
  private static let ofChildren = Operation.all.filter {
    if case .role = $0.access { true } else { false }
  }

  private func send(_ operation: Operation, _ family: Family, _ server: TestServer, as caller: Caller?) async throws
    -> Reply
  {
    let path = family.path.filter { operation.path.contains("{\($0.key)}") }
    return try await server.send(operation.id, at: path, family.body(operation, server), as: caller)
  }

  @Test("without a token, or with an invented one, nothing is returned", arguments: closed.map(\.id))
  func unauthorized(id: String) async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let operation = try #require(Operation.all.first { $0.id == id })
      #expect(try await send(operation, family, server, as: nil).status == 401)
      let forged = Caller(user: family.owner.user, token: "bbs_" + String(repeating: "0", count: 64))
      #expect(try await send(operation, family, server, as: forged).status == 401)
    }
  }

  @Test("another family's data is not found", arguments: ofChildren.map(\.id))
  func strangers(id: String) async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let stranger = try await Family("Mallory", entry: 2, on: server)
      let operation = try #require(Operation.all.first { $0.id == id })
      let before = try await server.send("changes.list", as: family.owner).body
      let reply = try await send(operation, family, server, as: stranger.owner)
      #expect(reply.status == 404)
      // The same as for what never was.
      var nowhere = reply
      if operation.path.contains("{") {
        let path = family.path.mapValues { _ in "0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f" }
          .filter { operation.path.contains("{\($0.key)}") }
        nowhere = try await server.send(
          id, at: path, family.body(operation, server), as: stranger.owner)
      }
      #expect(nowhere.body == reply.body)
      #expect(try await server.send("changes.list", as: family.owner).body == before)
    }
  }

  @Test("one's own child does not give access to another family's entry or share")
  func mixedPaths() async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let stranger = try await Family("Mallory", entry: 2, on: server)
      let put = try await server.put(
        server.entry(1), server.sleep(stranger.child, from: 3, to: 1), as: stranger.owner)
      #expect(put.status == 404)
      let revoke = try await server.send(
        "shares.revoke", at: ["child": "\(stranger.child.id)", "share": family.path["share"] ?? ""], as: stranger.owner)
      #expect(revoke.status == 404)
    }
  }

  @Test("lists contain only one's own")
  func lists() async throws {
    try await TestServer.run { server in
      _ = try await Family("Anna", entry: 1, on: server)
      let stranger = try await Family("Mallory", entry: 2, on: server)
      let children = try await server.send("children.list", as: stranger.owner).decoded(SharedChildList.self)
      #expect(children.children.map(\.child) == [stranger.child])
      let changes = try await server.changes(as: stranger.owner)
      #expect(changes.known.map(\.entry.id) == [server.entry(2)])
      #expect(changes.children.map(\.child) == [stranger.child])
    }
  }

  @Test("each role may do its own and no more", arguments: ofChildren.map(\.id), [Role.viewer, .caregiver])
  func roles(id: String, role: Role) async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let member = try await server.join("Bob", family.child, of: family.owner, as: role)
      let operation = try #require(Operation.all.first { $0.id == id })
      guard case .role(let needed) = operation.access else { return }
      let reply = try await send(operation, family.about(member), server, as: member)
      #expect(reply.status == (role.covers(needed) ? operation.success : 403))
    }
  }

  @Test("only an owner can change another member", arguments: [Role.viewer, .caregiver])
  func others(role: Role) async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let member = try await server.join("Bob", family.child, of: family.owner, as: role)
      let other = try await server.join("Carol", family.child, of: family.owner, as: .viewer)
      let before = try await server.send("members.list", at: ["child": "\(family.child.id)"], as: family.owner).body
      for id in ["members.update", "members.remove", "members.transfer"] {
        let operation = try #require(Operation.all.first { $0.id == id })
        for target in [other, family.owner] {
          #expect(try await send(operation, family.about(target), server, as: member).status == 403, "\(id)")
        }
      }
      let after = try await server.send("members.list", at: ["child": "\(family.child.id)"], as: family.owner).body
      #expect(after == before)
    }
  }

  @Test("a removed member is a stranger on every route", arguments: ofChildren.map(\.id))
  func removed(id: String) async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let member = try await server.join("Bob", family.child, of: family.owner, as: .caregiver)
      let place = ["child": "\(family.child.id)", "user": "\(member.user.id)"]
      #expect(try await server.send("members.remove", at: place, as: family.owner).status == 204)
      let operation = try #require(Operation.all.first { $0.id == id })
      for target in [member, family.owner] {
        #expect(try await send(operation, family.about(target), server, as: member).status == 404)
      }
    }
  }

  @Test("a page's cookie gives no more access than a token")
  func onPage() async throws {
    try await TestServer.run { server in
      let family = try await Family("Anna", entry: 1, on: server)
      let stranger = try await Family("Mallory", entry: 2, on: server).owner.onPage
      let viewer = try await server.join("Bob", family.child, of: family.owner, as: .viewer).onPage
      let forged = Caller(user: family.owner.user, token: "bbs_" + String(repeating: "0", count: 64)).onPage
      for operation in Self.closed {
        let id = operation.id
        #expect(try await send(operation, family, server, as: forged).status == 401, "\(id)")
        guard case .role(let needed) = operation.access else { continue }
        #expect(try await send(operation, family, server, as: stranger).status == 404, "\(id)")
        if needed == .viewer, operation.verb == .get {
          #expect(try await send(operation, family, server, as: viewer).status == operation.success, "\(id)")
        } else if needed != .viewer {
          #expect(try await send(operation, family, server, as: viewer).status == 403, "\(id)")
        }
      }
      #expect(try await send(Operations.meGet.operation, family, server, as: family.owner.onPage).status == 200)
    }
  }
}
