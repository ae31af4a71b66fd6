package import BabyAPI

package import BabyModel
package import BabyProtocol

extension HTTPUpstream {
  package func register(_ registration: Registration) async throws(UpstreamError) -> NewSession {
    try await session(Call(Operations.authRegister, sending: registration))
  }

  package func login(_ credentials: Credentials) async throws(UpstreamError) -> NewSession {
    try await session(Call(Operations.authLogin, sending: credentials))
  }

  package func logout() async throws(UpstreamError) {
    do { try await done(finalCall(Call(Operations.authLogout))) } catch UpstreamError.unauthorized {}
  }

  package func erasure() async throws(UpstreamError) -> ErasedChildren { try await answer(Call(Operations.meErasure)) }

  package func eraseAccount(_ erasure: AccountErasure) async throws(UpstreamError) -> ErasedChildren {
    var call = finalCall(Call(Operations.meErase, sending: erasure))
    call.headers += deviceHeaders
    return try await answer(call)
  }

  /// The last call of a session, whose connection is not kept.
  private func finalCall<Answer>(_ call: Call<Answer>) -> Call<Answer> {
    var call = call
    call.headers.append(("Connection", "close"))
    return call
  }

  package func user() async throws(UpstreamError) -> User { try await answer(Call(Operations.meGet)) }

  // MARK: Sharing

  package func createShare(of child: ChildID, as role: SharedRole) async throws(UpstreamError) -> CreatedShare {
    try await answer(Call(Operations.sharesCreate, at: .child(child), sending: NewShare(role: role)))
  }

  package func shares(of child: ChildID) async throws(UpstreamError) -> [Share] {
    try await answer(Call(Operations.sharesList, at: .child(child))).shares
  }

  package func revoke(_ share: ShareID, of child: ChildID) async throws(UpstreamError) {
    try await done(Call(Operations.sharesRevoke, at: .child(child), .share(share)))
  }

  package func acceptShare(code: String) async throws(UpstreamError) -> RemoteChild {
    let shared = try await answer(Call(Operations.sharesAccept, sending: ShareCode(code: code)))
    return RemoteChild(shared.child, role: shared.role, keepsBirth: shared.keepsBirth)
  }

  package func members(of child: ChildID) async throws(UpstreamError) -> [Member] {
    try await answer(Call(Operations.membersList, at: .child(child))).members
  }

  // MARK: Answers

  private func session(_ call: Call<NewSession>) async throws(UpstreamError) -> NewSession {
    var call = call
    call.headers += deviceHeaders
    // A header, which a server that does not know it passes over.
    if let sessionName { call.headers.append(("Babybasics-Session-Name", percentEncoded(sessionName))) }
    let session = try await answer(call)
    guard session.bearer != nil else { throw .unavailable(.badAnswer("something that is not a token")) }
    return session
  }

  private var deviceHeaders: [(name: String, value: String)] { device.map { [("Babybasics-Device", $0)] } ?? [] }

  package func sessions() async throws(UpstreamError) -> AccountSessions.Answer {
    try await answer(Call(Operations.sessionsList))
  }

  package func rename(_ session: SessionID, to name: String) async throws(UpstreamError) -> AccountSession {
    try await answer(Call(Operations.sessionsRename, at: .session(session), sending: SessionPatch(name: name)))
  }

  package func end(_ session: SessionID) async throws(UpstreamError) {
    try await done(Call(Operations.sessionsEnd, at: .session(session)))
  }

  package func endOtherSessions() async throws(UpstreamError) -> Int {
    try await answer(Call(Operations.sessionsEndOthers)).count
  }

  package func change(_ password: PasswordChange) async throws(UpstreamError) {
    var call = Call(Operations.mePassword, sending: password)
    call.headers += deviceHeaders
    try await done(call)
  }

  package func update(_ patch: UserPatch) async throws(UpstreamError) -> User {
    var call = Call(Operations.meUpdate, sending: patch)
    call.headers += deviceHeaders
    return try await answer(call)
  }

  package func reset(_ reset: PasswordReset) async throws(UpstreamError) -> NewSession {
    try await session(Call(Operations.authReset, sending: reset))
  }

  package func setRole(_ role: Role, of member: UserID, in child: ChildID) async throws(UpstreamError) {
    _ = try await answer(
      Call(Operations.membersUpdate, at: .child(child), .user(member), sending: MemberPatch(role: role)))
  }

  package func remove(_ member: UserID, from child: ChildID) async throws(UpstreamError) {
    try await done(Call(Operations.membersRemove, at: .child(child), .user(member)))
  }

  package func transfer(_ child: ChildID, to member: UserID) async throws(UpstreamError) {
    _ = try await answer(Call(Operations.membersTransfer, at: .child(child), sending: NewOwner(user: member)))
  }
}
