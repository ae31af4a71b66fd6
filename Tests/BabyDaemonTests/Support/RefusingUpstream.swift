import BabyAPI
import BabyModel
import BabyUpstream

/// A server that lets everybody in and then refuses everything; or that lets nobody in.
struct RefusingUpstream: Upstream {
  var error: UpstreamError
  var letsIn = false

  let skew: Duration? = nil

  func register(_ wish: Registration) async throws(UpstreamError) -> NewSession { throw error }

  func login(_ credentials: Credentials) async throws(UpstreamError) -> NewSession {
    guard letsIn else { throw error }
    let user = User(
      id: UserID(high: 0, low: 1), email: credentials.email, name: "Anna", createdAt: Instant(milliseconds: 0))
    return NewSession(token: "bbs_1", expiresAt: Instant(milliseconds: 4_000_000_000_000), user: user)
  }

  func logout() async throws(UpstreamError) { throw error }
  func eraseAccount() async throws(UpstreamError) { throw error }
  func user() async throws(UpstreamError) -> User { throw error }
  func send(_ write: PendingWrite) async -> SendResult { .unauthorized }
  func sendAgain(_ lost: UnknownEntry) async -> RelayResult { .unauthorized }
  func changes(after position: String?, knowing tag: String?, limit: Int) async -> PollResult { .unauthorized }
  func followNews(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (NewsEnd) -> Void
  ) -> NewsStream {
    ended(.unauthorized)
    return NewsStream {}
  }
  func createShare(of child: ChildID, as role: SharedRole) async throws(UpstreamError) -> CreatedShare { throw error }
  func shares(of child: ChildID) async throws(UpstreamError) -> [Share] { throw error }
  func revoke(_ share: ShareID, of child: ChildID) async throws(UpstreamError) { throw error }
  func acceptShare(code: String) async throws(UpstreamError) -> RemoteChild { throw error }
  func members(of child: ChildID) async throws(UpstreamError) -> [Member] { throw error }
}
