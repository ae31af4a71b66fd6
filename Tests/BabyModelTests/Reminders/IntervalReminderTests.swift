import BabyModel
import Testing

@Suite("Reminders that count from an entry")
struct IntervalReminderTests {
  /// 2026-01-10 12:00 in Berlin.
  private static let noon = "2026-01-10T11:00:00Z"

  private func family(_ settings: [String: String] = ["feeding.interval": "3h"]) throws -> ReminderFamily {
    try ReminderFamily(settings, at: Self.noon)
  }

  @Test("come at their interval after the last feed, once")
  func feed() throws {
    var family = try family()
    #expect(family.waiting == [])
    try family.feed()
    #expect(family.waiting == ["feeding 01-10 15:00"])
    try family.wait(until: "2026-01-10T20:00:00Z")
    #expect(family.told == ["01-10 15:00 Fed about 3 hours ago"])
    #expect(family.open == ["Fed about 3 hours ago"])
    #expect(family.waiting == [])
  }

  @Test("Logging completes them: the open one is over, and the next counts from the new feed")
  func logged() throws {
    var family = try family()
    try family.feed()
    try family.wait(until: "2026-01-10T14:10:00Z")
    #expect(family.open.count == 1)
    try family.feed()
    #expect(family.open == [] && family.waiting == ["feeding 01-10 18:10"])
  }

  @Test("Logging twice in a minute leaves one, of the later feed")
  func twice() throws {
    var family = try family()
    try family.feed("2026-01-10T11:00:00Z")
    try family.feed("2026-01-10T11:00:40Z")
    #expect(family.waiting == ["feeding 01-10 15:00"])
    try family.wait(until: "2026-01-11T11:00:00Z")
    #expect(family.told.count == 1)
  }

  @Test("count from the feed's time, and not from when it was logged")
  func loggedLate() throws {
    var family = try family()
    try family.feed("2026-01-10T09:30:00Z")
    #expect(family.waiting == ["feeding 01-10 13:30"])
  }

  @Test("count from the end of a feed if that is set, like the dashboard")
  func fromEnd() throws {
    var family = try family(["feeding.interval": "3h", "reminders.from": "end"])
    try family.feed("2026-01-10T10:00:00Z", to: "2026-01-10T10:40:00Z")
    #expect(family.waiting == ["feeding 01-10 14:40"])
    let settings = Settings(family: family.family)
    let dashboard = Dashboard(
      facts: family.facts, child: try .make(), settings: settings, zone: family.zone, now: family.now)
    #expect(dashboard.nextFeedingDue == family.plan.waiting.first?.due)
    try family.feed("2026-01-10T11:00:00Z")
    #expect(family.waiting == ["feeding 01-10 15:00"])
  }

  @Test("come for diapers, too, independently")
  func diaper() throws {
    var family = try family(["feeding.interval": "3h", "diaper.interval": "2h30m"])
    try family.feed()
    try family.change()
    try family.wait(until: "2026-01-10T15:00:00Z")
    #expect(
      family.told == [
        "01-10 14:30 Diaper about 2½ hours ago",
        "01-10 15:00 Fed about 3 hours ago",
      ])
  }

  @Test("of a running sleep, feed and tummy time ask once whether they were forgotten, by default")
  func forgotten() throws {
    var family = try family([:])
    family.fallAsleep()
    family.startTummyTime()
    family.startFeed()
    try family.wait(until: "2026-01-11T11:00:00Z")
    #expect(
      family.told == [
        "01-10 12:30 Tummy time has been running for about 30 minutes",
        "01-10 14:00 Feed has been running for about 2 hours",
        "01-11 00:00 Sleep has been running for about 12 hours",
      ])
    family.wakeUp()
    #expect(family.open.count == 2)
    family.stopFeed()
    #expect(family.open == ["Tummy time has been running for about 30 minutes"])
  }

  @Test("are all off with one switch, and each with its own")
  func off() throws {
    var family = try family(["feeding.interval": "3h", "reminders.enabled": "off"])
    family.add("Vitamin D", .every(.hours(1)))
    try family.feed()
    family.fallAsleep()
    #expect(family.waiting == [] && family.plan.nextChange == nil)
    family.family = ["reminders.sleep": "off"]
    #expect(family.waiting == ["custom 01-10 13:00"])
  }

  @Test("A snoozed one comes again, and can be snoozed again")
  func snooze() throws {
    var family = try family()
    try family.feed()
    try family.wait(until: "2026-01-10T14:05:00Z")
    try family.snooze(.feeding, for: .minutes(30))
    #expect(family.open == [] && family.waiting == ["feeding 01-10 15:35"])
    try family.wait(until: "2026-01-10T14:40:00Z")
    #expect(family.told.last == "01-10 15:35 Fed about 3½ hours ago")
    try family.snooze(.feeding, for: .minutes(15))
    try family.wait(until: "2026-01-11T00:00:00Z")
    #expect(family.told.count == 3)
  }

  @Test("A snoozed one is gone once the baby is fed")
  func snoozedAndFed() throws {
    var family = try family()
    try family.feed()
    try family.wait(until: "2026-01-10T14:05:00Z")
    try family.snooze(.feeding, for: .minutes(30))
    try family.feed()
    #expect(family.waiting == ["feeding 01-10 18:05"])
  }

  @Test("A dismissed one does not come again for this feed, whatever is set; the next feed has its own")
  func dismiss() throws {
    var family = try family()
    try family.feed()
    try family.wait(until: "2026-01-10T14:05:00Z")
    try family.dismiss(.feeding)
    family.family = ["feeding.interval": "5h"]
    #expect(family.open == [] && family.waiting == [] && family.plan.nextChange == nil)
    try family.feed()
    #expect(family.waiting == ["feeding 01-10 20:05"])
  }

  @Test("A longer interval postpones one that was sent; a shorter one does not send it again")
  func interval() throws {
    var family = try family()
    try family.feed()
    try family.wait(until: "2026-01-10T14:05:00Z")
    family.family = ["feeding.interval": "2h"]
    try family.wait(until: "2026-01-10T14:06:00Z")
    #expect(family.told.count == 1 && family.open.count == 1)
    family.family = ["feeding.interval": "4h"]
    #expect(family.open == [] && family.waiting == ["feeding 01-10 16:00"])
  }

  @Test("In quiet hours they wait, and are sent together at the end")
  func quiet() throws {
    var family = try family([
      "feeding.interval": "3h", "diaper.interval": "4h", "reminders.quiet": "22:00-06:00",
    ])
    try family.wait(until: "2026-01-10T20:00:00Z")
    try family.feed()
    try family.change()
    #expect(family.waiting == ["diaper 01-11 06:00", "feeding 01-11 06:00"])
    try family.wait(until: "2026-01-11T08:00:00Z")
    #expect(
      family.told == [
        "01-11 06:00 Fed about 9 hours ago · Diaper about 9 hours ago"
      ])
  }

  @Test("Quiet hours apply when one is due: overdue ones after a suspend wait in them, too")
  func suspendedIntoQuiet() throws {
    var family = try family(["feeding.interval": "3h", "reminders.quiet": "22:00-06:00"])
    try family.feed()
    try family.jump(to: "2026-01-11T02:00:00Z")
    #expect(family.told == [] && family.waiting == ["feeding 01-11 06:00"])
    try family.wait(until: "2026-01-11T06:00:00Z")
    #expect(family.told.count == 1)
  }

  @Test("After a suspend all due ones are sent at once, together, and once")
  func suspend() throws {
    var family = try family(["feeding.interval": "3h", "diaper.interval": "2h"])
    try family.feed()
    try family.change()
    try family.jump(to: "2026-01-10T18:00:00Z")
    try family.jump(to: "2026-01-10T18:00:00Z")
    #expect(
      family.told == [
        "01-10 19:00 Diaper about 7 hours ago · Fed about 7 hours ago"
      ])
  }

  @Test("A day after one was due without entries, it is not sent any more")
  func lapse() throws {
    var family = try family()
    try family.feed()
    try family.jump(to: "2026-01-20T11:00:00Z")
    #expect(family.told == [] && family.waiting == [] && family.plan.nextChange == nil)
    try family.feed()
    try family.wait(until: "2026-01-21T13:59:00Z")
    #expect(family.open.count == 1)
    try family.wait(until: "2026-01-21T14:00:00Z")
    #expect(family.open == [] && family.told.count == 1)
  }

  @Test("Setting the clock back repeats none, and setting it forward by mistake silences none")
  func clockIsSet() throws {
    var family = try family()
    try family.feed()
    try family.wait(until: "2026-01-10T14:00:00Z")
    try family.jump(to: "2026-01-10T13:00:00Z")
    try family.wait(until: "2026-01-10T15:00:00Z")
    #expect(family.told.count == 1 && family.open.count == 1)
    try family.feed()
    try family.jump(to: "2031-01-01T00:00:00Z")
    try family.jump(to: "2026-01-10T15:01:00Z")
    try family.wait(until: "2026-01-10T19:00:00Z")
    #expect(family.told.count == 2)
  }

  @Test("Three hours are three hours, whatever clocks do in the night")
  func daylightSaving() throws {
    var spring = try ReminderFamily(["feeding.interval": "3h"], at: "2026-03-29T00:30:00Z")
    try spring.feed()
    #expect(spring.waiting == ["feeding 03-29 05:30"])
    var autumn = try ReminderFamily(["feeding.interval": "3h"], at: "2026-10-24T23:30:00Z")
    try autumn.feed()
    #expect(autumn.waiting == ["feeding 10-25 03:30"])
  }
}
