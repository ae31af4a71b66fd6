import BabyModel
import Testing

@Suite("Texts of reminders")
struct ReminderWordsTests {
  @Test(
    "show the time since then approximately, as people do",
    arguments: [
      (29, "about 30 minutes"), (44, "about 45 minutes"), (59, "about an hour"), (70, "about an hour"),
      (80, "about 1½ hours"), (150, "about 2½ hours"), (181, "about 3 hours"), (540, "about 9 hours"),
    ])
  func lengths(minutes: Int, words: String) {
    #expect(Words.reminder(.feeding, after: .minutes(minutes)) == "Fed \(words) ago")
  }

  @Test("state facts, and blame no one")
  func tone() throws {
    let drops = CustomReminder(
      id: .init(high: 1, low: 1), childID: .init(high: 1, low: 1), name: "Drops", schedule: .every(.hours(8)),
      since: Instant(milliseconds: 0))
    let texts = ([.feeding, .diaper, .sleep, .tummyTime, .custom(drops)] as [ReminderRule])
      .map { Words.reminder($0, after: .hours(13)).lowercased() }
    for text in texts {
      for word in ["overdue", "late", "forgot", "should", "must", "missed", "!", "you"] {
        #expect(!text.contains(word), "\(text)")
      }
    }
  }

  @Test("a dismissed upcoming one has its title, and not its future text")
  func dismissed() {
    let fed = Instant(milliseconds: 0)
    let due = fed + .hours(3)
    var reminder = Reminder(id: "1", rule: .feeding, since: fed, ruleDue: due, due: due, at: due)
    #expect(Words.dismissed(reminder) == "Dismissed · Next feed")
    reminder.toldAt = due
    #expect(Words.dismissed(reminder) == "Dismissed · Fed about 3 hours ago")
  }

  @Test("a setting accepts what its description promises")
  func settings() throws {
    for (key, value) in [
      ("reminders.quiet", "22:00-06:00"), ("reminders.quiet", "off"), ("reminders.sleep", "off"),
      ("reminders.sleep", "13h"), ("reminders.tummy", "5m"), ("reminders.feed", "30m"),
      ("reminders.feed", "off"), ("reminders.from", "end"), ("reminders.medicine", "off"), ("reminders.enabled", "off"),
    ] { try SettingKey.named(key).validate(value) }
    for (key, value) in [
      ("reminders.quiet", "22-6"), ("reminders.sleep", "30m"), ("reminders.tummy", "3h"), ("reminders.feed", "7h"),
      ("reminders.feed", "15m"), ("reminders.from", "middle"),
      ("reminders.enabled", "yes"),
    ] { #expect(throws: BabyError.self, "\(key)=\(value)") { try SettingKey.named(key).validate(value) } }
    #expect(Settings().remindingKinds == [.feeding, .sleep, .tummyTime, .declared(.medicine)])
    #expect(Settings(family: ["feeding.interval": "3h", "reminders.enabled": "off"]).remindingKinds == [])
  }
}
