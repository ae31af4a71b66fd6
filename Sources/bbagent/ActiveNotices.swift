import BabyClient
import BabyModel
import BabyProtocol

/// Decides which notice to show: one at a time, errors before warnings before successes before reminders, the newest of
/// them first.
///
/// Times are on the monotonic clock.
struct ActiveNotices {
  /// Oldest first.
  private var notices: [Notice] = []
  /// Errors that were closed but are not resolved, by their text: the tray keeps showing them.
  private var dismissed: [String: String] = [:]
  /// Reminders that were closed but are still open.
  private var closed: Set<String> = []

  /// Clients whose successes are shown: those that are pressed. A person who typed a command has read its answer.
  static let pressedClients: Set<String> = [ClientNames.agent, ClientNames.bar, ClientNames.key]

  struct Shown: Hashable {
    var notice: Notice
    /// How many are not shown beside it.
    var others: Int
  }

  /// The notice to show; nil for none.
  var shown: Shown? {
    for kind in Notice.Kind.allCases {
      guard let notice = notices.last(where: { $0.kind == kind }) else { continue }
      return Shown(notice: notice, others: notices.count - 1)
    }
    return nil
  }

  /// When the first notice is over; nil when none ends by itself.
  var due: Duration? { notices.compactMap(\.end).min() }

  /// Takes in the errors that are there at the beginning.
  mutating func begin(with errors: [BannerRecord]) {
    let ids = Set(errors.map(\.id))
    dismissed = dismissed.filter { ids.contains($0.key) }
    notices.removeAll { $0.kind == .error && $0.id != Notice.ownFailure && !ids.contains($0.id) }
    for error in errors where !notices.contains(where: { $0.id == error.id && $0.text == error.text }) {
      add(error, end: nil)
    }
  }

  /// Applies a banner of the daemon.
  ///
  /// - Parameters:
  ///   - age: how long ago it happened; long for repeats after a pause.
  mutating func add(_ record: BannerRecord, age: Duration, now: Duration) {
    if record.isResolved {
      dismissed[record.id] = nil
      notices.removeAll { $0.id == record.id }
      // "Saved", after a requested retry.
      if record.severity == .success { show(record, age: age, now: now) }
      return
    }
    // By any person: undo would no longer undo the earlier action.
    if record.severity == .success { notices.removeAll { $0.kind == .success } }
    if record.severity == .success, !Self.pressedClients.contains(record.client ?? "") { return }
    show(record, age: age, now: now)
  }

  private mutating func show(_ record: BannerRecord, age: Duration, now: Duration) {
    let lifetime = record.lifetimeSeconds.map { Duration.seconds($0) }
    let left = lifetime.map { min($0, $0 - age) }
    if let left, left <= .zero { return }
    add(record, end: left.map { now + $0 })
  }

  private mutating func add(_ record: BannerRecord, end: Duration?) {
    guard dismissed[record.id] != record.text else { return }
    dismissed[record.id] = nil
    // The daemon says it itself, and longer.
    notices.removeAll { $0.id == record.id || ($0.id == Notice.ownFailure && $0.text == record.text) }
    notices.append(Notice(record, end: end))
  }

  /// Takes in the reminders that were sent and are not done, latest first.
  ///
  /// - Parameter view: provides the usual values for the buttons.
  mutating func remind(of open: [ReminderRecord], in view: FamilyView) {
    let reminders = open.reversed().map { Notice($0, in: view) }
    let ids = Set(reminders.map(\.id))
    closed.formIntersection(ids)
    notices.removeAll { $0.kind == .reminder && !ids.contains($0.id) }
    for reminder in reminders where !closed.contains(reminder.id) {
      if let index = notices.firstIndex(where: { $0.id == reminder.id }) {
        notices[index] = reminder
      } else {
        notices.append(reminder)
      }
    }
  }

  /// A click did nothing, for this reason.
  mutating func fail(_ reason: String, now: Duration) {
    notices.removeAll { $0.id == Notice.ownFailure }
    guard !notices.contains(where: { $0.text == reason }) else { return }
    notices.append(.failure(reason, end: now + Notice.failureLifetime))
  }

  /// A notice was closed, or its button was clicked.
  mutating func dismiss(_ id: String) {
    for notice in notices where notice.id == id && notice.end == nil {
      if notice.kind == .reminder { closed.insert(id) } else { dismissed[id] = notice.text }
    }
    notices.removeAll { $0.id == id }
  }

  mutating func expire(at now: Duration) {
    notices.removeAll { notice in notice.end.map { $0 <= now } ?? false }
  }
}
