/// Why a request was refused. Nothing has changed when one of these is thrown.
public enum BabyError: Error, Hashable, Sendable {
  // Children
  case noChild
  case childNotFound(String)
  case childNameTaken(String)
  case childRemoved(name: String)
  case childNotRemoved(name: String)
  /// The family server does not have all of it yet.
  case childUnsent(name: String)
  /// The account shared the child once.
  case childNotShared(name: String)
  case childInvalid([FieldError])
  /// The account may only look at it.
  case childReadOnly(name: String)
  /// Another account owns the child and shares it.
  case childNotOwner(name: String)

  // Entries
  case entryNotFound(String)
  case entryInvalid([FieldError])
  case entryDeleted(EntryID)
  /// It was to be deleted.
  case entryDeletedAlready(EntryID)
  case entryNotDeleted(EntryID)
  case entryExists(EntryID)

  // Timers; `since` is what the clock showed when it began, in the child's zone.
  case timerRunning(TimerKey, EntryID, since: Instant, child: String)
  /// For an activity, with the other running ones.
  case timerNotRunning(TimerKey, child: String, others: [TimerKey] = [])
  /// `since` is when it was paused.
  case timerPaused(TimerKey, EntryID, since: Instant, child: String)
  /// A timer that has run for longer than an entry of its kind can last: it needs an explicit end.
  case timerForgotten(TimerKey, EntryID, since: Instant, child: String)
  /// A timer that begins in the future, as a clock that was ahead has left it: it cannot end before it began.
  case timerAhead(TimerKey, EntryID, since: Instant, child: String)
  /// `timer.toggle` was sent for a state that has changed.
  case timerChanged(TimerKey, running: EntryID?, child: String)

  // Times
  case timeNotUnderstood(String)
  case daysNotUnderstood(String)
  case timeInFuture(String, resolved: Instant)
  case timeAmbiguous(String, first: Instant, second: Instant)
  case timeNonexistent(String, nextValid: Instant)
  /// Ambiguous; `choices` has a replacement for each meaning.
  case timeUnclear(String, choices: [String])
  case zoneUnknown(String)

  // Phrases
  /// Ambiguous; `choices` has a replacement for each meaning.
  case phraseUnclear(String, choices: [String])
  case phraseRefused(String, PhraseRefusal)

  // Undo
  case nothingToUndo
  case nothingToRedo
  /// What this step changed has been changed again since.
  case undoConflict(step: Int64, label: String)

  // Settings
  case settingUnknown(String, nearest: String?)
  case settingInvalid(key: String, value: String, expected: String)

  // Reminders
  /// There is no open reminder.
  case noReminder
  case reminderNotFound(String)
  case reminderInvalid([FieldError])
  /// It is due later than the time it was to be snoozed to.
  case reminderNotDue(until: Instant)

  // Syncing
  case queueItemNotFound(String)
  case inboxItemNotFound(String)
  case notAConflict(String)

  // Import
  /// - Parameter nearly: a sentence about the app whose table it nearly is.
  case importFormatUnknown(String, nearly: String? = nil)
  case importNotFound(String)
  case importInvalid(String)
  /// The files do not decide it; the text is the question, and the option answers it.
  case importUndecided(String, option: String)
  /// The connection has not begun any, or it is at its end.
  case exportNotFound

  // Backups
  case backupNotFound(String)
  /// Why the given data cannot replace the database.
  case restoreInvalid(String)
  /// The backup is of another log.
  case restoreOfOtherLog(OtherLog)
  /// Erasing was not confirmed with its word.
  case eraseUnconfirmed

  // Idempotency
  /// The key was used before, for another call.
  case idempotencyKeyReused(String)

  // The database
  case storeLocked(path: String)
  case storeReadOnly(path: String)
  case storeFull(path: String)
  case storeCorrupt(path: String)
  /// A newer version of the program has written it; versions are those of the tables.
  case storeNewer(path: String, found: Int, supported: Int)
  /// A build from before the first release has written it. No release can read it.
  case storeUnreleased(path: String)
  case storeFailed(path: String, reason: String)
  /// The database has just been replaced by a backup, or erased; retry to reach the new one.
  case storeReplaced(path: String)
}

extension BabyError {
  /// The errors of single fields, if that is what is wrong.
  public var fields: [FieldError] {
    switch self {
    case .entryInvalid(let fields), .childInvalid(let fields), .reminderInvalid(let fields): fields
    default: []
    }
  }
}

/// One thing that is wrong with one field of an entry, a child or a setting.
public struct FieldError: Hashable, Sendable {
  /// The parameter's name on the wire: `amount`, `end`, `name` …
  public var field: String
  /// A sentence without the field's name: `must be at most 500 ml`.
  public var message: String

  public init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }
}
