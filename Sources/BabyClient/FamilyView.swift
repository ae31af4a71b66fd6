package import BabyModel
package import BabyProtocol

/// A client's knowledge of the family: it applies the daemon's events and answers what to show.
///
/// The topics that the client follows decide what is known. Known data stays while the daemon is away, and unknown
/// content changes nothing. It has no clock: the caller passes the time.
package struct FamilyView: Hashable, Sendable {
  /// Whether the daemon is reachable.
  package enum Reachability: Hashable, Sendable {
    /// Nothing has been heard yet.
    case awaited
    case live
    case lost(ClientError, since: Instant)
  }

  package private(set) var reachability = Reachability.awaited
  /// Nil while nothing is known, and while there is no child.
  package private(set) var dashboard: DashboardGet.Answer?
  /// Those that were not removed, in their order.
  package private(set) var children: [ChildRecord] = []
  package private(set) var account: AccountRecord?
  /// How the family server is reached.
  package private(set) var connection: ConnectionRecord?
  /// Errors of the daemon's that are not resolved, oldest first.
  package private(set) var errors: [BannerRecord] = []
  /// Reminders that were sent and are not done, the latest first.
  package private(set) var reminders: [ReminderRecord] = []
  /// The change that undo would take back; nil when it is not known.
  package private(set) var undoable: UndoableChange?
  /// A message that is shown for a while.
  private var passing: Trouble?

  package init() {}
}

/// A change that can be taken back.
package struct UndoableChange: Hashable, Sendable {
  package var id: String
  /// The action, in words.
  package var text: String
}

/// Something that went wrong.
package struct Trouble: Hashable, Sendable {
  package var text: String
  /// Else a warning.
  package var isError: Bool
  /// Nil stays until it is resolved.
  package var until: Instant?
}

// MARK: Queries

extension FamilyView {
  /// Why the daemon cannot be reached; nil while it can, and at the start.
  package var loss: ClientError? {
    if case .lost(let reason, _) = reachability { reason } else { nil }
  }

  /// The account and how its server is reached; nil while one of both is not known.
  package var sync: AccountStatus.Answer? {
    guard let account, let connection else { return nil }
    return AccountStatus.Answer(account: account, connection: connection)
  }

  /// The child that many steps after the current one, cyclically; nil if there is no other.
  package func child(_ steps: Int) -> Child? {
    guard children.count > 1, let current = children.firstIndex(where: \.isCurrent) else { return nil }
    let index = (current + steps) % children.count
    return children[index < 0 ? index + children.count : index].child
  }

  /// The current problem: a passing one first, otherwise the latest error.
  package func trouble(at now: Instant) -> Trouble? {
    if let passing, let until = passing.until, now < until { return passing }
    return errors.last.map { Trouble(text: $0.text, isError: true, until: nil) }
  }
}

// MARK: Events

extension FamilyView {
  package mutating func learn(_ event: FollowerEvent, at now: Instant) {
    switch event {
    case .snapshot(let answer): learn(answer)
    case .change(let event): learn(event, at: now)
    case .lost(let reason):
      // The reason may change while it is away; the age of the data does not.
      if case .lost(_, let since) = reachability {
        reachability = .lost(reason, since: since)
      } else {
        reachability = .lost(reason, since: now)
      }
    case .answered: break
    }
  }

  /// The daemon has answered how the day stands; nil when there is no child.
  package mutating func learn(_ dashboard: DashboardGet.Answer?) {
    reachability = .live
    self.dashboard = dashboard
  }

  package mutating func learn(_ answer: ChildList.Answer) {
    children = answer.children.filter { $0.child.removedAt == nil }
  }

  package mutating func learn(_ status: AccountStatus.Answer) {
    account = status.account
    connection = status.connection
  }

  /// Shows for a while that something of the client's own went wrong.
  package mutating func complain(_ text: String, at now: Instant) {
    passing = Trouble(text: text, isError: true, until: now + .seconds(10))
  }

  private mutating func learn(_ answer: ChangesSubscribe.Answer) {
    let snapshot = answer.snapshot
    learn(snapshot.dashboard)
    learn(snapshot.children ?? .init(children: []))
    account = snapshot.account
    connection = snapshot.connection
    errors = snapshot.banner?.unresolved ?? []
    reminders = snapshot.reminders?.open ?? []
    // After a snapshot, actions that happened meanwhile are known only if they are still in memory.
    if answer.isResync { undoable = nil }
  }

  private mutating func learn(_ event: ChangeEvent, at now: Instant) {
    guard event.data != .null else {
      // The last child is gone.
      if event.topic == .dashboard { dashboard = nil }
      return
    }
    switch try? event.payload() {
    case .dashboard(let changed)?: dashboard = changed
    case .children(let answer)?: learn(answer)
    case .account(let changed)?: account = changed
    case .connection(let changed)?: connection = changed
    case .reminders(let answer)?: reminders = answer.open
    case .banner(let record)?: learn(record, at: now)
    default: break
    }
  }

  private mutating func learn(_ record: BannerRecord, at now: Instant) {
    errors.removeAll { $0.id == record.id }
    // A late arrival is not a change that can be undone.
    guard !record.isResolved else { return }
    switch record.severity {
    case .success:
      undoable = record.action == .undo ? UndoableChange(id: record.id, text: SafeText.line(record.text)) : nil
    case .warning:
      passing = Trouble(text: record.text, isError: false, until: now + .seconds(record.lifetimeSeconds ?? 4))
    case .error: errors.append(record)
    }
  }
}
