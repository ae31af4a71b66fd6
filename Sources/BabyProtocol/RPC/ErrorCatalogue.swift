/// JSON-RPC's own numbers are below -32000. Ours are by area, which is the first word of the name: each area has a hundred
/// of them, and a new error gets its area's next one.
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

  // The connection
  public static let cancelled = ErrorCode(
    1001, "rpc.cancelled", .failed, retryable: true, hint: "bbctl status",
    "The call was cancelled before it finished.")
  public static let shuttingDown = ErrorCode(
    1002, "rpc.shuttingDown", .unreachable, retryable: true, hint: "bbctl status",
    "The daemon is stopping and accepts no new calls.")
  public static let lineTooLong = ErrorCode(
    1003, "rpc.lineTooLong", .invalid, hint: "bbctl call rpc.discover '{}'", "A line is longer than 1 MiB.")
  public static let permissionDenied = ErrorCode(
    1004, "rpc.permissionDenied", .permission, hint: "id", "The caller may not use this method or this socket.")
  public static let keyReused = ErrorCode(
    1005, "rpc.idempotencyKeyReused", .conflict, hint: "bbctl history",
    "The idempotency key has already been used for another call.")
  public static let tooManyConnections = ErrorCode(
    1006, "rpc.tooManyConnections", .unreachable, retryable: true, hint: "bbctl status",
    "The daemon is already serving as many clients as it can.")

  // Timers: a sleep, tummy time, a breast feed, or an activity of some name
  public static let timerRunning = ErrorCode(
    1101, "timer.running", .state, hint: "bbctl status", effect: .cures,
    "The timer is already running. For timer.resume: the feed is not paused.")
  public static let timerNotRunning = ErrorCode(
    1102, "timer.notRunning", .state, hint: "bbctl status", effect: .cures, "The timer is not running.")
  public static let timerForgotten = ErrorCode(
    1103, "timer.forgotten", .state, hint: "bbctl log --help",
    "The timer has been running for longer than an entry of its kind can last: say when it ended.")
  public static let timerChanged = ErrorCode(
    1104, "timer.changed", .conflict, hint: "bbctl status", "The running timer is not the one that the caller saw.")
  public static let timerPaused = ErrorCode(
    1105, "timer.paused", .state, hint: "bbctl feed resume", effect: .cures, "The feed is already paused.")
  public static let timerAhead = ErrorCode(
    1106, "timer.ahead", .state, hint: "bbctl edit last --at '10 min ago'", effect: .cures,
    "The running timer begins in the future, since a clock was ahead: say when it began.")

  // Children
  public static let noChild = ErrorCode(
    1301, "child.none", .state, hint: "bbctl setup", effect: .cures, "No child has been added yet.")
  public static let childNotFound = ErrorCode(
    1302, "child.notFound", .invalid, hint: "bbctl child list", "There is no such child.")
  public static let childInvalid = ErrorCode(
    1303, "child.invalid", .invalid, hint: "bbctl child add --help", effect: .corrects,
    "A field of the child has a value that is not allowed.")
  public static let childNameTaken = ErrorCode(
    1304, "child.nameTaken", .conflict, hint: "bbctl child list", "Another child has this name.")
  public static let childRemoved = ErrorCode(
    1305, "child.removed", .state, hint: "bbctl child list --removed", effect: .cures, "The child has been removed.")
  public static let childNotRemoved = ErrorCode(
    1306, "child.notRemoved", .state, hint: "bbctl child list", "The child has not been removed.")
  public static let childReadOnly = ErrorCode(
    1307, "child.readOnly", .permission, hint: "bbctl share members",
    "The caller may read the child's log, but not change it.")
  public static let childNotOwner = ErrorCode(
    1308, "child.notOwner", .permission, hint: "bbctl share members", "Only the child's owner may do this.")
  public static let childUnsent = ErrorCode(
    1309, "child.unsent", .state, hint: "bbctl queue",
    "Part of the child's log has not reached the family server yet.")
  public static let childNotShared = ErrorCode(
    1310, "child.notShared", .permission, hint: "bbctl share accept --help",
    "The child is no longer shared with the account: an owner can make a new code.")

  // Entries
  public static let entryNotFound = ErrorCode(
    1401, "entry.notFound", .invalid, hint: "bbctl history", "There is no such entry.")
  public static let entryInvalid = ErrorCode(
    1402, "entry.invalid", .invalid, hint: "bbctl --help", effect: .corrects,
    "A field of the entry has a value that is not allowed.")
  public static let entryDeleted = ErrorCode(
    1403, "entry.deleted", .state, hint: "bbctl history", effect: .cures, "The entry has been deleted.")
  public static let entryNotDeleted = ErrorCode(
    1404, "entry.notDeleted", .state, hint: "bbctl today", "The entry has not been deleted.")
  public static let entryExists = ErrorCode(
    1405, "entry.exists", .conflict, hint: "bbctl today", "Another entry has this id.")

  // Times
  public static let timeNotUnderstood = ErrorCode(
    1501, "time.notUnderstood", .invalid, hint: "bbctl --help", effect: .corrects, "The time could not be understood."
  )
  public static let timeInFuture = ErrorCode(
    1502, "time.inFuture", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time is more than 5 minutes in the future.")
  public static let timeAmbiguous = ErrorCode(
    1503, "time.ambiguous", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time occurred twice that night, because the clocks went back.")
  public static let timeNonexistent = ErrorCode(
    1504, "time.nonexistent", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time did not exist that night, because the clocks went forward.")
  public static let zoneUnknown = ErrorCode(
    1505, "time.zoneUnknown", .invalid, hint: "timedatectl list-timezones", "No time zone has this name.")
  public static let timeUnclear = ErrorCode(
    1506, "time.unclear", .invalid, hint: "bbctl --help", effect: .corrects,
    "The time can be read in several ways, which are given.")
  public static let daysNotUnderstood = ErrorCode(
    1507, "time.daysNotUnderstood", .invalid, hint: "bbctl history --help", effect: .corrects,
    "The days could not be understood.")

  // Undo
  public static let nothingToUndo = ErrorCode(
    1601, "undo.nothing", .state, hint: "bbctl undo --list", "There is nothing to undo.")
  public static let nothingToRedo = ErrorCode(
    1701, "redo.nothing", .state, hint: "bbctl undo --list", "There is nothing to redo.")
  public static let undoConflict = ErrorCode(
    1602, "undo.conflict", .conflict, hint: "bbctl undo --list",
    "The change cannot be undone, because a later change builds on it.")

  // Settings
  public static let settingUnknown = ErrorCode(
    1801, "settings.unknown", .invalid, hint: "bbctl settings list", "No setting has this name.")
  public static let settingInvalid = ErrorCode(
    1802, "settings.invalid", .invalid, hint: "bbctl settings list", "The setting does not accept this value.")

  // The database
  public static let storeLocked = ErrorCode(
    1901, "store.locked", .failed, retryable: true, hint: "fuser -v ~/.local/share/babybasics/local.db",
    "Another program has locked the database.")
  public static let storeReadOnly = ErrorCode(
    1902, "store.readOnly", .failed, hint: "ls -l ~/.local/share/babybasics", "The database cannot be written to.")
  public static let storeFull = ErrorCode(
    1903, "store.full", .failed, retryable: true, hint: "df -h ~/.local/share/babybasics", "The disk is full.")
  public static let storeCorrupt = ErrorCode(
    1904, "store.corrupt", .failed, hint: "bbctl call daemon.status '{}'", "The database is damaged.")
  public static let storeFailed = ErrorCode(
    1905, "store.failed", .failed, retryable: true, hint: "journalctl --user -u babybasicsd", effect: .cures,
    "The database failed for another reason.")

  // Files
  public static let importFormatUnknown = ErrorCode(
    2001, "import.formatUnknown", .invalid, hint: "bbctl import --help",
    "The file is not in a format that can be imported.")
  public static let importNotFound = ErrorCode(
    2002, "import.notFound", .state, hint: "bbctl import --help", "No import with this id is in progress.")
  public static let importInvalid = ErrorCode(
    2003, "import.invalid", .invalid, hint: "bbctl import --help", "The file cannot be imported in this way.")
  public static let importUndecided = ErrorCode(
    2004, "import.undecided", .invalid, hint: "bbctl import --help",
    "The file leaves something open that only a person can say.")
  public static let exportNotFound = ErrorCode(
    2101, "export.notFound", .state, hint: "bbctl export --help", "No export is in progress on this connection.")
  public static let backupNotFound = ErrorCode(
    2201, "backup.notFound", .invalid, hint: "bbctl backup --list", "No backup has this name.")

  // Replacing everything
  public static let restoreInvalid = ErrorCode(
    2301, "restore.invalid", .invalid, hint: "bbctl restore --help", "The backup cannot be restored.")
  public static let restoreOfOtherLog = ErrorCode(
    2302, "restore.otherLog", .state, hint: "bbctl restore --help",
    "The backup is of another log: another account's, a machine's without one, or one with children unknown here.")
  public static let eraseUnconfirmed = ErrorCode(
    2401, "erase.unconfirmed", .invalid, hint: "bbctl erase --help", "Erasing was not confirmed.")

  // Reminders
  public static let noReminder = ErrorCode(
    2501, "reminder.none", .state, hint: "bbctl remind list",
    "There is no open reminder.")
  public static let reminderNotFound = ErrorCode(
    2502, "reminder.notFound", .state, hint: "bbctl remind list",
    "There is no such reminder, or it is over because what it was about has been logged.")
  public static let reminderInvalid = ErrorCode(
    2503, "reminder.invalid", .invalid, hint: "bbctl remind add --help", effect: .corrects,
    "The custom reminder's name or schedule is not allowed.")
  public static let reminderNotDue = ErrorCode(
    2504, "reminder.notDue", .state, hint: "bbctl remind list",
    "The reminder is not due until after the time it was to be snoozed to.")

  // Phrases
  public static let phraseUnclear = ErrorCode(
    3201, "phrase.unclear", .invalid, hint: "bbctl log --help", effect: .corrects,
    "The phrase can be read in several ways, which are given.")
  public static let phraseNotUnderstood = ErrorCode(
    3202, "phrase.notUnderstood", .invalid, hint: "bbctl log --help", effect: .corrects,
    "The phrase could not be understood.")
  public static let phraseNotKept = ErrorCode(
    3203, "phrase.notKept", .invalid, hint: "bbctl note --help", effect: .cures,
    "The phrase is about something that has no kind of entry; a note can keep it.")
  public static let phraseNotLogged = ErrorCode(
    3204, "phrase.notLogged", .invalid, hint: "bbctl status", effect: .shows,
    "The phrase is a question or another command; the hint is that command.")

  /// Every error there is: JSON-RPC's own, and then by number.
  public static let all: [ErrorCode] =
    [
      parseError, invalidRequest, methodNotFound, invalidParams, internalError,
      cancelled, shuttingDown, lineTooLong, permissionDenied, keyReused, tooManyConnections,
      timerRunning, timerNotRunning, timerForgotten, timerChanged, timerPaused, timerAhead,
      noChild, childNotFound, childInvalid, childNameTaken, childRemoved, childNotRemoved, childReadOnly,
      childNotOwner, childUnsent, childNotShared,
      entryNotFound, entryInvalid, entryDeleted, entryNotDeleted, entryExists,
      timeNotUnderstood, timeInFuture, timeAmbiguous, timeNonexistent, zoneUnknown,
      timeUnclear, daysNotUnderstood,
      nothingToUndo, undoConflict, nothingToRedo,
      settingUnknown, settingInvalid,
      storeLocked, storeReadOnly, storeFull, storeCorrupt, storeFailed,
      importFormatUnknown, importNotFound, importInvalid, importUndecided, exportNotFound, backupNotFound,
      restoreInvalid, restoreOfOtherLog, eraseUnconfirmed, noReminder, reminderNotFound, reminderInvalid,
      reminderNotDue,
    ] + syncing + [phraseUnclear, phraseNotUnderstood, phraseNotKept, phraseNotLogged]
}
