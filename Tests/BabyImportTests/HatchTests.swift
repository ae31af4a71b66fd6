import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after those that people show of their exports; those of feeds and diapers after the app's words.
@Suite("The table of Hatch's scale")
struct HatchTests {
  private static let header =
    #""Baby Name","Start Time","End Time","Activity","Amount","Percentile","Duration","Info","Notes","#

  private func line(
    _ start: String, _ activity: String, _ amount: String = "", end: String? = nil, name: String = "Eva",
    percentile: String = "", length: String = "", info: String = "", notes: String = ""
  ) -> String {
    [name, start, end ?? start, activity, amount, percentile, length, info, notes].map { "\"\($0)\"," }.joined()
  }

  private func importing(
    _ lines: String..., units: [ImportQuantity: String] = [.weight: "kg", .volume: "ml"], child: ImportTarget? = nil
  ) throws -> (entries: [Entry], summary: ImportSummary, decisions: ImportDecisions) {
    let (batch, summary, decisions) = try BabyImportTests.importing(
      files: [Array(([Self.header] + lines).joined(separator: "\n").utf8)],
      choices: ImportChoices(dateOrder: .monthDay, units: units, child: child))
    return (batch.rows.map(\.entry), summary, decisions)
  }

  private func measured(_ kind: KindDeclaration, _ value: Double, _ unit: String) throws -> EntryContent {
    try EntryContent(
      .declared(kind), fields: FieldInputs([.init("value", .number(value)), .init("unit", .word(unit))]))
  }

  @Test("has weights without a unit, which is asked about")
  func weights() throws {
    let lines = line("02/25/2020 12:46 PM", "Weight", "3.642914", percentile: "0.689542")
    #expect(try importing(lines, units: [:]).decisions.questions.map(\.option) == ["weight"])
    let result = try importing(lines)
    #expect(result.summary.format == .hatchCSV)
    #expect(result.entries.map(\.content) == [try measured(.weight, 3.642914, "kg")])
    #expect(result.entries.map(\.note) == ["Percentile 0.689542"])
    #expect(result.entries.map(\.end) == [nil])
  }

  /// A diaper on each line, with many unused columns and a cell of one letter in each of them.
  private func wide(_ count: Int, title: String, lines: Int) -> [UInt8] {
    let more = String(repeating: "\"\(title)\",", count: count)
    let line = line("02/25/2020 12:46 PM", "Diaper", "Wet") + String(repeating: "x,", count: count)
    return Array((Self.header + more + "\n" + String(repeating: line + "\n", count: lines)).utf8)
  }

  @Test("keeps its column titles in notes, if they look like ones people write")
  func longTitle() throws {
    let title = String(repeating: "t", count: 10_000)
    let (batch, _, _) = try BabyImportTests.importing(files: [wide(1, title: title, lines: 1)])
    let note = try #require(batch.rows.first?.entry.note)
    #expect(note.contains(String(repeating: "t", count: 200) + "… x"))
    #expect(note.count < 300)
  }

  @Test("does not become a log far larger than the table")
  func longTitles() throws {
    let title = String(repeating: "\u{1F37C}", count: 150)
    let (batch, _, _) = try BabyImportTests.importing(files: [wide(50, title: title, lines: 20)])
    #expect(batch.rows.count == 20)
    #expect(
      throws: BabyError.importInvalid(
        "The titles of the columns are so long that the log would be far larger than the file. Shorten them.")
    ) { try BabyImportTests.importing(files: [wide(200, title: title, lines: 2_500)]) }
  }

  @Test(
    "may write 24-hour times with am or pm after them",
    arguments: [
      ("02/25/2020 22:50 PM", "2020-02-26T06:50:00Z"), ("02/25/2020 0:05 AM", "2020-02-25T08:05:00Z"),
      ("02/25/2020 12:46 PM", "2020-02-25T20:46:00Z"), ("02/25/2020 9:15 AM", "2020-02-25T17:15:00Z"),
    ])
  func times(text: String, start: String) throws {
    #expect(try importing(line(text, "Weight", "4")).entries.map(\.start) == [instant(start)])
  }

  @Test("has sleep and feeds with their times; a contradicting duration stays in the note")
  func lasting() throws {
    let result = try importing(
      line("02/25/2020 20:00 PM", "Sleep", end: "02/25/2020 22:30 PM", length: "2.5"),
      line("02/24/2020 22:50 PM", "Sleep", length: "0.016667"),
      line("02/25/2020 9:00 AM", "Feeding", "45", end: "02/25/2020 9:20 AM", length: "20", info: "Left breast"),
      line("02/25/2020 10:00 AM", "Feeding", "80", info: "Bottle", notes: "all"),
      line("02/25/2020 11:00 AM", "Pumping", "60", end: "02/25/2020 11:15 AM", length: "3", info: "Both"),
      line("02/25/2020 12:00 PM", "Length", "54"))
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        .sleep, .sleep,
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .one, amount: Volume(45, .milliliters))),
        .feeding(Feeding(method: .bottle, amount: Volume(80, .milliliters))),
        .feeding(Feeding(method: .pumping, breasts: .both, amount: Volume(60, .milliliters))),
        try measured(.length, 54, "cm"),
      ])
    #expect(result.entries.map(\.duration) == [.minutes(150), nil, .minutes(20), nil, .minutes(15), nil])
    #expect(
      result.entries.map(\.note) == [
        nil, nil, "Left breast", "Bottle · all", "Both · Duration 3", nil,
      ])
    #expect(result.summary.flags == [.endMissing: 1])
  }

  @Test("has diapers by their details; an unknown one is a note and counted")
  func others() throws {
    let result = try importing(
      line("02/25/2020 9:00 AM", "Diaper", info: "Wet"), line("02/25/2020 9:05 AM", "Diaper", info: "Wet and Dirty"),
      line("02/25/2020 9:10 AM", "Diaper", info: "Dry"), line("02/25/2020 9:20 AM", "Feeding", "3", info: "Carrots"),
      line("02/25/2020 9:30 AM", "Moon walk", notes: "far"))
    #expect(
      result.entries.map(\.content) == [
        .diaper(.wet), .diaper(.both), .note(.general), .note(.general), .note(.general),
      ])
    #expect(
      result.entries.map(\.note) == [
        "Wet", "Wet and Dirty", "Diaper · Dry", "Feeding · Amount 3 · Carrots", "Moon walk · far",
      ])
    #expect(result.summary.keptAsNotes == ["Diaper": 1, "Other": 2])
  }

  @Test("has a diaper's content in the amount column, too, and 0 hours for no duration")
  func amounts() throws {
    let result = try importing(
      line("02/25/2020 9:00 AM", "Diaper", "Wet + Dirty"), line("02/25/2020 9:05 AM", "Diaper", "Dirty"),
      line("02/25/2020 9:10 AM", "Feeding", "5.5", length: "0.0", info: "Bottle"))
    #expect(
      result.entries.map(\.content) == [
        .diaper(.both), .diaper(.dirty),
        .feeding(Feeding(method: .bottle, amount: Volume(5.5, .milliliters))),
      ])
    #expect(result.entries.map(\.note) == [nil, nil, "Bottle"])
  }

  /// As a public file of 1,275 feeds has them.
  @Test("has feeds without details, which are from a bottle if they have an amount, and lines that separate its kinds")
  func sections() throws {
    let file = """
      Baby Name,Start Time,End Time,Activity,Amount,Percentile,Duration,Info,Notes
      === BEGIN Feedings ===
      Eva,03/19/2020 9:30 AM,03/19/2020 9:41 AM,FEEDING,0.30oz,,11 min,,
      Eva,03/19/2020 2:20 PM,03/19/2020 2:40 PM,FEEDING,2.75oz,,20 min,,
      === END Feedings ===
      === BEGIN Diapers ===
      Eva,03/20/2020 2:00 AM,,DIAPER,,,,Both,
      === END Diapers ===
      Eva,03/19/2020 8:00 PM,,WEIGHT,13lb,0,,,scale
      Eva,03/19/2020 9:00 PM,,FEEDING,,,,,
      """
    let (batch, summary, _) = try BabyImportTests.importing(files: [Array(file.utf8)], choices: ImportChoices())
    #expect(summary.badRows == [] && summary.rows == 5)
    #expect(
      batch.rows.map(\.entry.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(0.3, .ounces))),
        .feeding(Feeding(method: .bottle, amount: Volume(2.75, .ounces))), .diaper(.both),
        try measured(.weight, 13, "lb"), .note(.general),
      ])
    #expect(batch.rows.prefix(2).map(\.entry.duration) == [.minutes(11), .minutes(20)])
    #expect(batch.rows.prefix(2).map(\.entry.note) == [nil, nil])
  }

  @Test("has milk by its amount even if the details call it breast milk, and durations in words if there is no end")
  func milkAndLengths() throws {
    let result = try importing(
      line("02/25/2020 9:00 AM", "Feeding", "75ml", length: "11 min", info: "Breast Milk"),
      line("02/25/2020 10:00 AM", "Feeding", "45", info: "Left breast milk"),
      line("02/25/2020 11:00 AM", "Sleep", length: "2 hr 15 min"),
      line("02/25/2020 14:00 PM", "Head", "40cm", length: "5 min"))
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(75, .milliliters), content: .breastMilk)),
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .one, amount: Volume(45, .milliliters))),
        .sleep, try measured(.head, 40, "cm"),
      ])
    #expect(result.entries.map(\.duration) == [.minutes(11), nil, .minutes(135), nil])
    #expect(result.entries.map(\.note) == [nil, "Left breast milk", nil, "Duration 5 min"])
    #expect(result.summary.badRows == [] && result.summary.flags == [:])
  }

  @Test("names its children: rows of another one are refused")
  func children() throws {
    let result = try importing(
      line("02/25/2020 9:00 AM", "Weight", "4"), line("02/25/2020 9:00 AM", "Weight", "5", name: "Tom"),
      child: ImportTarget(child: eva, zone: losAngeles))
    #expect(result.entries.count == 1)
    #expect(result.summary.badRows == [ImportRemark(line: 3, reason: "is about another child")])
  }

  @Test("may leave out the name of an only child; with several, it is required")
  func namelessRows() throws {
    let nameless = line("02/25/2020 9:00 AM", "Weight", "4", name: "")
    let one = try importing(line("02/25/2020 8:00 AM", "Weight", "4"), nameless)
    #expect(one.entries.map(\.childID) == [eva.id, eva.id])
    let lines = [
      Self.header, line("02/25/2020 8:00 AM", "Weight", "4"),
      line("02/25/2020 8:00 AM", "Weight", "5", name: "Tom"), nameless,
      line("02/25/2020 9:00 AM", "Pumping", "60", name: ""),
    ]
    let two = try BabyImportTests.importing(
      pieces: [[.bytes(Array(lines.joined(separator: "\n").utf8))]], children: [eva, tom],
      choices: ImportChoices(dateOrder: .monthDay, units: [.weight: "kg", .volume: "ml"]))
    #expect(two.batch.rows.map(\.entry.childID) == [eva.id, tom.id, eva.id])
    #expect(
      two.summary.badRows == [ImportRemark(line: 4, reason: "does not say which of the children it is about")])
  }

  /// On the night of 1 November 2020 clocks went from 2 back to 1.
  @Test("has duplicated times, of which the first is used and flagged")
  func clocks() throws {
    let result = try importing(line("11/01/2020 1:30 AM", "Weight", "4"))
    #expect(result.entries.map(\.start) == [instant("2020-11-01T08:30:00Z")])
    #expect(result.summary.flags == [.ambiguousTime: 1])
  }

  @Test("has the same entries in a second run, a longer export, and after a correction")
  func again() throws {
    let first = try importing(line("02/25/2020 9:00 AM", "Weight", "4")).entries
    let longer = try importing(
      line("02/26/2020 9:00 AM", "Weight", "4"), line("02/25/2020 9:00 AM", "Weight", "4.1")
    ).entries
    #expect(longer.dropFirst().map(\.id) == first.map(\.id))
    #expect(longer[0].id != longer[1].id)
  }

  @Test("with an unreadable row loses no other one")
  func bad() throws {
    let result = try importing(
      line("02/25/2020 9:00 AM", "Weight", "heavy"), line("02/25/2020 13:00 AM", "Weight", "4"),
      line("", "Weight", "4"),
      line("02/25/2020 9:00 AM", "", "4"), "\"Eva\",\"02/25/2020 9:00 AM\"",
      line("02/25/2020 9:00 AM", "Weight", "4"))
    #expect(result.entries.count == 1)
    #expect(
      result.summary.badRows.map { "\($0.line) \($0.reason)" } == [
        "2 has a value that cannot be read in the column “Amount”",
        "3 has a value that cannot be read in the column “Start Time”",
        "4 has a value that cannot be read in the column “Start Time”",
        "5 has a value that cannot be read in the column “Activity”",
        "6 has a value that cannot be read in the column “Activity”",
      ])
  }
}
