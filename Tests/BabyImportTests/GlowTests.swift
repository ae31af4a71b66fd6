import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after the columns and the ways to write that people show of their exports.
@Suite("Glow Baby's tables")
struct GlowTests {
  private static let growth = "Date,Weight(kg),Weight(lb),Height(cm),Height(in),Head Circ.(cm),Head Circ.(in)"
  private static let bottle = "Time of feeding,Milk type,Amount(ml),Amount(oz)"

  private func importing(
    _ files: String..., choices: ImportChoices = ImportChoices(dateOrder: .monthDay)
  ) throws -> (entries: [Entry], summary: ImportSummary, decisions: ImportDecisions) {
    let (batch, summary, decisions) = try BabyImportTests.importing(
      files: files.map { Array($0.utf8) }, choices: choices)
    return (batch.rows.map(\.entry), summary, decisions)
  }

  private func entries(_ file: String) throws -> [Entry] {
    let result = try importing(file)
    #expect(result.summary.format == .glowCSV)
    #expect(result.summary.badRows == [])
    #expect(result.summary.flags == [:])
    return result.entries
  }

  private func measured(_ kind: KindDeclaration, _ value: Double, _ unit: String) throws -> EntryContent {
    try EntryContent(
      .declared(kind), fields: FieldInputs([.init("value", .number(value)), .init("unit", .word(unit))]))
  }

  @Test("of diapers have a colour and a texture, which stay in the note; a clean one is a note")
  func diapers() throws {
    let result = try importing(
      """
      Diaper time,In the diaper,Color,Texture\r
      05/21/2020 12:34:50 PM,pee and poo,yellow,Solid\r
      05/21/2020 8:05:19 AM,pee,,\r
      05/20/2020 8:05:19 AM,poo,,Little balls\r
      05/20/2020 7:05:19 AM,clean,,\r

      """)
    #expect(
      result.entries.map(\.content) == [.diaper(.both), .diaper(.wet), .diaper(.dirty), .note(.general)])
    #expect(result.entries.map(\.note) == ["yellow · Solid", nil, "Little balls", "clean diaper"])
    #expect(result.entries[0].start == instant("2020-05-21T19:34:50Z"))
    #expect(result.summary.keptAsNotes == ["Diaper": 1])
  }

  @Test("of bottles have the amount in both units: the metric one is kept, or the only one")
  func bottles() throws {
    let bottles = try entries(
      """
      \(Self.bottle)
      01/24/2020 12:50:18 PM,Breast milk,80.0,2.7051
      01/24/2020 10:47:21 AM,Formula,30,1.0
      01/24/2020 9:47:21 AM,Formula,,4.5
      01/24/2020 8:47:21 AM,Formula,0.0,0.0
      """)
    #expect(
      bottles.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(80, .milliliters), content: .breastMilk)),
        .feeding(Feeding(method: .bottle, amount: Volume(30, .milliliters), content: .formula)),
        .feeding(Feeding(method: .bottle, amount: Volume(4.5, .ounces), content: .formula)),
        .feeding(Feeding(method: .bottle, content: .formula)),
      ])
    #expect(bottles.map(\.note) == [nil, nil, nil, nil])
  }

  @Test("with two different amounts are flagged, and keep the other number in the note")
  func differentUnits() throws {
    let result = try importing(
      "\(Self.bottle)\n01/24/2020 12:50:18 PM,Formula,80.0,4.5", "\(Self.growth)\n2020/01/21,10.0,20,,,46,18.1102")
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(80, .milliliters), content: .formula)),
        try measured(.weight, 10, "kg"),
        try measured(.head, 46, "cm"),
      ])
    #expect(result.entries.map(\.note) == ["Amount(oz) 4.5", "Weight(lb) 20", nil])
    #expect(result.summary.flags == [.unitsDiffer: 2])
  }

  @Test("of solids have foods, likings or reactions, and a weight in the note")
  func solids() throws {
    let solids = try entries(
      """
      Time of feeding,Ingredients,Amount,Unit type,Baby's reaction
      06/27/2020 7:30:14 PM,Oatmeal,115,g,Love it!
      06/27/2020 7:30:14 PM,"Chicken,Other",2,tbsp,Hate it!
      06/28/2020 7:30:14 PM,Nuts,,,Allergic
      06/28/2020 8:30:14 PM,Yogurt,3,g,
      """)
    func food(_ foods: String, _ field: String? = nil, _ word: String = "") throws -> EntryContent {
      let more = field.map { [FieldInputs.Field($0, .word(word))] } ?? []
      return try EntryContent(.declared(.food), fields: FieldInputs([.init("foods", .word(foods))] + more))
    }
    #expect(
      solids.map(\.content) == [
        try food("Oatmeal", "liking", "loved"), try food("Chicken, Other", "liking", "disliked"),
        try food("Nuts", "reaction", "Allergic"), try food("Yogurt"),
      ])
    #expect(solids.map(\.note) == ["115 g", "2 tbsp", nil, "3 g"])
    let nameless = try importing(
      "Time of feeding,Ingredients,Amount,Unit type,Baby's reaction\n06/27/2020 7:30:14 PM,,5,g,")
    #expect(nameless.entries.map(\.content) == [.note(.food)] && nameless.entries.map(\.note) == ["5 g"])
    #expect(nameless.summary.keptAsNotes == ["Solids": 1])
  }

  @Test("of growth have a day alone, and an entry at noon for each measurement")
  func growth() throws {
    let grown = try entries(
      """
      \(Self.growth)
      2020/01/21,10.0,22.046,80.01,31.4999,46.0,18.1102
      01/20/2020,9.9,21.8255,,,,
      2020/01/19,,21.5,,,,
      """)
    #expect(
      grown.map(\.content) == [
        try measured(.weight, 10, "kg"), try measured(.length, 80.01, "cm"), try measured(.head, 46, "cm"),
        try measured(.weight, 9.9, "kg"), try measured(.weight, 21.5, "lb"),
      ])
    #expect(grown[0].start == instant("2020-01-21T20:00:00Z"))
    #expect(grown[3].start == instant("2020-01-20T20:00:00Z"))
    #expect(Set(grown.map(\.id)).count == 5)
  }

  /// On the night of 8 March 2020 clocks went from 2 to 3, on that of 1 November from 2 back to 1.
  @Test("of sleep have a start and an end; without one, or with the same, the end is unknown")
  func sleep() throws {
    let result = try importing(
      """
      Begin time,End time
      03/07/2020 10:56:00 PM,03/08/2020 7:55:00 AM
      11/01/2020 1:50:00 AM,11/01/2020 1:10:00 AM
      03/06/2020 10:56:00 PM,
      03/05/2020 10:56:00 PM,03/05/2020 10:56:00 PM
      """)
    #expect(result.summary.badRows == [])
    #expect(result.entries.map(\.duration) == [.minutes(479), .minutes(20), nil, nil])
    #expect(result.entries.map(\.endUnknown) == [false, false, true, true])
    #expect(result.summary.flags == [.endMissing: 2])
  }

  @Test("leave the order of dates to all files together")
  func dates() throws {
    let open = "Begin time,End time\n01/02/2020 1:00:00 PM,01/02/2020 2:00:00 PM"
    #expect(try importing(open, choices: ImportChoices()).decisions.questions.map(\.option) == ["date-order"])
    let told = try importing(open, "\(Self.bottle)\n13/02/2020 1:00:00 PM,,10,", choices: ImportChoices())
    #expect(told.entries.first?.start == instant("2020-02-01T21:00:00Z"))
  }

  @Test("have the same entries in a second run, a longer export, and after a correction")
  func again() throws {
    let first = try entries("\(Self.bottle)\n01/24/2020 12:50:18 PM,Formula,80.0,2.7051")
    let longer = try entries(
      "\(Self.bottle)\n01/25/2020 12:50:18 PM,Formula,80.0,2.7051\n01/24/2020 12:50:18 PM,Breast milk,90.0,3.0432")
    #expect(longer.dropFirst().map(\.id) == first.map(\.id))
    #expect(longer[0].id != longer[1].id)
  }

  @Test("with an unreadable row lose no other one")
  func bad() throws {
    let result = try importing(
      """
      \(Self.bottle)
      01/24/2020 13:50:18 PM,Formula,80.0,2.7051
      01/24/2020 1:50:18 PM,Formula,lots,
      01/24/2020 1:50:18 PM,Formula
      01/24/2020 1:50:18 PM,Formula,800,
      01/24/2020 1:50:18 PM,Formula,80,
      """,
      "\(Self.growth)\n2020/13/21,10.0,,,,,\n2020/01/21,100.5,,,,,",
      "Begin time,End time\n01/24/2020 1:50:18 PM,01/24/2020 1:40:18 PM")
    // What is missing at the end of a line is empty.
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, content: .formula)),
        .feeding(Feeding(method: .bottle, amount: Volume(80, .milliliters), content: .formula)),
      ])
    #expect(
      result.summary.badRows.map { "\($0.file) \($0.line) \($0.reason)" } == [
        "1 2 has a value that cannot be read in the column “Time of feeding”",
        "1 3 has a value that cannot be read in the column “Amount(ml)”",
        "1 5 amount must be at most 500 ml", "2 2 has a value that cannot be read in the column “Date”",
        "2 3 value must be between 0.3 and 100 kg", "3 2 end must not be before the start",
      ])
  }
}
