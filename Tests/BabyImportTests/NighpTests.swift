import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after the columns and the ways to write that people show of their exports.
@Suite("Baby Tracker's tables")
struct NighpTests {
  private func content(_ kind: KindDeclaration, _ fields: FieldInputs.Field...) throws -> EntryContent {
    try EntryContent(.declared(kind), fields: FieldInputs(fields))
  }

  @Test(
    "of sleep have a duration in minutes; a row without a note lacks its last field, and one of 0 minutes has no end")
  func sleep() throws {
    let result = try importingNighp([
      """
      \u{feff}Baby,Time,Duration(minutes),Note\r
      Eva,"1/13/20, 19:54",660\r
      Eva,"1/13/20, 12:09",101,"in the pram,\nand on"\r
      Eva,"1/12/20, 12:56",0\r

      """
    ])
    #expect(result.summary.badRows == [])
    #expect(result.entries.map(\.content) == [.sleep, .sleep, .sleep])
    #expect(result.entries[0].start == instant("2020-01-14T03:54:00Z"))
    #expect(result.entries.map(\.duration) == [.minutes(660), .minutes(101), nil])
    #expect(result.entries.map(\.note) == [nil, "in the pram,\nand on", nil])
    #expect(result.entries.map(\.endUnknown) == [false, false, true])
    #expect(result.summary.flags == [.endMissing: 1])
  }

  @Test(
    "of nursing have the minutes at each breast, with every version's header and in any order",
    arguments: [
      "Baby,Time,Start Side,Left duration (min),Right duration (min),Total Duration (min),Note\nEva,@,Left,36,8,44",
      "Baby,Time,Start side,Left duration (min),Right Duration (min),Total (min),Note\nEva,@,Left,36,8,44,",
      "NOTE,total duration (Minutes),BABY,TIME,start side,RIGHT DURATION(min),left duration (min)\n,44,Eva,@,left,8,36",
    ])
  func nursing(file: String) throws {
    let feeds = try nighpEntries(file.replacing("@", with: "\"4/29/20, 9:29 AM\""))
    let feeding = Feeding(
      method: .breast, startedSide: .left, breasts: .both, left: .minutes(36), right: .minutes(8))
    #expect(feeds.map(\.content) == [.feeding(feeding)])
    #expect(feeds.map(\.duration) == [.minutes(44)])
    #expect(feeds.map(\.note) == [nil])
  }

  @Test("of nursing at one breast begin there; minutes beyond the total stay in the note")
  func nursingAtOne() throws {
    let feeds = try nighpEntries(
      """
      Baby,Time,Start Side,Left duration (min),Right duration (min),Total Duration (min),Note
      Eva,"5/14/20, 10:53",Right,,59,59
      Eva,"5/14/20, 14:00",,11,7,10
      Eva,"5/14/20, 18:00",Links,,,,tired
      """)
    #expect(
      feeds.map(\.content) == [
        .feeding(Feeding(method: .breast, startedSide: .right, breasts: .one, right: .minutes(59))),
        .feeding(Feeding(method: .breast, breasts: .both)), .feeding(Feeding(method: .breast)),
      ])
    #expect(feeds.map(\.duration) == [.minutes(59), .minutes(10), nil])
    #expect(feeds.map(\.note) == [nil, "left 11m, right 7m", "Links · tired"])
  }

  /// Rows of real exports would overlap if both breasts had been pumped one after the other.
  @Test("of pumping are not about a child; without a first breast, both were pumped at once")
  func pumping() throws {
    let pumped = try nighpEntries(
      """
      Time,Start Side,Left duration (min),Right duration (min),Total Duration (min),Left amount (oz.),\
      Right amount (oz.),Total amount (oz.),Note
      "6/5/20, 20:52",,15,16,31,1.5,1.5,3
      "6/4/20, 21:53",Left,7,8,15,,,0.5
      "6/3/20, 14:47",,31,,31,3,,,slow
      "6/2/20, 14:47",,,,20,1,2,
      "6/1/20, 14:47",,30,30,60,,,
      """)
    func content(_ side: Side?, _ breasts: Breasts?, _ ounces: Double?) -> EntryContent {
      .feeding(
        Feeding(method: .pumping, startedSide: side, breasts: breasts, amount: ounces.map { Volume($0, .ounces) }))
    }
    #expect(
      pumped.map(\.content) == [
        content(nil, .both, 3), content(.left, .both, 0.5), content(.left, .one, 3), content(nil, nil, 3),
        content(nil, .both, nil),
      ])
    #expect(pumped.map(\.duration) == [16, 15, 31, 20, 30].map { .minutes($0) })
    #expect(
      pumped.map(\.note) == [
        "left 15m, right 16m · left 1.5 oz, right 1.5 oz", "left 7m, right 8m", "slow",
        "left 1 oz, right 2 oz", "left 30m, right 30m",
      ])
  }

  @Test("of bottles have the unit in the header; only the file's name tells their content")
  func bottles() throws {
    let ounces = "Baby,Time,Amount (oz.),Note\nEva,\"2/3/20, 08:38\",0.6"
    let milliliters = "Baby,Time,Amount (ml),Note\nEva,\"2/3/20, 08:38\",\"82,5\",all of it\nEva,\"2/3/20, 09:38\",0"
    let both = try importingNighp([ounces, milliliters], names: ["x.zip/eva_expressed.csv", "x.zip/eva_formula.csv"])
    #expect(
      both.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(0.6, .ounces), content: .breastMilk)),
        .feeding(Feeding(method: .bottle, amount: Volume(82.5, .milliliters), content: .formula)),
        .feeding(Feeding(method: .bottle, content: .formula)),
      ])
    #expect(both.entries.map(\.note) == [nil, "all of it", nil])
    #expect(Set(both.entries.map(\.id)).count == 3)
    let renamed = try nighpEntries(milliliters, named: "download (2).csv")
    #expect(renamed.map(\.note) == ["all of it", nil] && renamed.map(\.content.held) == [nil, nil])
    #expect(renamed.map(\.id) == (try nighpEntries(milliliters, named: "eva_formula.csv")).map(\.id))
  }

  @Test("of diapers; a dry one, and unknown ones, are notes and counted")
  func diapers() throws {
    let result = try importingNighp([
      """
      Baby,Time,Status,Note,Color
      Eva,"1/13/20, 15:58",Mixed,,green
      Eva,"1/13/20, 16:58",Wet,,
      Eva,"1/13/20, 17:58",dirty,oh,
      Eva,"1/13/20, 18:58",Dry,,
      Eva,"1/13/20, 19:58",Sporco,,
      """
    ])
    #expect(
      result.entries.map(\.content) == [
        .diaper(.both), .diaper(.wet), .diaper(.dirty), .note(.general), .note(.general),
      ])
    #expect(result.entries.map(\.note) == ["Color green", nil, "oh", "Dry diaper", "Sporco diaper"])
    #expect(result.summary.keptAsNotes == ["Diaper": 2])
  }

  @Test("of other activities have their name and may have no duration; tummy time has its own kind")
  func activities() throws {
    let result = try importingNighp([
      """
      Baby,Time,Other activity,Duration(minutes),Note
      Eva,"1/13/20, 15:00",Story Time,20
      Eva,"1/13/20, 16:00",Bath,,warm
      Eva,"1/13/20, 17:00",Tummy Time,5,
      Eva,"1/13/20, 18:00","A name that is longer than forty letters are",12,
      """
    ])
    #expect(
      result.entries.map(\.content) == [
        try .activity("story time"), try .activity("bath"), .tummyTime, .note(.general),
      ])
    #expect(result.entries.map(\.duration) == [.minutes(20), nil, .minutes(5), nil])
    #expect(
      result.entries.map(\.note) == [
        nil, "warm", nil, "A name that is longer than forty letters are · Duration(minutes) 12",
      ])
    #expect(result.entries.map(\.isRunning) == [false, false, false, false])
    #expect(result.summary.keptAsNotes == ["Activity": 1])
  }

  @Test("of medicines have a dose if its unit is known, and the time until the next one")
  func medicines() throws {
    let medicines = try nighpEntries(
      """
      Baby,Time,Medication name,Amount,,Min interval (minutes),Max interval (minutes),Note
      Eva,"1/13/20, 15:00",Tylenol,2.5,ml,240,360
      Eva,"1/13/20, 15:00",Vitamin D,1,drop,,,
      Eva,"1/13/20, 16:00",Gripe water,2,sips,99999,,"after, lunch"
      """)
    #expect(
      medicines.map(\.content) == [
        try content(
          .medicine, .init("name", .word("Tylenol")), .init("dose", .number(2.5)), .init("unit", .word("ml")),
          .init("intervalSeconds", .number(14_400))),
        try content(
          .medicine, .init("name", .word("Vitamin D")), .init("dose", .number(1)), .init("unit", .word("drop"))),
        try content(.medicine, .init("name", .word("Gripe water"))),
      ])
    #expect(
      medicines.map(\.note) == [
        "Max interval (minutes) 360", nil, "2 sips · Min interval (minutes) 99999 · after, lunch",
      ])
  }

  @Test("of growth and temperature are an entry each, in the header's unit")
  func measured() throws {
    let grown = try nighpEntries(
      """
      Baby,Time,Weight (lbs.),Length (inches),Head Size (inches),Note
      Eva,"1/13/20, 15:00",8.5,21,14.25,clinic
      Eva,"1/14/20, 15:00",8 lb 8 oz,,
      """)
    let pounds = try content(.weight, .init("value", .number(8.5)), .init("unit", .word("lb")))
    #expect(
      grown.map(\.content) == [
        pounds, try content(.length, .init("value", .number(21)), .init("unit", .word("in"))),
        try content(.head, .init("value", .number(14.25)), .init("unit", .word("in"))), pounds,
      ])
    #expect(grown.map(\.note) == ["clinic", nil, nil, nil])
    let warm = try nighpEntries("Baby,Time,Temperature (°C),Note\nEva,\"1/13/20, 15:00\",37.6,")
    #expect(warm.map(\.content) == [try content(.temperature, .init("value", .number(37.6)))])
  }

  @Test("with a number without a unit are decided for all files, or asked about")
  func withoutUnit() throws {
    let files = [
      "Baby,Time,Temperature,Note\nEva,\"1/13/20, 15:00\",99.5,", "Baby,Time,Weight,Note\nEva,\"1/13/20, 15:00\",4.5,",
    ]
    #expect(try importingNighp(files).decisions.questions.map(\.option) == ["weight"])
    let told = try importingNighp(files, choices: ImportChoices(dateOrder: .monthDay, units: [.weight: "kg"]))
    #expect(
      told.entries.map(\.content) == [
        try content(.temperature, .init("value", .number(99.5)), .init("unit", .word("fahrenheit"))),
        try content(.weight, .init("value", .number(4.5)), .init("unit", .word("kg"))),
      ])
  }

  @Test("of milestones, vaccines and the diary; an unknown table becomes notes, each value with its column")
  func others() throws {
    let result = try importingNighp([
      "Baby,Time,Milestone,Note\nEva,\"1/13/20, 15:00\",First smile,at gran",
      "Baby,Time,Vaccine,Note\nEva,\"1/13/20, 16:00\",MMR,",
      "Baby,Time,Note\nEva,\"1/13/20, 17:00\",A long day\nEva,\"1/13/20, 18:00\"",
      "Baby,Time,Symptom,Note\nEva,\"1/13/20, 19:00\",Cough,at night\nEva,\"1/13/20, 20:00\",",
    ])
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        try content(.milestone, .init("title", .word("First smile"))),
        try content(.vaccine, .init("name", .word("MMR"))), .note(.general), .note(.general), .note(.general),
      ])
    #expect(result.entries.map(\.note) == ["at gran", nil, "A long day", "Symptom Cough · at night", "Other"])
    #expect(result.summary.keptAsNotes == ["Other": 2])
  }
}

/// Imports tables of the app.
func importingNighp(
  _ files: [String], names: [String]? = nil, choices: ImportChoices = ImportChoices(dateOrder: .monthDay)
) throws -> (entries: [Entry], summary: ImportSummary, decisions: ImportDecisions) {
  let (batch, summary, decisions) = try importing(
    files: files.map { Array($0.utf8) }, names: names, choices: choices)
  return (batch.rows.map(\.entry), summary, decisions)
}

/// The entries of a table that has nothing wrong.
func nighpEntries(_ file: String, named name: String = "1") throws -> [Entry] {
  let result = try importingNighp([file], names: [name])
  #expect(result.summary.format == .nighpCSV)
  #expect(result.summary.badRows == [])
  return result.entries
}
