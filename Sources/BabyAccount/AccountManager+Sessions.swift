package import BabyAPI
import BabyEngine
package import BabyModel
import BabyProtocol
import Logging
import Synchronization
import SystemCalls

/// How sessions with the server begin and end.
extension AccountManager {
  // MARK: The session of an earlier run

  /// Takes up the session that an earlier run has left, or that systemd hands over. To be called again while there is
  /// an obstacle.
  package func resume() async {
    await purge()
    let book = book
    do throws(TokenError) {
      guard let stored = try await tokenStores.load(book.current, rejected: book.rejectedCredential) else {
        if let account = book.current, account.tokenPlace != nil { forgetSession(of: account) }
        return state.withLock { $0.obstacle = nil }
      }
      if stored.place == .credential {
        await resume(withCredential: stored.token, known: book.current)
      } else if let account = book.current {
        begin(account, stored.token)
      }
    } catch {
      let isNews = state.withLock { state in
        defer { state.obstacle = .token(error) }
        return state.obstacle != .token(error)
      }
      if isNews { logger.warning("the session's token cannot be read: \(error)") }
    }
  }

  private func resume(withCredential token: SessionToken, known: KnownAccount?) async {
    if let known, known.tokenPlace == .credential { return begin(known, token, credential: token.fingerprint) }
    guard let address = known?.server ?? defaultServer else {
      return logger.error("a session's token was handed over, but no family server is known: configure server.url")
    }
    do throws(UpstreamError) {
      let user = try await connect(address, token).user()
      let account = KnownAccount(
        server: address, user: user.id, email: user.email, name: user.name, tokenPlace: .credential)
      do { try await use(account, token, credential: token.fingerprint) } catch {
        logger.error("the account cannot be used: \((error as? FileFailure)?.description ?? RPCError(error).message)")
      }
    } catch {
      switch error {
      case .unavailable(let outage): state.withLock { $0.obstacle = .unknownCredential(outage) }
      case .rateLimited: state.withLock { $0.obstacle = .unknownCredential(.server(status: 429)) }
      case .tooOld: state.withLock { $0.obstacle = .unknownCredential(.badAnswer("an older server's answer")) }
      case .unauthorized, .wrongCredentials, .refused:
        logger.warning("the server rejects the session that systemd hands over")
        note { $0.rejectedCredential = token.fingerprint }
      }
    }
  }

  /// Sessions of an earlier installation, whose databases are gone, are not taken up.
  private func purge() async {
    let book = book
    guard !book.isKeyringPurged else { return }
    do throws(TokenError) {
      let count = try await tokenStores.purge(keeping: book.accounts.map(\.key))
      if count > 0 { logger.notice("removed tokens of an earlier installation", metadata: ["count": "\(count)"]) }
      note { $0.isKeyringPurged = true }
    } catch {
      // Without a keyring there is nothing in it; one that comes later is looked through then.
      logger.debug("the keyring was not looked through: \(error)")
    }
  }

  // MARK: Beginning and ending

  /// Registers an account, once there is a place for its token: an account without a login would block the next
  /// attempt.
  package func register(_ registration: Registration, at address: ServerAddress) async throws -> KnownAccount {
    try await tokenStores.tryOut(rejected: book.rejectedCredential)
    let new = try await connect(address, nil).register(registration)
    do { return try await enter(new, at: address) } catch {
      var error = RPCError(error)
      error.message = "The account was created, but you are not logged in: \(error.message) Then log in: bbctl login"
      throw error
    }
  }

  package func login(_ credentials: Credentials, at address: ServerAddress) async throws -> KnownAccount {
    try await tokenStores.tryOut(rejected: book.rejectedCredential)
    return try await enter(connect(address, nil).login(credentials), at: address)
  }

  /// Logs in with an administrator's code in place of the password, which it replaces.
  package func reset(_ reset: PasswordReset, at address: ServerAddress) async throws -> KnownAccount {
    try await tokenStores.tryOut(rejected: book.rejectedCredential)
    return try await enter(connect(address, nil).reset(reset), at: address)
  }

  private func enter(_ new: NewSession, at address: ServerAddress) async throws -> KnownAccount {
    guard let token = new.bearer else { throw UpstreamError.unavailable(.badAnswer("no token")) }
    var account = KnownAccount(
      server: address, user: new.user.id, email: new.user.email, name: new.user.name, tokenPlace: nil)
    let earlier = session
    do {
      account.tokenPlace = try await tokenStores.save(token, of: account.key, rejected: book.rejectedCredential)
      try await use(account, token, credential: nil)
    } catch {
      // This session will never be used.
      try? await connect(address, token).logout()
      if book.currentKey != account.key { try? await tokenStores.clear(account.key) }
      throw error
    }
    if let earlier, earlier.account.key != account.key { await leave(earlier) }
    return account
  }

  /// Ends the session in use.
  ///
  /// - Parameter isLocal: does not tell the server.
  /// - Returns: nil if there is no session.
  /// - Throws: `UpstreamError` if the server cannot be reached; `TokenError`.
  package func logout(isLocal: Bool) async throws -> KnownAccount? {
    guard let account = book.current, account.tokenPlace != nil else { return nil }
    let session = session
    if !isLocal, let session { try await session.upstream.logout() }
    if account.tokenPlace == .credential {
      note { $0.rejectedCredential = session?.credential ?? $0.rejectedCredential }
    } else {
      try await tokenStores.clear(account.key)
    }
    forgetSession(of: account)
    return account
  }

  /// The server does not know the session any more: the token is worth nothing.
  func ended(_ ended: ServerSession) async {
    let isOurs = state.withLock { $0.session?.number == ended.number }
    guard isOurs else { return }
    logger.notice("the server has ended the session")
    if let credential = ended.credential {
      note { $0.rejectedCredential = credential }
    } else {
      do throws(TokenError) { try await tokenStores.clear(ended.account.key) } catch {
        logger.warning("the token was not removed: \(error)")
      }
    }
    forgetSession(of: ended.account)
  }

  /// Ends the session of the account that was in use before.
  private func leave(_ earlier: ServerSession) async {
    try? await earlier.upstream.logout()
    try? await tokenStores.clear(earlier.account.key)
    note { $0.sessionEnded(of: earlier.account.key) }
  }
}
