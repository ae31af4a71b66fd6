package import BabyAPI
import BabyEngine
package import BabyModel
import BabyProtocol
package import BabyStore
import Glibc
import Logging
import Synchronization
import SystemCalls

/// The current account: the account book, the tokens, and the session with the server.
///
/// It outlives the household, for whose database it names: the account's own, or the one without an account.
package final class AccountDesk: Sendable {
  /// A session that has not ended, as far as known.
  package struct ServerSession: Sendable {
    package fileprivate(set) var account: KnownAccount
    package let upstream: any Upstream
    /// Tells it from an earlier one of the same account.
    let number: Int
    /// Of the token, if systemd has handed it over.
    fileprivate let credential: String?
  }

  private struct State {
    var book: AccountBook
    var session: ServerSession?
    var sessions = 0
    /// Why there is no session though there is an account.
    var obstacle: Obstacle?
    var whenDatabaseChanges: @Sendable () -> Void = {}
    var whenSessionChanges: @Sendable () -> Void = {}
  }

  /// What prevents the daemon from using its session.
  package enum Obstacle: Hashable {
    case token(TokenError)
    /// The server is needed to look up the credential's account, and does not answer.
    case unknownCredential(Outage)
  }

  private let state: Mutex<State>
  private let file: AccountBookFile
  private let places: TokenPlaces
  /// The folder of databases and, for a while, of imported files.
  package let dataDirectory: String
  private let clock: @Sendable () -> Instant
  private let connect: @Sendable (ServerAddress, SessionToken?) -> any Upstream
  /// Where databases that are not in use are opened.
  private let disk: any TaskExecutor
  private let logger: Logger
  /// The server that is offered where none was logged in to, if one is configured.
  package let defaultServer: ServerAddress?

  /// - Parameter connect: makes the way to a server, with the session's token or without one.
  init(
    _ book: AccountBook, file: AccountBookFile, places: TokenPlaces, dataDirectory: String,
    defaultServer: ServerAddress?, clock: @escaping @Sendable () -> Instant, disk: any TaskExecutor, logger: Logger,
    connect: @escaping @Sendable (ServerAddress, SessionToken?) -> any Upstream
  ) {
    state = Mutex(State(book: book))
    self.file = file
    self.places = places
    self.dataDirectory = dataDirectory
    self.defaultServer = defaultServer
    self.clock = clock
    self.disk = disk
    self.logger = logger
    self.connect = connect
  }

  // MARK: State

  package var book: AccountBook { state.withLock { $0.book } }
  package var session: ServerSession? { state.withLock { $0.session } }
  package var obstacle: Obstacle? { state.withLock { $0.obstacle } }

  /// The database of the account in use.
  package var databasePath: String { AccountFile.path(dataDirectory: dataDirectory, account: book.currentKey) }
  /// The database of the log without an account.
  var localDatabasePath: String { AccountFile.path(dataDirectory: dataDirectory) }

  package func whenDatabaseChanges(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenDatabaseChanges = action }
  }

  /// - Parameter action: called when a session begins or ends, on any thread.
  package func whenSessionChanges(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenSessionChanges = action }
  }

  // MARK: The session of an earlier run

  /// Takes up the session that an earlier run has left, or that systemd hands over. To be called again while there is
  /// an obstacle.
  package func resume() async {
    await purge()
    let book = book
    do throws(TokenError) {
      guard let stored = try await places.load(book.current, rejected: book.rejectedCredential) else {
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
      let count = try await places.purge(keeping: book.accounts.map(\.key))
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
  package func register(_ wish: Registration, at address: ServerAddress) async throws -> KnownAccount {
    try await places.tryOut(rejected: book.rejectedCredential)
    let new = try await connect(address, nil).register(wish)
    do { return try await enter(new, at: address) } catch {
      var error = RPCError(error)
      error.message = "The account was created, but you are not logged in: \(error.message) Then log in: bbctl login"
      throw error
    }
  }

  package func login(_ credentials: Credentials, at address: ServerAddress) async throws -> KnownAccount {
    try await places.tryOut(rejected: book.rejectedCredential)
    return try await enter(connect(address, nil).login(credentials), at: address)
  }

  /// Logs in with an administrator's code in place of the password, which it replaces.
  package func reset(_ reset: PasswordReset, at address: ServerAddress) async throws -> KnownAccount {
    try await places.tryOut(rejected: book.rejectedCredential)
    return try await enter(connect(address, nil).reset(reset), at: address)
  }

  private func enter(_ new: NewSession, at address: ServerAddress) async throws -> KnownAccount {
    guard let token = new.bearer else { throw UpstreamError.unavailable(.badAnswer("no token")) }
    var account = KnownAccount(
      server: address, user: new.user.id, email: new.user.email, name: new.user.name, tokenPlace: nil)
    let earlier = session
    do {
      account.tokenPlace = try await places.save(token, of: account.key, rejected: book.rejectedCredential)
      try await use(account, token, credential: nil)
    } catch {
      // This session will never be used.
      try? await connect(address, token).logout()
      if book.currentKey != account.key { try? await places.clear(account.key) }
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
      try await places.clear(account.key)
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
      do throws(TokenError) { try await places.clear(ended.account.key) } catch {
        logger.warning("the token was not removed: \(error)")
      }
    }
    forgetSession(of: ended.account)
  }

  /// Ends the session of the account that was in use before.
  private func leave(_ earlier: ServerSession) async {
    try? await earlier.upstream.logout()
    try? await places.clear(earlier.account.key)
    note { $0.sessionEnded(of: earlier.account.key) }
  }

  // MARK: The book

  /// Puts an account into use, once it has a database: a disk that has no room for one is to stop the login, not every
  /// start of the daemon from then on.
  private func use(_ account: KnownAccount, _ token: SessionToken, credential: String?) async throws {
    let changes = book.currentKey != account.key
    if changes {
      let path = AccountFile.path(dataDirectory: dataDirectory, account: account.key)
      let store = try open(path, keepsOutbox: true)
      await adoptSettings(into: store)
      try store.close()
    }
    try change { $0.use(account) }
    begin(account, token, credential: credential, databaseChanged: changes)
  }

  /// Existing settings also apply to an account's new database. A failure does not prevent the login.
  private func adoptSettings(into new: Store) async {
    do {
      let earlier = try open(databasePath, keepsOutbox: book.currentKey != nil)
      defer { try? earlier.close() }
      try await new.adoptSettings(of: earlier, at: clock())
    } catch {
      logger.warning("settings were not copied", metadata: ["error": "\(RPCError(error).code.name)"])
    }
  }

  private func open(_ path: String, keepsOutbox: Bool) throws -> Store {
    try Store.open(path: path, now: clock(), keepsOutbox: keepsOutbox, readExecutor: disk, writeExecutor: disk)
  }

  /// The log without an account; nil if there is none.
  package func openLocal() throws -> Store? {
    guard access(localDatabasePath, F_OK) == 0 else { return nil }
    return try open(localDatabasePath, keepsOutbox: false)
  }

  private func begin(
    _ account: KnownAccount, _ token: SessionToken, credential: String? = nil, databaseChanged: Bool = false
  ) {
    let upstream = connect(account.server, token)
    state.withLock { state in
      state.sessions += 1
      state.obstacle = nil
      state.session = ServerSession(
        account: account, upstream: upstream, number: state.sessions, credential: credential)
    }
    announce(databaseChanged: databaseChanged)
  }

  private func forgetSession(of account: KnownAccount) {
    note { $0.sessionEnded(of: account.key) }
    state.withLock { state in
      if state.session?.account.key == account.key { state.session = nil }
      state.obstacle = nil
    }
    announce(databaseChanged: false)
  }

  /// Takes over what the account in use is called now. Its database and its token are named after its id, which stays.
  package func takeOver(_ user: User) {
    note { $0.takeOver(user) }
    let isNews = state.withLock { state in
      guard var account = state.session?.account, account.user == user.id else { return false }
      (account.name, account.email) = (user.name, user.email)
      defer { state.session?.account = account }
      return state.session?.account != account
    }
    if isNews { announce(databaseChanged: false) }
  }

  /// Fetches the account's current name, which may have been changed on another machine. Without an answer it stays.
  package func refreshAccount() async {
    guard let session, let user = try? await session.upstream.user() else { return }
    takeOver(user)
  }

  /// Goes back to the database without an account, as on the first day.
  package func forgetAccounts() {
    note { $0.forgetAccounts() }
    databaseWasReplaced()
  }

  /// The database in use has changed: the new one has to be opened.
  package func databaseWasReplaced() { state.withLock { $0.whenDatabaseChanges }() }

  private func announce(databaseChanged: Bool) {
    let (session, database) = state.withLock { ($0.whenSessionChanges, $0.whenDatabaseChanges) }
    session()
    if databaseChanged { database() }
  }

  /// Changes the book if a failure to write it does not matter: the change then holds for this run.
  private func note(_ body: (inout AccountBook) -> Void) {
    do throws(FileFailure) { try change(body) } catch {
      logger.error("the account book cannot be written: \(error)")
      state.withLock { body(&$0.book) }
    }
  }

  private func change(_ body: (inout AccountBook) -> Void) throws(FileFailure) {
    try state.withLock { state throws(FileFailure) in
      var book = state.book
      body(&book)
      guard book != state.book else { return }
      try file.write(book)
      state.book = book
    }
  }
}
