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

/// The child's latest entries, at most 100, newest first.
@WireMembers
public struct TimelineSnapshot: Hashable, WireObject {
  /// The latest entries, newest first.
  public var entries: [EntryRecord]
}

/// How many entries wait to be sent.
@WireMembers
public struct QueueSnapshot: Hashable, WireObject {
  /// How many entries are waiting to be sent.
  public var unsent: Int
  /// How many entries failed and need a retry or a discard.
  public var failed: Int
}

/// Errors that are not resolved yet.
@WireMembers
public struct BannerSnapshot: Hashable, WireObject {
  /// Errors that are not resolved yet, oldest first.
  public var unresolved: [BannerRecord]
}
