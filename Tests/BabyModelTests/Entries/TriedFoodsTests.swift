import Testing

@testable import BabyModel

@Suite("Foods that were tried")
struct TriedFoodsTests {
  /// Days, newest first, and what was eaten then.
  private func foods(_ logged: [(day: Int64, phrase: String)]) throws -> [TriedFood] {
    var foods = TriedFoods()
    for entry in try entries(logged) { foods.add(entry) }
    return foods.all
  }

  private func entries(_ logged: [(day: Int64, phrase: String)]) throws -> [Entry] {
    try logged.map { day, phrase in
      guard case .understood(let phrase) = PhraseReading(phrase, in: PhraseContext(units: .milliliters)),
        case .declared(let kind, let said) = phrase.action
      else { throw BabyError.entryInvalid([FieldError("phrase", "is about no kind")]) }
      let start = Instant(milliseconds: day * LocalDate.millisecondsPerDay)
      return Entry(
        id: EntryID(high: UInt64(day), low: 1), childID: ChildID(high: 1, low: 1),
        content: try EntryContent(.declared(kind), fields: said), start: start, createdAt: start, updatedAt: start)
    }
  }

  @Test("are counted by name, with the first time, the last liking, and reactions")
  func counted() throws {
    let all = try foods([
      (30, "food Banana"), (20, "food egg, banana liking unsure reaction a mild rash allergens egg"),
      (19, "food egg reaction nothing"), (10, "food banana, BANANA liking loved"), (5, "weight 7 kg"),
    ])
    #expect(all.map(\.name) == ["egg", "Banana"])
    #expect(all.map(\.count) == [2, 3])
    #expect(all.map { $0.first.id.high } == [19, 10])
    #expect(all.map { $0.last.id.high } == [20, 30])
    #expect(all.map(\.liking) == ["unsure", "unsure"])
    #expect(all[0].reactions == ["mild rash", "nothing"] && all[1].reactions == ["mild rash"])
    #expect(all[0].allergens == ["egg"])
  }

  @Test("are new with the first entry that names them, and no more older entries are read than necessary")
  func new() throws {
    let all = try entries([
      (30, "food banana, egg"), (25, "food EGG"), (20, "food oats"), (10, "food Banana"), (5, "food oats"),
      (1, "food plum"),
    ])
    func new(_ shown: [Int], looked: Int) -> [[String]] {
      var foods = NewFoods(in: shown.map { all[$0] })
      var count = 0
      for entry in all where foods.newest.map({ entry.start <= $0 }) == true && !foods.isSettled {
        foods.add(entry)
        count += 1
      }
      #expect(count == looked)
      return shown.map { foods.foods(of: all[$0]) }
    }
    #expect(new([0, 1, 2, 3, 4, 5], looked: 6) == [[], ["EGG"], [], ["Banana"], ["oats"], ["plum"]])
    // The newer of two, with the older one on another page.
    #expect(new([0], looked: 4) == [[]])
    #expect(new([2], looked: 3) == [[]])
    #expect(NewFoods(in: []).newest == nil)
  }

  @Test("have five different reactions at most, the latest")
  func bounded() throws {
    let all = try foods((1...9).reversed().map { ($0, "food egg reaction number \($0)") })
    #expect(all.first?.reactions.count == 5 && all.first?.reactions.first == "number 9")
  }
}
