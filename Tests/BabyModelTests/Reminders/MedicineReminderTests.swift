import Testing

@testable import BabyModel

@Suite("Reminders that a medicine may be given again")
struct MedicineReminderTests {
  /// 2026-01-10 12:00 in Berlin.
  private func family(_ settings: [String: String] = [:]) throws -> ReminderFamily {
    try ReminderFamily(settings, at: "2026-01-10T11:00:00Z")
  }

  @Test("come once, when the interval of the last dose is over, by default")
  func interval() throws {
    var family = try family()
    family.give("Tylenol", every: .hours(4))
    #expect(family.waiting == ["medicine 01-10 16:00"])
    try family.wait(until: "2026-01-11T08:00:00Z")
    #expect(family.told == ["01-10 16:00 Tylenol may be given again"])
    #expect(family.open == ["Tylenol may be given again"])
  }

  @Test("A further dose moves it, and removes the open one; its interval holds without repeating it")
  func further() throws {
    var family = try family()
    family.give("Tylenol", every: .hours(4))
    try family.wait(until: "2026-01-10T13:00:00Z")
    family.give("tylenol")
    #expect(family.waiting == ["medicine 01-10 18:00"])
    try family.wait(until: "2026-01-10T17:30:00Z")
    family.give("Tylenol")
    #expect(family.open == [] && family.waiting == ["medicine 01-10 22:30"])
    #expect(family.told.count == 1)
  }

  @Test("Deleting a dose deletes its reminder; an earlier one is not repeated")
  func takenBack() throws {
    var family = try family()
    family.give("Tylenol", every: .hours(4))
    try family.wait(until: "2026-01-10T15:10:00Z")
    family.give("Tylenol")
    #expect(family.open == [] && family.waiting == ["medicine 01-10 20:10"])
    family.takeBackDose()
    #expect(family.waiting == [] && family.open == ["Tylenol may be given again"])
    try family.wait(until: "2026-01-10T20:00:00Z")
    #expect(family.told.count == 1)
    family.takeBackDose()
    #expect(family.open == [] && family.waiting == [])
  }

  @Test("The daily limit reminds only once it is reached")
  func most() throws {
    var family = try family()
    family.give("Drops", most: 2)
    #expect(family.waiting == [])
    try family.wait(until: "2026-01-10T13:00:00Z")
    family.give("Drops")
    #expect(family.waiting == ["medicine 01-11 12:00"])
  }

  @Test("Several medicines are independent")
  func several() throws {
    var family = try family()
    family.give("Tylenol", every: .hours(4))
    family.give("Iron", every: .hours(4))
    family.give("Balm")
    #expect(family.waiting == ["medicine 01-10 16:00", "medicine 01-10 16:00"])
    try family.wait(until: "2026-01-10T15:00:00Z")
    #expect(family.told.count == 1 && family.open.count == 2)
    try family.dismiss(.medicine)
    #expect(family.open.count == 1)
    let keys = Set(family.plan.open.map(\.rule.key)).union(family.marks.keys)
    #expect(keys.count == 2 && keys.allSatisfy { $0.hasPrefix("medicine.") && $0.utf8.count == 25 })
  }

  @Test("A snoozed one comes again; after a day it is not sent any more")
  func snoozed() throws {
    var family = try family()
    family.give("Tylenol", every: .hours(4))
    try family.wait(until: "2026-01-10T15:05:00Z")
    try family.snooze(.medicine, for: .minutes(30))
    try family.wait(until: "2026-01-11T15:34:00Z")
    #expect(family.told.last == "01-10 16:35 Tylenol may be given again")
    #expect(family.open.count == 1)
    try family.wait(until: "2026-01-11T15:35:00Z")
    #expect(family.open == [] && family.told.count == 2)
  }

  @Test("are off with their setting, and with that of all")
  func off() throws {
    for settings in [["reminders.medicine": "off"], ["reminders.enabled": "off"]] {
      var family = try family(settings)
      family.give("Tylenol", every: .hours(4))
      #expect(family.waiting == [] && family.plan.nextChange == nil)
      #expect(!Settings(family: settings).remindingKinds.contains(.declared(.medicine)))
    }
  }

  @Test("A medicine is referred to by its name, and shared by a key that any server accepts")
  func named() throws {
    var family = try family()
    family.give("Paracétamol 🍓 " + String(repeating: "x", count: 60), every: .hours(4))
    let rule = try #require(family.plan.waiting.first?.rule)
    let place = SettingPlace.occasion(of: rule.key, child: ChildID(high: 9, low: 9))
    #expect(try SharedSetting(place, nil, changedAt: family.now).problem() == nil)
    #expect(Words.name(of: place, nil) == "the medicine reminder")
  }
}
