public import BabyModel
public import BabyProtocol

@WireMembers
public struct SessionList: WireObject {
  /// The sessions, the one used last first; at most 500.
  public var sessions: [AccountSession]
  /// UUID of the session that asks.
  public var current: SessionID
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
