import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addSharing() {
    let (ids, secrets, limits) = (services.ids, services.secrets, services.limits)
    write("shares.create") { authorized, writer in
      let child = try authorized.membership().child
      let role = try authorized.call.decode(NewShare.self).role.role
      let share = Share(
        id: ids.next(at: authorized.call.now), childID: child.id, role: role, createdAt: authorized.call.now)
      let code = secrets.shareCode()
      try writer.insert(share, code: Secrets.hash(code))
      return CallAnswer(authorized.call.operation, CreatedShare(share: share, code: code))
    }
    read("shares.list") { authorized in
      let child = try authorized.membership().child
      let shares = try authorized.reader.shares(of: child.id, now: authorized.call.now)
      return CallAnswer(authorized.call.operation, OpenShares(shares: shares))
    }
    write("shares.revoke") { authorized, writer in
      let child = try authorized.membership().child
      guard try writer.revoke(authorized.call.id("share"), of: child.id) else { throw APIError.nothing }
      return CallAnswer(status: authorized.call.operation.success)
    }
    write("shares.accept") { authorized, writer in
      let code = try authorized.call.decode(ShareCode.self).code
      guard
        let found = try authorized.reader.share(
          code: Secrets.hash(code), for: authorized.user.id, now: authorized.call.now),
        try authorized.reader.entries.child(found.share.childID)?.removedAt == nil
      else { throw APIError(.notFound, "This link is no longer valid. Please ask for a new one.") }
      let known = try authorized.reader.membership(of: authorized.user.id, in: found.share.childID)
      if !found.isAccepted {
        guard known == nil else { throw APIError(.alreadyMember, "You already share this child.") }
        try authorized.refuseAnotherChild(most: limits.children)
        try writer.accept(found.share, by: authorized.user.id)
      }
      let membership = try authorized.membership(in: found.share.childID)
      return CallAnswer(authorized.call.operation, SharedChild(membership.child, role: membership.role))
    }
    read("members.list") { authorized in
      let membership = try authorized.membership()
      let (child, role) = (membership.child, membership.role)
      // Who keeps the log together has to know who is who; for the others names are enough.
      let members = try authorized.reader.members(of: child.id).map { member in
        var member = member
        if role != .owner, member.user.id != authorized.user.id { member.user.email = "" }
        return member
      }
      return CallAnswer(authorized.call.operation, MemberList(members: members))
    }
  }
}
