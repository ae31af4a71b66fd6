extension ErrorCode {
  // -32014...: sharing a child
  public static let shareNotFound = ErrorCode(
    -32014, "share.notFound", .invalid, hint: "bbctl share list",
    "There is no such share, or its code was used, was revoked or has expired.")
  public static let shareAccepted = ErrorCode(
    -32015, "share.alreadyMember", .state, hint: "bbctl share members", "The account shares the child already.")

  // -32023...: the account
  public static let noAccount = ErrorCode(
    -32023, "account.none", .permission, hint: "bbctl login", effect: .cures, "Nobody has logged in to a family server."
  )
  public static let unauthorized = ErrorCode(
    -32024, "account.unauthorized", .permission, hint: "bbctl login", effect: .cures,
    "The session is over: log in again.")
  public static let emailTaken = ErrorCode(
    -32025, "account.emailTaken", .conflict, hint: "bbctl login", effect: .cures,
    "The e-mail address is registered already.")
  public static let wrongCredentials = ErrorCode(
    -32026, "account.wrongCredentials", .permission, hint: "bbctl login", effect: .cures,
    "E-mail address and password do not fit.")
  public static let accountInvalid = ErrorCode(
    -32027, "account.invalid", .invalid, hint: "bbctl register --help", effect: .corrects,
    "The e-mail address, the name or the password is not allowed.")
  public static let rateLimited = ErrorCode(
    -32028, "account.rateLimited", .failed, retryable: true, hint: "bbctl account",
    "The family server has had too many requests.")

  // -32063...: the family server
  public static let serverUnreachable = ErrorCode(
    -32063, "server.unreachable", .failed, retryable: true, hint: "bbctl account",
    "The family server cannot be reached or does not answer in time.")
  public static let serverFailed = ErrorCode(
    -32064, "server.failed", .failed, retryable: true, hint: "bbctl account", "The family server has failed.")
  public static let notAFamilyServer = ErrorCode(
    -32065, "server.notAFamilyServer", .failed, hint: "bbctl account",
    "Something answers at the address that is no family server.")
  public static let serverRefused = ErrorCode(
    -32066, "server.refused", .failed, hint: "bbctl account", "The family server refuses it, for the reason it gives.")
  public static let serverAddressInvalid = ErrorCode(
    -32067, "server.addressInvalid", .invalid, hint: "bbctl login --help", effect: .corrects,
    "The address is none, or it is plain http beyond this machine.")

  // -32072...: the keyring
  public static let keyringLocked = ErrorCode(
    -32072, "keyring.locked", .permission, hint: "secret-tool search --unlock application babybasics", effect: .cures,
    "The keyring is locked.")
  public static let keyringDenied = ErrorCode(
    -32073, "keyring.denied", .permission, hint: "journalctl --user -u babybasicsd",
    "The keyring does not let the daemon in.")
  public static let keyringFailed = ErrorCode(
    -32074, "keyring.failed", .failed, retryable: true, hint: "journalctl --user -u babybasicsd",
    "The keyring does not answer in time, or fails.")

  // -32085...: what waits to be sent, and the inbox
  public static let queueItemNotFound = ErrorCode(
    -32085, "queue.itemNotFound", .state, hint: "bbctl queue list", "No such change waits to be sent.")
  public static let inboxItemNotFound = ErrorCode(
    -32086, "feedback.itemNotFound", .state, hint: "bbctl inbox --all", "There is no such item in the inbox.")
  public static let noConflict = ErrorCode(
    -32087, "conflict.none", .state, hint: "bbctl inbox", "The item of the inbox is no conflict.")

  /// The errors that come with a family server.
  static let syncing: [ErrorCode] = [
    shareNotFound, shareAccepted,
    noAccount, unauthorized, emailTaken, wrongCredentials, accountInvalid, rateLimited,
    serverUnreachable, serverFailed, notAFamilyServer, serverRefused, serverAddressInvalid,
    keyringLocked, keyringDenied, keyringFailed,
    queueItemNotFound, inboxItemNotFound, noConflict,
  ]
}
