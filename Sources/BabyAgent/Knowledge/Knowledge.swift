import BabyClient
import BabyModel
import BabyProtocol

/// What the agent knows of the daemon: what its tray item shows, and no more.
struct Knowledge: Hashable {
  static let topics: [Topic] = [.dashboard, .children, .connection, .reminders, .feedback]

  /// Why the daemon cannot be asked; nil while it can.
  var absence: String?
  /// Nil while there is no child.
  var dashboard: DashboardGet.Answer?
  var children: [Child] = []
  /// How the family server is reached; nil while that is not known.
  var connection: ConnectionRecord?
  /// Errors that are not resolved yet, oldest first.
  var errors: [FeedbackRecord] = []
  /// Reminders that were told and are not done, the latest first.
  var reminders: [ReminderRecord] = []
  /// The change that undo would take back; nil when it is not known.
  var undoable: Undoable?

  /// A change that can be taken back.
  struct Undoable: Hashable {
    var id: String
    /// What was done, in words.
    var text: String
  }

  /// Before anything was heard.
  static let nothing = Knowledge(absence: "Waiting for the daemon.")

  /// Takes in what the daemon tells. What is no part of it changes nothing.
  mutating func learn(_ event: FollowerEvent) {
    switch event {
    case .snapshot(let answer):
      absence = nil
      dashboard = answer.snapshot.dashboard
      children = Self.present(answer.snapshot.children)
      connection = answer.snapshot.connection
      errors = answer.snapshot.feedback?.unresolved ?? []
      reminders = answer.snapshot.reminders?.open ?? []
      // What was done meanwhile is told after a snapshot only as far as it is remembered.
      if answer.isResync { undoable = nil }
    case .change(let event): learn(event)
    case .lost(let reason): absence = SafeText.line(reason.message)
    case .answered: break
    }
  }

  private mutating func learn(_ event: ChangeEvent) {
    guard event.data != .null else {
      // The last child is gone.
      if event.topic == .dashboard { dashboard = nil }
      return
    }
    switch try? event.payload() {
    case .dashboard(let dashboard): self.dashboard = dashboard
    case .children(let answer): children = Self.present(answer)
    case .connection(let connection): self.connection = connection
    case .reminders(let answer): reminders = answer.open
    case .feedback(let record): learn(record)
    default: break
    }
  }

  private mutating func learn(_ record: FeedbackRecord) {
    errors.removeAll { $0.id == record.id }
    // That something has arrived at last is no change that could be undone.
    guard !record.isResolved else { return }
    switch record.severity {
    case .success:
      undoable = record.action == .undo ? Undoable(id: record.id, text: SafeText.line(record.text)) : nil
    case .warning: break
    case .error: errors.append(record)
    }
  }

  /// The child that follows another one, round and round; nil when there is none but that.
  func child(after current: ChildID, step: Int) -> ChildID? {
    guard children.count > 1, let index = children.firstIndex(where: { $0.id == current }) else { return nil }
    return children[(index + step + children.count) % children.count].id
  }

  private static func present(_ answer: ChildList.Answer?) -> [Child] {
    (answer?.children ?? []).map(\.child).filter { $0.removedAt == nil }
  }
}
