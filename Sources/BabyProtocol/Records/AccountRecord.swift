public import BabyModel

/// Whether somebody is logged in to a family server, and as whom.
@WireMembers("Account")
public struct AccountRecord: Hashable, WireObject {
  /// onboarding: nobody has ever logged in; unauthenticated: nobody is logged in any more.
  public var state: AccountState
  /// The server that is logged in to, or was last.
  ///
  /// Its origin: `https://baby.example`.
  public var server: String?
  /// E-mail address of the account.
  public var email: String?
  /// Name of the account, as other caregivers see it.
  public var name: String?
  /// Where the session's token is kept; left out if there is none.
  public var tokenPlace: TokenPlace?
  /// How many entries logged without an account can be uploaded.
  ///
  /// Nil where none can be.
  public var localEntries: Int?
  /// The server to suggest at the first login.
  public var defaultServer: String?
}

/// The answer to every call that changes who is logged in.
@WireMembers("AccountAnswer")
public struct AccountAnswer: WireObject {
  /// The account as it is now.
  public var account: AccountRecord
  /// What was done, in words.
  public var message: String
  /// True when the daemon switches to another database: it closes all connections and accepts new ones.
  public var isMoving: Bool = false
}
