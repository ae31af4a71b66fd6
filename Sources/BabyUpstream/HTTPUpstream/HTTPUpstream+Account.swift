package import BabyAPI
package import BabyModel
import BabyProtocol

extension HTTPUpstream {
  package func register(_ wish: Registration) async throws(UpstreamError) -> NewSession {
    try await session(Call("auth.register", wish))
  }

  package func login(_ credentials: Credentials) async throws(UpstreamError) -> NewSession {
    try await session(Call("auth.login", credentials))
  }

  package func logout() async throws(UpstreamError) {
    do { try await done(Call("auth.logout")) } catch UpstreamError.unauthorized {}
  }

  package func eraseAccount() async throws(UpstreamError) { try await done(Call("me.erase")) }

  package func user() async throws(UpstreamError) -> User { try await answer(Call("me.get")) }

  // MARK: Sharing

  package func createShare(of child: ChildID, as role: SharedRole) async throws(UpstreamError) -> CreatedShare {
    var call = Call("shares.create", NewShare(role: role))
    call.path["child"] = "\(child)"
    return try await answer(call)
  }

  package func shares(of child: ChildID) async throws(UpstreamError) -> [Share] {
    var call = Call("shares.list")
    call.path["child"] = "\(child)"
    return try await answer(call, as: OpenShares.self).shares
  }

  package func revoke(_ share: ShareID, of child: ChildID) async throws(UpstreamError) {
    var call = Call("shares.revoke")
    call.path = ["child": "\(child)", "share": "\(share)"]
    try await done(call)
  }

  package func acceptShare(code: String) async throws(UpstreamError) -> RemoteChild {
    let shared = try await answer(Call("shares.accept", ShareCode(code: code)), as: SharedChild.self)
    return RemoteChild(shared.child, role: shared.role)
  }

  package func members(of child: ChildID) async throws(UpstreamError) -> [Member] {
    var call = Call("members.list")
    call.path["child"] = "\(child)"
    return try await answer(call, as: MemberList.self).members
  }

  // MARK: Answers

  private func session(_ call: Call) async throws(UpstreamError) -> NewSession {
    var call = call
    if let device { call.headers.append(("Babybasics-Device", device)) }
    let session: NewSession = try await answer(call)
    guard SessionToken(session.token) != nil else { throw .unavailable(.badAnswer("something that is not a token")) }
    return session
  }

  private func answer<Body: WireObject>(_ call: Call, as type: Body.Type = Body.self) async throws(UpstreamError)
    -> Body
  {
    do throws(CallFailure) { return try await perform(call).decoded() } catch { throw UpstreamError(error) }
  }

  private func done(_ call: Call) async throws(UpstreamError) {
    do throws(CallFailure) { _ = try await perform(call) } catch { throw UpstreamError(error) }
  }
}
