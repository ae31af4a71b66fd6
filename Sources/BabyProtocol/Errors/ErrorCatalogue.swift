extension ErrorCode {
  // JSON-RPC 2.0's own
  public static let parseError = ErrorCode(
    -32700, "rpc.parse", .invalid, hint: "bbctl call daemon.status '{}'", "The line is not JSON.")
  public static let invalidRequest = ErrorCode(
    -32600, "rpc.invalidRequest", .invalid, hint: "bbctl call daemon.status '{}'",
    "The line is JSON, but not a JSON-RPC 2.0 request.")
  public static let methodNotFound = ErrorCode(
    -32601, "rpc.methodNotFound", .invalid, hint: "bbctl call rpc.discover '{}'", "There is no such method.")
  public static let invalidParams = ErrorCode(
    -32602, "rpc.invalidParams", .invalid, hint: "bbctl call rpc.discover '{}'", effect: .corrects,
    "A param is missing, unknown, or of the wrong type.")
  public static let internalError = ErrorCode(
    -32603, "rpc.internal", .failed, retryable: true, hint: "journalctl --user -u babybasicsd",
    "Something went wrong in the daemon; its log says more.")

  // -32001...: the connection
  public static let cancelled = ErrorCode(
    -32001, "rpc.cancelled", .failed, retryable: true, hint: "bbctl status",
    "The call was cancelled before it finished.")
  public static let shuttingDown = ErrorCode(
    -32002, "rpc.shuttingDown", .unreachable, retryable: true, hint: "bbctl status",
    "The daemon is stopping and accepts no more calls.")
  public static let lineTooLong = ErrorCode(
    -32003, "rpc.lineTooLong", .invalid, hint: "bbctl call rpc.discover '{}'", "A line is longer than 1 MiB.")
  public static let permissionDenied = ErrorCode(
    -32004, "rpc.permissionDenied", .permission, hint: "id", "The caller may not use this method or this socket.")
  public static let keyReused = ErrorCode(
    -32005, "rpc.idempotencyKeyReused", .conflict, hint: "bbctl history",
    "The idempotency key has already been used for another call.")
  public static let tooManyConnections = ErrorCode(
    -32006, "rpc.tooManyConnections", .unreachable, retryable: true, hint: "bbctl status",
    "The daemon is already serving as many clients as it can.")

  // -32010...: sleep
  public static let sleepRunning = ErrorCode(
    -32010, "sleep.running", .state, hint: "bbctl sleep stop", effect: .cures, "A sleep is already running.")
  public static let sleepNotRunning = ErrorCode(
    -32011, "sleep.notRunning", .state, hint: "bbctl history --kind sleep", "No sleep is running.")
  public static let sleepForgotten = ErrorCode(
    -32012, "sleep.forgotten", .state, hint: "bbctl sleep stop --help",
    "A sleep has been running for more than 24 hours: say when it ended.")
  public static let sleepChanged = ErrorCode(
    -32013, "sleep.changed", .conflict, hint: "bbctl sleep status",
    "The running sleep is not the one the caller saw.")

  // -32020...: tummy time
  public static let tummyRunning = ErrorCode(
    -32020, "tummy.running", .state, hint: "bbctl tummy stop", effect: .cures, "Tummy time is already running.")
  public static let tummyNotRunning = ErrorCode(
    -32021, "tummy.notRunning", .state, hint: "bbctl history --kind tummy", "No tummy time is running.")
  public static let tummyForgotten = ErrorCode(
    -32022, "tummy.forgotten", .state, hint: "bbctl tummy --help",
    "Tummy time has been running for more than 2 hours: say when it ended.")

  // -32030...: children
  public static let noChild = ErrorCode(
    -32030, "child.none", .state, hint: "bbctl setup", effect: .cures, "No child has been added yet.")
  public static let childNotFound = ErrorCode(
    -32031, "child.notFound", .invalid, hint: "bbctl child list", "There is no such child.")
  public static let childInvalid = ErrorCode(
    -32032, "child.invalid", .invalid, hint: "bbctl child add --help", effect: .corrects,
    "A field of the child has a value that is not allowed.")
  public static let childNameTaken = ErrorCode(
    -32033, "child.nameTaken", .conflict, hint: "bbctl child list", "Another child has this name.")
  public static let childRemoved = ErrorCode(
    -32034, "child.removed", .state, hint: "bbctl child list --removed", effect: .cures, "The child has been removed.")
  public static let childNotRemoved = ErrorCode(
    -32035, "child.notRemoved", .state, hint: "bbctl child list", "The child has not been removed.")
  public static let childReadOnly = ErrorCode(
    -32036, "child.readOnly", .permission, hint: "bbctl share members",
    "The caller may read the child's log, but not change it.")
  public static let childNotOwner = ErrorCode(
    -32037, "child.notOwner", .permission, hint: "bbctl share members", "Only the child's owner may do this.")

  public static let childUnsent = ErrorCode(
    -32038, "child.unsent", .state, hint: "bbctl queue",
    "Part of the child's log has not reached the family server yet.")

  // -32040...: entries
  public static let entryNotFound = ErrorCode(
    -32040, "entry.notFound", .invalid, hint: "bbctl history", "There is no such entry.")
  public static let entryInvalid = ErrorCode(
    -32041, "entry.invalid", .invalid, hint: "bbctl --help", effect: .corrects,
    "A field of the entry has a value that is not allowed.")
  public static let entryDeleted = ErrorCode(
    -32042, "entry.deleted", .state, hint: "bbctl history", effect: .cures, "The entry has been deleted.")
  public static let entryNotDeleted = ErrorCode(
    -32043, "entry.notDeleted", .state, hint: "bbctl today", "The entry has not been deleted.")
  public static let entryExists = ErrorCode(
    -32044, "entry.exists", .conflict, hint: "bbctl today", "Another entry has this id.")

  // -32050...: times
  public static let timeNotUnderstood = ErrorCode(
    -32050, "time.notUnderstood", .invalid, hint: "bbctl --help", effect: .corrects, "The time could not be understood."
  )
  public static let timeInFuture = ErrorCode(
    -32051, "time.inFuture", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time is more than 5 minutes in the future.")
  public static let timeAmbiguous = ErrorCode(
    -32052, "time.ambiguous", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time occurred twice that night, because the clocks went back.")
  public static let timeNonexistent = ErrorCode(
    -32053, "time.nonexistent", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time did not exist that night, because the clocks went forward.")
  public static let zoneUnknown = ErrorCode(
    -32054, "time.zoneUnknown", .invalid, hint: "timedatectl list-timezones", "No time zone has this name.")

  // -32060...: undo
  public static let nothingToUndo = ErrorCode(
    -32060, "undo.nothing", .state, hint: "bbctl undo --list", "There is nothing to undo.")
  public static let nothingToRedo = ErrorCode(
    -32061, "redo.nothing", .state, hint: "bbctl undo --list", "There is nothing to redo.")
  public static let undoConflict = ErrorCode(
    -32062, "undo.conflict", .conflict, hint: "bbctl undo --list",
    "What the change affected has been changed again since.")

  // -32070...: settings
  public static let settingUnknown = ErrorCode(
    -32070, "settings.unknown", .invalid, hint: "bbctl settings list", "No setting has this name.")
  public static let settingInvalid = ErrorCode(
    -32071, "settings.invalid", .invalid, hint: "bbctl settings list", "The setting does not accept this value.")

  // -32080...: the database
  public static let storeLocked = ErrorCode(
    -32080, "store.locked", .failed, retryable: true, hint: "fuser -v ~/.local/share/babybasics/local.db",
    "Another program has locked the database.")
  public static let storeReadOnly = ErrorCode(
    -32081, "store.readOnly", .failed, hint: "ls -l ~/.local/share/babybasics", "The database cannot be written to.")
  public static let storeFull = ErrorCode(
    -32082, "store.full", .failed, retryable: true, hint: "df -h ~/.local/share/babybasics", "The disk is full.")
  public static let storeCorrupt = ErrorCode(
    -32083, "store.corrupt", .failed, hint: "bbctl call daemon.status '{}'", "The database is damaged.")
  public static let storeFailed = ErrorCode(
    -32084, "store.failed", .failed, retryable: true, hint: "journalctl --user -u babybasicsd", effect: .cures,
    "The database failed for another reason.")

  // -32090...: import
  public static let importFormatUnknown = ErrorCode(
    -32090, "import.formatUnknown", .invalid, hint: "bbctl import --help",
    "The file is not in a format that can be imported.")
  public static let importNotFound = ErrorCode(
    -32091, "import.notFound", .state, hint: "bbctl import --help", "No import with this id is in progress.")
  public static let importInvalid = ErrorCode(
    -32092, "import.invalid", .invalid, hint: "bbctl import --help", "The file cannot be imported in this way."
  )

  public static let exportNotFound = ErrorCode(
    -32093, "export.notFound", .state, hint: "bbctl export --help", "No export is in progress on this connection.")
  public static let backupNotFound = ErrorCode(
    -32094, "backup.notFound", .invalid, hint: "bbctl backup --list", "No backup has this name.")

  // -32095...: reminders
  public static let noReminder = ErrorCode(
    -32095, "reminder.none", .state, hint: "bbctl remind list",
    "No reminder is waiting to be done, snoozed or dismissed.")
  public static let reminderNotFound = ErrorCode(
    -32096, "reminder.notFound", .state, hint: "bbctl remind list",
    "There is no such reminder, or it is over because what it was about has been logged.")
  public static let reminderInvalid = ErrorCode(
    -32097, "reminder.invalid", .invalid, hint: "bbctl remind add --help", effect: .corrects,
    "The custom reminder's name or schedule is not allowed.")

  public static let reminderNotDue = ErrorCode(
    -32088, "reminder.notDue", .state, hint: "bbctl remind list",
    "The reminder is not due until after the time it was to be snoozed to.")

  // -32098...: replacing everything
  public static let restoreInvalid = ErrorCode(
    -32098, "restore.invalid", .invalid, hint: "bbctl restore --help", "The backup cannot be restored.")
  public static let eraseUnconfirmed = ErrorCode(
    -32099, "erase.unconfirmed", .invalid, hint: "bbctl erase --help", "Erasing was not confirmed.")

  /// Every error there is, in order of its number's distance from zero within JSON-RPC's own and ours.
  public static let all: [ErrorCode] =
    [
      parseError, invalidRequest, methodNotFound, invalidParams, internalError,
      cancelled, shuttingDown, lineTooLong, permissionDenied, keyReused, tooManyConnections,
      sleepRunning, sleepNotRunning, sleepForgotten, sleepChanged,
      tummyRunning, tummyNotRunning, tummyForgotten,
      noChild, childNotFound, childInvalid, childNameTaken, childRemoved, childNotRemoved, childReadOnly,
      childNotOwner, childUnsent,
      entryNotFound, entryInvalid, entryDeleted, entryNotDeleted, entryExists,
      timeNotUnderstood, timeInFuture, timeAmbiguous, timeNonexistent, zoneUnknown,
      nothingToUndo, nothingToRedo, undoConflict,
      settingUnknown, settingInvalid,
      storeLocked, storeReadOnly, storeFull, storeCorrupt, storeFailed,
      importFormatUnknown, importNotFound, importInvalid, exportNotFound, backupNotFound,
      noReminder, reminderNotFound, reminderInvalid, reminderNotDue, restoreInvalid, eraseUnconfirmed,
    ] + syncing
}
