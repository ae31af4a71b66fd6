public import BabyModel

/// The login state, and the account.
@WireMembers("Account")
public struct AccountRecord: Hashable, WireObject {
  /// onboarding: there has never been an account; unauthenticated: logged out.
  public var state: AccountState
  /// The server that is logged in to, or was last.
  ///
  /// Its origin: `https://baby.example`.
  public var server: String?
  /// E-mail address of the account.
  public var email: String?
  /// Name of the account, as other caregivers see it.
  public var name: String?
  /// Where the session's token is stored; left out without a token.
  public var tokenPlace: TokenPlace?
  /// How many entries logged without an account can be uploaded.
  ///
  /// Nil if none can be.
  public var localEntries: Int?
  /// The server to suggest at the first login.
  public var defaultServer: String?
}

/// The answer to every call that changes who is logged in.
@WireMembers("AccountAnswer")
public struct AccountAnswer: WireObject {
  /// The account as it is now.
  public var account: AccountRecord
  /// The result, in words.
  public var message: String
  /// True when the daemon switches to another database: it closes all connections and accepts new ones.
  public var isMoving: Bool = false
}
