import BabyAccount
import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore

extension MethodHandlers {
  /// Login state and account.
  ///
  /// - Parameter executor: where another database than the one in use is read.
  mutating func addAccount(_ accounts: AccountManager, _ syncLoop: SyncLoop, executor: any TaskExecutor) {
    addSessions(accounts)
    call(AccountStatus.self) { params, session, engine in
      var local: Int?
      if params.isThorough {
        if case .token = accounts.obstacle { await accounts.resume() }
        local = try await withTaskExecutorPreference(executor) { try await accounts.localEntries(not: engine) }
        // The last answer may be half a minute old.
        if syncLoop.syncStatus.current.state == .online {
          await accounts.refreshAccount()
          _ = await syncLoop.refresh()
        }
      }
      let connectionStatus = syncLoop.syncStatus.current
      var account = connectionStatus.account
      account.localEntries = local
      let (connection, isLogLost) = try await engine.read(session.caller) {
        (try $0.connection(connectionStatus), try $0.transaction.succeedsDamaged)
      }
      let lostLog = isLogLost ? try await engine.lostLog() : nil
      return AccountStatus.Answer(account: account, connection: connection, lostLog: lostLog)
    }
    call(AccountRegister.self) { params, _, _ in
      let address = try accounts.address(params.server, allowsInsecureHTTP: params.allowsInsecureHTTP)
      let registration = Registration(
        email: params.email, password: params.password, name: params.name, code: params.code)
      let earlier = accounts.book.currentKey
      let account = try await naming(address) {
        try await explainingCodes { try await accounts.register(registration, at: address) }
      }
      return AccountAnswer(
        account: accounts.record, message: Words.registered(account.name, host: address.host),
        isMoving: account.key != earlier)
    }
    call(AccountLogin.self) { params, _, _ in
      let address = try accounts.address(params.server, allowsInsecureHTTP: params.allowsInsecureHTTP)
      let credentials = Credentials(email: params.email, password: params.password)
      let earlier = accounts.book.currentKey
      let account = try await naming(address) { try await accounts.login(credentials, at: address) }
      return AccountAnswer(
        account: accounts.record, message: Words.loggedIn(as: account.name, host: address.host),
        isMoving: account.key != earlier)
    }
    call(AccountLogout.self) { params, _, engine in
      guard try await accounts.logout(isLocal: params.isLocal) != nil else { throw RPCError.noAccount }
      let counts = try await engine.read(.daemon) { try $0.transaction.queueCounts() }
      return AccountAnswer(
        account: accounts.record, message: Words.loggedOut(unsent: counts.waiting + counts.failed))
    }
    call(AccountUpload.self) { params, session, engine in
      guard accounts.book.currentKey != nil else { throw RPCError.noAccount }
      // Right after the login the account's children are still on their way.
      if try await engine.syncState().syncedAt == nil { _ = await syncLoop.refresh() }
      return try await withTaskExecutorPreference(executor) {
        try await accounts.upload(params, to: engine, as: session.caller)
      }
    }
    call(DashboardRefresh.self) { _, session, engine in
      guard accounts.book.currentKey != nil else { throw RPCError.noAccount }
      let changes = await syncLoop.refresh()
      let connectionStatus = syncLoop.syncStatus.current
      let connection = try await engine.read(session.caller) { try $0.connection(connectionStatus) }
      return DashboardRefresh.Answer(changes: changes, connection: connection)
    }
  }
}

/// Puts what the server refuses of a registration's code into words.
private func explainingCodes(_ body: () async throws -> KnownAccount) async throws -> KnownAccount {
  do { return try await body() } catch UpstreamError.refused(let refusal) {
    guard let field = refusal.details.first(where: { $0.field == "code" }) else { throw RPCError(refusal) }
    if refusal.status == 403 { throw RPCError(.codeNeeded, refusal.message, fields: refusal.details) }
    // How a server reports an unknown member of a body.
    if field.message.hasPrefix("is not known") {
      throw RPCError(
        .serverTooOld,
        "The family server is older than this program and takes no codes here. Register without --code, then accept "
          + "the code: bbctl share accept CODE")
    }
    throw RPCError(refusal)
  }
}

/// Names the address at which no family server has answered: most likely it is a slip.
private func naming(_ address: ServerAddress, _ body: () async throws -> KnownAccount) async throws -> KnownAccount {
  do { return try await body() } catch UpstreamError.unavailable(let outage) {
    var error = RPCError(outage)
    error.message += " The address was \(address)."
    error.hint = "curl -sS \(address)/healthz"
    throw error
  }
}

extension AccountManager {
  /// The server that a call means. No password is sent to a server that neither the caller nor the configuration names.
  fileprivate func address(_ text: String?, allowsInsecureHTTP: Bool) throws -> ServerAddress {
    guard let text else {
      if let known = book.offered?.server ?? defaultServer { return known }
      throw RPCError(
        .serverAddressInvalid, "No family server is known yet: give its address.",
        fields: [FieldError("server", "is missing")])
    }
    do throws(ServerAddressError) { return try ServerAddress(text, insecureHTTP: allowsInsecureHTTP) } catch {
      throw RPCError(
        .serverAddressInvalid, error.description, fields: [FieldError("server", error.description)])
    }
  }

  /// How much was logged without an account and is not in this one; nil if there is nothing or no account.
  fileprivate func localEntries(not engine: Engine) async throws -> Int? {
    guard book.currentKey != nil, let local = try openLocal() else { return nil }
    defer { try? local.close() }
    let count = try await engine.entriesNotHere(of: local)
    return count == 0 ? nil : count
  }

  fileprivate func upload(
    _ params: AccountUpload.Params, to engine: Engine, as caller: Caller
  ) async throws -> AccountUpload.Answer {
    guard let account = book.current else { throw RPCError.noAccount }
    guard let local = try openLocal() else {
      return AccountUpload.Answer(
        children: 0, entries: 0, message: Words.uploaded(entries: 0, children: 0), isDryRun: params.isDryRun)
    }
    defer { try? local.close() }
    let children = try await children(params, of: local, engine, caller)
    let mapping = try await engine.takers(of: children, into: params.into, account: account.user, by: caller)
    let done = try await engine.adopt(
      local, into: mapping, only: Set(children.map(\.id)), by: caller, isDryRun: params.isDryRun)
    return AccountUpload.Answer(
      children: done.children, entries: done.entries,
      message: Words.uploaded(entries: done.entries, children: done.children), isDryRun: params.isDryRun)
  }

  /// The children whose entries a call is about.
  ///
  /// - Throws: `RPCError.invalidParams` where several would become one.
  private func children(
    _ params: AccountUpload.Params, of local: Store, _ engine: Engine, _ caller: Caller
  ) async throws -> [Child] {
    let children = try await engine.children(params.childID, of: local, by: caller)
    guard params.into != nil, children.count > 1, let first = children.first else { return children }
    throw RPCError(
      .invalidParams,
      "There are logs of several children: \(children.map(\.name).joined(separator: ", ")). Say which one you mean.",
      hint: "bbctl account upload --help",
      fields: [FieldError("childId", "must name one of the children, such as \(first.name)")])
  }
}

extension MethodHandlers {
  /// The account's name and devices. All requests go to the server, which alone knows.
  private mutating func addSessions(_ accounts: AccountManager) {
    call(AccountSessions.self) { _, _, _ in try await accounts.sessions() }
    call(AccountRenameSession.self) { params, _, _ in
      let list = try await accounts.sessions()
      let session = try params.id.map { try list.session($0).id } ?? list.current
      let renamed = try await accounts.asking(aboutSession: true) { try await $0.rename(session, to: params.name) }
      return AccountRenameSession.Answer(
        session: renamed, message: Words.renamedSession(renamed.name ?? Words.unnamedSession))
    }
    call(AccountEndSession.self) { params, _, _ in
      let list = try await accounts.sessions()
      let session = try list.session(params.id)
      guard session.id != list.current else {
        throw RPCError(.sessionNotFound, "That is the current session; use `bbctl logout`.", hint: "bbctl logout")
      }
      try await accounts.asking(aboutSession: true) { try await $0.end(session.id) }
      return SessionsAnswer(count: 1, message: Words.endedSession(session.name))
    }
    call(AccountEndOtherSessions.self) { _, _, _ in
      let count = try await accounts.asking { try await $0.endOtherSessions() }
      return SessionsAnswer(count: count, message: Words.endedSessions(count))
    }
    call(AccountPassword.self) { params, _, _ in
      try await accounts.asking { try await $0.change(PasswordChange(old: params.old, new: params.new)) }
      return AccountAnswer(account: accounts.record, message: Words.passwordChanged)
    }
    call(AccountUpdate.self) { params, _, _ in
      let user = try await accounts.asking {
        try await $0.update(UserPatch(name: params.name, email: params.email, password: params.password))
      }
      accounts.takeOver(user)
      return AccountAnswer(account: accounts.record, message: Words.accountChanged(user.name, email: user.email))
    }
    call(AccountReset.self) { params, _, _ in
      let address = try accounts.address(params.server, allowsInsecureHTTP: params.allowsInsecureHTTP)
      let reset = PasswordReset(code: params.code, password: params.password)
      let earlier = accounts.book.currentKey
      let account = try await explainingRefusal { try await accounts.reset(reset, at: address) }
      return AccountAnswer(
        account: accounts.record, message: Words.loggedIn(as: account.name, host: address.host),
        isMoving: account.key != earlier)
    }
  }
}

extension AccountManager {
  fileprivate func sessions() async throws -> AccountSessions.Answer { try await asking { try await $0.sessions() } }

  /// Asks the server that is logged in to.
  ///
  /// - Parameter isAboutSession: whether it is about a session that was there a moment ago.
  func asking<Answer: Sendable>(
    aboutSession isAboutSession: Bool = false, _ question: (any Upstream) async throws -> Answer
  ) async throws -> Answer {
    guard let upstream = session?.upstream else { throw RPCError.noSession(self) }
    return try await explainingRefusal(aboutSession: isAboutSession) { try await question(upstream) }
  }
}

extension AccountSessions.Answer {
  /// The session with an id, or with one that ends so.
  fileprivate func session(_ reference: String) throws(RPCError) -> AccountSession {
    let ending = reference.lowercased()
    let found = sessions.filter { "\($0.id)".hasSuffix(ending) }
    guard found.count == 1, ending.count >= 4, let session = found.first else {
      throw RPCError(.sessionNotFound, "There is no session \"\(reference.excerpt)\" of the account.")
    }
    return session
  }
}

/// Puts what the server refuses into words.
///
/// - Parameter isAboutSession: whether it is about a session that was there a moment ago.
private func explainingRefusal<Answer: Sendable>(
  aboutSession isAboutSession: Bool = false, _ body: () async throws -> Answer
) async throws -> Answer {
  do { return try await body() } catch UpstreamError.wrongCredentials {
    throw RPCError(.wrongCredentials, "The current password is wrong.", hint: "bbctl account reset --help")
  } catch UpstreamError.refused(let refusal) {
    switch refusal.status {
    case 404 where isAboutSession: throw RPCError(.sessionNotFound, "The session has ended meanwhile.")
    case 400 where !refusal.details.isEmpty:
      throw RPCError(.accountInvalid, refusal.message, hint: "bbctl account --help", fields: refusal.details)
    default: throw RPCError(refusal)
    }
  }
}
