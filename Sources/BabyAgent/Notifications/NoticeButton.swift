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

  /// What can be done about a reminder: log what it is about, as a quick log, or be told again later.
  static func buttons(_ reminder: ReminderRecord) -> [NoticeButton] {
    let child = "\(reminder.child.id)"
    let snooze = NoticeButton(
      key: "snooze", label: "Snooze", call: MethodCall(ReminderSnooze.self, .init(id: reminder.id)))
    switch reminder.kind {
    case .feeding:
      return [NoticeButton(key: "log", label: "Log", call: MethodCall(FeedingLog.self, .init(childID: child))), snooze]
    case .diaper:
      return [NoticeButton(key: "log", label: "Log", call: MethodCall(DiaperLog.self, .init(childID: child))), snooze]
    case .nap:
      let start = QuickAction.startSleep(of: reminder.child.id)
      return [NoticeButton(key: "log", label: start.label, call: start.call), snooze]
    // When it ended is for a person to say.
    case .sleep, .tummyTime: return [snooze]
    case .custom:
      let done = MethodCall(ReminderDismiss.self, .init(id: reminder.id))
      return [NoticeButton(key: "done", label: "Done", call: done), snooze]
    }
  }
}
