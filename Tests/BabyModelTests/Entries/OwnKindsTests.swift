import Testing

@testable import BabyModel

@Suite("Declared kinds: measurements, medicine, vaccines, food, milestones, stored milk")
struct OwnKindsTests {
  private func content(_ phrase: String) throws -> EntryContent {
    guard case .understood(let phrase) = PhraseReading(phrase, in: PhraseContext(units: .milliliters)),
      case .declared(let kind, let said) = phrase.action
    else { throw BabyError.entryInvalid([FieldError("phrase", "is about no kind")]) }
    return try EntryContent(.declared(kind), fields: said)
  }

  private func entry(_ phrase: String) throws -> Entry {
    let start = Instant(milliseconds: 1_589_120_000_000)
    return Entry(
      id: EntryID(high: 1, low: 1), childID: ChildID(high: 1, low: 1), content: try content(phrase), start: start,
      createdAt: start, updatedAt: start)
  }

  @Test("The example of each is understood, and matches its line", arguments: DeclaredKinds.all)
  func examples(kind: KindDeclaration) throws {
    let example = kind.example ?? kind.word
    let content = try content(example)
    #expect(content.kind == .declared(kind))
    #expect(DeclaredKinds.kind(called: example.split(separator: " ").first.map(String.init) ?? "") == kind)
    #expect(EntryContent(content.kind, content.values) == content)
    #expect(try EntryContent(content.kind, fields: FieldInputs(content.values, of: kind)) == content)
  }

  @Test(
    "A line has the value as it was typed, with its unit and the details",
    arguments: [
      ("weight 7lb4oz", "Weight · 7 lb 4 oz"), ("weight 11.88 lb", "Weight · 11.88 lb"),
      ("weight 16lb", "Weight · 16 lb"), ("weight 3.425kg", "Weight · 3.425 kg"),
      ("weight 7lb 4.5oz", "Weight · 7 lb 4.5 oz"), ("weight 0.5 lb", "Weight · 8 oz"),
      ("length 28 in standing", "Length · 28 in · standing"), ("head 43cm", "Head · 43 cm"),
      ("temperature 101.5F ear", "Temperature · 101.5 °F · ear"),
      ("medicine Vitamin D 1 drop", "Medicine · Vitamin D · 1 drop"),
      ("medicine Vitamin D 2 drops", "Medicine · Vitamin D · 2 drops"),
      ("vaccine MMR dose 1 site left leg", "Vaccine · MMR · dose 1 · left leg"),
      ("food banana, oats loved reaction mild rash", "Food · banana, oats · loved · mild rash"),
      ("milestone first steps movement", "Milestone · first steps · movement"),
      ("milk add 120ml", "Milk store · add · 120 ml"),
    ])
  func lines(phrase: String, line: String) throws {
    #expect(Words.line(try entry(phrase), units: .ounces) == line)
  }

  @Test(
    "An impossible value is refused with the valid range",
    arguments: [
      ("weight 200 kg", "must be between 0.3 and 100 kg"), ("length 5 cm", "must be between 20 and 150 cm"),
      ("temperature 60C", "must be between 25 and 45 celsius"), ("head 90 in", "must be between 5.91 and 27.56 in"),
    ])
  func limits(phrase: String, problem: String) throws {
    let content = try content(phrase)
    #expect(content.kind.declaration.errors(in: content.values) == [FieldError("value", problem)])
  }

  @Test("A text is one line, neither empty nor longer than 200 characters")
  func texts() {
    #expect(TextLimits.problem(withField: "Vitamin D") == nil)
    for (text, problem) in [
      ("  ", "must not be empty"), ("a\nb", "must be one line of plain text"),
      ("a\u{202E}b", "must be one line of plain text"),
      (String(repeating: "a", count: 201), "must have at most 200 characters"),
    ] {
      #expect(TextLimits.problem(withField: text) == problem)
    }
  }

  @Test("Stored milk is the sum of what was stored, used, discarded and adjusted")
  func milk() throws {
    let changes = [
      "milk add 120ml", "milk add 4oz", "milk give 90ml", "milk discard 10ml", "milk less 5ml", "milk more 1ml",
    ]
    let sum = try changes.reduce(0) { try $0 + content($1).storedMilliliters }
    #expect(abs(sum - (120 + 4 * 29.5735 - 90 - 10 - 5 + 1)) < 1e-9)
    #expect(EntryContent.sleep.storedMilliliters == 0)
  }

  @Test("Foods are separated by commas")
  func foods() throws {
    #expect(KindDeclaration.foods(in: try content("food banana, oats,peanut")) == ["banana", "oats", "peanut"])
    #expect(KindDeclaration.foods(in: .sleep) == [])
  }

  @Test("Entries are found by their words", arguments: [("vitamin", true), ("DROP", true), ("zinc", false)])
  func search(text: String, isFound: Bool) throws {
    let search = EntrySearch(text, units: .ounces, zone: .utc)
    #expect(search.matches(try entry("medicine Vitamin D 1 drop")) == isFound)
  }
}
