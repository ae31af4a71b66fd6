import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol

/// A server that lets everybody in and then refuses everything; or that lets nobody in.
struct RefusingUpstream: Upstream {
  var error: UpstreamError
  var letsIn = false
  /// What it tells of sessions all the same.
  var list: AccountSessions.Answer?
  /// Whom it tells of; nobody: it refuses that too.
  var members: [Member] = []

  let skew: Duration? = nil

  func register(_ registration: Registration) async throws(UpstreamError) -> NewSession { throw error }

  func login(_ credentials: Credentials) async throws(UpstreamError) -> NewSession {
    guard letsIn else { throw error }
    let user = User(
      id: UserID(high: 0, low: 1), email: credentials.email, name: "Anna", createdAt: Instant(milliseconds: 0))
    return NewSession(token: "bbs_1", expiresAt: Instant(milliseconds: 4_000_000_000_000), user: user)
  }

  func logout() async throws(UpstreamError) { throw error }
  func erasure() async throws(UpstreamError) -> ErasedChildren { throw error }
  func eraseAccount(_ erasure: AccountErasure) async throws(UpstreamError) -> ErasedChildren { throw error }
  func user() async throws(UpstreamError) -> User { throw error }
  func sessions() async throws(UpstreamError) -> AccountSessions.Answer {
    guard let list else { throw error }
    return list
  }
  func rename(_ session: SessionID, to name: String) async throws(UpstreamError) -> AccountSession { throw error }
  func end(_ session: SessionID) async throws(UpstreamError) { throw error }
  func endOtherSessions() async throws(UpstreamError) -> Int { throw error }
  func change(_ password: PasswordChange) async throws(UpstreamError) { throw error }
  func update(_ patch: UserPatch) async throws(UpstreamError) -> User { throw error }
  func reset(_ reset: PasswordReset) async throws(UpstreamError) -> NewSession { throw error }
  func send(_ write: PendingWrite) async -> SendResult { .unauthorized }
  func sendAgain(_ lost: UnknownEntry) async throws(UpstreamError) -> UnknownEntry { throw .unauthorized }
  func send(_ setting: PendingSetting) async throws(UpstreamError) -> SharedSetting { throw .unauthorized }
  func changes(
    after position: String?, knowing tag: String?, limit: Int, settings: String?
  ) async throws(UpstreamError) -> PollResult { throw .unauthorized }
  func followEvents(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (EventStreamEnd) -> Void
  ) -> EventStreamHandle {
    ended(.unauthorized)
    return EventStreamHandle {}
  }
  func createShare(of child: ChildID, as role: SharedRole) async throws(UpstreamError) -> CreatedShare { throw error }
  func shares(of child: ChildID) async throws(UpstreamError) -> [Share] { throw error }
  func revoke(_ share: ShareID, of child: ChildID) async throws(UpstreamError) { throw error }
  func acceptShare(code: String) async throws(UpstreamError) -> RemoteChild { throw error }
  func members(of child: ChildID) async throws(UpstreamError) -> [Member] {
    guard !members.isEmpty else { throw error }
    return members
  }
  func setRole(_ role: Role, of member: UserID, in child: ChildID) async throws(UpstreamError) { throw error }
  func remove(_ member: UserID, from child: ChildID) async throws(UpstreamError) { throw error }
  func transfer(_ child: ChildID, to member: UserID) async throws(UpstreamError) { throw error }
}
