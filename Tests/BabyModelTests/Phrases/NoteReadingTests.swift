import Testing

@testable import BabyModel

@Suite("An entry that a note describes")
struct NoteReadingTests {
  private func said(_ text: String, _ category: NoteCategory) -> String {
    switch NoteReading(text, category: category, child: "Eva") {
    case .unsure: return "?"
    case .other: return "-"
    case .entry(let content, let note):
      let start = Instant(milliseconds: 1_589_120_000_000)
      let entry = Entry(
        id: EntryID(high: 1, low: 1), childID: ChildID(high: 1, low: 1), content: content, start: start,
        createdAt: start, updatedAt: start)
      return Words.line(entry, units: .milliliters) + (note.map { " [\($0)]" } ?? "")
    }
  }

  @Test(
    "is read in the note's own units, by the words of phrases",
    arguments: [
      ("Weight 11.88 lbs", .general, "Weight · 11.88 lb"), ("Height 24 in", .general, "Length · 24 in"),
      ("Head 40cm", .health, "Head · 40 cm"), ("head size: 17.25 in", .growth, "Head · 17.25 in"),
      ("Temperature 99.1 F rectal", .health, "Temperature · 99.1 °F · rectal"),
      ("weight 7 lb 4 oz", .growth, "Weight · 7 lb 4 oz"), ("7.25 kg", .growth, "Weight · 7.25 kg"),
      ("Medicine: Tylenol 2.5 ml", .general, "Medicine · Tylenol · 2.5 ml"),
      ("Medicine: Iron", .medicine, "Medicine · Iron"), ("Vitamin D", .medicine, "Medicine · Vitamin D"),
      ("Vitamin D 1 drop", .medicine, "Medicine · Vitamin D · 1 drop"),
      ("2.5 ml paracetamol", .medicine, "Medicine · paracetamol · 2.5 ml"),
      ("vaccine MMR dose 1", .medicine, "Vaccine · MMR · dose 1"),
      ("first smile", .milestone, "Milestone · first smile"),
      ("Milestone: rolled over at 3", .milestone, "Milestone · rolled over at 3"),
      ("banana, oats", .food, "Food · banana, oats"), ("loved avocado", .food, "Food · avocado · loved"),
      ("banana, loved it", .food, "Food · banana · loved"),
      ("banana puree 2 tbsp", .food, "Food · banana puree [2 tbsp]"),
      ("milk add 120ml", .general, "Milk store · add · 120 ml"),
    ] as [(String, NoteCategory, String)])
  func read(text: String, category: NoteCategory, entry: String) {
    #expect(said(text, category) == entry)
  }

  @Test(
    "is read from the sentences of importers, and what follows them is the entry's note",
    arguments: [
      ("Eva's weight: 15.84 lbs", .growth, "Weight · 15.84 lb"),
      ("Eva's height: 2 ft, 2.8 in", .growth, "Length · 26.8 in"), ("Eva's height: 2 ft", .growth, "Length · 24 in"),
      ("Eva's weight: 20 lbs · at the doctor's", .growth, "Weight · 20 lb [at the doctor's]"),
      ("Eva ate veggies: 5 tsp (21m) · Squash", .food, "Food · veggies [5 tsp (21m) · Squash]"),
      ("Eva Giggled ", .milestone, "Milestone · Giggled"),
      ("Eva Started Formula (1h)", .milestone, "Milestone · Started Formula (1h)"),
      ("Temperature 38.2 · after the nap", .health, "Temperature · 38.2 °C [after the nap]"),
      ("Head 43", .growth, "Head · 43 cm"), ("Height 60", .growth, "Length · 60 cm"),
    ] as [(String, NoteCategory, String)])
  func imported(text: String, category: NoteCategory, entry: String) {
    #expect(said(text, category) == entry)
  }

  @Test(
    "is left alone if it is not certain",
    arguments: [
      // Two units make sense, or none does.
      ("Weight 7.2", .growth), ("Height 28", .growth), ("Weight 200 kg", .growth), ("7.2", .growth),
      ("Vitamin D 2", .medicine),
      // A time that is not the note's, another child, and more than one thing.
      ("Weight 11.88 lbs at 3pm", .general), ("Max's weight 11 lbs", .growth),
      ("Weight 7.2 kg · Height 60 cm", .growth),
      // Sentences.
      ("Weight 11.88 lbs with clothes on", .growth), ("She did not like the carrots", .food),
      ("Tylenol, she threw up after", .medicine), ("forgot Vitamin D 1 drop", .medicine),
      ("asked the doctor", .medicine),
      ("Medicine: Iron", .general), ("shot at the doctor's", .general),
      // Nothing is named.
      ("Eva ate Food: 5 tsp", .food), ("Eva", .milestone), ("solid food · parent fed · 20", .food),
      (String(repeating: "a ", count: 200), .milestone), (String(repeating: "banana ", count: 2000), .food),
    ] as [(String, NoteCategory)])
  func left(text: String, category: NoteCategory) {
    #expect(said(text, category) == "?")
  }

  @Test(
    "is not looked for in a note about anything else",
    arguments: [
      ("first smile", .general), ("bottle 4oz", .general), ("she slept 2 hours", .general),
      ("Doctor · All good", .health),
      ("", .general), (String(repeating: "weight 7 kg ", count: 5000), .general),
    ] as [(String, NoteCategory)])
  func other(text: String, category: NoteCategory) {
    #expect(said(text, category) == "-")
  }
}
