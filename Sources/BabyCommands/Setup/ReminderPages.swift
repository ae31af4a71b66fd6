import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// Reminders that were sent and are not done, those to come, and the custom ones.
  static func reminders(_ list: ReminderList.Answer, now: Instant) -> Page {
    var page = Page()
    if !list.isOn { page.line("Reminders are off: bbctl remind on") }
    for reminder in list.open {
      let sent = reminder.toldAt.map { Words.ago($0, now: now) } ?? ""
      page.row([.init(reminder.text, .strong), .init(reminder.child.name), .init(sent, .faint)])
    }
    if !list.open.isEmpty { page.gap() }
    for reminder in list.waiting {
      let name = Words.upcoming(reminder.kind, name: reminder.name)
      page.row([
        .init(reminder.clock(list.timeFormat, now: now)), .init(name, .strong), .init(reminder.child.name),
        .init(reminder.delay ?? "", .faint),
      ])
    }
    if list.isOn, list.open.isEmpty, list.waiting.isEmpty {
      page.line("No reminders are set: bbctl settings set feeding.interval 3h")
    }
    if !list.custom.isEmpty { page.gap() }
    for reminder in list.custom {
      page.row([.init(reminder.name, .strong), .init(reminder.schedule(list.timeFormat)), .init(reminder.child.name)])
    }
    return page
  }
}

extension ReminderRecord {
  /// When it is due: "2:05 PM", "tomorrow 6:00 AM"
  fileprivate func clock(_ format: TimeFormat, now: Instant) -> String {
    LocalTime(heldUntilLocal ?? dueLocal, at: heldUntil ?? due, now: now).text(format)
  }

  /// Why it comes later than its rule says.
  fileprivate var delay: String? { heldUntil != nil ? "after quiet hours" : snoozedUntil != nil ? "snoozed" : nil }
}

extension CustomReminderRecord {
  /// "every 8h", "daily at 9:00 AM"
  fileprivate func schedule(_ format: TimeFormat) -> String {
    if let every { return Words.every(every) }
    return daily.flatMap { TimeOfDay($0) }.map { Words.daily($0, format: format) } ?? ""
  }
}
