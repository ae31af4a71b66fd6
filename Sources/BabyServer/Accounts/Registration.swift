import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

/// Who may register.
enum RegistrationMode: String, CaseIterable, Sendable {
  /// Everybody who reaches the server.
  case open
  /// People with a code: of a share, of an invitation, or of the first start.
  case invited
  /// No one; the administrator creates accounts.
  case closed

  /// The right to register.
  ///
  /// - Parameters:
  ///   - code: as it was given.
  ///   - user: who is to be added.
  /// - Throws: `APIError` that says where to get a code.
  func ticket(_ code: String?, for user: User, in reader: ServerReader, now: Instant) throws -> RegistrationTicket {
    if self == .closed { throw APIError.registrationClosed }
    guard let code else {
      if self == .open { return .none }
      throw APIError.codeNeeded(isFirst: try !reader.hasUsers())
    }
    let hash = try Secrets.hash(typed: code)
    if let share = try reader.openShare(code: hash, now: now) { return .share(share) }
    if try reader.invitation(code: hash, email: user.email, now: now) != nil { return .invitation(code: hash) }
    throw APIError.invalid("code", "has been used, has expired or is for another address. Ask for a new one")
  }
}

/// The right to register, which is used up by it.
enum RegistrationTicket: Hashable, Sendable {
  case none
  /// Its child is shared with the new account.
  case share(Share)
  /// - Parameter code: its hash.
  case invitation(code: [UInt8])

  /// - Parameter user: who has been added.
  func use(by user: User, _ writer: ServerWriter) throws {
    switch self {
    case .none: break
    case .share(let share):
      try writer.read.refuseNamesake(of: user, in: share.childID)
      try writer.accept(share, by: user.id)
    case .invitation(let code): try writer.useInvitation(code: code)
    }
  }
}

extension APIError {
  fileprivate static let registrationClosed = APIError(
    .forbidden, "This server does not accept registrations. Ask the person who runs it for an account.")

  /// - Parameter isFirst: whether there are no accounts yet.
  fileprivate static func codeNeeded(isFirst: Bool) -> APIError {
    let help =
      isFirst
      ? "The first account on this server needs its code: run \"babybasics-server first-code\" there."
      : "To register on this server you need a code, from a person who shares a child with you (bbctl share "
        + "create) or from the server's administrator (babybasics-server user invite)."
    return APIError(
      .forbidden, "\(help) Then: bbctl register --code CODE", details: [FieldError("code", "is needed to register")])
  }
}
