import BabyAccount
import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

extension MethodHandlers {
  /// Sharing of a child. All requests go to the server, which alone knows.
  mutating func addSharing(_ accounts: AccountManager, _ syncLoop: SyncLoop) {
    addMembers(accounts, syncLoop)
    call(ShareCreate.self) { params, session, engine in
      let (upstream, child) = try await accounts.upstream(for: params.childID, session, engine)
      let created = try await explaining(about: child) { try await upstream.createShare(of: child.id, as: params.role) }
      return ShareCreate.Answer(
        child: ChildReference(child), share: created.share, code: created.code,
        server: accounts.book.current?.server.description ?? "")
    }
    call(ShareList.self) { params, session, engine in
      let (upstream, child) = try await accounts.upstream(for: params.childID, session, engine)
      let shares = try await explaining(about: child) { try await upstream.shares(of: child.id) }
      return ShareList.Answer(child: ChildReference(child), shares: shares)
    }
    call(ShareRevoke.self) { params, session, engine in
      let (upstream, child) = try await accounts.upstream(for: params.childID, session, engine)
      let shares = try await explaining(about: child) { try await upstream.shares(of: child.id) }
      let reference = params.id.lowercased()
      let found = shares.filter { "\($0.id)".hasSuffix(reference) }
      guard found.count == 1, reference.count >= 4 else {
        throw RPCError(.shareNotFound, "There is no open share \"\(params.id.excerpt)\" of \(child.name).")
      }
      try await explaining { try await upstream.revoke(found[0].id, of: child.id) }
      return ShareRevoke.Answer(child: ChildReference(child), message: Words.revoked(child.name))
    }
    call(ShareAccept.self) { params, _, _ in
      guard let session = accounts.session else { throw RPCError.noSession(accounts) }
      let shared = try await explaining { try await session.upstream.acceptShare(code: params.code) }
      // Its entries are fetched before the call is answered, so that the child is there for the next one.
      _ = await syncLoop.refresh()
      return ShareAccept.Answer(
        child: ChildReference(shared.child), role: shared.role,
        message: Words.sharing(shared.child.name, as: shared.role))
    }
    call(ShareMembers.self) { params, session, engine in
      let (upstream, child) = try await accounts.upstream(for: params.childID, session, engine)
      let members = try await explaining(about: child) { try await upstream.members(of: child.id) }
      guard let account = accounts.book.current else { throw RPCError.noAccount }
      return ShareMembers.Answer(child: ChildReference(child), members: members, you: account.user)
    }
  }
}

extension AccountManager {
  /// The server, and the child that a call names.
  fileprivate func upstream(
    for child: String?, _ session: ClientSession, _ engine: Engine
  ) async throws -> (any Upstream, Child) {
    guard let upstream = self.session?.upstream else { throw RPCError.noSession(self) }
    return (upstream, try await engine.read(session.caller) { try $0.child(child) })
  }
}

/// Puts what the server refuses into the words of sharing.
///
/// - Parameter child: the child of the request; nil for a share.
private func explaining<Answer: Sendable>(
  about child: Child? = nil, _ body: () async throws -> Answer
) async throws -> Answer {
  do { return try await body() } catch let error as UpstreamError {
    guard case .refused(let refusal) = error else { throw RPCError(error) }
    switch refusal.status {
    case 400 where child == nil: throw RPCError(.shareNotFound, refusal.message)
    case 403: throw RPCError(.childNotOwner, refusal.message)
    case 404:
      // It was added here and not sent yet, or is gone from the server.
      if let child {
        throw RPCError(.childNotFound, "The family server does not know \(child.name).", hint: "bbctl sync")
      }
      throw RPCError(.shareNotFound, refusal.message)
    case 409 where child == nil: throw RPCError(.shareAccepted, refusal.message)
    default: throw RPCError(error)
    }
  }
}

extension RPCError {
  /// Why there is no session to ask the server with.
  static func noSession(_ accounts: AccountManager) -> RPCError {
    switch accounts.obstacle {
    case .token(let error)?: RPCError(error)
    case .unknownCredential(let outage)?: RPCError(outage)
    case nil: accounts.book.current == nil ? .noAccount : RPCError(UpstreamError.unauthorized)
    }
  }
}

extension MethodHandlers {
  /// Changes of a child's members. All go to the server, which alone decides; errors that can be detected locally come
  /// first, so that a dry run reports them, too.
  private mutating func addMembers(_ accounts: AccountManager, _ syncLoop: SyncLoop) {
    call(ShareRole.self) { params, session, engine in
      let people = try await accounts.people(sharing: params.childID, session, engine)
      let member = try people.member(params.member)
      try await people.change(.role(params.role), of: member, isDryRun: params.isDryRun, syncLoop) {
        try await $0.setRole(params.role, of: member.user.id, in: people.child.id)
      }
      let message = Words.roleChanged(member.user.name, to: params.role, of: people.child.name)
      return people.answer(member, message, isDryRun: params.isDryRun)
    }
    call(ShareRemove.self) { params, session, engine in
      let people = try await accounts.people(sharing: params.childID, session, engine)
      let member = try people.member(params.member)
      try await people.change(.removal, of: member, isDryRun: params.isDryRun, syncLoop) {
        try await $0.remove(member.user.id, from: people.child.id)
      }
      let message = Words.memberRemoved(member.user.name, from: people.child.name)
      return people.answer(member, message, isDryRun: params.isDryRun)
    }
    call(ShareLeave.self) { params, session, engine in
      let people = try await accounts.people(sharing: params.childID, session, engine)
      let member = try people.member("\(people.you)")
      try people.check(.removal, of: member)
      // Send pending changes first.
      if !params.isDryRun { _ = await syncLoop.refresh() }
      try await people.change(.removal, of: member, isDryRun: params.isDryRun, syncLoop) {
        try await $0.remove(member.user.id, from: people.child.id)
      }
      return people.answer(member, Words.left(people.child.name), isDryRun: params.isDryRun)
    }
    call(ShareTransfer.self) { params, session, engine in
      let people = try await accounts.people(sharing: params.childID, session, engine)
      let member = try people.member(params.member)
      try await people.change(.transfer, of: member, isDryRun: params.isDryRun, syncLoop) {
        try await $0.transfer(people.child.id, to: member.user.id)
      }
      let message = Words.transferred(people.child.name, to: member.user.name)
      return people.answer(member, message, isDryRun: params.isDryRun)
    }
  }
}

/// A child, and who shares it at the moment.
private struct People {
  let upstream: any Upstream
  let child: Child
  let members: [Member]
  /// The account.
  let you: UserID

  /// - Throws: `RPCError` for a name of no member, or of several.
  func member(_ reference: String) throws(RPCError) -> Member {
    do throws(MemberNotFound) { return try members.member(reference) } catch {
      switch error {
      case .noMatch:
        throw RPCError(.memberNotFound, "No one named \"\(reference.excerpt)\" shares \(child.name).")
      case .several(let found):
        let choices = found.map { $0.user.email.isEmpty ? "\($0.user.id)" : $0.user.email }
        throw RPCError(
          .memberUnclear,
          "Several people called \"\(reference.excerpt)\" share \(child.name): say \(choices.joined(separator: " or ")).",
          details: JSONObject([("choices", .array(choices.map { .string($0) }))]))
      }
    }
  }

  /// - Throws: `RPCError` for what the server would refuse.
  func check(_ change: MembershipChange, of member: Member) throws(RPCError) {
    let roles = Dictionary(members.map { ($0.user.id, $0.role) }) { first, _ in first }
    do throws(MembershipRefusal) { _ = try change.applied(to: member.user.id, by: you, in: roles) } catch {
      throw self.error(error, about: member)
    }
  }

  /// Asks the server for a change, and fetches what it means for this machine before the call is answered.
  func change(
    _ change: MembershipChange, of member: Member, isDryRun: Bool, _ syncLoop: SyncLoop,
    _ ask: (any Upstream) async throws -> Void
  ) async throws {
    try check(change, of: member)
    guard !isDryRun else { return }
    do { try await ask(upstream) } catch let error as UpstreamError {
      guard case .refused(let refusal) = error else { throw RPCError(error) }
      // Another caller was faster.
      switch refusal.status {
      case 403: throw self.error(.notOwner, about: member)
      case 404: throw self.error(.notMember, about: member)
      case 409: throw self.error(.lastOwner, about: member)
      default: throw RPCError(error)
      }
    }
    _ = await syncLoop.refresh()
  }

  private func error(_ refusal: MembershipRefusal, about member: Member) -> RPCError {
    switch refusal {
    case .notOwner: return RPCError(.childNotOwner, "Only \(child.name)'s owner may do this.")
    case .notMember:
      return RPCError(.memberNotFound, "\(member.user.name) does not share \(child.name) any more.")
    case .oneself: return RPCError(.invalidParams, "You cannot hand \(child.name) over to yourself.")
    case .lastOwner:
      let heir = members.first { $0.user.id != member.user.id }
      return RPCError(
        .lastOwner, "\(child.name) needs an owner. Hand \(child.name) over first, or remove it for everybody.",
        hint: heir.map { "bbctl share transfer \($0.user.name.shellQuoted)" }
          ?? "bbctl child remove \(child.name.shellQuoted)")
    }
  }

  func answer(_ member: Member, _ message: String, isDryRun: Bool) -> MemberAnswer {
    MemberAnswer(child: ChildReference(child), member: member, message: message, isDryRun: isDryRun)
  }
}

extension AccountManager {
  fileprivate func people(sharing child: String?, _ session: ClientSession, _ engine: Engine) async throws -> People {
    let (upstream, child) = try await upstream(for: child, session, engine)
    let members = try await explaining(about: child) { try await upstream.members(of: child.id) }
    guard let account = book.current else { throw RPCError.noAccount }
    return People(upstream: upstream, child: child, members: members, you: account.user)
  }
}
