import BabyAPI
package import BabyModel

extension HTTPUpstream {
  package func setRole(_ role: Role, of member: UserID, in child: ChildID) async throws(UpstreamError) {
    _ = try await answer(
      Call(Operations.membersUpdate, at: .child(child), .user(member), sending: MemberPatch(role: role)))
  }

  package func remove(_ member: UserID, from child: ChildID) async throws(UpstreamError) {
    try await done(Call(Operations.membersRemove, at: .child(child), .user(member)))
  }

  package func transfer(_ child: ChildID, to member: UserID) async throws(UpstreamError) {
    _ = try await answer(Call(Operations.membersTransfer, at: .child(child), sending: NewOwner(user: member)))
  }
}
