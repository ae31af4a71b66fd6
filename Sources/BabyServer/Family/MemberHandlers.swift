import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addMembers() {
    read(Operations.membersList) { authorized in
      let membership = try authorized.membership()
      return authorized.answer(try authorized.members(of: membership.child, seenAs: membership.role))
    }
    write(Operations.membersUpdate) { authorized, writer in
      let membership = try authorized.membership()
      let (user, role) = (try authorized.member(), try authorized.body().role)
      try authorized.apply(.role(role), to: user, in: membership.child, writer)
      let members = try authorized.reader.members(of: membership.child.id)
      guard let member = members.first(where: { $0.user.id == user }) else { throw APIError.nothing }
      return authorized.answer(member)
    }
    write(Operations.membersRemove) { authorized, writer in
      try authorized.apply(.removal, to: authorized.member(), in: authorized.membership().child, writer)
      return authorized.done()
    }
    write(Operations.membersTransfer) { authorized, writer in
      let membership = try authorized.membership()
      try authorized.apply(.transfer, to: authorized.body().user, in: membership.child, writer)
      return authorized.answer(try authorized.members(of: membership.child, seenAs: .caregiver))
    }
  }
}

extension AuthorizedCall {
  fileprivate func member() throws(APIError) -> UserID { try call.id("user") }

  fileprivate func members(of child: Child, seenAs role: Role) throws -> MemberList {
    MemberList(members: try reader.members(of: child.id).map { $0.seen(by: user.id, as: role) })
  }

  /// - Throws: `forbidden`, `notFound`, `invalid` or `lastOwner`.
  fileprivate func apply(
    _ change: MembershipChange, to user: UserID, in child: Child, _ writer: ServerWriter
  ) throws {
    let roles = Dictionary(try reader.members(of: child.id).map { ($0.user.id, $0.role) }) { first, _ in first }
    let after: [UserID: Role]
    do { after = try change.applied(to: user, by: self.user.id, in: roles) } catch { throw APIError(error) }
    try writer.setRoles(after, in: child.id, by: self.user.id)
  }
}

extension APIError {
  fileprivate init(_ refusal: MembershipRefusal) {
    switch refusal {
    case .notOwner: self = .noAccess(needs: .owner)
    case .notMember: self = .nothing
    case .oneself: self = .invalid("user", "must be another person")
    case .lastOwner:
      self.init(
        .lastOwner, "A child needs an owner. Hand it over first, or remove it for everybody who shares it.")
    }
  }
}
