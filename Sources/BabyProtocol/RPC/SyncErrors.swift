extension ErrorCode {
  // Sharing a child
  public static let shareNotFound = ErrorCode(
    2601, "share.notFound", .invalid, hint: "bbctl share list",
    "There is no such share, or its code has been used, has been revoked or has expired.")
  public static let shareAccepted = ErrorCode(
    2602, "share.alreadyMember", .state, hint: "bbctl share members", "The account already shares the child.")
  public static let memberNotFound = ErrorCode(
    2603, "share.memberNotFound", .invalid, hint: "bbctl share members",
    "No one with this name, e-mail address or id shares the child.")
  public static let memberUnclear = ErrorCode(
    2604, "share.memberUnclear", .invalid, hint: "bbctl share members",
    "Several people of this name share the child: say an e-mail address or an id.")
  public static let lastOwner = ErrorCode(
    2605, "share.lastOwner", .state, hint: "bbctl share transfer --help", effect: .cures,
    "The child would have no owner any more: hand it over first, or remove it for everybody.")

  // The account
  public static let noAccount = ErrorCode(
    2701, "account.none", .permission, hint: "bbctl login", effect: .cures, "Not logged in to a family server."
  )
  public static let unauthorized = ErrorCode(
    2702, "account.unauthorized", .permission, hint: "bbctl login", effect: .cures,
    "The session has ended: log in again.")
  public static let emailTaken = ErrorCode(
    2703, "account.emailTaken", .conflict, hint: "bbctl login", effect: .cures,
    "The e-mail address is already registered.")
  public static let wrongCredentials = ErrorCode(
    2704, "account.wrongCredentials", .permission, hint: "bbctl login", effect: .cures,
    "The e-mail address or the password is wrong.")
  public static let accountInvalid = ErrorCode(
    2705, "account.invalid", .invalid, hint: "bbctl register --help", effect: .corrects,
    "The e-mail address, the name or the password is not allowed.")
  public static let rateLimited = ErrorCode(
    2706, "account.rateLimited", .failed, retryable: true, hint: "bbctl account",
    "The family server has received too many requests.")
  public static let sessionNotFound = ErrorCode(
    2707, "account.sessionNotFound", .invalid, hint: "bbctl account sessions",
    "The account has no such session, or it has ended.")
  public static let codeNeeded = ErrorCode(
    2708, "account.codeNeeded", .permission, hint: "bbctl register --help", effect: .corrects,
    "The family server requires a code to register.")

  // The family server
  public static let serverUnreachable = ErrorCode(
    2801, "server.unreachable", .failed, retryable: true, hint: "bbctl account",
    "The family server cannot be reached, or did not answer in time.")
  public static let serverFailed = ErrorCode(
    2802, "server.failed", .failed, retryable: true, hint: "bbctl account", "The family server failed.")
  public static let notAFamilyServer = ErrorCode(
    2803, "server.notAFamilyServer", .failed, hint: "bbctl account",
    "The server at this address is not a family server.")
  public static let serverRefused = ErrorCode(
    2804, "server.refused", .failed, hint: "bbctl account",
    "The family server refused the request, for the reason in the message.")
  public static let serverAddressInvalid = ErrorCode(
    2805, "server.addressInvalid", .invalid, hint: "bbctl login --help", effect: .corrects,
    "The server's address is not valid, or it is plain http to another machine.")
  public static let serverTooOld = ErrorCode(
    2806, "server.tooOld", .failed, hint: "bbctl account",
    "The family server is too old for this; ask its administrator to update it.")

  // The keyring
  public static let keyringLocked = ErrorCode(
    2901, "keyring.locked", .permission, hint: "secret-tool search --unlock application babybasics", effect: .cures,
    "The keyring is locked.")
  public static let keyringDenied = ErrorCode(
    2902, "keyring.denied", .permission, hint: "journalctl --user -u babybasicsd",
    "The keyring refused the daemon access.")
  public static let keyringFailed = ErrorCode(
    2903, "keyring.failed", .failed, retryable: true, hint: "journalctl --user -u babybasicsd",
    "The keyring failed, or did not answer in time.")

  // The queue and the inbox
  public static let queueItemNotFound = ErrorCode(
    3001, "queue.itemNotFound", .state, hint: "bbctl queue list", "No such change is waiting to be sent.")
  public static let inboxItemNotFound = ErrorCode(
    3101, "inbox.itemNotFound", .state, hint: "bbctl inbox --all", "There is no such item in the inbox.")
  public static let notAConflict = ErrorCode(
    3102, "inbox.notAConflict", .state, hint: "bbctl inbox", "The item in the inbox is not a conflict.")

  /// The errors that come with a family server.
  static let syncing: [ErrorCode] = [
    shareNotFound, shareAccepted, memberNotFound, memberUnclear, lastOwner,
    noAccount, unauthorized, emailTaken, wrongCredentials, accountInvalid, rateLimited, sessionNotFound, codeNeeded,
    serverUnreachable, serverFailed, notAFamilyServer, serverRefused, serverAddressInvalid, serverTooOld,
    keyringLocked, keyringDenied, keyringFailed,
    queueItemNotFound, inboxItemNotFound, notAConflict,
  ]
}
