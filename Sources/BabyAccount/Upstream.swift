package import BabyAPI

package import BabyModel
package import BabyProtocol

/// A server that several caregivers and machines share children through, as one account sees it.
///
/// Calls on a person's behalf throw `tooOld` if the server does not have the operation.
package protocol Upstream: Sendable {
  /// How far the server's clock was ahead of this machine's at its last answer; nil before one. To about a second: the
  /// server sends whole seconds.
  var skew: Duration? { get }

  func register(_ registration: Registration) async throws(UpstreamError) -> NewSession
  func login(_ credentials: Credentials) async throws(UpstreamError) -> NewSession
  /// Ends the session; a session that has already ended is not an error.
  func logout() async throws(UpstreamError)
  /// Lists the children that would be erased with the account.
  func erasure() async throws(UpstreamError) -> ErasedChildren
  /// Erases the account on the server, with the children that have no other owner.
  func eraseAccount(_ erasure: AccountErasure) async throws(UpstreamError) -> ErasedChildren
  /// The session's account.
  func user() async throws(UpstreamError) -> User

  /// The account's sessions, and which of them this is.
  func sessions() async throws(UpstreamError) -> AccountSessions.Answer
  func rename(_ session: SessionID, to name: String) async throws(UpstreamError) -> AccountSession
  func end(_ session: SessionID) async throws(UpstreamError)
  /// - Returns: how many there were.
  func endOtherSessions() async throws(UpstreamError) -> Int
  /// Ends all other sessions too.
  func change(_ password: PasswordChange) async throws(UpstreamError)
  /// - Returns: the account as it is now.
  func update(_ patch: UserPatch) async throws(UpstreamError) -> User
  /// Resets a forgotten password and begins a session.
  func reset(_ reset: PasswordReset) async throws(UpstreamError) -> NewSession

  /// Sends a change once.
  func send(_ write: PendingWrite) async -> SendResult

  /// Sends an entry again, of a kind that is not known here, that the server had and has lost.
  /// - Returns: the entry as the server has it now.
  func sendAgain(_ lost: UnknownEntry) async throws(UpstreamError) -> UnknownEntry

  /// Sends a setting, a reminder or a reminder's state, once.
  /// - Returns: the value as the server has it now.
  func send(_ setting: PendingSetting) async throws(UpstreamError) -> SharedSetting

  /// Asks what has changed.
  ///
  /// - Parameters:
  ///   - position: of the page before; nil for everything.
  ///   - tag: from the page that ended at the position; nil to get an answer in any case.
  ///   - limit: how many entries at most, 1 to 1000.
  ///   - settings: position of the settings that came last; nil for all of them.
  func changes(
    after position: String?, knowing tag: String?, limit: Int, settings: String?
  ) async throws(UpstreamError) -> PollResult

  /// Follows the server's news until the stream breaks or is closed.
  ///
  /// - Parameters:
  ///   - heard: called on any thread with an event's id, with which `EventStreamHandle.isKnown` decides whether a poll
  ///     is needed.
  ///   - ended: called once, also after it was closed.
  func followEvents(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (EventStreamEnd) -> Void
  ) -> EventStreamHandle

  func createShare(of child: ChildID, as role: SharedRole) async throws(UpstreamError) -> CreatedShare
  /// Unused invitations.
  func shares(of child: ChildID) async throws(UpstreamError) -> [Share]
  func revoke(_ share: ShareID, of child: ChildID) async throws(UpstreamError)
  /// - Parameter code: the share's code.
  func acceptShare(code: String) async throws(UpstreamError) -> RemoteChild
  /// The people who share a child, the owners first.
  func members(of child: ChildID) async throws(UpstreamError) -> [Member]
  func setRole(_ role: Role, of member: UserID, in child: ChildID) async throws(UpstreamError)
  /// Ends a share of a child: another member's, or one's own.
  func remove(_ member: UserID, from child: ChildID) async throws(UpstreamError)
  /// Makes a member the owner in place of the account.
  func transfer(_ child: ChildID, to member: UserID) async throws(UpstreamError)
}

/// A stream of news that is held open.
package struct EventStreamHandle: Sendable {
  package let close: @Sendable () -> Void

  package init(close: @escaping @Sendable () -> Void) { self.close = close }

  /// Whether a list of changes contains an event's change.
  ///
  /// - Parameter tag: came with the list.
  package static func isKnown(_ id: String, to tag: String?) -> Bool { tag?.hasSuffix(":\(id)\"") ?? false }
}

/// Why a server refused a request.
package enum UpstreamError: Error, Hashable, Sendable {
  /// The session is over.
  case unauthorized
  /// The e-mail address or the password is wrong.
  case wrongCredentials
  /// Too many requests; not before so long, if the server says how long.
  case rateLimited(retryAfter: Duration?)
  case refused(Refusal)
  /// The server does not know the operation.
  case tooOld
  case unavailable(Outage)
}
