import Testing

@testable import BabyModel

@Suite("Declared fields of the kinds")
struct EntryFieldsTests {
  private static let contents: [EntryContent] = [
    .feeding(Feeding(method: .breast, startedSide: .right, breasts: .both)),
    .feeding(Feeding(method: .bottle, amount: Volume(4.25, .ounces))),
    .feeding(Feeding(method: .pumping, startedSide: .left, amount: Volume(80, .milliliters))),
    .diaper(.dirty), .sleep, .tummyTime, .note(.food),
  ]

  @Test("cover everything in an entry", arguments: contents)
  func roundTrip(content: EntryContent) {
    #expect(content.values.count == content.kind.declaration.fields.count)
    #expect(EntryContent(content.kind, content.values) == content)
    #expect(content.kind.declaration.missingField(in: content.values) == nil)
    #expect(content.kind.declaration.word == content.kind.rawValue)
  }

  @Test("make no entry if a required one is missing, or a word is not declared")
  func refused() {
    #expect(EntryContent(.feeding, [nil, .choice(0)] + Array(repeating: nil, count: 7)) == nil)
    #expect(EntryContent(.diaper, [.choice(3)]) == nil)
    #expect(EntryContent(.note, []) == nil)
    #expect(KindDeclaration.feeding.missingField(in: Array(repeating: nil, count: 9))?.name == "method")
  }

  @Test("amounts are the same in millilitres as the model's", arguments: VolumeUnit.allCases)
  func units(unit: VolumeUnit) throws {
    let field = try #require(KindDeclaration.feeding.fields.first { $0.name == "amount" })
    guard case .quantity(let quantity) = field.type else {
      Issue.record("an amount is a quantity")
      return
    }
    let place = try #require(quantity.unitWords.firstIndex(of: unit.rawValue))
    #expect(quantity.inBaseUnit(4.25, unit: place) == Volume(4.25, unit).milliliters)
  }
}
