/// The topics of a subscription.
///
/// From a *state* topic a client gets the current state; when it is slow, only the latest. Of a *log* topic it gets every
/// event, in order; when it falls too far behind, its subscription ends.
public enum Topic: String, WireWord {
  case dashboard, sleep, tummy, children, settings, account, connection, reminders, activity
  case timeline, queue, banner, reminder

  /// Whether only the latest event counts.
  public var isState: Bool {
    switch self {
    case .dashboard, .sleep, .tummy, .children, .settings, .account, .connection, .reminders, .activity: true
    case .timeline, .queue, .banner, .reminder: false
    }
  }

  /// One sentence for the reference.
  public var summary: String {
    switch self {
    case .dashboard: "The child's day so far, as `dashboard.get` returns it; null while there is no child."
    case .sleep: "The child's running sleep and the last one; null while there is no child."
    case .tummy: "The child's running tummy time and the last one; null while there is no child."
    case .children: "The children, as `child.list` returns them."
    case .settings: "The child's current settings, as `settings.list` returns them."
    case .account: "The login state of the family server's account."
    case .connection: "The state of the connection to the family server."
    case .reminders: "Reminders, as `reminder.list` returns them; for all children unless the subscription names one."
    case .activity:
      "The child's last change, its author, and the last person who joined or left; null without a child. "
        + "`activity.list` has all of it since a time."
    case .timeline: "The child's entries as they are logged, changed, deleted or restored."
    case .queue: "Entries waiting to be sent to the family server."
    case .banner: "The result of an action or an error, as text for a banner."
    case .reminder: "Reminders as they are sent; for all children unless the subscription names one."
    }
  }

  /// The schema of an event's `data`.
  public var schema: Schema {
    switch self {
    case .dashboard: .nullable(DashboardGet.Answer.schema)
    case .sleep, .tummy: .nullable(TimerRecord.schema)
    case .children: ChildList.Answer.schema
    case .settings: SettingsList.Answer.schema
    case .account: AccountRecord.schema
    case .connection: ConnectionRecord.schema
    case .reminders: ReminderList.Answer.schema
    case .activity: .nullable(ActivityNews.schema)
    case .timeline: TimelineChange.schema
    case .queue: QueueChange.schema
    case .banner: BannerRecord.schema
    case .reminder: ReminderNotice.schema
    }
  }
}
