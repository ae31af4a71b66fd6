import BabyAPI
import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

extension MethodHandlers {
  /// Sharing of a child. All requests go to the server, which alone knows.
  mutating func addSharing(_ desk: AccountDesk, _ courier: Courier) {
    call(ShareCreate.self) { params, session, engine in
      let (upstream, child) = try await desk.upstream(for: params.childID, session, engine)
      let created = try await explaining(about: child) { try await upstream.createShare(of: child.id, as: params.role) }
      return ShareCreate.Answer(
        child: ChildReference(child), share: created.share, code: created.code,
        server: desk.book.current?.server.description ?? "")
    }
    call(ShareList.self) { params, session, engine in
      let (upstream, child) = try await desk.upstream(for: params.childID, session, engine)
      let shares = try await explaining(about: child) { try await upstream.shares(of: child.id) }
      return ShareList.Answer(child: ChildReference(child), shares: shares)
    }
    call(ShareRevoke.self) { params, session, engine in
      let (upstream, child) = try await desk.upstream(for: params.childID, session, engine)
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
      guard let session = desk.session else { throw RPCError.noSession(desk) }
      let shared = try await explaining { try await session.upstream.acceptShare(code: params.code) }
      // Its entries are fetched before the call is answered, so that the child is there for the next one.
      _ = await courier.refresh()
      return ShareAccept.Answer(
        child: ChildReference(shared.child), role: shared.role,
        message: Words.sharing(shared.child.name, as: shared.role))
    }
    call(ShareMembers.self) { params, session, engine in
      let (upstream, child) = try await desk.upstream(for: params.childID, session, engine)
      let members = try await explaining(about: child) { try await upstream.members(of: child.id) }
      guard let account = desk.book.current else { throw RPCError.noAccount }
      return ShareMembers.Answer(child: ChildReference(child), members: members, you: account.user)
    }
  }
}

extension AccountDesk {
  /// The server, and the child that a call names.
  func upstream(
    for child: String?, _ session: ClientSession, _ engine: Engine
  ) async throws -> (any Upstream, Child) {
    guard let upstream = self.session?.upstream else { throw RPCError.noSession(self) }
    return (upstream, try await engine.read(session.caller) { try $0.child(child) })
  }
}

/// Puts what the server refuses into the words of sharing.
///
/// - Parameter child: the child of the request; nil for a share.
func explaining<Answer: Sendable>(
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
  static func noSession(_ desk: AccountDesk) -> RPCError {
    switch desk.obstacle {
    case .token(let error)?: RPCError(error)
    case .unknownCredential(let outage)?: RPCError(outage)
    case nil: desk.book.current == nil ? .noAccount : RPCError(UpstreamError.unauthorized)
    }
  }
}
