import BabyModel
import Testing

@testable import BabyImport

@Suite("Words that deny")
struct DeniedWordsTests {
  @Test(
    "leave nothing of what stands behind them",
    arguments: [
      ("Poo, no pee", ["poo"]), ("no poo", []), ("Pee:medium", ["pee", "medium"]), ("not wet", []), ("", []),
    ])
  func said(text: String, words: [String]) { #expect(wordsSaid(text) == words) }

  private func entries(_ columns: String, _ row: String) throws -> [Entry] {
    try importing(Array("\(columns)\n\(row)".utf8)).entries
  }

  @Test("make no diaper of what was not in it, in any app's table, and stay in its note")
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

  @Test("apart, two numbers of one bottle that differ are both kept")
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
