import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol
import Foundation
import TestSupport
import Testing

@Suite("An account on a family server")
struct AccountTests {
  @Test("is registered once, logged in to with its password, and logged out of")
  func session() async throws {
    try await Family.run { family in
      #expect(family.anna.user.name == "Anna")
      #expect(try await family.server.user() == family.anna.user)

      let anonymous = try family.server(as: nil)
      let taken = await #expect(throws: UpstreamError.self) { try await family.register("Anna") }
      #expect(taken == .refused(Refusal(status: 409, message: "Email already registered.")))
      let short = await #expect(throws: UpstreamError.self) {
        try await anonymous.register(Registration(email: "ben@example.org", password: "horse", name: "Ben"))
      }
      guard case .refused(let refusal) = short else { return #expect(short == nil) }
      #expect(refusal.status == 400)
      #expect(refusal.details == [FieldError("password", "must have 8 to 200 characters")])

      await #expect(throws: UpstreamError.wrongCredentials) {
        try await anonymous.login(Credentials(email: "anna@example.org", password: "battery staple"))
      }
      let second = try await anonymous.login(Credentials(email: "anna@example.org", password: Family.password))
      let machine = try family.server(as: second)
      try await machine.logout()
      try await machine.logout()
      await #expect(throws: UpstreamError.unauthorized) { try await machine.user() }
      #expect(try await family.server.user() == family.anna.user)
    }
  }

  @Test("is erased with its children")
  func erase() async throws {
    try await Family.run { family in
      let known = try await family.server.erasure()
      await #expect(throws: UpstreamError.wrongCredentials) {
        try await family.server.eraseAccount(AccountErasure(password: "battery staple"))
      }
      #expect(try await family.server.eraseAccount(AccountErasure(password: Family.password)) == known)
      await #expect(throws: UpstreamError.unauthorized) { try await family.server.user() }
      _ = try await family.register("Anna")
    }
  }

  @Test("waits after too many attempts")
  func rateLimit() async throws {
    try await Family.run { family in
      let anonymous = try family.server(as: nil)
      var errors: [UpstreamError?] = []
      for _ in 1...11 {
        errors.append(
          await #expect(throws: UpstreamError.self) {
            try await anonymous.login(Credentials(email: "anna@example.org", password: "guess"))
          })
      }
      #expect(errors.last == .rateLimited(retryAfter: .minutes(15)))
      #expect(errors.dropLast().allSatisfy { $0 == .wrongCredentials })
    }
  }

  @Test("shares a child with another one")
  func sharing() async throws {
    try await Family.run { family in
      let (server, child) = (try family.server, family.eva.id)
      let offer = try await server.createShare(of: child, as: .viewer)
      let mistake = try await server.createShare(of: child, as: .caregiver)
      try await server.revoke(mistake.share.id, of: child)
      #expect(try await server.shares(of: child) == [offer.share])

      let ben = try family.server(as: try await family.register("Ben"))
      let shared = try await ben.acceptShare(code: offer.code)
      #expect(shared.child.name == "Eva")
      #expect(shared.role == .viewer)
      #expect(try await server.members(of: child).map(\.user.name) == ["Anna", "Ben"])
      #expect(try await server.members(of: child).map(\.role) == [.owner, .viewer])

      let used = await #expect(throws: UpstreamError.self) { try await server.acceptShare(code: mistake.code) }
      let gone = Refusal(
        status: 404, message: "This code has been used, was withdrawn or has expired. Ask for a new one.")
      #expect(used == .refused(gone))
      let notAllowed = await #expect(throws: UpstreamError.self) { try await ben.createShare(of: child, as: .viewer) }
      #expect(notAllowed == .refused(Refusal(status: 403, message: "Only this child's owner may do this.")))
    }
  }

  @Test("measures the difference of the two clocks")
  func skew() async throws {
    try await Family.run { family in
      let server = try family.server
      #expect(server.skew == nil)
      _ = try await server.user()
      // Server and client run on this machine's clock; the header has whole seconds, and the answer may be slow.
      let skew = try #require(server.skew)
      #expect(abs(skew.inMilliseconds) < 5000)
      #expect(family.proxy.seen.last?.headers["authorization"] == "Bearer \(family.anna.bearer?.secret ?? "")")
    }
  }

  @Test("a stranger's wrong guesses do not lock out a machine that has logged in before")
  func knownMachine() async throws {
    try await Family.run { family in
      let right = Credentials(email: "anna@example.org", password: Family.password)
      let wrong = Credentials(email: "anna@example.org", password: "battery staple")
      let address = try Family.address(family.proxy.port)
      let device = String(repeating: "d", count: 64)
      let known = HTTPUpstream(address, device: device, over: family.connections)
      _ = try await known.login(right)
      let stranger = try family.server(as: nil)
      for _ in 1...10 {
        await #expect(throws: UpstreamError.wrongCredentials) { try await stranger.login(wrong) }
      }
      await #expect(throws: UpstreamError.self) { try await stranger.login(right) }
      #expect(try await known.login(right).user == family.anna.user)
    }
  }
}
