/// What is so of the topics of a subscription; topics that were not asked for are left out.
public struct ChangeSnapshot: Hashable, WireObject {
  public static var schemaName: String? { "ChangeSnapshot" }

  public var dashboard: DashboardGet.Answer?
  public var sleep: TimerRecord?
  public var tummy: TimerRecord?
  public var children: ChildList.Answer?
  public var settings: SettingsList.Answer?
  public var account: AccountRecord?
  public var connection: ConnectionRecord?
  public var reminders: ReminderList.Answer?
  public var timeline: TimelineSnapshot?
  public var queue: QueueSnapshot?
  public var banner: BannerSnapshot?
  public var reminder: ReminderSnapshot?

  public init() {}

  public init(reading members: inout ObjectReader) throws(WireError) {
    dashboard = try members.optional("dashboard", Topic.dashboard.summary)
    sleep = try members.optional("sleep", Topic.sleep.summary)
    tummy = try members.optional("tummy", Topic.tummy.summary)
    children = try members.optional("children", Topic.children.summary)
    settings = try members.optional("settings", Topic.settings.summary)
    account = try members.optional("account", Topic.account.summary)
    connection = try members.optional("connection", Topic.connection.summary)
    reminders = try members.optional("reminders", Topic.reminders.summary)
    timeline = try members.optional("timeline", "The child's latest entries.")
    queue = try members.optional("queue", "How many entries wait to be sent to the family server.")
    banner = try members.optional("banner", "Errors that are not resolved yet.")
    reminder = try members.optional("reminder", "Reminders that were sent and are not done.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("dashboard", dashboard)
    members.field("sleep", sleep)
    members.field("tummy", tummy)
    members.field("children", children)
    members.field("settings", settings)
    members.field("account", account)
    members.field("connection", connection)
    members.field("reminders", reminders)
    members.field("timeline", timeline)
    members.field("queue", queue)
    members.field("banner", banner)
    members.field("reminder", reminder)
  }
}

/// The child's latest entries, at most 100, newest first.
public struct TimelineSnapshot: Hashable, WireObject {
  public var entries: [EntryRecord]

  public init(entries: [EntryRecord]) { self.entries = entries }

  public init(reading members: inout ObjectReader) throws(WireError) {
    entries = try members.required("entries", "The latest entries, newest first.")
  }

  public func write(to members: inout ObjectWriter) { members.field("entries", entries) }
}

/// How many entries wait to be sent.
public struct QueueSnapshot: Hashable, WireObject {
  /// Entries that are sent by themselves.
  public var unsent: Int
  /// Entries that wait for a person.
  public var failed: Int

  public init(unsent: Int, failed: Int) {
    self.unsent = unsent
    self.failed = failed
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    unsent = try members.required("unsent", "How many entries are waiting to be sent.")
    failed = try members.required(
      "failed", "How many entries failed and are waiting for somebody to retry or discard them.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("unsent", unsent)
    members.field("failed", failed)
  }
}

/// Errors that are not resolved yet.
public struct BannerSnapshot: Hashable, WireObject {
  public var unresolved: [BannerRecord]

  public init(unresolved: [BannerRecord]) { self.unresolved = unresolved }

  public init(reading members: inout ObjectReader) throws(WireError) {
    unresolved = try members.required("unresolved", "Errors that are not resolved yet, oldest first.")
  }

  public func write(to members: inout ObjectWriter) { members.field("unresolved", unresolved) }
}
