import BabyClient
import BabyModel
import BabyProtocol

/// A notification's button and what it does.
struct NoticeButton: Hashable {
  /// What the notification service tells when it is pressed.
  var key: String
  var label: String
  var call: MethodCall
}

extension NoticeButton {
  /// - Parameter record: what was told, about one entry or several.
  init(_ action: BannerRecord.Action, on record: BannerRecord) {
    switch action {
    case .undo: self.init(key: action.rawValue, label: "Undo", call: MethodCall(Undo.self, .init(id: record.id)))
    case .retry:
      let call = MethodCall(QueueRetry.self, .init(id: record.entryID.map { "\($0)" }))
      self.init(key: action.rawValue, label: "Retry", call: call)
    }
  }

  private init(logging action: QuickAction) { self.init(key: "log", label: action.label, call: action.call) }

  /// What can be done about a reminder: log what it is about, as a quick log and as it says, or be told again later.
  ///
  /// - Parameter view: what is usual for the child, which a button says and logs.
  static func buttons(_ reminder: ReminderRecord, in view: FamilyView) -> [NoticeButton] {
    let child = "\(reminder.child.id)"
    let dashboard = view.dashboard.flatMap { $0.child.id == reminder.child.id ? $0 : nil }
    let snooze = NoticeButton(
      key: "snooze", label: "Snooze", call: MethodCall(ReminderSnooze.self, .init(id: reminder.id)))
    switch reminder.kind {
    case .feeding:
      let style = view.children.first { $0.child.id == reminder.child.id }?.child.feedingStyle
      let usual = dashboard.map { NoticeButton(logging: .usualFeed($0, style: style)) }
      return [
        usual ?? NoticeButton(key: "log", label: "Log feed", call: MethodCall(FeedingLog.self, .init(childID: child))),
        snooze,
      ]
    case .diaper:
      let usual = dashboard.map { NoticeButton(logging: .usualDiaper($0)) }
      return [
        usual ?? NoticeButton(key: "log", label: "Log diaper", call: MethodCall(DiaperLog.self, .init(childID: child))),
        snooze,
      ]
    case .nap: return [NoticeButton(logging: .startSleep(of: reminder.child.id)), snooze]
    // When it ended is for a person to say.
    case .sleep, .tummyTime, .nursing: return [snooze]
    // A button that logs a dose would suggest one.
    case .medicine: return [dismissing(reminder, label: "Dismiss"), snooze]
    case .custom: return [dismissing(reminder, label: "Done"), snooze]
    }
  }

  private static func dismissing(_ reminder: ReminderRecord, label: String) -> NoticeButton {
    NoticeButton(key: "done", label: label, call: MethodCall(ReminderDismiss.self, .init(id: reminder.id)))
  }
}
