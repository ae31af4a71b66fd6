import BabyModel
import Testing

@Suite("Custom reminders")
struct CustomReminderTests {
  private func family(at now: String = "2026-01-10T11:00:00Z") throws -> ReminderFamily { try ReminderFamily(at: now) }

  @Test("of each day come at their time, and again the next day, done or not")
  func daily() throws {
    var family = try family()
    family.add("Vitamin D", .daily(try time("09:00")))
    #expect(family.waiting == ["custom 01-11 09:00"])
    try family.wait(until: "2026-01-12T10:00:00Z")
    #expect(family.told == ["01-11 09:00 Vitamin D", "01-12 09:00 Vitamin D"])
    #expect(family.open == ["Vitamin D"])
    #expect(family.waiting == ["custom 01-13 09:00"])
    try family.dismiss(.custom)
    #expect(family.open == [] && family.waiting == ["custom 01-13 09:00"])
  }

  @Test("of each day that are done before their time come the next day")
  func early() throws {
    var family = try family()
    family.add("Vitamin D", .daily(try time("09:00")))
    try family.wait(until: "2026-01-11T07:00:00Z")
    try family.dismiss(.custom)
    #expect(family.waiting == ["custom 01-12 09:00"])
    try family.wait(until: "2026-01-12T10:00:00Z")
    #expect(family.told.count == 1)
  }

  @Test("at intervals count from when they were set, and restart when they are done")
  func every() throws {
    var family = try family()
    family.add("Drops", .every(.hours(8)))
    #expect(family.waiting == ["custom 01-10 20:00"])
    try family.wait(until: "2026-01-10T19:30:00Z")
    #expect(family.open == ["Drops"] && family.waiting == ["custom 01-11 04:00"])
    try family.dismiss(.custom)
    #expect(family.waiting == ["custom 01-11 04:30"])
  }

  @Test("that the machine slept through are sent once: the latest")
  func suspend() throws {
    var family = try family()
    family.add("Drops", .every(.hours(2)))
    family.add("Vitamin D", .daily(try time("09:00")))
    try family.jump(to: "2026-01-14T11:30:00Z")
    #expect(family.told == ["01-14 12:30 Vitamin D · Drops"])
    #expect(family.waiting == ["custom 01-14 14:00", "custom 01-15 09:00"])
  }

  @Test("that are snoozed stay snoozed, also when their next time comes meanwhile")
  func snooze() throws {
    var family = try family()
    family.add("Drops", .every(.hours(1)))
    try family.wait(until: "2026-01-10T12:00:00Z")
    try family.snooze(.custom, for: .minutes(150))
    try family.wait(until: "2026-01-10T15:00:00Z")
    #expect(
      family.told == ["01-10 13:00 Drops", "01-10 15:30 Drops", "01-10 16:00 Drops"])
  }

  @Test("wait for the end of quiet hours")
  func quiet() throws {
    var family = try ReminderFamily(["reminders.quiet": "22:00-06:00"], at: "2026-01-10T20:30:00Z")
    family.add("Drops", .every(.hours(2)))
    try family.wait(until: "2026-01-11T06:00:00Z")
    #expect(family.told == ["01-11 06:00 Drops"])
  }

  @Test("come once a day on nights when clocks change, whatever their time")
  func daylightSaving() throws {
    var spring = try ReminderFamily(at: "2026-03-27T20:00:00Z")
    spring.add("Drops", .daily(try time("02:30")))
    try spring.wait(until: "2026-03-30T20:00:00Z")
    #expect(spring.told.map { $0.prefix(11) } == ["03-28 02:30", "03-29 03:00", "03-30 02:30"])
    var autumn = try ReminderFamily(at: "2026-10-23T20:00:00Z")
    autumn.add("Drops", .daily(try time("02:30")))
    try autumn.wait(until: "2026-10-26T20:00:00Z")
    #expect(autumn.told.map { $0.prefix(11) } == ["10-24 02:30", "10-25 02:30", "10-26 02:30"])
  }

  @Test("fire once when the clock is set back, and continue after it had been wrong by years")
  func clockIsSet() throws {
    var family = try family()
    family.add("Vitamin D", .daily(try time("09:00")))
    try family.wait(until: "2026-01-11T08:00:00Z")
    try family.jump(to: "2026-01-11T07:30:00Z")
    try family.wait(until: "2026-01-11T12:00:00Z")
    #expect(family.told.count == 1)
    try family.jump(to: "2031-05-01T12:00:00Z")
    try family.dismiss(.custom)
    try family.jump(to: "2026-01-11T13:00:00Z")
    #expect(family.waiting == ["custom 01-12 09:00"])
  }

  @Test("fire once when travelling west")
  func travel() throws {
    var family = try family()
    family.add("Vitamin D", .daily(try time("09:00")))
    try family.wait(until: "2026-01-11T08:30:00Z")
    family.zone = .losAngeles
    try family.wait(until: "2026-01-11T09:00:00Z")
    #expect(family.told.count == 1)
    #expect(family.waiting == ["custom 01-11 09:00"])
  }

  @Test("have a valid name and schedule")
  func validation() throws {
    func reminder(_ name: String, _ schedule: ReminderSchedule) -> CustomReminder {
      CustomReminder(
        id: .init(high: 1, low: 1), childID: .init(high: 1, low: 1), name: name, schedule: schedule,
        since: Instant(milliseconds: 0))
    }
    try reminder("Vitamin D", .every(.minutes(30))).validate()
    #expect(throws: BabyError.reminderInvalid([FieldError("every", "must be 30m to 168h")])) {
      try reminder("Drops", .every(.minutes(29))).validate()
    }
    #expect(throws: BabyError.reminderInvalid([FieldError("name", "must not be empty")])) {
      try reminder("", .every(.hours(1))).validate()
    }
    #expect(throws: BabyError.self) {
      try reminder(String(repeating: "x", count: 61), .every(.hours(1))).validate()
    }
  }
}
