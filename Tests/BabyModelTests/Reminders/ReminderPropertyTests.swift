import BabyModel
import Testing

@Suite("Reminders, whatever happens")
struct ReminderPropertyTests {
  /// The same numbers every time.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
  }

  /// Does something that a family or a machine may do, at a random time up to five hours later.
  private func step(_ family: inout ReminderFamily, _ dice: inout Dice) throws {
    let later = (family.now + .minutes(dice.roll(300))).utcText
    let kinds: [ReminderKind] = [.feeding, .diaper, .sleep, .tummyTime, .custom]
    let present = (family.plan.open + family.plan.waiting).map(\.rule.kind)
    let kind = kinds[dice.roll(5)]
    switch dice.roll(12) {
    case 0, 1: try family.feed()
    case 2: try family.change()
    case 3: family.fallAsleep()
    case 4: family.wakeUp()
    case 5 where family.custom.count < 4:
      family.add(
        "Drops \(family.custom.count)", dice.roll(2) == 0 ? .every(.hours(1 + dice.roll(30))) : .daily(.midnight))
    case 6 where present.contains(kind): try family.snooze(kind, for: .minutes(1 + dice.roll(120)))
    case 7 where present.contains(kind): try family.dismiss(kind)
    case 8: family.family["feeding.interval"] = ["off", "1h", "2h30m", "4h"][dice.roll(4)]
    case 9: family.family["reminders.quiet"] = ["off", "22:00-06:00", "12:00-13:00", "06:00-06:00"][dice.roll(4)]
    case 10: try family.jump(to: later)
    default: try family.wait(until: later)
    }
  }

  @Test(
    "each rule has at most one upcoming and one open, never in the past or in quiet hours",
    arguments: 1...40)
  func onePending(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    // The weekend on which clocks are set forward, or the one on which they are set back.
    var family = try ReminderFamily(
      ["feeding.interval": "3h", "diaper.interval": "2h"],
      at: seed.isMultiple(of: 2) ? "2026-03-28T12:00:00Z" : "2026-10-24T12:00:00Z")
    for _ in 0..<150 {
      try step(&family, &dice)
      let plan = family.plan
      for reminders in [plan.waiting, plan.open] {
        #expect(Set(reminders.map(\.rule.key)).count == reminders.count)
      }
      let settings = Settings(family: family.family)
      for reminder in plan.waiting {
        #expect(reminder.at >= reminder.due)
        if let quiet = settings.quietHours {
          #expect(!quiet.contains(family.zone.local(reminder.at).time) || reminder.at <= family.now)
        }
      }
      if let next = plan.nextChange { #expect(next > family.now || !plan.due(at: family.now).isEmpty) }
      // A plan says the same whenever it is asked, and telling what is due leaves nothing due.
      #expect(plan == family.plan)
      try family.wait(until: family.now.utcText)
      #expect(family.plan.due(at: family.now).isEmpty)
    }
  }

  @Test(
    "an interval has exactly one upcoming or open, until it is dismissed or a day has passed",
    arguments: 1...20)
  func exactlyOne(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 77)
    var family = try ReminderFamily(["feeding.interval": "3h"], at: "2026-03-28T12:00:00Z")
    try family.feed()
    for _ in 0..<100 {
      switch dice.roll(3) {
      case 0: try family.feed()
      case 1: try family.snooze(.feeding, for: .minutes(1 + dice.roll(120)))
      default: try family.wait(until: (family.now + .minutes(dice.roll(400))).utcText)
      }
      let plan = family.plan
      let all = (plan.open + plan.waiting).filter { $0.rule == .feeding }
      #expect(all.count == 1)
      if all.isEmpty { try family.feed() }
    }
  }

  @Test("polling shows what others were sent, and when", arguments: 1...20)
  func looking(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 31)
    var family = try ReminderFamily(
      ["feeding.interval": "3h", "reminders.quiet": ["off", "22:00-06:00", "12:00-13:00"][seed % 3]],
      at: "2026-03-28T12:00:00Z")
    for count in 0..<100 {
      switch dice.roll(8) {
      case 0: try family.feed()
      case 1: family.fallAsleep()
      case 2: family.wakeUp()
      case 3 where count < 30: family.add("Drops \(count)", .every(.hours(1 + dice.roll(30))))
      case 4 where count < 30: family.add("Drops \(count)", .daily(.midnight))
      case 5, 6:
        guard let kind = family.plan.open.first?.rule.kind else { continue }
        if dice.roll(2) == 0 {
          try family.snooze(kind, for: .minutes(1 + dice.roll(120)))
        } else {
          try family.dismiss(kind)
        }
      default: try family.wait(until: (family.now + .minutes(dice.roll(400))).utcText)
      }
      // Reminders that are due at this very moment are sent.
      try family.wait(until: family.now.utcText)
      let (looked, told) = (family.lookedPlan, family.plan)
      #expect(looked.open == told.open)
      #expect(looked.waiting == told.waiting)
      #expect(looked.nextChange == told.nextChange)
    }
  }
}
