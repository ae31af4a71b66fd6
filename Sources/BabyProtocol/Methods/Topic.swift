/// The topics of a subscription.
///
/// From a *state* topic a client gets the current state; when it is slow, only the latest. Of a *log* topic it gets every
/// event, in order; when it falls too far behind, its subscription ends.
public enum Topic: String, WireEnum {
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

extension ChangeEvent {
  /// The event's data, in the type of its topic; nil for null.
  ///
  /// - Throws: `WireError` if the data does not fit the topic.
  public func payload() throws(WireError) -> Payload? {
    guard data != .null else { return nil }
    return switch topic {
    case .dashboard: .dashboard(try DashboardGet.Answer(json: data))
    case .sleep: .sleep(try TimerRecord(json: data))
    case .tummy: .tummy(try TimerRecord(json: data))
    case .children: .children(try ChildList.Answer(json: data))
    case .settings: .settings(try SettingsList.Answer(json: data))
    case .account: .account(try AccountRecord(json: data))
    case .connection: .connection(try ConnectionRecord(json: data))
    case .reminders: .reminders(try ReminderList.Answer(json: data))
    case .activity: .activity(try ActivityNews(json: data))
    case .timeline: .timeline(try TimelineChange(json: data))
    case .queue: .queue(try QueueChange(json: data))
    case .banner: .banner(try BannerRecord(json: data))
    case .reminder: .reminder(try ReminderNotice(json: data))
    }
  }

  public enum Payload: Hashable, Sendable {
    case dashboard(DashboardGet.Answer)
    case sleep(TimerRecord)
    case tummy(TimerRecord)
    case children(ChildList.Answer)
    case settings(SettingsList.Answer)
    case account(AccountRecord)
    case connection(ConnectionRecord)
    case reminders(ReminderList.Answer)
    case activity(ActivityNews)
    case timeline(TimelineChange)
    case queue(QueueChange)
    case banner(BannerRecord)
    case reminder(ReminderNotice)
  }
}

/// The current state of a subscription's topics; other topics are left out.
@WireMembers("ChangeSnapshot")
public struct ChangeSnapshot: Hashable, WireObject {
  /// The child's day so far, as `dashboard.get` returns it; null while there is no child.
  public var dashboard: DashboardGet.Answer?
  /// The child's running sleep and the last one; null while there is no child.
  public var sleep: TimerRecord?
  /// The child's running tummy time and the last one; null while there is no child.
  public var tummy: TimerRecord?
  /// The children, as `child.list` returns them.
  public var children: ChildList.Answer?
  /// The child's current settings, as `settings.list` returns them.
  public var settings: SettingsList.Answer?
  /// The login state of the family server's account.
  public var account: AccountRecord?
  /// The state of the connection to the family server.
  public var connection: ConnectionRecord?
  /// Reminders, as `reminder.list` returns them; for all children unless the subscription names one.
  public var reminders: ReminderList.Answer?
  /// The child's last change and its author; null without a child.
  public var activity: ActivityNews?
  /// The child's latest entries.
  public var timeline: TimelineSnapshot?
  /// How many entries wait to be sent to the family server.
  public var queue: QueueSnapshot?
  /// Errors that are not resolved yet.
  public var banner: BannerSnapshot?
  /// Reminders that were sent and are not done.
  public var reminder: ReminderSnapshot?
}
