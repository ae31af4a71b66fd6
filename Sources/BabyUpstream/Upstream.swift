package import BabyAPI
package import BabyModel

/// A server that several caregivers and machines share children through, as one account sees it.
///
/// What is asked for on a person's behalf throws; what the daemon does by itself, sending and polling, says in its
/// result what is to happen next.
package protocol Upstream: Sendable {
  /// How far the server's clock was ahead of this machine's at its last answer; nil before one. To about a second:
  /// the server tells whole seconds.
  var skew: Duration? { get }

  func register(_ wish: Registration) async throws(UpstreamError) -> NewSession
  func login(_ credentials: Credentials) async throws(UpstreamError) -> NewSession
  /// Ends the session; that it had ended before is no error.
  func logout() async throws(UpstreamError)
  /// Erases the account on the server, with the children that it owns.
  func eraseAccount() async throws(UpstreamError)
  /// Whose session it is.
  func user() async throws(UpstreamError) -> User

  /// Sends a change once.
  func send(_ write: PendingWrite) async -> SendResult

  /// Sends an entry again, of a kind that is not known here, that the server had and has lost.
  func sendAgain(_ lost: UnknownEntry) async -> RelayResult

  /// Asks what has changed.
  ///
  /// - Parameters:
  ///   - position: of the page before; nil for everything.
  ///   - tag: came with the page that ended at the position; nil to be told in any case.
  ///   - limit: how many entries at most, 1 to 1000.
  func changes(after position: String?, knowing tag: String?, limit: Int) async -> PollResult

  /// Follows the server's news until the stream breaks or is closed.
  ///
  /// - Parameters:
  ///   - heard: called with an event's id, by which `NewsStream.isKnown` tells whether there is anything to ask for; on
  ///     any thread.
  ///   - ended: called once, also after it was closed.
  func followNews(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (NewsEnd) -> Void
  ) -> NewsStream

  func createShare(of child: ChildID, as role: SharedRole) async throws(UpstreamError) -> CreatedShare
  /// Invitations that nobody has accepted yet.
  func shares(of child: ChildID) async throws(UpstreamError) -> [Share]
  func revoke(_ share: ShareID, of child: ChildID) async throws(UpstreamError)
  /// - Parameter code: of somebody's share.
  func acceptShare(code: String) async throws(UpstreamError) -> RemoteChild
  /// Who shares a child, the owner first.
  func members(of child: ChildID) async throws(UpstreamError) -> [Member]
}

/// A stream of news that is held open.
package struct NewsStream: Sendable {
  package let close: @Sendable () -> Void

  package init(close: @escaping @Sendable () -> Void) { self.close = close }

  /// Whether a list of changes contains what an event tells of.
  ///
  /// - Parameter tag: came with the list.
  package static func isKnown(_ id: String, to tag: String?) -> Bool { tag?.hasSuffix(":\(id)\"") ?? false }
}

/// Why a server did not do what somebody asked for.
package enum UpstreamError: Error, Hashable, Sendable {
  /// The session is over.
  case unauthorized
  /// The e-mail address or the password is wrong.
  case wrongCredentials
  /// Too many requests; not before so long, if the server says how long.
  case rateLimited(retryAfter: Duration?)
  case refused(Refusal)
  case unavailable(Outage)
}
