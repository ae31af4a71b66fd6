import BabyModel
import Testing

@Suite("The reminder before a nap")
struct NapReminderTests {
  @Test("comes at its time before the nap becomes likely, once, and shows how long the child has been awake")
  func once() throws {
    var family = try ReminderFamily(["reminders.nap": "15m"], at: "2026-01-10T09:00:00+01:00")
    try family.wakeUp(
      at: "2026-01-10T09:00:00+01:00", nextNap: "2026-01-10T11:00:00+01:00", from: "2026-01-10T10:45:00+01:00")
    #expect(family.waiting == ["nap 01-10 10:30"])
    try family.wait(until: "2026-01-10T12:30:00+01:00")
    #expect(family.told == ["01-10 10:30 Awake for about 1½ hours, a nap is likely soon"])
  }

  @Test("is over when the child falls asleep, and there is another for the next waking")
  func asleep() throws {
    var family = try ReminderFamily(["reminders.nap": "15m"], at: "2026-01-10T09:00:00+01:00")
    try family.wakeUp(
      at: "2026-01-10T09:00:00+01:00", nextNap: "2026-01-10T11:00:00+01:00", from: "2026-01-10T10:45:00+01:00")
    try family.wait(until: "2026-01-10T10:40:00+01:00")
    #expect(family.open.count == 1)
    family.fallAsleep()
    family.nap = nil
    #expect(family.open.isEmpty && !family.waiting.contains { $0.hasPrefix("nap") })
    try family.wait(until: "2026-01-10T11:30:00+01:00")
    try family.wakeUp(
      at: "2026-01-10T11:30:00+01:00", nextNap: "2026-01-10T13:30:00+01:00", from: "2026-01-10T13:15:00+01:00")
    #expect(family.waiting == ["nap 01-10 13:00"])
  }

  @Test("is held in quiet hours, can be snoozed, and is off by default")
  func quiet() throws {
    var family = try ReminderFamily(
      ["reminders.nap": "15m", "reminders.quiet": "10:00-12:00"], at: "2026-01-10T09:00:00+01:00")
    try family.wakeUp(
      at: "2026-01-10T09:00:00+01:00", nextNap: "2026-01-10T11:00:00+01:00", from: "2026-01-10T10:45:00+01:00")
    #expect(family.waiting == ["nap 01-10 12:00"])
    family.family = ["reminders.nap": "5m"]
    #expect(family.waiting == ["nap 01-10 10:40"])
    try family.wait(until: "2026-01-10T10:41:00+01:00")
    try family.snooze(.nap, for: .minutes(15))
    #expect(family.waiting == ["nap 01-10 10:56"])
    family.family = [:]
    #expect(family.waiting.isEmpty && family.open.isEmpty)
  }
}
