import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Logging
import Synchronization

/// Sends reminders when they are due, with or without subscribers: sending one is a write, and subscribers are notified
/// as of any other.
///
/// One loop checks what is due after each relevant change, and sets an alarm for the next time.
final class ReminderClock: Sendable {
  /// How long after a failure to write it is tried again.
  private static let pause: Duration = .minutes(1)

  /// Of the entries on which a reminder depends; nil until it was looked, and while it is: any may be one of them.
  private let kinds = Mutex<Set<EntryKind>?>(nil)
  private let isWaiting = Atomic(false)
  private let notes: AsyncStream<Void>
  private let note: AsyncStream<Void>.Continuation
  private let setAlarm: @Sendable (Instant?) -> Void

  /// - Parameter setAlarm: calls `timeHasPassed` at an instant, in place of an earlier one.
  init(setAlarm: @escaping @Sendable (Instant?) -> Void) {
    self.setAlarm = setAlarm
    (notes, note) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    note.yield()
  }

  /// Called after each commit. Most do not affect reminders, and do not wake the thread.
  func committed(_ changes: CommittedChanges) {
    let concerns =
      kinds.withLock { $0.map { !changes.kinds.isDisjoint(with: $0) } ?? !changes.kinds.isEmpty }
      || changes.changes.contains(where: \.mayMoveReminders)
    if concerns { note.yield() }
  }

  /// Whether one is going to be due.
  var hasNext: Bool { isWaiting.load(ordering: .relaxed) }

  /// A reminder may be due, or the clock has jumped.
  func timeHasPassed() { note.yield() }

  /// Runs until its task is cancelled.
  func run(_ engine: Engine, logger: Logger) async {
    for await _ in notes {
      kinds.withLock { $0 = nil }
      do {
        let agenda = try await engine.sendDueReminders()
        kinds.withLock { $0 = agenda.kinds }
        isWaiting.store(agenda.next != nil, ordering: .relaxed)
        setAlarm(agenda.next)
      } catch {
        logger.failure("reminders could not be sent", error)
        setAlarm(engine.now() + Self.pause)
      }
    }
  }
}

extension LoggedEvent {
  /// Whatever the kinds of the entries are.
  fileprivate var mayMoveReminders: Bool {
    switch subject {
    case .entry, .outbox, .inbox: false
    case .child, .setting, .selection, .reminder, .custom: true
    }
  }
}
