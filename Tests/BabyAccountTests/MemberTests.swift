import BabyAccount
import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("Members of a child, on a family server")
struct MemberTests {
  private func withBen(_ body: (Family, HTTPUpstream, UserID) async throws -> Void) async throws {
    try await Family.run { family in
      let session = try await family.register("Ben")
      let ben = try family.server(as: session)
      _ = try await ben.acceptShare(code: family.server.createShare(of: family.eva.id, as: .caregiver).code)
      try await body(family, ben, session.user.id)
    }
  }

  @Test("roles change, a child is handed over, and a person leaves, who learns it at the next poll")
  func people() async throws {
    try await withBen { family, ben, id in
      let (server, eva, anna) = (try family.server, family.eva.id, family.anna.user.id)
      try await server.setRole(.viewer, of: id, in: eva)
      #expect(try await server.members(of: eva).map(\.role) == [.owner, .viewer])
      try await server.transfer(eva, to: id)
      #expect(try await ben.members(of: eva).map(\.role) == [.owner, .caregiver])
      let refusal = await #expect(throws: UpstreamError.self) { try await server.remove(id, from: eva) }
      #expect(refusal == .refused(Refusal(status: 403, message: "Only this child's owner may do this.")))
      try await ben.remove(anna, from: eva)
      guard case .page(let page, tag: _) = try await server.changes(after: nil, knowing: nil, limit: 10) else {
        return #expect(Bool(false), "no page")
      }
      #expect(page.children.isEmpty && page.ended == [eva])
    }
  }

  @Test("a server without this feature is distinguished from one without the member")
  func tooOld() async throws {
    try await withBen { family, _, id in
      let (server, eva) = (try family.server, family.eva.id)
      let stranger = UserID(high: 1, low: 1)
      let unknown = UpstreamError.refused(Refusal(status: 404, message: "Not found."))
      await #expect(throws: unknown) { try await server.setRole(.viewer, of: stranger, in: eva) }
      await #expect(throws: unknown) { try await server.remove(stranger, from: eva) }
      // Its own document says what it has.
      let older = #"{"paths":{"/v1/children/{child}":{"patch":{}},"/v1/children/{child}/members":{"get":{}}}}"#
      family.proxy.follow { $0.target == "/v1/openapi.json" ? .body(older) : .none }
      await #expect(throws: UpstreamError.tooOld) { try await server.setRole(.viewer, of: stranger, in: eva) }
      await #expect(throws: UpstreamError.tooOld) { try await server.remove(stranger, from: eva) }
      await #expect(throws: UpstreamError.tooOld) { try await server.transfer(eva, to: stranger) }
      // All operations find it out in one place; an ended session is not a sign of age.
      let other = SessionID(high: 1, low: 1)
      await #expect(throws: UpstreamError.tooOld) { try await server.end(other) }
      let over = HTTPUpstream(
        try Family.address(family.proxy.port), token: SessionToken("bbs_over"), over: family.connections)
      await #expect(throws: UpstreamError.unauthorized) { try await over.end(other) }
      await #expect(throws: UpstreamError.unauthorized) { try await over.setRole(.viewer, of: stranger, in: eva) }
      // What it does is not asked about.
      let count = family.proxy.seen.count
      try await server.remove(id, from: eva)
      #expect(family.proxy.seen.count == count + 1)
    }
  }
}
