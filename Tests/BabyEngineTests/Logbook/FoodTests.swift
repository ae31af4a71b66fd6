import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Foods and stored milk")
struct FoodAndMilkTests {
  private func say(_ log: Log, _ phrase: String) async throws -> Entry {
    try await log.write { try $0.logPhrase(.init(text: phrase)).entry.entry }
  }

  private func newFoods(_ page: TimelineList.Answer) -> [EntryID: [String]] {
    Dictionary(uniqueKeysWithValues: (page.newFoods ?? []).map { ($0.entryID, $0.foods) })
  }

  @Test("a food is new if no older entry names it, whatever else is on the page, and follows deletions")
  func newFoods() async throws {
    let log = try await Log()
    let first = try await say(log, "food egg 3 days ago at 10:00am")
    let second = try await say(log, "food egg, plum 2 days ago at 10:00am")
    try await log.write { try $0.note("a walk") }
    let page = try await log.read { try $0.page() }
    #expect(newFoods(page) == [first.id: ["egg"], second.id: ["plum"]])
    #expect(newFoods(try await log.read { try $0.page(limit: 2) }) == [second.id: ["plum"]])
    #expect(newFoods(try await log.read { try $0.page(kinds: [.note]) }) == [:])
    #expect(try await log.read { try $0.foods(of: nil, limit: 1000).foods.map(\.name) } == ["plum", "egg"])
    _ = try await log.write { try $0.delete("\(first.id)") }
    #expect(newFoods(try await log.read { try $0.page() }) == [second.id: ["egg", "plum"]])
  }

  @Test("stored milk is the sum of all changes of the child, of which the last are listed")
  func milk() async throws {
    let log = try await Log()
    for (phrase, sum) in [("milk add 120ml", 120.0), ("milk give 90ml", 30), ("milk less 40ml note spilled", -10)] {
      _ = try await say(log, phrase)
      #expect(try await log.read { try $0.storedMilk(of: nil, limit: 1).amountMl } == sum)
    }
    let view = try await log.read { try $0.storedMilk(of: nil, limit: 1) }
    #expect(view.changes.map(\.entry.note) == ["spilled"])
    _ = try await log.write { try $0.undo() }
    #expect(try await log.read { try $0.storedMilk(of: nil, limit: 5).amountMl } == 30)
    _ = try await log.write { try $0.add("Max") }
    #expect(try await log.read { try $0.storedMilk(of: "Max", limit: 5).changes.isEmpty })
  }

  /// Letters with marks: as many bytes as texts can have.
  private func longText(_ count: Int) -> String { String(repeating: "e\u{301}\u{302}", count: count) }

  @Test("an answer ends at its size limit, whatever the requested number; the sum includes all")
  func room() async throws {
    let log = try await Log()
    let (note, text) = (longText(10_000), longText(200))
    try await log.write { book in
      for number in 1...100 {
        let milk = FieldInputs([
          .init("change", .word("add")), .init("amount", .number(10)), .init("unit", .word("ml")),
        ])
        _ = try book.logEntry(.init(entry: EntryInput(.declared(.milkStore), milk), note: note))
        for more in 1...7 {
          let food = FieldInputs([
            .init("foods", .word("\(number) \(more) \(text.prefix(190))")), .init("reaction", .word(text)),
            .init("allergens", .word(text)),
          ])
          _ = try book.logEntry(.init(entry: EntryInput(.declared(.food), food)))
        }
      }
    }
    let milk = try await log.read { try $0.storedMilk(of: nil, limit: 100) }
    #expect(milk.amountMl == 1000)
    #expect((50..<100).contains(milk.changes.count))
    let foods = try await log.read { try $0.foods(of: nil, limit: 1000) }
    #expect((500..<700).contains(foods.foods.count) && foods.foods.count + (foods.leftOut ?? 0) == 700)
  }
}
