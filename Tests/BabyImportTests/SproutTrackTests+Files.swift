import BabyModel
import Testing

@testable import BabyImport

extension SproutTrackTests {
  @Test("each child has its rows; deleted rows, and all about a deleted child, are left out")
  func children() throws {
    let babies: [(table: String, values: Values)] = [
      ("Baby", ["id": "b2", "firstName": "Tom", "lastName": "Smith"]),
      ("Baby", ["id": "b3", "firstName": "Max", "lastName": "Smith", "deletedAt": .integer(1)]),
    ]
    let result = try importing(
      babies[0], babies[1], row("DiaperLog", ["type": "WET"], id: "1"),
      row("DiaperLog", ["type": "DIRTY", "babyId": "b2"], id: "2"),
      row("DiaperLog", ["type": "WET", "babyId": "b3"], id: "3"),
      row("DiaperLog", ["type": "WET", "babyId": "b9"], id: "4"),
      row("DiaperLog", ["type": "WET", "deletedAt": .integer(1)], id: "5"), children: [eva, tom])
    #expect(result.entries.map(\.childID) == [eva.id, tom.id])
    #expect(result.summary.badRows == [ImportRemark(line: 4, reason: "is about another child")])
    #expect(result.summary.rows == 3)
    let asked = try BabyImportTests.importing(pieces: [database([babies[0]])]).decisions
    #expect(asked.questions.map(\.option) == ["child"])
  }

  @Test(
    "a child is born on the day of the stored midnight, in any zone",
    arguments: ["2019-12-17T23:00:00.000Z", "2019-12-18T00:00:00.000Z", "2019-12-18T08:00:00.000Z"])
  func births(midnight: String) throws {
    let baby: (table: String, values: Values) = (
      "Baby", ["id": "b2", "firstName": "Tom", "lastName": "Smith", "birthDate": .text(midnight)]
    )
    let asked = try BabyImportTests.importing(pieces: [database([baby])]).decisions.questions
    #expect(asked.first?.children == [NamedChild(name: "Tom", born: LocalDate("2019-12-18"))])
  }

  @Test("the same tables as JSON have the same entries, and a later backup has the ids of the earlier one")
  func json() throws {
    let text = """
      {
        "Unit": [{"id": "u", "unitAbbr": "OZ"}],
        "AppConfig": [{"id": "a", "adminPass": "secret"}],
        "Caretaker": [{"id": "c1", "name": "Anna", "securityPin": "739201", "deletedAt": null}],
        "Baby": [{"id": "b1", "firstName": "Eva", "lastName": "Smith", "birthDate": "2019-12-18T00:00:00.000Z"}],
        "Settings": [{"id": "s", "securityPin": "111222"}],
        "DiaperLog": [{"id": "r1", "babyId": "b1", "caretakerId": "c1", "time": "2020-02-25T16:00:00.000Z",
          "type": "WET", "blowout": false, "creamApplied": true, "deletedAt": null}],
        "Milestone": []
      }
      """
    let json = try BabyImportTests.importing(texts: text)
    #expect(json.summary.badRows == [])
    let database = try importing(
      row("DiaperLog", ["type": "WET", "creamApplied": .integer(1)]),
      row("DiaperLog", ["type": "DIRTY", "time": .integer(Self.eight + 1)], id: "r2"))
    #expect(json.entries.count == 1)
    #expect(json.entries.first == database.entries.first)
  }
}
