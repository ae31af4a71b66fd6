import BabyAPI
import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore

extension MethodHandlers {
  /// Login state and account.
  ///
  /// - Parameter executor: where another database than the one in use is read.
  mutating func addAccount(_ desk: AccountDesk, _ courier: Courier, executor: any TaskExecutor) {
    call(AccountStatus.self) { params, session, engine in
      var local: Int?
      if params.isThorough {
        if case .token = desk.obstacle { await desk.resume() }
        local = try await withTaskExecutorPreference(executor) { try await desk.localEntries(not: engine) }
        // The last answer may be half a minute old.
        if courier.board.current.state == .online {
          await desk.refreshAccount()
          _ = await courier.refresh()
        }
      }
      let standing = courier.board.current
      var account = standing.account
      account.localEntries = local
      let (connection, isLogLost) = try await engine.read(session.caller) {
        (try $0.connection(standing), try $0.transaction.succeedsDamaged)
      }
      let lostLog = isLogLost ? try await engine.lostLog() : nil
      return AccountStatus.Answer(account: account, connection: connection, lostLog: lostLog)
    }
    call(AccountRegister.self) { params, _, _ in
      let address = try desk.address(params.server, allowsInsecureHTTP: params.allowsInsecureHTTP)
      let wish = Registration(email: params.email, password: params.password, name: params.name, code: params.code)
      let earlier = desk.book.currentKey
      let account = try await naming(address) {
        try await explainingCodes { try await desk.register(wish, at: address) }
      }
      return AccountAnswer(
        account: desk.record, message: Words.registered(account.name, host: address.host),
        isMoving: account.key != earlier)
    }
    call(AccountLogin.self) { params, _, _ in
      let address = try desk.address(params.server, allowsInsecureHTTP: params.allowsInsecureHTTP)
      let credentials = Credentials(email: params.email, password: params.password)
      let earlier = desk.book.currentKey
      let account = try await naming(address) { try await desk.login(credentials, at: address) }
      return AccountAnswer(
        account: desk.record, message: Words.loggedIn(as: account.name, host: address.host),
        isMoving: account.key != earlier)
    }
    call(AccountLogout.self) { params, _, engine in
      guard try await desk.logout(isLocal: params.isLocal) != nil else { throw RPCError.noAccount }
      let counts = try await engine.read(.daemon) { try $0.transaction.queueCounts() }
      return AccountAnswer(
        account: desk.record, message: Words.loggedOut(unsent: counts.waiting + counts.failed))
    }
    call(AccountUpload.self) { params, session, engine in
      guard desk.book.currentKey != nil else { throw RPCError.noAccount }
      // Right after the login the account's children are still on their way.
      if try await engine.syncState().syncedAt == nil { _ = await courier.refresh() }
      return try await withTaskExecutorPreference(executor) {
        try await desk.upload(params, to: engine, as: session.caller)
      }
    }
    call(DashboardRefresh.self) { _, session, engine in
      guard desk.book.currentKey != nil else { throw RPCError.noAccount }
      let changes = await courier.refresh()
      let standing = courier.board.current
      let connection = try await engine.read(session.caller) { try $0.connection(standing) }
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

extension AccountDesk {
  /// The server that a call means. No password is sent to a server that neither the caller nor the configuration names.
  func address(_ text: String?, allowsInsecureHTTP: Bool) throws -> ServerAddress {
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
