import BabyModel
import Testing

@Suite("Values that machines share")
struct SharedSettingTests {
  private let eva = ChildID(high: 1, low: 1)
  private let noon = Instant(milliseconds: 1_699_963_200_000)

  private func place(_ name: String, _ child: ChildID?) throws -> SettingPlace? {
    SettingPlace(try SettingKey.named(name), child: child)
  }

  @Test("each setting has a home: a person, a child or a machine")
  func homes() {
    func names(_ home: SettingHome) -> [String] { SettingKey.all.filter { $0.home == home }.map(\.name) }
    #expect(
      names(.person) == [
        "date.order", "predictions.enabled", "reminders.enabled", "reminders.quiet", "time.format", "units",
        "units.temperature", "units.weight", "week.start",
      ])
    #expect(names(.machine) == ["theme.desktop"])
    #expect(names(.child).contains("day.start") && names(.child).contains("theme.palette"))
  }

  @Test("a child's is the child's if one is named, and otherwise the person's default")
  func places() throws {
    #expect(try place("day.start", eva) == SettingPlace(home: .child, childID: eva, key: "day.start"))
    #expect(try place("day.start", nil) == SettingPlace(home: .person, childID: nil, key: "day.start"))
    #expect(try place("units", eva) == SettingPlace(home: .person, childID: eva, key: "units"))
    #expect(try place("units", nil) == SettingPlace(home: .person, childID: nil, key: "units"))
    #expect(try place("theme.desktop", nil) == nil)
  }

  @Test("values that no version would share are refused, and those of a newer one are not")
  func problems() throws {
    func field(_ home: SettingHome, _ child: ChildID?, _ key: String, _ value: String? = "1") throws -> String? {
      try SharedSetting(SettingPlace(home: home, childID: child, key: key), value, changedAt: noon).problem()?.field
    }
    #expect(try field(.person, nil, "bath.reminder") == nil)
    #expect(try field(.child, eva, "bath.interval") == nil)
    #expect(try field(.person, nil, "units", "oz") == nil)
    #expect(try field(.person, nil, "units", nil) == nil)
    #expect(throws: BabyError.self) { try field(.person, nil, "units", "pints") }
    #expect(try field(.child, eva, "units", "oz") == "home", "nobody sets another person's units")
    #expect(try field(.person, eva, "day.start", "04:30") == "home")
    #expect(try field(.machine, nil, "theme.desktop", "dark") == "home")
    #expect(try field(.person, nil, "theme.desktop", "dark") == "home")
    #expect(try field(.child, nil, "day.start", "04:30") == "childId")
    #expect(try field(.person, nil, "reminder.\(eva)") == "home")
    for key in ["", "a b", "ключ", String(repeating: "k", count: 101)] {
      #expect(try field(.person, nil, key) == "key")
    }
    #expect(try field(.person, nil, "k", String(repeating: "v", count: SharedSetting.valueLimit + 1)) == "value")
  }

  @Test("a reminder is one text and back, whatever its name")
  func reminders() throws {
    for schedule in [ReminderSchedule.every(.hours(8)), .daily(TimeOfDay("09:00") ?? .midnight)] {
      for name in ["Vitamin D", "a", "  ", "💊 zweimal"] {
        let reminder = CustomReminder(
          id: Identifier(high: 2, low: 2), childID: eva, name: name, schedule: schedule, since: noon)
        #expect(CustomReminder(sharedText: reminder.sharedText, id: reminder.id, childID: eva) == reminder)
        #expect(reminder.sharedText.utf8.count <= SharedSetting.valueLimit)
      }
    }
    for text in [
      "", "09:00", "09:00 \(noon.utcText)", "1 \(noon.utcText) often", "soon \(noon.utcText) x", "09:00 now x",
    ] {
      #expect(CustomReminder(sharedText: text, id: Identifier(high: 2, low: 2), childID: eva) == nil)
    }
  }

  @Test("of a reminder's state only people's actions are shared")
  func marks() {
    var mark = ReminderMark(id: "feeding.1", due: noon, toldAt: noon)
    #expect(mark.sharedText == nil)
    mark.snoozedUntil = noon + .minutes(15)
    #expect(
      mark.sharedText.flatMap { ReminderMark(sharedText: $0) }
        == ReminderMark(id: "feeding.1", due: noon, snoozedUntil: noon + .minutes(15)))
    mark = ReminderMark(id: "feeding.1", due: noon, toldAt: noon, dismissedAt: noon)
    #expect(
      mark.sharedText.flatMap { ReminderMark(sharedText: $0) }
        == ReminderMark(id: "feeding.1", due: noon, dismissedAt: noon))
    for text in ["", "x", "feeding.1 \(noon.utcText) eaten \(noon.utcText)", "feeding.1 soon snoozed \(noon.utcText)"] {
      #expect(ReminderMark(sharedText: text) == nil)
    }
  }

  @Test("others' actions on an occasion apply here, unless a later one is known; sending is local to each machine")
  func merging() {
    let ours = ReminderMark(id: "feeding.1", due: noon, toldAt: noon)
    let done = ReminderMark(id: "feeding.1", due: noon, dismissedAt: noon + .minutes(1))
    let merged = ReminderMark(id: "feeding.1", due: noon, toldAt: noon, dismissedAt: noon + .minutes(1))
    #expect(ReminderMark.merging(ours, with: done) == merged)
    #expect(ReminderMark.merging(merged, with: done) == merged, "twice is once")
    #expect(ReminderMark.merging(nil, with: done) == done)
    #expect(ReminderMark.merging(merged, with: nil) == ours, "taken back")
    let later = ReminderMark(id: "feeding.2", due: noon + .hours(3), toldAt: noon + .hours(3))
    #expect(ReminderMark.merging(later, with: done) == later)
    #expect(ReminderMark.merging(done, with: later) == later)
  }
}
