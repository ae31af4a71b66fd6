import BabyAPI
package import BabyModel
import BabyProtocol

extension HTTPUpstream {
  package func setRole(_ role: Role, of member: UserID, in child: ChildID) async throws(UpstreamError) {
    let call = Call(Operations.membersUpdate, at: .child(child), .user(member), sending: MemberPatch(role: role))
    try await newer(call) { () async throws(UpstreamError) in _ = try await answer(call) }
  }

  package func remove(_ member: UserID, from child: ChildID) async throws(UpstreamError) {
    let call = Call(Operations.membersRemove, at: .child(child), .user(member))
    try await newer(call) { () async throws(UpstreamError) in try await done(call) }
  }

  package func transfer(_ child: ChildID, to member: UserID) async throws(UpstreamError) {
    let call = Call(Operations.membersTransfer, at: .child(child), sending: NewOwner(user: member))
    try await newer(call) { () async throws(UpstreamError) in _ = try await answer(call) }
  }

  /// Calls an operation that older servers do not have. They answer it as one that finds nothing: what a server has, its
  /// own document says.
  ///
  /// - Throws: `UpstreamError.tooOld`.
  private func newer<Body>(
    _ call: Call<Body>, _ body: () async throws(UpstreamError) -> Void
  ) async throws(UpstreamError) {
    do throws(UpstreamError) { try await body() } catch {
      guard case .refused(let refusal) = error, refusal.status == 404 || refusal.status == 405,
        try await !hasOperation(call.operation)
      else { throw error }
      throw .tooOld
    }
  }

  /// In bytes; today's has a fifth of it.
  private static let documentLimit = 1024 * 1024

  private func hasOperation(_ operation: Operation) async throws(UpstreamError) -> Bool {
    var call = Call(Operations.openAPIGet)
    call.limit = Self.documentLimit
    let document: JSON
    do throws(CallFailure) { document = try await perform(call).json() } catch { throw UpstreamError(error) }
    return document["paths"]?[operation.path]?[operation.verb.rawValue] != nil
  }
}
