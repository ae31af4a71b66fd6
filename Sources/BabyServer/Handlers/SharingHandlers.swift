import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addSharing() {
    let (ids, secrets, limits) = (services.ids, services.secrets, services.limits)
    write(Operations.sharesCreate) { authorized, writer in
      let child = try authorized.membership().child
      let role = try authorized.body().role.role
      let share = Share(
        id: ids.next(at: authorized.call.now), childID: child.id, role: role, createdAt: authorized.call.now)
      let code = secrets.shareCode()
      try writer.insert(share, code: Secrets.hash(code))
      let address = authorized.call.page == nil ? nil : ShareAddress(of: code, at: authorized.call.headers["origin"])
      return authorized.answer(CreatedShare(share: share, code: code, qr: address?.drawn))
    }
    read(Operations.sharesList) { authorized in
      let child = try authorized.membership().child
      let shares = try authorized.reader.shares(of: child.id, now: authorized.call.now)
      return authorized.answer(OpenShares(shares: shares))
    }
    write(Operations.sharesRevoke) { authorized, writer in
      let child = try authorized.membership().child
      guard try writer.revoke(authorized.call.id("share"), of: child.id) else { throw APIError.nothing }
      return authorized.done()
    }
    write(Operations.sharesAccept) { authorized, writer in
      let code = try authorized.body().code
      guard
        let found = try authorized.reader.share(
          code: Secrets.hash(code), for: authorized.user.id, now: authorized.call.now),
        try authorized.reader.entries.child(found.share.childID)?.removedAt == nil
      else { throw APIError.linkInvalid }
      let known = try authorized.reader.membership(of: authorized.user.id, in: found.share.childID)
      if found.isAccepted {
        // Removed since: a code lets nobody in twice.
        guard known != nil else { throw APIError.linkInvalid }
      } else {
        guard known == nil else { throw APIError(.alreadyMember, "You already share this child.") }
        try authorized.refuseAnotherChild(most: limits.children)
        try writer.accept(found.share, by: authorized.user.id)
      }
      let membership = try authorized.membership(in: found.share.childID)
      return authorized.answer(SharedChild(membership))
    }
  }
}

extension APIError {
  fileprivate static let linkInvalid = APIError(
    .notFound, "This link is no longer valid. Please ask for a new one.")
}
