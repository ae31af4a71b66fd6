import BabyModel
import Testing

@Suite("Texts of the handover")
struct ActivityWordsTests {
  private static func entry(_ content: EntryContent) -> Entry {
    let at = Instant(milliseconds: 0)
    return Entry(
      id: EntryID(high: 0, low: 1), childID: ChildID(high: 0, low: 2), content: content, start: at, createdAt: at,
      updatedAt: at)
  }

  @Test(
    "name the entry with which it begins",
    arguments: [
      (.feeding(Feeding(method: .bottle)), "the bottle"), (.feeding(Feeding(method: .breast)), "the breast feed"),
      (.feeding(Feeding(method: .pumping)), "the pumping"), (.diaper(.wet), "the diaper"),
      (.tummyTime, "the tummy time"), (.note(.health), "the note"),
    ] as [(EntryContent, String)])
  func anchor(content: EntryContent, words: String) throws {
    let today = LocalDate(dayNumber: 19_478)
    let time = try #require(TimeOfDay(hour: 11, minute: 40))
    func since(_ date: LocalDate, _ anchor: Entry?) -> String {
      Words.since(LocalDateTime(date, time), today: today, format: .twelveHour, anchor: anchor)
    }
    #expect(since(today, Self.entry(content)) == "Since you logged \(words) at 11:40 AM")
    #expect(since(today.adding(days: -1), Self.entry(content)) == "Since you logged \(words) yesterday 11:40 AM")
    #expect(since(today, nil) == "Since 11:40 AM")
  }

  @Test("running timers, and since when")
  func running() {
    #expect(Words.runningSince(.sleep, "13:05") == "Asleep since 13:05")
    #expect(Words.runningSince(.feeding, "13:05") == "Feeding since 13:05")
    #expect(Words.runningSince(.tummyTime, "13:05") == "Tummy time since 13:05")
  }

  @Test("who joined and left, and their roles")
  func members() {
    #expect(Words.member(.joined, .named("Omar"), as: .caregiver, by: nil) == "Omar joined as a caregiver")
    #expect(Words.member(.joined, .you, as: nil, by: nil) == "You joined")
    #expect(Words.member(.left, .named("Sam"), as: nil, by: nil) == "Sam left")
    #expect(Words.member(.removed, .named("Sam"), as: nil, by: .you) == "Sam was removed · by you")
    #expect(Words.member(.role, .you, as: .viewer, by: .named("Ann")) == "You are now a viewer · by Ann")
    #expect(Words.member(.role, .named("Sam"), as: .owner, by: .named("Ann")) == "Sam is now an owner · by Ann")
  }

  @Test("who did what, if known")
  func actions() {
    #expect(Words.done(.logged, by: .named("Ben")) == "by Ben")
    #expect(Words.done(.logged, by: .you) == nil)
    #expect(Words.done(.changed, by: .you) == "changed by you")
    #expect(Words.done(.changed, by: .unknown) == "changed")
    #expect(Words.done(.restored, by: .unknown) == "restored")
    #expect(Words.done(.deleted, by: .you) == "by you")
    #expect(Words.done(.deleted, by: .unknown) == nil)
    #expect(Words.count(2, .changed) == "2 changed")
  }
}
