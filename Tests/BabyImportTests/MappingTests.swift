import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyImport

/// Tables of unknown apps, with a person's map of their columns.
@Suite("A table with a map of its columns")
struct MappingTests {
  private static let map = """
    columns:
      start: From
      end: To
      duration: Minutes
      kind: [What, Detail]
      amount: How much
      unit: Unit
      side: Side
      name: Called
      note: [Remark, Mood]
      author: Who
    units:
      weight: kg
    words:
      Sleep: sleep
      nap: sleep
      Milk / breast: {kind: feeding, method: breast}
      Milk: {kind: feeding, method: bottle}
      Diaper / wet: {kind: diaper, type: wet}
      Diaper / Dirty: {kind: diaper, type: dirty}
      Drops: {kind: medicine, unit: drop}
      Weighed: weight
      Bath: activity
      Porridge: food
      Tooth: {kind: note, category: health}
      Note: note
      Printer: skip
    """
  private static let header = "From,To,Minutes,What,Detail,How much,Unit,Side,Called,Remark,Mood,Who"

  private func read(_ rows: String..., map: String = Self.map, header: String = Self.header) throws -> (
    entries: [Entry], summary: ImportSummary, decisions: ImportDecisions
  ) {
    let read = try importing(([header] + rows).joined(separator: "\n"), map: try columnMap(map))
    return (read.entries, read.summary, read.decisions)
  }

  private func content(_ kind: KindDeclaration, _ fields: FieldInputs.Field...) throws -> EntryContent {
    try EntryContent(.declared(kind), fields: FieldInputs(fields))
  }

  @Test("rows follow the words, in any case, and the most exact of several columns counts")
  func kinds() throws {
    let result = try read(
      "25/02/2020 20:00,26/02/2020 06:00,600,SLEEP,,,,,,,,Anna", "25/02/2020 12:00,25/02/2020 12:40,,Nap,,,,,,,,",
      "25/02/2020 08:00,,15,milk,Breast,,,left,,,,", "25/02/2020 09:00,,,Milk,warm,120,ml,,,all of it,,",
      "25/02/2020 10:00,,,Diaper,Wet,,,,,,,", "25/02/2020 10:30,,,diaper,dirty,,,,,,,",
      "25/02/2020 11:00,,,Drops,,2,,,Vitamin D,,,", "25/02/2020 11:10,,,Weighed,,7.25,,,,,,",
      "25/02/2020 18:00,25/02/2020 18:20,,Bath,,,,,,,,", "25/02/2020 12:00,,,Porridge,,,,,\"oats, pear\",,,",
      "25/02/2020 13:00,,,Tooth,,,,,,the first one,,", "25/02/2020 14:00,,,Note,,,,,,slept badly,tired,",
      "25/02/2020 14:30,,,Printer,,,,,,,,")
    #expect(result.summary.badRows == [])
    #expect(result.summary.format == .mappedCSV)
    #expect(
      result.entries.map(\.content) == [
        .sleep, .sleep, .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)),
        .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters))), .diaper(.wet), .diaper(.dirty),
        try content(
          .medicine, .init("name", .word("Vitamin D")), .init("dose", .number(2)), .init("unit", .word("drop"))),
        try measured(.weight, 7.25, "kg"), try .activity("bath"),
        try content(.food, .init("foods", .word("oats, pear"))), .note(.health), .note(.general),
      ])
    #expect(
      result.entries.map(\.note) == [
        nil, "Nap", nil, "warm · all of it", nil, nil, nil, nil, nil, "Porridge", "Tooth · the first one",
        "slept badly · Mood tired",
      ])
    #expect(result.entries[0].start == instant("2020-02-26T04:00:00Z"))
    #expect(result.entries[0].author == "Anna")
    #expect(
      result.entries.prefix(3).map(\.duration) == [.hours(10), .minutes(40), .minutes(15)])
    #expect(result.entries[8].duration == .minutes(20))
    #expect(result.summary.keptAsNotes == ["Tooth": 1])
  }

  @Test("an unknown word becomes a note, an error or nothing, as the map says")
  func others() throws {
    let row = "25/02/2020 08:00,,10,Physio,legs,3,sets,,Ms Fox,good,,"
    let kept = try read(row)
    #expect(kept.entries.map(\.content) == [.note(.general)])
    #expect(
      kept.entries.map(\.note) == ["Physio / legs · How much 3 sets · Called Ms Fox · Minutes 10 · good"])
    #expect(kept.summary.keptAsNotes == ["Other": 1])
    #expect(try read(row, map: Self.map + "\nothers: skip").summary.rows == 0)
    let refused = try read(row, map: Self.map + "\nothers: refuse")
    #expect(refused.summary.badRows.map(\.reason) == ["is of a kind that this version does not know"])
  }

  @Test("all rows can have one kind, and numbers without a unit are asked about as in any file")
  func every() throws {
    let map = "columns:\n  start: When\n  amount: Drunk\n  end: Done\nevery: {kind: feeding, method: bottle}\n"
    let table = "When,Drunk,Done\n2020-02-25 08:00,4,08:20\n2020-02-25 23:50,5.5 oz,00:10\n"
    let open = try importing(table, map: try columnMap(map), choices: ImportChoices())
    #expect(open.decisions.questions.map(\.option) == ["volume"])
    let read = try importing(table, map: try columnMap(map), choices: ImportChoices(units: [.volume: "oz"]))
    #expect(
      read.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces))),
        .feeding(Feeding(method: .bottle, amount: Volume(5.5, .ounces))),
      ])
    #expect(read.entries.map(\.duration) == [.minutes(20), .minutes(20)])
    let said = try importing(
      table, map: try columnMap(map + "units:\n  volume: oz\n"), choices: ImportChoices())
    #expect(said.decisions.questions == [] && said.entries == read.entries)
    let titled = try importing(
      table.replacing("Drunk", with: "Drunk (oz)"), map: try columnMap(map.replacing("Drunk", with: "Drunk (oz)")),
      choices: ImportChoices())
    #expect(titled.entries.map(\.content) == read.entries.map(\.content))
  }

  @Test("the day may be in another column; times may be instants; a daily measurement is at noon")
  func times() throws {
    let words = "words:\n  sleep: sleep\n"
    let parted = try importing(
      "Day;From;Till;What;Value\n25.02.2020;22:30;06:15;Sleep;\n26.02.2020;;;Weight;7,3 kg\n",
      map: try columnMap(
        "columns:\n  date: Day\n  start: From\n  end: Till\n  kind: What\n  amount: Value\n" + words
          + "  weight: weight\n"))
    #expect(parted.summary.badRows == [])
    #expect(
      parted.entries.map(\.start) == [instant("2020-02-26T06:30:00Z"), instant("2020-02-26T20:00:00Z")])
    #expect(parted.entries[0].duration == .minutes(465))
    #expect(parted.entries[1].content == (try measured(.weight, 7.3, "kg")))
    let midnights = try importing(
      "Day,From\n2020-02-25 00:00:00,8:05 PM\n",
      map: try columnMap("columns:\n  date: Day\n  start: From\nevery: {kind: diaper, type: wet}\n"))
    #expect(midnights.entries.map(\.start) == [instant("2020-02-26T04:05:00Z")])
    let instants = try importing(
      """
      At,Until,What
      2020-02-25T08:00:00+01:00,2020-02-25T09:00:00+01:00,sleep
      1582646400,1582650000,sleep
      1582646400000,1582650000000,sleep
      """, map: try columnMap("columns:\n  start: At\n  end: Until\n  kind: What\n" + words))
    #expect(instants.entries.map(\.start).first == instant("2020-02-25T07:00:00Z"))
    #expect(instants.entries.dropFirst().map(\.start) == Array(repeating: instant("2020-02-25T16:00:00Z"), count: 2))
    #expect(Set(instants.entries.map(\.id)).count == 3)
  }

  @Test("rows may lack fields at their end, and have columns that are not in the map")
  func shortRows() throws {
    let map = try columnMap(
      "columns:\n  start: time\n  note: [Left, Right]\nevery: {kind: feeding, method: breast}\n")
    let read = try importing(
      """
      #, time, Left, Right, Bottle, Amount, wet, solid\u{20}
      1, 06/21/20 01:17:09, 0:0, 1:18, 0:0
      2, 06/21/20 02:00:39, 7:31, 0:0, 0:0
      3, 06/21/20 22:40:00, , , , , O, -
      """, map: map, choices: ImportChoices())
    #expect(read.summary.badRows == [])
    #expect(
      read.entries.map(\.note) == [
        "0:0 · Right 1:18 · # 1 · Bottle 0:0", "7:31 · Right 0:0 · # 2 · Bottle 0:0", "# 3 · wet O · solid -",
      ])
  }

  @Test(
    "the unit may be in the title, in brackets or after the words",
    arguments: ["ml", "Amount ml", "amount_ml", "Menge in ml", "Amount (ml)"])
  func titles(title: String) throws {
    let map = try columnMap("columns:\n  start: From\n  amount: \(title)\nevery: {kind: feeding, method: bottle}\n")
    let read = try importing("From,\(title)\n2020-02-25 08:00,4\n", map: map, choices: ImportChoices())
    #expect(read.decisions.questions == [])
    #expect(read.entries.map(\.content) == [.feeding(Feeding(method: .bottle, amount: Volume(4, .milliliters)))])
  }

  @Test("the words in the kind's column stay in the note, except for those that the entry covers")
  func words() throws {
    let map = """
      columns:
        start: From
        kind: What
      words:
        Formula: {kind: feeding, method: bottle}
        Bottle: {kind: feeding, method: bottle}
        Nursing left: {kind: feeding, method: breast, startedSide: left, breasts: one}
        Night sleep: sleep
        Sleep: sleep
        Poopy diaper: {kind: diaper, type: dirty}
        Big blowout: {kind: diaper, type: dirty}
      """
    let words = ["Formula", "bottle", "Nursing left", "Night sleep", "Sleep", "Poopy diaper", "Big blowout"]
    let rows = words.enumerated().map { "2020-02-25 0\($0):00,\($1)" }
    let read = try importing((["From,What"] + rows).joined(separator: "\n"), map: try columnMap(map))
    #expect(
      read.entries.map(\.note) == [nil, nil, nil, "Night sleep", nil, nil, "Big blowout"])
    #expect(read.entries.prefix(2).map(\.content.held) == [.formula, nil])
  }

  @Test("duplicated and skipped times, durations and the order of dates count as in any file")
  func clocks() throws {
    let map = try columnMap("columns:\n  start: From\n  end: To\n  duration: Min\nevery: sleep\n")
    let night = try importing(
      """
      From,To,Min
      11/1/2020 1:50 AM,1:10 AM,20
      11/1/2020 1:30 AM,11/1/2020 1:40 AM,70
      3/8/2020 2:30 AM,3/8/2020 4:00 AM,60
      12/13/2020 10:00 PM,6:00 AM,
      """, map: map, choices: ImportChoices())
    #expect(night.summary.badRows == [])
    #expect(night.decisions.made.map(\.value) == ["month before day", "12 hours", "America/Los_Angeles"])
    #expect(night.entries.map(\.duration) == [.minutes(20), .minutes(70), .minutes(60), .hours(8)])
    #expect(night.summary.flags == [.skippedTime: 1, .overlap: 1])
  }

  @Test("durations are minutes, or as the map or the title says; a colon without either is not guessed")
  func lengths() throws {
    func length(_ text: String, _ title: String = "Length", form: String? = nil) throws -> Duration? {
      let units = form.map { "units:\n  duration: \"\($0)\"\n" } ?? ""
      let map = try columnMap("columns:\n  start: From\n  duration: \(title)\nevery: sleep\n" + units)
      let read = try importing("From,\(title)\n2020-02-25 08:00,\(text)\n", map: map)
      if read.summary.badRowCount > 0 {
        #expect(read.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “\(title)”"])
      }
      return read.entries.first?.duration
    }
    #expect(try length("45") == .minutes(45))
    #expect(try length("1h 5m") == .minutes(65))
    #expect(try length("1:05:30") == .seconds(3930))
    #expect(try length("1:05") == nil)
    #expect(try length("1:05", form: "h:mm") == .minutes(65))
    #expect(try length("1:05", form: "m:ss") == .seconds(65))
    #expect(try length("\"1,5\"", form: "hours") == .minutes(90))
    #expect(try length("90", "Length (sec)") == .seconds(90))
    #expect(try length("90", "Length (sec)", form: "minutes") == .minutes(90))
    #expect(try length("90", "duration_seconds") == .seconds(90))
    #expect(try length("99999999999999999999") == nil)
    #expect(try length("999:59:59") == nil)
    #expect(try length("a while") == nil)
  }

  @Test("bad values only affect their row, and name its column")
  func badRows() throws {
    let result = try read(
      "yesterday,,,Sleep,,,,,,,,", "25/02/2020,,,Sleep,,,,,,,,", "25/02/2020 08:00,later,,Sleep,,,,,,,,",
      "25/02/2020 08:00,,,Milk,,120,cups,,,,,", "25/02/2020 08:00,,,Weighed,,a lot,,,,,,", "Total",
      "25/02/2020 08:00,,,Milk,,a bit,,,,,,", "25/02/2020 08:05,,,Porridge,,,,,,,,",
      "25/02/2020 08:10,,,Drops,,\"1,200\",,,D,,,")
    #expect(
      result.summary.badRows.map { "\($0.line) \($0.reason)" } == [
        "2 has a value that cannot be read in the column “From”",
        "3 has a value that cannot be read in the column “From”",
        "4 has a value that cannot be read in the column “To”",
        "5 has a value that cannot be read in the column “Unit”",
        "6 has a value that cannot be read in the column “How much”",
        "7 has a value that cannot be read in the column “From”",
      ])
    // What is doubtful is kept.
    #expect(result.entries.map(\.kind) == [.feeding, .note, .declared(.medicine)])
    #expect(result.entries.map(\.note) == ["How much a bit", "Porridge", "Drops · How much 1,200"])
    #expect(result.summary.flags == [.amountUnclear: 2])
  }

  @Test("a row stays the same after a correction, in a longer file, and in other formats")
  func identity() throws {
    let old = ["25/02/2020 08:00,,,Milk,,120,ml,,,,,", "25/02/2020 08:00,,,Milk,,60,ml,,,,,"]
    let first = try read(old[0], old[1])
    let again = try read(
      "24/02/2020 08:00,,,Sleep,,,,,,,,", old[0], "25/02/2020 8:00,,20,MILK,,70,ml,,,corrected,,Anna")
    #expect(Set(first.entries.map(\.id)).count == 2)
    #expect(again.entries.dropFirst().map(\.id) == first.entries.map(\.id))
    // An entry never becomes one of another kind, so the row of a mended map is another one.
    let mended = try read(old[0], map: Self.map.replacing("Milk: {kind: feeding, method: bottle}", with: "Milk: note"))
    #expect(Set(mended.entries.map(\.id)).isDisjoint(with: first.entries.map(\.id)))
  }

  @Test("children are distinguished by their column")
  func children() throws {
    let map = try columnMap("columns:\n  start: From\n  child: Baby\nevery: {kind: diaper, type: wet}\n")
    let read = try importing("From,Baby\n2020-02-25 08:00,eva\n2020-02-25 09:00,EVA\n", map: map)
    #expect(read.entries.map(\.childID) == [eva.id, eva.id])
    let other = try importing("From,Baby\n2020-02-25 08:00,Max\n", map: map)
    #expect(other.decisions.questions.map(\.option) == ["child"])
  }

  @Test("a map takes precedence over any app's format, and one that fits no file is an error with the reason")
  func fitting() throws {
    let map = try columnMap("columns:\n  start: Date and Time\n  note: Text\nevery: note\n")
    let table = BabyImportTests.header + "\n12/9/20 8:01 PM,,,Mood,,,good,,A\n"
    let read = try importing(table, map: map, choices: ImportChoices(dateOrder: .monthDay))
    #expect(read.summary.format == .mappedCSV)
    // What it does not name stays in the note.
    #expect(read.entries.map(\.note) == ["good · Activity Mood · Caregiver A"])
    let skipping = try columnMap(
      "columns:\n  start: Date and Time\n  note: Text\n  skip: [Activity, Caregiver]\nevery: note\n")
    let skipped = try importing(table, map: skipping, choices: ImportChoices(dateOrder: .monthDay))
    #expect(skipped.entries.map(\.note) == ["good"])
    let lacking = try columnMap("columns:\n  start: Beginning\n  end: Ende\n  note: Text\nevery: note\n")
    #expect(
      throws: BabyError.importInvalid(
        "The map names the column “Beginning”, which the file does not have, nor 1 more of those that it names.")
    ) { try importing(table, map: lacking) }
    #expect(throws: BabyError.importInvalid("The map fits none of these files: none is a table.")) {
      try importing("{\"a\": [1]}", map: map)
    }
    #expect(throws: BabyError.importFormatUnknown("a,b")) {
      try BabyImportTests.importing(Array("a,b\n1,2\n".utf8), format: .mappedCSV)
    }
  }

  @Test("of columns with one name the first counts, however many there are")
  func duplicates() throws {
    let map = try columnMap("columns:\n  start: From\n  note: x\nevery: note\n")
    let count = 10_000
    let head = "from," + Array(repeating: "X", count: count).joined(separator: ",")
    let row = "2020-02-25 08:00,first" + String(repeating: ",", count: count - 1)
    let read = try importing(([head] + Array(repeating: row, count: 50)).joined(separator: "\n"), map: map)
    #expect(read.entries.count == 50 && Set(read.entries.map(\.note)) == ["first"])
    let other = try importing("\(head)\n2020-02-25 08:00,first,other", map: map)
    #expect(other.entries.map(\.note) == ["first · X other"])
  }

  @Test("in chunks of any size", arguments: [1, 7, 64])
  func chunks(size: Int) throws {
    let table = ([Self.header, "25/02/2020 12:00,25/02/2020 12:40,,Nap,,,,,,\"a \"\"good\"\" one\",,"])
      .joined(separator: "\n")
    let map = try columnMap(Self.map)
    #expect(try importing(table, map: map, chunk: size).entries == importing(table, map: map).entries)
  }

  @Test("the example of docs/mapping.md reads its table as documented")
  func documentation() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/mapping.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    func block(_ language: String) throws -> String {
      let parts = text.split(separator: "```\(language)\n", omittingEmptySubsequences: false)
      let rest = try #require(parts.dropFirst().first)
      return String(try #require(rest.split(separator: "```").first))
    }
    let table = try block("csv")
    let read = try importing(table, map: try columnMap(try block("yaml")), choices: ImportChoices())
    #expect(read.decisions.questions == [])
    #expect(read.summary.badRows == [])
    #expect(
      read.entries.map(\.kind.rawValue) == ["sleep", "feeding", "feeding", "diaper", "medicine", "activity", "note"])
    for role in ColumnMap.Role.allCases { #expect(text.contains("| `columns.\(role.rawValue)` |"), "\(role)") }
    for kind in EntryKind.allCases { #expect(text.contains("`\(kind.rawValue)`"), "\(kind.rawValue)") }
  }
}
