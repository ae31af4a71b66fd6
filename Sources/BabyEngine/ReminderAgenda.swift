public import BabyModel
import BabyStore

/// The upcoming reminders of all children.
public struct ReminderAgenda: Hashable, Sendable {
  /// When the first of them changes by itself; nil when none does.
  public var next: Instant?
  /// Kinds of entries on which a reminder depends. Logging any other changes none.
  public var kinds: Set<EntryKind>
}

extension Engine {
  /// Tells all reminders that are due, in one transaction: each once, whatever happens to the machine.
  ///
  /// - Returns: the next reminders after that.
  /// - Throws: database errors. No reminder has been sent then.
  public func tellDueReminders() async throws -> ReminderAgenda {
    let caller = Caller.daemon
    let (agenda, isDue) = try await read(caller) { book in
      let views = try book.allReminders()
      return (ReminderAgenda(views), views.contains { !$0.plan.due(at: book.now).isEmpty })
    }
    guard isDue else { return agenda }
    return try await write(as: caller) { book in
      try book.tellDueReminders()
      return ReminderAgenda(try book.reader.allReminders())
    }
  }
}

extension ReminderAgenda {
  fileprivate init(_ views: [ReminderView]) {
    next = views.compactMap(\.plan.nextChange).min()
    kinds = views.reduce(into: []) { $0.formUnion($1.settings.remindingKinds) }
  }
}
