import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("The sessions of an account, as a machine sees them")
struct SessionTests {
  @Test("a machine names itself, lists its own session, and ends others")
  func sessions() async throws {
    try await Family.run { family in
      let phone = HTTPUpstream(
        try Family.address(family.proxy.port), sessionName: "Annas Handy · babybasicsd", over: family.connections)
      let session = try await phone.login(Credentials(email: "anna@example.org", password: Family.password))
      let upstream = try family.server
      let list = try await upstream.sessions()
      #expect(Set(list.sessions.map(\.name)) == ["babybasicsd", "Annas Handy · babybasicsd"])
      let own = try #require(list.sessions.first { $0.id == list.current })
      #expect(own.name == "babybasicsd")
      #expect(try await upstream.rename(own.id, to: "Küche").name == "Küche")
      let other = try #require(list.sessions.first { $0.id != list.current })
      try await upstream.end(other.id)
      await #expect(throws: UpstreamError.unauthorized) { try await family.server(as: session).user() }
      let gone = await #expect(throws: UpstreamError.self) { try await upstream.end(other.id) }
      #expect(gone == .refused(Refusal(status: 404, message: "Not found.")))
      _ = try await phone.login(Credentials(email: "anna@example.org", password: Family.password))
      #expect(try await upstream.endOtherSessions() == 1)
    }
  }

  @Test("name, address and password are changed, and a wrong password changes nothing")
  func account() async throws {
    try await Family.run { family in
      let upstream = try family.server
      #expect(try await upstream.update(UserPatch(name: "Anna Maria")).name == "Anna Maria")
      await #expect(throws: UpstreamError.wrongCredentials) {
        try await upstream.update(UserPatch(email: "am@example.org", password: "wrong horse"))
      }
      let user = try await upstream.update(UserPatch(email: "am@example.org", password: Family.password))
      #expect(user.email == "am@example.org")
      #expect(user.id == family.anna.user.id)
      await #expect(throws: UpstreamError.wrongCredentials) {
        try await upstream.change(PasswordChange(old: "wrong horse", new: "battery staple"))
      }
      try await upstream.change(PasswordChange(old: Family.password, new: "battery staple"))
      #expect(try await upstream.user() == user)
    }
  }
}
