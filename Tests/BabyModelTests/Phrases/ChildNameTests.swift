import BabyModel
import Testing

@Suite("Children's names in sentences")
struct ChildNameTests {
  private static let context = PhraseContext(
    units: .ounces, children: ["Ann", "Ann Marie", "Zoë", "Anne-Louise", "D'Arcy", "James", "Baby 2"])

  @Test(
    "The longest matching name is used, with or without accents, hyphens and apostrophes",
    arguments: [
      ("Ann pooped", "Ann"), ("Ann Marie pooped", "Ann Marie"), ("ann marie's diaper is wet", "Ann Marie"),
      ("wet Ann-Marie", "Ann Marie"), ("poop for ann", "Ann"), ("Zoe pooped", "Zoë"), ("ZOË pooped", "Zoë"),
      ("Zoë’s diaper is wet", "Zoë"), ("Zoe\u{308} pooped", "Zoë"), ("Anne Louise pooped", "Anne-Louise"),
      ("anne-louise's diaper is wet", "Anne-Louise"), ("D’Arcy pooped", "D'Arcy"), ("d'arcy's diaper is wet", "D'Arcy"),
      ("James' diaper is wet", "James"), ("baby 2 pooped", "Baby 2"), ("darcy pooped", "D'Arcy"),
      ("annelouise's diaper is wet", "Anne-Louise"),
    ])
  func names(sentence: String, child: String) throws {
    guard case .understood(let phrase) = PhraseReading(sentence, in: Self.context) else {
      Issue.record("\(PhraseReading(sentence, in: Self.context))")
      return
    }
    #expect(phrase.child == child)
    guard case .diaper = phrase.action else {
      Issue.record("\(phrase)")
      return
    }
  }

  @Test("Of two names that differ only in an accent, the exact one is used")
  func exactName() {
    for children in [["Zoe", "Zoë"], ["Zoë", "Zoe"]] {
      let context = PhraseContext(units: .ounces, children: children)
      for child in children {
        guard case .understood(let phrase) = PhraseReading("\(child) pooped", in: context) else {
          Issue.record("\(child)")
          continue
        }
        #expect(phrase.child == child)
      }
    }
  }

  @Test("A word of a name is kept in a question's choices")
  func remarkInName() {
    let context = PhraseContext(units: .ounces, children: ["Eunice"])
    #expect(
      PhraseReading("Eunice nice nap", in: context)
        == .unclear(["Eunice sleep start note nice", "Eunice nap 10 min note nice"]))
  }

  @Test("Two children are refused", arguments: ["Ann and Zoë pooped", "Ann Zoe pooped"])
  func twoChildren(sentence: String) {
    guard case .refused = PhraseReading(sentence, in: Self.context) else {
      Issue.record("\(sentence) is understood")
      return
    }
  }

  @Test(
    "A name that means another thing on a command line is refused",
    arguments: ["all", "All", " ALL ", "-x", "--child"])
  func reserved(name: String) throws {
    let child = try Child.make(name: name)
    let today = try date("2026-11-14")
    let error = #expect(throws: BabyError.self) { try child.validate(today: today) }
    #expect(error?.fields.map(\.field) == ["name"])
  }

  @Test("A name may contain those", arguments: ["Allie", "Ann-Marie", "Sal"])
  func allowed(name: String) throws {
    try Child.make(name: name).validate(today: date("2026-11-14"))
  }
}
