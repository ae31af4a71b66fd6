import Testing

@testable import BabyModel

@Suite("Foods that were tried")
struct TriedFoodsTests {
  /// Days, newest first, and what was eaten then.
  private func foods(_ logged: [(day: Int64, phrase: String)]) throws -> [TriedFood] {
    var foods = TriedFoods()
    for (day, phrase) in logged {
      guard case .understood(let phrase) = PhraseReading(phrase, in: PhraseContext(units: .milliliters)),
        case .declared(let kind, let said) = phrase.action
      else { throw BabyError.entryInvalid([FieldError("phrase", "is about no kind")]) }
      let start = Instant(milliseconds: day * LocalDate.millisecondsPerDay)
      foods.add(
        Entry(
          id: EntryID(high: UInt64(day), low: 1), childID: ChildID(high: 1, low: 1),
          content: try EntryContent(.declared(kind), saying: said), start: start, createdAt: start, updatedAt: start))
    }
    return foods.all
  }

  @Test("are counted by their name, with when each was new, how it was taken last, and what was seen after it")
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

  @Test("have five different reactions at most, the latest")
  func bounded() throws {
    let all = try foods((1...9).reversed().map { ($0, "food egg reaction number \($0)") })
    #expect(all.first?.reactions.count == 5 && all.first?.reactions.first == "number 9")
  }
}
