import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after those that people show of their exports.
@Suite("Huckleberry's export")
struct HuckleberryTests {
  private static let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"

  private func importing(_ rows: [String], lineEnd: String = "\n") throws -> (entries: [Entry], summary: ImportSummary)
  {
    try BabyImportTests.importing(Array(([Self.header] + rows).joined(separator: lineEnd).utf8))
  }

  private func entries(_ rows: String...) throws -> [Entry] {
    let result = try importing(rows)
    #expect(result.summary.format == .huckleberryCSV)
    #expect(result.summary.badRows == [])
    return result.entries
  }

  private func content(_ kind: KindDeclaration, _ fields: FieldInputs.Field...) throws -> EntryContent {
    try EntryContent(.declared(kind), fields: FieldInputs(fields))
  }

  @Test(
    "feeds at the breast have the time at each, in hours and minutes or in minutes and seconds, according to the duration"
  )
  func breast() throws {
    let entries = try entries(
      "Feed,2020-02-25 08:00,2020-02-25 08:10,0:10,00:03R,Breast,00:07L,",
      "Feed,2020-02-25 12:00,2020-02-25 12:15,0:15,10:00L,Breast,05:00R,sleepy",
      "Feed,2020-02-25 15:00,2020-02-25 15:30,0:30,00:03R,Breast,,")
    let feeds = entries.map { entry -> Feeding? in
      if case .feeding(let feeding) = entry.content { feeding } else { nil }
    }
    #expect(feeds.map { $0?.left } == [.minutes(7), .minutes(10), nil])
    #expect(feeds.map { $0?.right } == [.minutes(3), .minutes(5), nil])
    #expect(feeds.map { $0?.startedSide } == [.right, .left, .right])
    #expect(feeds.map { $0?.breasts } == [.both, .both, .one])
    // What does not add up is kept as it is written.
    #expect(entries.map(\.note) == [nil, "sleepy", "00:03R"])
    #expect(entries[0].start == instant("2020-02-25T16:00:00Z"))
    #expect(entries.map(\.duration) == [.minutes(10), .minutes(15), .minutes(30)])
  }

  @Test("a duration is read in each of its formats", arguments: ["0:43", "00:43", "43m28s", "43m", "0h43m"])
  func lengths(text: String) throws {
    // The length of a row without an end is all there is.
    let entries = try entries("Sleep,2020-02-25 08:00,,\(text),,,,")
    #expect(entries.map { $0.duration?.wholeMinutes } == [43])
  }

  @Test("bottles have their amount, in the unit after it, and their content")
  func bottle() throws {
    let entries = try entries(
      "Feed,2020-02-25 08:00,,,Formula,Bottle,150ml,", "Feed,2020-02-25 11:00,,,Breast milk,Bottle,3.5 oz,spat up")
    #expect(
      entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(150, .milliliters), content: .formula)),
        .feeding(Feeding(method: .bottle, amount: Volume(3.5, .ounces), content: .breastMilk)),
      ])
    #expect(entries.map(\.note) == [nil, "spat up"])
    let others = try self.entries(
      "Feed,2020-02-25 12:00,,,Tube Feeding,Bottle,30ml,", "Feed,2020-02-25 13:00,,,Goat Milk,Bottle,30ml,")
    #expect(others.map(\.content).map(\.held) == [nil, .otherMilk])
    #expect(others.map(\.note) == ["Tube Feeding", "Goat Milk"])
    let unclear = try importing(["Feed,2020-02-25 08:00,,,,Bottle,150,"])
    #expect(unclear.entries.map(\.note) == ["150"])
    #expect(unclear.summary.flags == [.amountUnclear: 1])
  }

  @Test("diapers follow the words, with the colour in the duration column")
  func diapers() throws {
    let entries = try entries(
      "Diaper,2020-02-25 08:00,,yellow,Loose,,\"Both, pee:medium poo:medium\",",
      "Diaper,2020-02-25 09:00,,,,,Pee,", "Diaper,2020-02-25 10:00,,,,,Poo:medium,\"changed by, gran\"",
      "Diaper,2020-02-25 11:00,,,,,Dry,", "Diaper,2020-02-25 12:00,,brown,Pebbles,,Poo,",
      "Diaper,2020-02-25 13:00,,green,Diarrhea,,\"Both, pee:small poo:large\",")
    #expect(
      entries.map(\.content) == [
        .diaper(.both), .diaper(.wet), .diaper(.dirty), .note(.general), .diaper(.dirty), .diaper(.both),
      ])
    #expect(
      entries.map(\.note) == [
        "yellow · Loose · Both, pee:medium poo:medium", nil, "Poo:medium · changed by, gran", "Diaper · Dry",
        "brown · Pebbles", "green · Diarrhea · Both, pee:small poo:large",
      ])
  }

  @Test("measurements are an entry each, with the unit in the file")
  func measurements() throws {
    let entries = try entries(
      "Growth,2020-02-25 08:00,,,8 lb 3 oz,53 cm,36.5cm,clinic", "Temp,2020-02-25 09:00,,,37.6°C,,,")
    #expect(
      entries.map(\.content) == [
        try content(.weight, .init("value", .number(8.1875)), .init("unit", .word("lb"))),
        try content(.length, .init("value", .number(53)), .init("unit", .word("cm"))),
        try content(.head, .init("value", .number(36.5)), .init("unit", .word("cm"))),
        try content(.temperature, .init("value", .number(37.6)), .init("unit", .word("celsius"))),
      ])
    #expect(entries.map(\.note) == ["clinic", nil, nil, nil])
    #expect(Set(entries.map(\.id)).count == 4)
  }

  @Test("medicines have a valid dose, foods their liking")
  func medicinesAndFoods() throws {
    let entries = try entries(
      "Meds,2020-02-25 08:00,,,2.5ml,Tylenol,,", "Meds,2020-02-25 09:00,,,,Vitamin D,1 drop,",
      "Meds,2020-02-25 10:00,,,a bit,Gripe water,,", "Solids,2020-02-25 11:00,,,banana,,LOVED,",
      "Solids,2020-02-25 12:00,,,\"peas, carrots\",,Meh,threw some")
    #expect(
      entries.map(\.content) == [
        try content(
          .medicine, .init("name", .word("Tylenol")), .init("dose", .number(2.5)), .init("unit", .word("ml"))),
        try content(
          .medicine, .init("name", .word("Vitamin D")), .init("dose", .number(1)), .init("unit", .word("drop"))),
        try content(.medicine, .init("name", .word("Gripe water"))),
        try content(.food, .init("foods", .word("banana")), .init("liking", .word("loved"))),
        try content(.food, .init("foods", .word("peas, carrots")), .init("liking", .word("unsure"))),
      ])
    #expect(entries.map(\.note) == [nil, nil, "a bit", nil, "threw some"])
  }

  @Test("sleep, tummy time, activities and pumpings; other types are notes and counted")
  func others() throws {
    let result = try importing([
      "Sleep,2020-02-25 20:00,2020-02-26 06:00,10:00,Upset,Crib,Woke up child,", "Sleep,2020-02-26 10:00,,,,,,",
      "Tummy time,2020-02-26 11:00,2020-02-26 11:05,0:05,,,,", "Pump,2020-02-26 12:00,,,60ml,,50ml,",
      "Bath,2020-02-26 18:00,2020-02-26 18:20,0:20,,,,", "Skin to skin,2020-02-26 18:30,,,,,,",
      "Moon walk,2020-02-26 19:00,,,,,,",
    ])
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        .sleep, .sleep, .tummyTime, .feeding(Feeding(method: .pumping, amount: Volume(110, .milliliters))),
        try .activity("bath"), try .activity("skin to skin"), .note(.general),
      ])
    #expect(result.entries.map(\.endUnknown) == [false, true, false, false, false, true, false])
    #expect(result.entries[4].duration == .minutes(20))
    #expect(result.entries[0].note == "Upset · Crib · Woke up child")
    #expect(result.entries[3].note == "60ml · 50ml")
    #expect(result.summary.keptAsNotes == ["Other": 1])
  }

  /// On the night of 8 March 2020 clocks went from 2 to 3: an hour and a half of sleep up to 3:30.
  @Test("on nights when clocks change the duration counts, because starts have the end's offset")
  func clocks() throws {
    let entries = try entries("Sleep,2020-03-08 02:00,2020-03-08 03:30,1:30,,,,")
    #expect(entries.map(\.duration) == [.minutes(90)])
    #expect(entries[0].end == instant("2020-03-08T10:30:00Z"))
  }

  @Test("a second run, and a longer export, have the same entries", arguments: ["\n", "\r\n", "\r"])
  func again(lineEnd: String) throws {
    let rows = ["Feed,2020-02-25 08:00,,,Formula,Bottle,150ml,", "Growth,2020-02-25 08:00,,,4kg,53 cm,,"]
    let first = try importing(rows).entries
    let longer = try importing(["Temp,2020-02-26 09:00,,,37.6°C,,,"] + rows, lineEnd: lineEnd).entries
    #expect(first.map(\.id) == longer.dropFirst().map(\.id))
    #expect(longer.count == 4)
  }

  @Test("a corrected row is the same; two medicines of one time are two")
  func corrected() throws {
    let first = try entries(
      "Feed,2020-02-25 08:00,2020-02-25 08:10,0:10,00:03R,Breast,00:07L,", "Meds,2020-02-25 08:00,,,1ml,Iron,,",
      "Meds,2020-02-25 08:00,,,1 drop,Vitamin D,,")
    let later = try entries(
      "Meds,2020-02-25 08:00,,,2 drop,Vitamin D,,",
      "Feed,2020-02-25 08:00,2020-02-25 08:12,0:12,00:03R,Breast,00:09L,sleepy",
      "Meds,2020-02-25 08:00,,,1ml,Iron,,after lunch")
    #expect(later.map(\.id) == [first[2], first[0], first[1]].map(\.id))
    #expect(later[1].duration == .minutes(12))
  }

  @Test("a feed or a sleep that ends as it begins has no duration")
  func noLength() throws {
    let result = try importing([
      "Feed,2020-02-25 08:00,2020-02-25 08:00,00:00,00:00R,Breast,00:00L,",
      "Sleep,2020-02-25 09:00,2020-02-25 09:00,00:00,,,,",
    ])
    #expect(result.summary.badRows == [] && result.summary.flags == [.endMissing: 1])
    #expect(result.entries.map(\.end) == [nil, nil] && result.entries.map(\.note) == [nil, nil])
  }

  /// As programs write them that do not know the end.
  @Test("an entry that ends as it begins has the duration in the row")
  func endsAsItBegan() throws {
    let entries = try entries(
      "Bath,2020-02-25 08:00,2020-02-25 08:00,0:10,,,,", "Sleep,2020-02-25 09:00,2020-02-25 09:00,1:10,,,,",
      "Feed,2020-02-25 11:00,2020-02-25 11:00,0:15,00:10R,Breast,00:05L,")
    #expect(entries.map(\.duration) == [.minutes(10), .minutes(70), .minutes(15)])
    #expect(entries.map(\.note) == [nil, nil, nil])
    let contradicting = try importing(["Bath,2020-02-25 08:00,2020-02-25 08:05,0:10,,,,"])
    #expect(contradicting.entries.map(\.duration) == [.minutes(5)])
    #expect(contradicting.summary.flags == [.durationDiffers: 1])
  }

  /// As the app writes it nowadays.
  @Test("quoted cells use JSON's escapes", arguments: [1, 7, 65_536])
  func json(chunk: Int) throws {
    let header = Self.header.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",")
    let rows = [
      #""Sleep","2020-02-25 08:00","2020-02-25 09:00","01:00",,,,"Left her \"playing\", until 3:35.\n\nThen \"cried\"""#,
      #""Sleep","2020-02-25 10:00","2020-02-25 11:00","01:00",,,,"a path: C:\\""#,
      #""Diaper","2020-02-25 12:00",,"yellow",,,"Both, poo:large pee:large","#,
    ]
    let file = Array(([header] + rows).joined(separator: "\n").utf8)
    let result = try BabyImportTests.importing(file, chunk: chunk)
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.note) == [
        "Left her \"playing\", until 3:35.\n\nThen \"cried\"", "a path: C:\\",
        "yellow · Both, poo:large pee:large",
      ])
    // Without quotation marks at the columns the same signs mean themselves.
    let plain = try entries(#"Sleep,2020-02-25 10:00,2020-02-25 11:00,1:00,,,,"C:\new""""#)
    #expect(plain.map(\.note) == [#"C:\new""#])
  }

  @Test(
    "a file saved by a spreadsheet has other times, which the whole file determines",
    arguments: [
      ["2/28/2020 5:51", "2/27/2020 22:20"], ["28.02.2020 05:51:00", "27.02.2020 22:20:00"],
      ["28. 2. 2020 5:51", "27. 2. 2020 22:20"], ["2020-02-28T05:51:00", "2020-02-27T22:20:00.000"],
      ["2020-02-28T14:51:00+01:00", "2020-02-28T06:20:00Z"], ["2/28/20 5:51 AM", "2/27/20 10:20\u{202f}PM"],
      ["28-Feb-2020 5:51", "27-Feb-2020 22:20"], ["2020/2/28 5:51", "2020/2/27 22:20"],
    ])
  func spreadsheet(times: [String]) throws {
    func rows(_ times: [String]) -> [UInt8] {
      Array(
        """
        \(Self.header)
        Feed,\(times[0]),,,Formula,Bottle,20ml,
        Diaper,\(times[1]),,,,,Pee,
        """.utf8)
    }
    let read = try BabyImportTests.importing(files: [rows(times)], choices: ImportChoices())
    #expect(read.decisions.questions == [] && read.summary.badRows == [])
    #expect(
      read.batch.rows.map(\.entry.start) == [instant("2020-02-28T13:51:00Z"), instant("2020-02-28T06:20:00Z")])
    // They are the rows of the file as the app has written it.
    let own = try BabyImportTests.importing(files: [rows(["2020-02-28 05:51", "2020-02-27 22:20"])])
    #expect(read.batch.rows.map(\.entry.id) == own.batch.rows.map(\.entry.id))
  }

  @Test("ambiguous dates lead to a question")
  func undecided() throws {
    let file = Array("\(Self.header)\nFeed,3/2/2020 5:51,,,Formula,Bottle,20ml,\n".utf8)
    let read = try BabyImportTests.importing(files: [file], choices: ImportChoices())
    #expect(read.decisions.questions.map(\.option) == ["date-order"])
  }

  @Test("cells that other programs put elsewhere, and unknown columns, are kept")
  func otherCells() throws {
    let file = """
      \(Self.header),Logged By,Mood
      Feed,2020-02-27 22:20,,210ml,Formula,Bottle,,,Ana,happy
      Medicine,2020-02-27 08:00,,Paracetamol,,,,,Ben,
      Feed,2020-02-27 10:00,,,Formula,Bottle,90ml
      """
    let read = try BabyImportTests.importing(Array(file.utf8))
    #expect(read.summary.badRows == [] && read.summary.flags == [:])
    #expect(
      read.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(210, .milliliters), content: .formula)),
        try content(.medicine, .init("name", .word("Paracetamol"))),
        .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters), content: .formula)),
      ])
    #expect(read.entries.map(\.author) == ["Ana", "Ben", nil])
    #expect(read.entries.map(\.note) == ["Mood happy", nil, nil])
  }

  @Test("an unreadable row does not affect others")
  func bad() throws {
    let result = try importing([
      "Feed,yesterday,,,Formula,Bottle,150ml,", "Growth,2020-02-25 08:00,,,900kg,53 cm,,",
      "Feed,2020-02-25 08:00,,,Formula,Bottle,150ml,",
    ])
    #expect(result.entries.count == 1)
    #expect(result.summary.badRows.map(\.line) == [2, 3])
    #expect(result.summary.kinds == [.feeding: 1])
  }
}
