package import BabyEngine
package import BabyModel
package import BabyProtocol
package import BabyStore
import Glibc
package import Logging
import Synchronization
import SystemCalls
import Systemd

/// The current account: the account book, the tokens, and the session with the server.
///
/// It outlives the served database, and chooses its file: the account's own, or the one without an account.
package final class AccountManager: Sendable {
  /// A session that has not ended, as far as known.
  package struct ServerSession: Sendable {
    package internal(set) var account: KnownAccount
    package let upstream: any Upstream
    /// Tells it from an earlier one of the same account.
    let number: Int
    /// Of the token, if systemd has handed it over.
    let credential: String?
  }

  struct State {
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

  let state: Mutex<State>
  private let file: AccountBookFile
  let tokenStores: TokenStores
  /// The folder of databases and, for a while, of imported files.
  package let dataDirectory: String
  private let clock: @Sendable () -> Instant
  let connect: @Sendable (ServerAddress, SessionToken?) -> any Upstream
  /// Where databases that are not in use are opened.
  private let disk: any TaskExecutor
  let logger: Logger
  /// The server that is offered where none was logged in to, if one is configured.
  package let defaultServer: ServerAddress?

  /// Reads the account book, or begins one.
  ///
  /// - Parameter connect: makes the way to a server, with the session's token or without one.
  /// - Throws: when the book cannot be used.
  package init(
    in dataDirectory: String, environment: [String: String], defaultServer: ServerAddress?, ids: IDGenerator,
    clock: @escaping @Sendable () -> Instant, disk: any TaskExecutor, logger: Logger,
    connect: @escaping @Sendable (ServerAddress, SessionToken?) -> any Upstream
  ) throws(AccountBookFile.Failure) {
    file = AccountBookFile(dataDirectory: dataDirectory)
    let opened = try file.open(at: clock(), ids: ids)
    if let (path, reason) = opened.setAside {
      logger.error(
        "the account book was damaged; it was set aside, and a new one was started",
        metadata: ["path": "\(path)", "reason": "\(reason)"])
    }
    let keyring = Keyring(
      address: BusAddress.session(environment: environment), dataDirectory: dataDirectory,
      installation: opened.book.installation)
    tokenStores = TokenStores(dataDirectory: dataDirectory, environment: environment, keyring: keyring)
    state = Mutex(State(book: opened.book))
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

  // MARK: The book

  /// Puts an account into use, once it has a database: a disk that has no room for one is to stop the login, not every
  /// start of the daemon from then on.
  func use(_ account: KnownAccount, _ token: SessionToken, credential: String?) async throws {
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

  func begin(
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

  func forgetSession(of account: KnownAccount) {
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
  func note(_ body: (inout AccountBook) -> Void) {
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

extension AccountManager {
  /// The account as clients see it.
  package var record: AccountRecord {
    let book = book
    let known = book.offered
    return AccountRecord(
      state: book.state, server: known?.server.description, email: known?.email, name: known?.name,
      tokenPlace: book.current?.tokenPlace, defaultServer: known == nil ? defaultServer?.description : nil)
  }

  /// The connection's state until the server is polled.
  package var connectionStatus: ConnectionStatus {
    let (book, obstacle) = (book, obstacle)
    if let obstacle {
      return ConnectionStatus(account: record, state: .offline, isStale: true, reason: obstacle.reason)
    }
    let state: ConnectionRecord.State =
      book.currentKey == nil ? .local : book.state == .authenticated ? .connecting : .unauthenticated
    return ConnectionStatus(account: record, state: state, isStale: state == .unauthenticated)
  }
}

extension AccountManager.Obstacle {
  /// For a person.
  fileprivate var reason: String {
    switch self {
    case .token(let error): error.description
    case .unknownCredential(let outage): Words.reason(outage)
    }
  }
}
