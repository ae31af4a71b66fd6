public import BabyModel

public enum AccountStatus: RPCMethod {
  public static let name = "account.status"
  public static let summary = "Returns who is logged in and whether the family server answers, from memory."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// Look again for a token that could not be read, and count what was logged without an account.
    public var isThorough: Bool = false
  }

  @WireMembers("AccountStatus")
  public struct Answer: WireObject {
    /// The account.
    public var account: AccountRecord
    /// The state of the connection to the server.
    public var connection: ConnectionRecord
    /// The damaged log that this one replaces, until it is restored or the inbox is dismissed.
    public var lostLog: LostLogRecord?
  }
}

public enum AccountRegister: RPCMethod {
  public static let name = "account.register"
  public static let summary = "Creates an account on a family server and logs in."
  public static let isWrite = true
  public static let errors: [ErrorCode] =
    .ofServer + [
      .serverAddressInvalid, .emailTaken, .accountInvalid, .codeNeeded,
    ]

  @WireMembers
  public struct Params: WireObject {
    /// E-mail address.
    public var email: String
    /// 8 to 200 characters; it is sent to the server and not stored anywhere.
    public var password: String
    /// The name other caregivers see on entries; 1 to 60 characters.
    public var name: String
    /// A code of share.create, whose child is then shared with the account; or one of the server's administrator.
    public var code: String?
    /// Address of the server; default: the last one logged in to, or else the configured one.
    public var server: String?
    /// Allow plain http to other machines; others on the network can read everything.
    @Wire("insecureHTTP") public var allowsInsecureHTTP: Bool = false
  }

  public typealias Answer = AccountAnswer
}

/// Each account has its own database, so that two never mix.
public enum AccountLogin: RPCMethod {
  public static let name = "account.login"
  public static let summary = "Logs in to a family server; changes that are waiting are sent."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.serverAddressInvalid, .wrongCredentials, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// E-mail address.
    public var email: String
    /// The password; it is sent to the server and not stored anywhere.
    public var password: String
    /// Address of the server; default: the last one logged in to, or else the configured one.
    public var server: String?
    /// Allow plain http to other machines; others on the network can read everything.
    @Wire("insecureHTTP") public var allowsInsecureHTTP: Bool = false
  }

  public typealias Answer = AccountAnswer
}

public enum AccountLogout: RPCMethod {
  public static let name = "account.logout"
  public static let summary = "Ends the session; unsent changes are kept until the next login."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer

  @WireMembers
  public struct Params: WireObject {
    /// End the session here without telling the server.
    public var isLocal: Bool = false
  }

  public typealias Answer = AccountAnswer
}

public enum AccountUpload: RPCMethod {
  public static let name = "account.upload"
  public static let summary = "Adds the entries from before the account to the account; doing it twice adds nothing."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + [.childNameTaken, .importInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of a child that was logged for without an account; default: all.
    public var childID: String?
    /// UUID or name of the account's child to add the entries to; default: the one with the same name, or a new one.
    public var into: String?
    /// Answer as if it were done, but change nothing.
    public var isDryRun: Bool = false
  }

  @WireMembers
  public struct Answer: WireObject {
    /// How many children are new in the account.
    public var children: Int
    /// How many entries are new in the account.
    public var entries: Int
    /// The result, in words.
    public var message: String
    /// True when nothing was changed.
    public var isDryRun: Bool = false
  }
}

public enum AccountPassword: RPCMethod {
  public static let name = "account.password"
  public static let summary = "Changes the account's password and ends all other sessions."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.wrongCredentials, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// The current password; it is sent to the server and not stored anywhere.
    public var old: String
    /// 8 to 200 characters; it is sent to the server and not stored anywhere.
    public var new: String
  }

  public typealias Answer = AccountAnswer
}

public enum AccountUpdate: RPCMethod {
  public static let name = "account.update"
  public static let summary = "Changes the account's name or e-mail address."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.wrongCredentials, .emailTaken, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// The name other caregivers see on new entries; 1 to 60 characters.
    public var name: String?
    /// E-mail address; needs the password.
    public var email: String?
    /// The current password, to change the e-mail address; it is sent to the server and not stored anywhere.
    public var password: String?
  }

  public typealias Answer = AccountAnswer
}

public enum AccountReset: RPCMethod {
  public static let name = "account.reset"
  public static let summary = "Resets a forgotten password with a code from the server's administrator, and logs in."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.serverAddressInvalid, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// The output of `babybasics-server user password-code`; it works once, within an hour.
    public var code: String
    /// The new password, 8 to 200 characters; it is sent to the server and not stored anywhere.
    public var password: String
    /// Address of the server; default: the last one logged in to, or else the configured one.
    public var server: String?
    /// Allow plain http to other machines; others on the network can read everything.
    @Wire("insecureHTTP") public var allowsInsecureHTTP: Bool = false
  }

  public typealias Answer = AccountAnswer
}

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

/// A log that was damaged, and in whose place the one in use was begun.
@WireMembers("LostLog")
public struct LostLogRecord: Hashable, WireObject {
  /// Where the damaged database is now.
  public var path: String?
  /// Name of the newest backup of it that can be restored.
  public var backup: String?

  /// The command that helps.
  public var remedy: String {
    if let backup { return "bbctl restore \(backup)" }
    return path.map { "sqlite3 '\($0)' .recover" } ?? "bbctl backup --list"
  }

  /// The explanation for a person.
  public static let sentence = "The log was damaged, so it was set aside and this new one was started."
}
