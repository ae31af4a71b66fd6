import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension HandlerTable {
  mutating func addSharing() {
    let (ids, secrets, limits) = (services.ids, services.secrets, services.limits)
    write("shares.create") { book, writer in
      let child = try book.membership().child
      let role = try book.call.decode(NewShare.self).role.role
      let share = Share(
        id: ids.next(at: book.call.now), childID: child.id, role: role, createdAt: book.call.now)
      let code = secrets.shareCode()
      try writer.insert(share, code: Secrets.hash(code))
      return CallAnswer(book.call.operation, CreatedShare(share: share, code: code))
    }
    read("shares.list") { book in
      let child = try book.membership().child
      let shares = try book.reader.shares(of: child.id, now: book.call.now)
      return CallAnswer(book.call.operation, ShareList(shares: shares))
    }
    write("shares.revoke") { book, writer in
      let child = try book.membership().child
      guard try writer.revoke(book.call.id("share"), of: child.id) else { throw APIError.nothing }
      return CallAnswer(status: book.call.operation.success)
    }
    write("shares.accept") { book, writer in
      let code = try book.call.decode(ShareCode.self).code
      guard let found = try book.reader.share(code: Secrets.hash(code), for: book.user.id, now: book.call.now),
        try book.reader.entries.child(found.share.childID)?.removedAt == nil
      else { throw APIError(.notFound, "This link is no longer valid. Please ask for a new one.") }
      let known = try book.reader.membership(of: book.user.id, in: found.share.childID)
      if !found.isAccepted {
        guard known == nil else { throw APIError(.alreadyMember, "You already share this child.") }
        try book.refuseAnotherChild(most: limits.children)
        try writer.accept(found.share, by: book.user.id)
      }
      let membership = try book.membership(in: found.share.childID)
      return CallAnswer(book.call.operation, SharedChild(membership.child, role: membership.role))
    }
    read("members.list") { book in
      let membership = try book.membership()
      let (child, role) = (membership.child, membership.role)
      // Who keeps the log together has to know who is who; for the others names are enough.
      let members = try book.reader.members(of: child.id).map { member in
        var member = member
        if role != .owner, member.user.id != book.user.id { member.user.email = "" }
        return member
      }
      return CallAnswer(book.call.operation, MemberList(members: members))
    }
  }
}
