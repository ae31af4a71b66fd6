package import BabyAPI
package import BabyModel
import BabyProtocol

extension HTTPUpstream {
  package func sessions() async throws(UpstreamError) -> SessionList { try await answer(Call(Operations.sessionsList)) }

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
}
