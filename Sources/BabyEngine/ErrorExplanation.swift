import BabyImport
package import BabyModel
package import BabyProtocol
import BabyStore

extension LogbookReader {
  /// Runs a body and puts its errors into words, with times as the child's clocks show them.
  ///
  /// It is done here, inside the transaction, because the words need the child's zone.
  package func explainingErrors<Answer>(about reference: String?, _ body: () throws -> Answer) throws -> Answer {
    do { return try body() } catch BabyError.noChild {
      throw try noChildLeft() ?? RPCError(BabyError.noChild)
    } catch let error as BabyError {
      let child = try? child(reference)
      let clock = try? child.map { (zone: try zone($0.zone), format: try settings(of: $0).timeFormat) }
      let current = try? self.child(nil).name
      throw RPCError(error) { instant in
        guard let clock else { return instant.utcText }
        return Words.dateTime(clock.zone.local(instant), today: clock.zone.local(now).date, format: clock.format)
      } offsetText: { instant in
        clock.map { instant.typedText(in: $0.zone) } ?? instant.utcText
      } childOption: { name in
        name == current ? "" : RPCError.childOption(name)
      }
    }
  }
}

/// An error of another module with its own answer.
package protocol RPCErrorConvertible: Error {
  var rpcError: RPCError { get }
}

extension RPCError {
  /// Any error as an answer. An unexpected one reveals nothing of its content: it may be private.
  package init(_ error: any Error) {
    switch error {
    case let error as RPCError: self = error
    case let error as WireError: self.init(error)
    case let error as BabyError:
      self.init(error) {
        $0.utcText
      } offsetText: {
        $0.utcText
      } childOption: {
        Self.childOption($0)
      }
    case let error as any RPCErrorConvertible: self = error.rpcError
    case is CancellationError: self = .cancelled
    default: self.init(.internalError, "Something went wrong in the daemon (\(type(of: error))).")
    }
  }

  /// - Parameters:
  ///   - clock: an instant as a person reads it, such as "8:24 PM".
  ///   - offsetText: an instant as it can be typed without ambiguity.
  ///   - childOption: what a hint needs for a child of this name to be meant; empty for the caller's current one.
  package init(
    _ error: BabyError, clock: (Instant) -> String, offsetText: (Instant) -> String, childOption: (String) -> String
  ) {
    switch error {
    case .noChild: self.init(.noChild, "No child has been added yet.")
    case .childNotFound(let name): self.init(.childNotFound, "There is no child \"\(name.excerpt)\".")
    case .childNameTaken(let name): self.init(.childNameTaken, "There is already a child named \(name.excerpt).")
    case .childRemoved(let name):
      self.init(.childRemoved, "\(name) has been removed.", hint: "bbctl child restore \(name.shellQuoted)")
    case .childNotRemoved(let name): self.init(.childNotRemoved, "\(name) has not been removed.")
    case .childUnsent(let name):
      self.init(.childUnsent, "Part of \(name)'s log has not reached the family server yet. Nothing was deleted.")
    case .childNotShared(let name):
      self.init(.childNotShared, "\(name) is no longer shared with you. Nothing was changed.")
    case .childReadOnly(let name): self.init(.childReadOnly, "You may read \(name)'s log, but not change it.")
    case .childNotOwner(let name): self.init(.childNotOwner, "Only \(name)'s owner may do this.")
    case .childInvalid(let fields): self.init(.childInvalid, Self.sentence(fields), fields: fields)

    case .entryNotFound(let reference): self.init(.entryNotFound, "There is no entry \"\(reference.excerpt)\".")
    case .entryInvalid(let fields): self.init(.entryInvalid, Self.sentence(fields), fields: fields)
    case .entryDeletedAlready: self.init(.entryDeleted, "The entry has already been deleted.")
    case .entryDeleted(let id):
      self.init(.entryDeleted, "The entry has been deleted.", hint: "bbctl call entry.restore '{\"id\":\"\(id)\"}'")
    case .entryNotDeleted: self.init(.entryNotDeleted, "The entry has not been deleted.")
    case .entryExists(let id):
      self.init(.entryExists, "Another entry has this id.", details: JSONObject([("id", .string("\(id)"))]))

    case .timerRunning(let timer, let id, let since, let child):
      let words = TimerWords(timer)
      self.init(
        .timerRunning, "\(words.isRunning(of: child)) since \(clock(since)).",
        hint: words.stopHint + childOption(child), details: timer.details(id, since))
    case .timerNotRunning(let timer, let child, let others):
      let words = TimerWords(timer)
      self.init(
        .timerNotRunning, words.isNotRunning(of: child, others: others),
        hint: words.notRunningHint + childOption(child), details: timer.details())
    case .timerPaused(let timer, let id, let since, let child):
      self.init(
        .timerPaused, "\(child)'s \(timer.noun) has been paused since \(clock(since)).",
        hint: ErrorCode.timerPaused.hint + childOption(child), details: timer.details(id, since))
    case .timerForgotten(let timer, let id, let since, let child):
      let words = TimerWords(timer)
      self.init(
        .timerForgotten, "\(child)'s \(words.noun) has been running since \(clock(since)): say when it ended.",
        hint: words.forgottenHint, details: timer.details(id, since))
    case .timerAhead(let timer, let id, let since, let child):
      self.init(
        .timerAhead,
        "\(child)'s \(TimerWords(timer).noun) begins at \(clock(since)), which is in the future: a clock was ahead when "
          + "it was started. Say when it began, then stop it.",
        hint: "bbctl edit \(id.lastDigits) --at '10 min ago'", details: timer.details(id, since))
    case .timerChanged(let timer, let running, let child):
      let words = TimerWords(timer)
      self.init(
        .timerChanged,
        running == nil ? "\(child)'s \(words.noun) has ended in the meantime." : words.wasStarted(for: child),
        hint: words.changedHint,
        details: timer.details([("running", running.map { .string("\($0)") } ?? .null)]))

    case .timeNotUnderstood(let text):
      self.init(
        .timeNotUnderstood,
        "\"\(text.excerpt)\" is not a time. Times look like now, \"20m ago\", 2:30am, 14:05 or \"yesterday 22:10\"."
      )
    case .daysNotUnderstood(let text):
      self.init(
        .daysNotUnderstood,
        "\"\(text.excerpt)\" is not a day. Days look like yesterday, november, 2020-03, \"Nov 3-10\" or 2020-03..05."
      )
    case .timeInFuture(let text, let resolved):
      self.init(.timeInFuture, "\"\(text.excerpt)\" would be \(clock(resolved)), which is in the future.")
    case .timeAmbiguous(let text, let first, let second):
      self.init(
        .timeAmbiguous,
        "\"\(text.excerpt)\" occurred twice, because the clocks went back that night: "
          + "say \(offsetText(first)) or \(offsetText(second)).",
        details: JSONObject([
          ("text", .string(text)), ("choices", [.string(offsetText(first)), .string(offsetText(second))]),
        ]))
    case .timeNonexistent(let text, let nextValid):
      self.init(
        .timeNonexistent,
        "\"\(text.excerpt)\" did not exist, because the clocks went forward that night: "
          + "the next time was \(offsetText(nextValid)).",
        details: JSONObject([("text", .string(text)), ("nextValid", .string(offsetText(nextValid)))]))
    case .timeUnclear(let text, let choices):
      self.init(
        .timeUnclear, "\"\(text.excerpt)\" can be read in several ways: say \(choices.joined(separator: " or ")).",
        details: JSONObject([("text", .string(text)), ("choices", .array(choices.map { .string($0) }))]))
    case .zoneUnknown(let name):
      self.init(.zoneUnknown, "There is no time zone \"\(name.excerpt)\". Time zones have names such as Europe/Berlin.")

    case .phraseUnclear(let text, let choices):
      let quoted = choices.map { "\"\($0.excerpt)\"" }
      self.init(
        .phraseUnclear,
        quoted.count == 1
          ? "\"\(text.excerpt)\" is unclear. Did you mean \(quoted[0])?"
          : "\"\(text.excerpt)\" can be read in several ways: say \(quoted.joined(separator: " or ")).",
        details: JSONObject([("text", .string(text)), ("choices", .array(choices.map { .string($0) }))]))
    case .phraseRefused(let text, let refusal): self = Self.refused(text, refusal)

    case .nothingToUndo: self.init(.nothingToUndo, "There is nothing to undo.")
    case .nothingToRedo: self.init(.nothingToRedo, "There is nothing to redo.")
    case .undoConflict(let step, let label):
      self.init(
        .undoConflict,
        "Cannot undo or redo \"\(label)\": it has been changed again since.",
        details: JSONObject([("step", .string("\(StepID(seq: step))"))]))

    case .settingUnknown(let key, let nearest):
      self.init(
        .settingUnknown, "There is no setting \"\(key.excerpt)\"." + (nearest.map { " Did you mean \"\($0)\"?" } ?? ""))
    case .settingInvalid(let key, let value, let expected):
      self.init(
        .settingInvalid, "\(key) takes \(expected), not \"\(value.excerpt)\".",
        fields: [FieldError("value", "must be \(expected)")])

    case .noReminder: self.init(.noReminder, "There is no open reminder.")
    case .reminderNotFound(let reference):
      self.init(.reminderNotFound, "There is no reminder \"\(reference.excerpt)\", or it is over.")
    case .reminderNotDue(let instant):
      self.init(
        .reminderNotDue,
        "The reminder is not due until \(clock(instant)), so there is nothing to snooze. Nothing was changed.")
    case .reminderInvalid(let fields): self.init(.reminderInvalid, Self.sentence(fields), fields: fields)

    case .queueItemNotFound(let id): self.init(.queueItemNotFound, "No change \"\(id.excerpt)\" is waiting to be sent.")
    case .inboxItemNotFound(let id): self.init(.inboxItemNotFound, "There is no item \(id.excerpt) in the inbox.")
    case .notAConflict(let id): self.init(.notAConflict, "Item \(id.excerpt) in the inbox is not a conflict.")

    case .importFormatUnknown(_, let nearly?):
      self.init(
        .importFormatUnknown,
        "\(nearly) If you renamed a column, restore its name and import again; otherwise describe the columns "
          + "with --map.")
    case .importFormatUnknown(let found, nil):
      self.init(
        .importFormatUnknown,
        "Unrecognized file: no supported app exports a table that begins with \"\(found.excerpt)\". If it is a "
          + "table, describe its columns with --map.")
    case .importNotFound(let id): self.init(.importNotFound, "No import \"\(id.excerpt)\" is in progress.")
    case .importInvalid(let reason): self.init(.importInvalid, reason)
    case .importUndecided(let question, let option):
      self.init(.importUndecided, "\(question) Add --\(option). Nothing was imported.")
    case .exportNotFound: self.init(.exportNotFound, "No export is in progress on this connection.")
    case .backupNotFound(let name): self.init(.backupNotFound, "There is no backup \"\(name.excerpt)\".")
    case .restoreInvalid(let reason): self.init(.restoreInvalid, reason)
    case .restoreOfOtherLog(let other): self.init(.restoreOfOtherLog, other.explanation)
    case .eraseUnconfirmed:
      self.init(
        .eraseUnconfirmed,
        "To erase everything, confirm with the word \(DataErase.word). Nothing was changed.")

    case .idempotencyKeyReused(let key):
      self.init(.keyReused, "The idempotency key \"\(key.excerpt)\" has already been used for another call.")

    case .storeLocked(let path):
      self.init(
        .storeLocked, "Another program has locked the database \(path). Nothing was changed.",
        hint: "fuser -v \(path.shellQuoted)")
    case .storeReplaced(let path):
      self.init(.storeLocked, "The database \(path) was just replaced. Nothing was changed.", hint: "bbctl status")
    case .storeReadOnly(let path):
      self.init(
        .storeReadOnly, "The database \(path) cannot be written to. Nothing was changed.",
        hint: "ls -l \(path.shellQuoted)")
    case .storeFull(let path):
      self.init(
        .storeFull, "The disk is full: \(path) cannot grow. Nothing was changed.",
        hint: "df -h \(path.folder.shellQuoted)")
    case .storeCorrupt(let path):
      self.init(.storeCorrupt, "The database \(path) is damaged. Nothing was changed.")
    case .storeNewer(let path, let found, let supported):
      self.init(
        .storeFailed,
        "The database \(path) was written by a newer version (schema \(found); this one supports up to \(supported)).",
        hint: "sudo apt-get install --only-upgrade babybasicsd")
    case .storeUnreleased(let path):
      self.init(
        .storeFailed,
        "A build from before the first release wrote the database \(path), and this version cannot read it. Nothing was "
          + "changed. To keep its log, export it with that build first. Then move the file away, and the daemon starts "
          + "with a new one.", hint: "mv \(path.shellQuoted) \("\(path).unreleased".shellQuoted)")
    case .storeFailed(let path, let reason):
      self.init(.storeFailed, "The database \(path) failed: \(reason). Nothing was changed.")
    }
  }

  private static func sentence(_ fields: [FieldError]) -> String {
    fields.map(\.words).joined(separator: "; ") + "."
  }

  /// The option that selects a child of this name.
  static func childOption(_ name: String) -> String { " --child \(name.shellQuoted)" }
}

extension String {
  /// The file's folder: a file that could not be created does not exist.
  fileprivate var folder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}

extension LogbookReader {
  /// The error if every child has been removed or is no longer shared: adding it again would make a second child.
  ///
  /// - Returns: nil if there never was a child, other than those whose addition was undone.
  func noChildLeft() throws -> RPCError? {
    let undone = try transaction.undoneChildren()
    guard let child = try transaction.children(includingRemoved: true).last(where: { !undone.contains($0.id) }) else {
      return nil
    }
    let name = child.name
    if try transaction.isNoLongerShared(child.id) {
      return RPCError(
        .noChild, "\(name) is no longer shared with you, and there is no other child.", hint: "bbctl inbox")
    }
    let isOwn = try transaction.role(in: child.id) ?? .owner == .owner
    return RPCError(
      .noChild, "\(name) has been removed, and there is no other child.",
      hint: isOwn ? "bbctl child restore \(name.shellQuoted)" : "bbctl inbox")
  }
}
