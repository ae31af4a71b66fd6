import BabyModel
import Foundation
import Testing

@testable import BabyImport

@Suite("Baby Buddy's tables and records")
struct BabyBuddyTests {
  private func entries(_ text: String) throws -> [Entry] {
    let result = try importing(Array(text.utf8))
    #expect(result.summary.badRows == [])
    return result.entries
  }

  @Test("feeds: sides, both breasts, bottles with their contents, solid food as a note")
  func feedings() throws {
    let entries = try entries(
      """
      id,child_id,child_first_name,child_last_name,start,end,type,method,amount,notes,tags
      1,1,Eva,,2020-02-17 03:04:09,2020-02-17 03:12:09,breast milk,right breast,,,
      2,1,Eva,,2020-02-16 13:22:41,2020-02-16 13:42:41,breast milk,both breasts,,,
      3,1,Eva,,2020-02-16 12:00:00,2020-02-16 12:00:00,formula,bottle,120,slept on,
      4,1,Eva,,2020-02-16 11:00:00,2020-02-16 11:10:00,solid food,self fed,,carrots,lunch

      """)
    #expect(
      entries.map(\.content) == [
        .feeding(Feeding(method: .breast, startedSide: .right, breasts: .one)),
        .feeding(Feeding(method: .breast, breasts: .both)),
        .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters), content: .formula)), .note(.food),
      ])
    #expect(entries.map(\.start)[0] == instant("2020-02-17T11:04:09Z"))
    #expect(entries[0].duration == .minutes(8))
    #expect(entries[2].end == nil)
    #expect(entries[2].note == "slept on")
    #expect(entries[3].note == "solid food · self fed · until 2020-02-16 11:10:00 · carrots · lunch")
  }

  @Test("records of its admin pages name the child and have texts for everything")
  func adminRecords() throws {
    let file = """
      [{"id": "58", "child_first_name": "Eva", "child_last_name": "Doe", "start": "2020-02-20 11:21:45",
        "end": "2020-02-20 13:19:45", "nap": "1", "notes": "", "tags": ""},
       {"id": "57", "child_first_name": "Eva", "child_last_name": "Doe", "start": "2020-02-20 07:27:45",
        "end": "2020-02-20 08:48:45", "nap": "0", "notes": "stroller", "tags": ""}]
      """
    let result = try importing(Array(file.utf8))
    #expect(result.summary.format == .babyBuddyJSON && result.summary.badRows == [])
    #expect(result.entries.map(\.content) == [.sleep, .sleep])
    #expect(result.entries.map(\.start)[0] == instant("2020-02-20T19:21:45Z"))
    #expect(result.entries.map(\.note) == ["nap", "stroller"])
    // The table of the same page has the same rows.
    let table = try entries(
      """
      id,child_first_name,child_last_name,start,end,nap,notes,tags
      57,Eva,Doe,2020-02-20 07:27:45,2020-02-20 08:48:45,0,stroller,
      """)
    #expect(table == [result.entries[1]])
  }

  @Test("milk from a cup or a spoon is a feed with its amount, and the note says how")
  func cups() throws {
    let entries = try entries(
      """
      id,child_id,start,end,type,method,amount,notes,temperament
      1,1,2020-02-17 03:04:09,2020-02-17 03:12:09,breast milk,parent fed,60,,calm
      2,1,2020-02-16 13:22:41,2020-02-16 13:42:41,formula,self fed,90,from a cup,
      3,1,2020-02-16 12:22:41,2020-02-16 12:42:41,solid food,parent fed,,pear,
      """)
    #expect(
      entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(60, .milliliters), content: .breastMilk)),
        .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters), content: .formula)), .note(.food),
      ])
    #expect(
      entries.map(\.note) == [
        "parent fed · temperament calm", "self fed · from a cup",
        "solid food · parent fed · until 2020-02-16 12:42:41 · pear",
      ])
  }

  @Test("a table that was saved by a spreadsheet has other times, and may lack fields at the end of a row")
  func spreadsheet() throws {
    let table = """
      id;child_id;start;end;notes
      57;1;20.02.2020 07:27:45;20.02.2020 08:48:45
      """
    let read = try importing(files: [Array(table.utf8)], choices: ImportChoices())
    #expect(read.summary.badRows == [])
    #expect(read.batch.rows.map(\.entry.start) == [instant("2020-02-20T15:27:45Z")])
    #expect(read.batch.rows.map(\.entry.duration) == [.minutes(81)])
    let flags = try importing(Array("id,child,time,wet,solid\n1,1,2/20/2020 7:27,TRUE,FALSE\n".utf8))
    #expect(flags.entries.map(\.content) == [.diaper(.wet)])
  }

  @Test("diapers, sleep, tummy time, pumping, notes and measurements, each recognized by its columns")
  func tables() throws {
    let tables = [
      "child_id,time,wet,solid,color,amount\n1,2020-02-17 03:54:09,1,1,brown,6.2\n",
      "child_id,start,end,notes\n1,2020-02-17 00:14:09,2020-02-17 02:48:09,in the pram\n",
      "child_id,start,end,milestone\n1,2020-02-17 04:08:09,2020-02-17 04:11:09,rolled\n",
      "child_id,amount,time\n1,100.2,2020-02-17 09:31:49\n",
      "child_id,note,time\n1,First smile,2020-02-17 06:37:12\n",
      "child_id,temperature,time\n1,38.2,2020-02-17 09:31:49\n",
      "child_id,weight,date,notes\n1,10.45,2020-02-14,\n",
    ]
    let entries = try tables.flatMap { try self.entries($0) }
    #expect(
      entries.map(\.content) == [
        .diaper(.both), .sleep, .tummyTime, .feeding(Feeding(method: .pumping, amount: Volume(100.2, .milliliters))),
        .note(.general), try measured(.temperature, 38.2, "celsius"), try measured(.weight, 10.45, "kg"),
      ])
    #expect(
      entries.map(\.note) == [
        "brown · amount 6.2", "in the pram", "rolled", nil, "First smile", nil, nil,
      ])
  }

  @Test("a medicine's dose, and the time until the next, in each of Baby Buddy's formats")
  func medication() throws {
    let entries = try entries(
      """
      child_id,name,dosage,dosage_unit,time,next_dose_interval,notes
      1,Ibuprofen,2.5,ml,2020-02-17 03:54:09,6:00:00,
      1,Ibuprofen,2.5,ml,2020-02-16 03:54:09,1 06:00:00,
      1,Ibuprofen,2,drops,2020-02-15 03:54:09,"19 days, 19:36:21",
      1,Ibuprofen,,,2020-02-14 03:54:09,90 days,fever

      """)
    let lengths = entries.map { entry in
      if case .seconds(let seconds)? = entry.content.values[2] { seconds } else { 0 }
    }
    #expect(lengths == [21_600, 108_000, 1_712_181, 0])
    #expect(entries.map(\.note) == [nil, nil, nil, "next dose after 90 days · fever"])
  }

  @Test("records of the API and of an export, with offsets, are the rows of the table")
  func records() throws {
    let table = try entries("id,child_id,time,wet,solid,color\n7,1,2020-02-17 03:54:09,1,0,\n")
    let export = try entries(
      "[{\"id\":\"7\",\"child_id\":\"1\",\"time\":\"2020-02-17 03:54:09\",\"wet\":\"1\",\"solid\":\"0\"}]")
    let answer = try entries(
      """
      {"count":1,"next":null,"previous":null,"results":[
        {"id":7,"child":1,"time":"2020-02-17T03:54:09-08:00","wet":true,"solid":false,"color":"","amount":null,"tags":[]}
      ]}
      """)
    #expect(table.count == 1)
    #expect(export == table)
    #expect(answer == table)
  }

  @Test("a duplicated clock time is resolved by the duration")
  func ambiguousTimes() throws {
    let entries = try entries("child_id,start,end,duration,notes\n1,2020-11-01 00:30:00,2020-11-01 01:30:00,2:00:00,\n")
    #expect(entries[0].duration == .minutes(120))
  }

  @Test("a table with the child's name and no number is recognized, too")
  func namesAlone() throws {
    let entries = try entries("id,child_first_name,child_last_name,time,wet,solid\n7,Eva,,2020-02-17 03:54:09,1,0\n")
    #expect(entries.map(\.content) == [.diaper(.wet)])
  }

  @Test("rows of another child are left out and listed")
  func otherChildren() throws {
    let named = try importing(
      Array(
        """
        child_id,child_first_name,time,wet,solid
        2,Max,2020-02-17 03:54:09,1,0
        1,eva,2020-02-17 03:54:09,1,0

        """.utf8))
    #expect(named.entries.count == 1)
    #expect(named.summary.badRows == [ImportRemark(line: 2, reason: "is about another child")])
    let numbered = try importing(
      Array(
        "[{\"child\":1,\"time\":\"2020-02-17T03:54:09Z\",\"wet\":true,\"solid\":true},\n{\"child\":2,\"time\":\"2020-02-17T03:54:09Z\",\"wet\":true,\"solid\":true}]"
          .utf8))
    #expect(numbered.entries.count == 1)
    #expect(numbered.summary.badRows == [ImportRemark(line: 2, reason: "is about another child")])
  }

  @Test("a file has the same entries in any chunks", arguments: [1, 2, 7, 64])
  func chunks(size: Int) throws {
    let text =
      "\u{FEFF} {\"count\": 2, \"next\":null,\"results\" : [{\"child\":1,\"note\":\"a \\\"}]\\\" b\",\"time\":\"2020-02-17T03:54:09Z\"} ,\n {\"child\":1,\"note\":\"x\",\"time\":\"2020-02-17T03:55:09Z\"}] , \"previous\":\"u\"}\n"
    #expect(try importing(Array(text.utf8), chunk: size).entries.map(\.note) == ["a \"}]\" b", "x"])
  }

  @Test(
    "invalid or incomplete JSON is refused with its line",
    arguments: ["[{\"a\":1}\n", "{\"results\":[{]}", "[\n\n?]"])
  func broken(text: String) throws {
    #expect(throws: BabyError.self) { try importing(Array(text.utf8)) }
  }
}
