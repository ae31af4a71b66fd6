import BabyModel
import Testing

@Suite("Text search")
struct EntrySearchTests {
  private func finds(_ text: String, in entry: Entry) -> Bool {
    EntrySearch(text, units: .milliliters, zone: .losAngeles).matches(entry)
  }

  @Test("An empty search is in everything")
  func empty() throws { #expect(try finds(" ", in: .make(.sleep, "2020-05-10T20:30:00-07:00"))) }

  @Test(
    "Kinds and details are found, in either case and by their beginning",
    arguments: [
      "feed", "Feeding", "breast", "LEFT", "left breast", "nurs", "both",
    ])
  func breast(text: String) throws { #expect(try finds(text, in: .breast(.left, .both, "2020-05-10T20:30:00-07:00"))) }

  @Test("Other kinds' words are not", arguments: ["bottle", "right", "sleep", "diaper", "xyz", "eft", "left bottle"])
  func notBreast(text: String) throws {
    #expect(try !finds(text, in: .breast(.left, .one, "2020-05-10T20:30:00-07:00")))
  }

  @Test("Both of the words for a diaper's content are found")
  func diaper() throws {
    let wet = try Entry.make(.diaper(.wet), "2020-05-10T20:30:00-07:00")
    let both = try Entry.make(.diaper(.both), "2020-05-10T20:30:00-07:00")
    #expect(finds("pee", in: wet) && finds("wet", in: wet) && !finds("poop", in: wet) && !finds("dirty", in: wet))
    #expect(finds("pee poop", in: both) && finds("both", in: both))
  }

  @Test("Clock times of the zone are found in either format, and not inside another")
  func clock() throws {
    let evening = try Entry.make(.sleep, "2020-05-10T20:30:00-07:00")
    for text in ["8:30", "pm", "8:30 PM", "20:30", "20", "nap 8:30"] { #expect(finds(text, in: evening), "\(text)") }
    for text in ["0:30", "am", "9:30", "3:30"] { #expect(!finds(text, in: evening), "\(text)") }
    #expect(try !finds("8:30", in: .make(.sleep, "2020-05-10T18:30:00-07:00")))
  }

  @Test("Notes are found anywhere, and together with other words")
  func notes() throws {
    let note = try Entry.make(.note(.milestone), "2020-05-10T20:30:00-07:00", note: "First SMILE at Oma's")
    for text in ["smile", "mil", "first milestone", "oma's 8:30"] { #expect(finds(text, in: note), "\(text)") }
    #expect(!finds("smile tooth", in: note))
  }

  @Test("A letter is the same in either case and however its accent is composed")
  func accents() throws {
    let note = try Entry.make(.note(.food), "2020-05-10T20:30:00-07:00", note: "CRÈME Brûlée")
    for text in ["crème", "cre\u{300}me", "brûlée", "CR"] {
      #expect(finds(text, in: note), "\(text)")
    }
    #expect(!finds("creme", in: note))
  }

  @Test("Amounts are found as they are shown")
  func amounts() throws {
    #expect(try finds("120 ml", in: .bottle(.ml(120), "2020-05-10T20:30:00-07:00")))
    #expect(try finds("118", in: .bottle(.oz(4), "2020-05-10T20:30:00-07:00")))
  }
}
