public import BabyModel
public import BabyProtocol

/// A request for an account.
@WireMembers("Registration")
public struct Registration: WireObject {
  /// E-mail address; case does not matter.
  public var email: String
  /// 8 to 200 characters.
  public var password: String
  /// The name other caregivers see on entries; 1 to 60 characters.
  public var name: String
  /// Of a share, whose child is then shared with the account; or of an invitation.
  public var code: String?
}

@WireMembers("Credentials")
public struct Credentials: WireObject {
  /// E-mail address.
  public var email: String
  /// The password.
  public var password: String
}

/// A session that has begun.
@WireMembers("Session")
public struct NewSession: WireObject {
  /// For `Authorization: Bearer`; it is only given here. Missing for a page, which has it in a cookie.
  public var token: String?
  /// When the session expires.
  public var expiresAt: Instant
  /// The user whose session it is.
  public var user: User
}

extension NewSession {
  /// The machine's token; nil if it is missing or invalid.
  public var bearer: SessionToken? { token.flatMap { SessionToken($0) } }
}

@WireMembers("SessionPatch")
public struct SessionPatch: WireObject {
  /// The session's name; 1 to 60 characters.
  public var name: String
}

@WireMembers
public struct EndedSessions: WireObject {
  /// How many sessions were ended.
  public var count: Int
}

@WireMembers("PasswordChange")
public struct PasswordChange: WireObject {
  /// The current password.
  public var old: String
  /// The new one; 8 to 200 characters.
  public var new: String
}

/// A request to erase the caller's account.
@WireMembers("AccountErasure")
public struct AccountErasure: WireObject {
  /// The current password.
  public var password: String
}

/// The children that are erased with an account.
@WireMembers("ErasedChildren")
public struct ErasedChildren: WireObject, Hashable {
  /// The children that have no other owner, including removed ones.
  public var children: [ErasedChild]
}

@WireMembers("PasswordReset")
public struct PasswordReset: WireObject {
  /// The code of the server's administrator; it works once, within an hour.
  public var code: String
  /// The new password; 8 to 200 characters.
  public var password: String
}

/// Changes to the account; members that are left out stay.
@WireMembers("UserPatch")
public struct UserPatch: WireObject {
  /// The name other caregivers see on new entries; 1 to 60 characters.
  public var name: String?
  /// E-mail address; case does not matter.
  public var email: String?
  /// The current password, without which the e-mail address stays.
  public var password: String?
}
