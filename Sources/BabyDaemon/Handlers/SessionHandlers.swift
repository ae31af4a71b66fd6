import BabyAPI
import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

extension MethodHandlers {
  /// The account's name and devices. All requests go to the server, which alone knows.
  mutating func addSessions(_ desk: AccountDesk) {
    call(AccountSessions.self) { _, _, _ in
      let list = try await desk.sessions()
      return AccountSessions.Answer(sessions: list.sessions, current: list.current)
    }
    call(AccountRenameSession.self) { params, _, _ in
      let list = try await desk.sessions()
      let session = try params.id.map { try list.session($0).id } ?? list.current
      let renamed = try await desk.asking(aboutSession: true) { try await $0.rename(session, to: params.name) }
      return AccountRenameSession.Answer(
        session: renamed, message: Words.renamedSession(renamed.name ?? Words.unnamedSession))
    }
    call(AccountEndSession.self) { params, _, _ in
      let list = try await desk.sessions()
      let session = try list.session(params.id)
      guard session.id != list.current else {
        throw RPCError(.sessionNotFound, "That is the current session; use `bbctl logout`.", hint: "bbctl logout")
      }
      try await desk.asking(aboutSession: true) { try await $0.end(session.id) }
      return SessionsAnswer(count: 1, message: Words.endedSession(session.name))
    }
    call(AccountEndOtherSessions.self) { _, _, _ in
      let count = try await desk.asking { try await $0.endOtherSessions() }
      return SessionsAnswer(count: count, message: Words.endedSessions(count))
    }
    call(AccountPassword.self) { params, _, _ in
      try await desk.asking { try await $0.change(PasswordChange(old: params.old, new: params.new)) }
      return AccountAnswer(account: desk.record, message: Words.passwordChanged)
    }
    call(AccountUpdate.self) { params, _, _ in
      let user = try await desk.asking {
        try await $0.update(UserPatch(name: params.name, email: params.email, password: params.password))
      }
      desk.takeOver(user)
      return AccountAnswer(account: desk.record, message: Words.accountChanged(user.name, email: user.email))
    }
    call(AccountReset.self) { params, _, _ in
      let address = try desk.address(params.server, allowsInsecureHTTP: params.allowsInsecureHTTP)
      let reset = PasswordReset(code: params.code, password: params.password)
      let earlier = desk.book.currentKey
      let account = try await explainingRefusal { try await desk.reset(reset, at: address) }
      return AccountAnswer(
        account: desk.record, message: Words.loggedIn(as: account.name, host: address.host),
        isMoving: account.key != earlier)
    }
  }
}

extension AccountDesk {
  fileprivate func sessions() async throws -> SessionList { try await asking { try await $0.sessions() } }

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

extension SessionList {
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
