import BabyModel
import Testing

@testable import BabyImport

@Suite("What files say of what bottles held")
struct BottleWordsTests {
  @Test(
    "is its content, however an app writes it",
    arguments: [
      ("Formula", .formula), ("formula milk", .formula), ("Breast milk", .breastMilk), ("BREAST_MILK", .breastMilk),
      ("breastmilk", .breastMilk), ("Expressed", .breastMilk), ("Mother’s milk", .breastMilk),
      ("Muttermilch", .breastMilk), ("other milk", .otherMilk), ("Water", .water),
    ] as [(String, BottleContent)])
  func plain(text: String, content: BottleContent) {
    let words = BottleWords(text)
    #expect(words.content == content && words.rest == "")
  }

  @Test(
    "keeps the rest of its words where they say more",
    arguments: [
      ("Fortified breast milk", .breastMilk, "Fortified"), ("Similac formula, warm", .formula, "Similac warm"),
      ("soy formula", .formula, "soy"), ("Donor milk (frozen)", .breastMilk, "Donor milk (frozen)"),
      ("Cow's milk", .otherMilk, "Cow's milk"), ("oat  milk", .otherMilk, "oat milk"),
      ("boiled water", .water, "boiled"), ("Formula: 1.5 scoops", .formula, "1.5 scoops"),
      ("2021-01-09 thawed, expressed", .breastMilk, "2021-01-09 thawed"),
    ] as [(String, BottleContent, String)])
  func more(text: String, content: BottleContent, rest: String) {
    let words = BottleWords(text)
    #expect(words.content == content && words.rest == rest)
  }

  @Test(
    "is none where they name two, deny, join or say nothing that is certain, and all of them stay",
    arguments: [
      "", "Soy", "Enfamil", "Milk", "Formula/Breast", "Formula and breast milk", "Breast Milk Formula", "no formula",
      "formula?", "50% formula", "half formula", "cereal in formula", "water + formula", "cow's milk formula",
      "formula without water", "Tube Feeding", "breast", String(repeating: "formula ", count: 40),
    ])
  func uncertain(text: String) {
    let words = BottleWords(text)
    #expect(words.content == nil && words.rest == text)
  }
}
