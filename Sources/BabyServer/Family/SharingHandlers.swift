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

/// The address of the page with a share's code. The code is after the `#`, which browsers never send: a bare code in a
/// QR code would be looked up on the Internet by some phones.
private struct ShareAddress {
  let text: String

  /// - Parameter origin: of the page, as its browser says it with what it sends: `https://home.local:8443`. Nil for
  ///   anything else.
  init?(of code: String, at origin: String?) {
    guard let origin, origin.utf8.count <= 300, origin.wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]+/) != nil else {
      return nil
    }
    text = "\(origin)/#/accept/\(code)"
  }

  var drawn: DrawnCode? { QRCode(text).map { DrawnCode(size: $0.size, rows: $0.rows) } }
}

extension ServerReader {
  /// Refuses a name that looks like that of another member of the child: entries show by name who logged them.
  ///
  /// - Throws: `APIError` with `invalid`.
  func refuseNamesake(of user: User, in child: ChildID) throws {
    let others = try members(of: child).map(\.user).filter { $0.id != user.id }
    guard let other = others.first(where: { PersonName.looksLike($0.name, user.name) }) else { return }
    throw APIError(
      .invalid,
      """
      \(other.name) already shares this child, and your entries would look like theirs. Choose another name, such as \
      "\(user.name) 2"; if you have an account already: bbctl account name NAME
      """, details: [FieldError("name", "looks like that of another member")])
  }
}
