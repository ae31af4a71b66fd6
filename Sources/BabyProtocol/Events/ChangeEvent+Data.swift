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
