import Testing

@testable import BabyModel

@Suite("A kind's declaration")
struct KindDeclarationTests {
  /// Kinds that no version has: they are declared here, and nowhere else.
  private static let bath = KindDeclaration("bath", title: "", noun: "", longest: .hours(1), requiredNote: "story")
  private static let walk = KindDeclaration("walk", title: "", noun: "", longest: .hours(5), hasTimer: true)
  private static let temperature = KindDeclaration("temperature", title: "", noun: "")

  private func errors(
    _ kind: KindDeclaration, minutes: Int? = nil, endUnknown: Bool = false, note: String? = nil
  ) throws -> [FieldError] {
    let start = try at("2020-05-10T08:00:00-07:00")
    let frame = EntryFrame(start: start, end: minutes.map { start + .minutes($0) }, endUnknown: endUnknown, note: note)
    return kind.errors(
      in: frame, values: [], child: try .make(), zone: .losAngeles, now: try at("2020-05-10T20:00:00-07:00"))
  }

  @Test("begins the phrase of a typed text, unless the text begins with it")
  func phrase() {
    #expect(KindDeclaration.medicine.phrase(with: "Vitamin D 1 drop") == "medicine Vitamin D 1 drop")
    #expect(KindDeclaration.medicine.phrase(with: "Meds Tylenol") == "Meds Tylenol")
    #expect(KindDeclaration.milkStore.phrase(with: "add 120ml") == "milk store add 120ml")
    #expect(KindDeclaration.milkStore.phrase(with: "milk add 120ml") == "milk add 120ml")
  }

  @Test("sets the maximum duration, if there is one")
  func length() throws {
    #expect(try errors(Self.bath, minutes: 60, note: "x") == [])
    #expect(
      try errors(Self.bath, minutes: 61, note: "x") == [FieldError("end", "must be at most 1 hours after the start")])
    #expect(try errors(Self.walk, minutes: 300) == [])
    #expect(
      try errors(Self.temperature, minutes: 1)
        == [FieldError("end", "does not apply to something that happens at one moment")])
  }

  @Test("decides whether it can run, and so whether its end can be unknown")
  func timer() throws {
    #expect(try errors(Self.walk, endUnknown: true) == [])
    #expect(
      try errors(Self.temperature, endUnknown: true)
        == [FieldError("endUnknown", "applies only to sleep, tummy time and other activities")])
  }

  @Test("decides whether its note is required, and the note's title")
  func note() throws {
    #expect(try errors(Self.bath) == [FieldError("story", "must not be empty")])
    #expect(try errors(Self.walk) == [])
    #expect(try errors(Self.walk, note: "a\u{7}") == [FieldError("note", "must not contain control characters")])
  }

  @Test("of an unknown kind requires only what holds for all")
  func relayed() throws {
    #expect(try errors(.relayed, minutes: 24 * 60 - 720, endUnknown: false) == [])
    #expect(try errors(.relayed, endUnknown: true) == [])
    #expect(try errors(.relayed, minutes: -1) == [FieldError("end", "must not be before the start")])
  }
}

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

@Suite("A quantity in an app's format")
struct QuantityTextTests {
  private func reading(_ kind: String, _ text: String) throws -> String? {
    let kind = try #require(DeclaredKinds.kind(called: kind))
    for case .quantity(let quantity) in kind.fields.map(\.type) {
      return quantity.reading(text).map { "\($0.number) \($0.unit)" }
    }
    return nil
  }

  @Test(
    "has its number and one of the kind's units, in any case",
    arguments: [
      ("weight", "3.62 kg", "3.62 kg"), ("weight", "8 LB 4 oz", "8.25 lb"), ("weight", "8lbs4oz", "8.25 lb"),
      ("weight", "12 oz", "12.0 oz"), ("temperature", "37.6°C", "37.6 celsius"),
      ("temperature", "100.4 F", "100.4 fahrenheit"), ("length", " 53 cm ", "53.0 cm"),
      ("medicine", "1 drop", "1.0 drop"), ("medicine", "2.5ML", "2.5 ml"),
    ])
  func read(kind: String, text: String, expected: String) throws { #expect(try reading(kind, text) == expected) }

  @Test(
    "is invalid without a unit, with an invalid or impossible number, or with trailing text",
    arguments: [
      ("weight", ""), ("weight", "8"), ("weight", "kg"), ("weight", "8 stone"), ("weight", "-3 kg"),
      ("weight", ".5 kg"),
      ("weight", "5. kg"), ("weight", "1e9 kg"), ("weight", "8 lb 16 oz"), ("weight", "8 lb 3"),
      ("weight", "8 kg 3 oz"),
      ("weight", "8 kgs and more"), ("temperature", "38 cats"), ("weight", "1 kg" + String(repeating: " ", count: 40)),
    ])
  func refused(kind: String, text: String) throws { #expect(try reading(kind, text) == nil) }

  @Test("a unit alone has its word here")
  func unit() throws {
    let kind = try #require(DeclaredKinds.kind(called: "length"))
    for case .quantity(let quantity) in kind.fields.map(\.type) {
      #expect(quantity.unit(called: "IN") == "in")
      #expect(quantity.unit(called: "FURLONG") == nil)
    }
  }
}
