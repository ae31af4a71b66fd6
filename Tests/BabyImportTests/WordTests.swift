import BabyModel
import Testing

@testable import BabyImport

@Suite("Words for a bottle's content in files")
struct BottleWordsTests {
  @Test(
    "are recognized in each app's spelling",
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
    "keep the rest if they say more",
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
    "are not a content if they name two, deny, join or are uncertain, and all of them stay",
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

@Suite("Words that deny")
struct DeniedWordsTests {
  @Test(
    "discard the words after them",
    arguments: [
      ("Poo, no pee", ["poo"]), ("no poo", []), ("Pee:medium", ["pee", "medium"]), ("not wet", []), ("", []),
    ])
  func said(text: String, words: [String]) { #expect(wordsSaid(text) == words) }

  private func entries(_ columns: String, _ row: String) throws -> [Entry] {
    try importing(Array("\(columns)\n\(row)".utf8)).entries
  }

  @Test("do not become a diaper's content, in any app's table, and stay in its note")
  func diapers() throws {
    let huckleberry = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
    let nara = "Type,Profile Name,Start Date/time,Start Date/time (Epoch),[Diaper] Type,_activityKey"
    let hatch = "Baby Name,Start Time,End Time,Activity,Amount,Percentile,Duration,Info,Notes"
    let rows = [
      (huckleberry, "Diaper,2020-02-25 08:00,,,,,@,"),
      ("Diaper time,In the diaper,Color,Texture", "2020-02-25 08:00,@,,"),
      (nara, "Diaper,Eva,2020-02-25 08:00,1582646400000,@,k"), (hatch, "Eva,2020-02-25 08:00,,DIAPER,@,,,,"),
    ]
    for (columns, row) in rows {
      let isOfNara = columns == nara
      let (one, none) = isOfNara ? ("Dirty, not wet", "not dirty") : ("Poo, no pee", "no poo")
      let dirty = try entries(columns, row.replacing("@", with: "\"\(one)\""))
      #expect(dirty.map(\.content) == [.diaper(.dirty)])
      #expect(dirty.first?.note?.lowercased().contains(one.lowercased()) == true)
      let denied = try entries(columns, row.replacing("@", with: none))
      #expect(denied.map(\.content) == [.note(.general)])
      #expect(denied.first?.note?.contains(none) == true)
    }
    let babyConnect = try entries(header, "2020-02-25 08:00,,,Diaper,,,Eva had no BM diaper,,Ana")
    #expect(babyConnect.map(\.content) == [.note(.general)])
    #expect(babyConnect.first?.note == "Eva had no BM diaper")
  }

  @Test("two different numbers of one bottle are both kept")
  func quantities() throws {
    let cells = [("120", "ml", "120 ml"), ("6.0", "Formula", "6.0 Formula"), ("4.0", "Formula", nil)]
    for (quantity, unit, note) in cells {
      let entry = try entry("2/25/20 8:00 AM,,,Bottle,\(quantity),\(unit),Eva drank 4 oz of formula,,Ana")
      #expect(
        entry.content == .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces), content: .formula)))
      #expect(entry.note == note)
    }
  }
}
