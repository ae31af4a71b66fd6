import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addSharing() {
    let (ids, secrets) = (services.ids, services.secrets)
    let (limits, limiter) = (services.limits, services.limiter)
    write(Operations.sharesCreate) { authorized, writer in
      let child = try authorized.membership().child
      let role = try authorized.body().role.role
      try authorized.refuseAnotherShare(of: child, most: limits.openShares)
      let share = Share(
        id: ids.next(at: authorized.call.now), childID: child.id, role: role, createdAt: authorized.call.now)
      let code = secrets.code()
      try writer.insert(share, code: Secrets.hash(code))
      let origin = authorized.call.headers["origin"]
      let address = authorized.call.page == nil ? nil : ShareAddress(of: code.grouped, at: origin)
      return authorized.answer(CreatedShare(share: share, code: code.grouped, qr: address?.drawn))
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
      let code = try Secrets.hash(typed: authorized.body().code)
      let (source, now) = (LoginLimiter.Subject.network(authorized.call.network), authorized.call.now)
      try limiter.admit(source, now: now)
      try limiter.admit(.account(authorized.user.id), now: now)
      guard
        let found = try authorized.reader.share(code: code, for: authorized.user.id, now: now),
        try authorized.reader.entries.child(found.share.childID)?.removedAt == nil
      else { throw APIError.linkInvalid }
      limiter.forgive(source)
      limiter.forgive(.account(authorized.user.id))
      let known = try authorized.reader.membership(of: authorized.user.id, in: found.share.childID)
      if found.isAccepted {
        // Removed since: a code works only once.
        guard known != nil else { throw APIError.linkInvalid }
      } else {
        guard known == nil else { throw APIError(.alreadyMember, "You already share this child.") }
        try authorized.refuseAnotherChild(most: limits.children)
        try authorized.reader.refuseNamesake(of: authorized.user, in: found.share.childID)
        try writer.accept(found.share, by: authorized.user.id)
      }
      let membership = try authorized.membership(in: found.share.childID)
      return authorized.answer(SharedChild(membership))
    }
  }
}

extension AuthorizedCall {
  /// - Throws: `rateLimited` until one of those that are open has been used, withdrawn or outlived.
  fileprivate func refuseAnotherShare(of child: Child, most: Int) throws {
    let open = try reader.shares(of: child.id, now: call.now)
    guard open.count >= most, let first = open.map(\.expiresAt).min() else { return }
    throw APIError(
      .rateLimited, "\(child.name) has \(open.count) open invitations. Withdraw one first, or wait until one expires.",
      retryAfter: Int((first - call.now).inMilliseconds / 1000) + 1)
  }
}

extension APIError {
  fileprivate static let linkInvalid = APIError(
    .notFound, "This code has been used, was withdrawn or has expired. Ask for a new one.")
}
