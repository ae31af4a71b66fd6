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

/// All settings at once; a setting that is left out gets its default.
@WireMembers("SettingValues")
public struct SettingValues: WireObject {
  /// Every setting that should not have its default value.
  public var settings: [SettingValue]
}

@WireMembers
public struct SettingValue: WireObject {
  /// The setting's name.
  public var key: String
  /// Its value.
  public var value: String
}

@WireMembers
public struct Health: WireObject {
  /// `ok`.
  public var status: String
  /// Version of the server.
  public var version: String
}
