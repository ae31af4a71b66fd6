import BabyModel
import Testing

@testable import BabyImport

/// An app's table after it was opened and saved in other programs.
@Suite("A table that went through a spreadsheet")
struct SpreadsheetTests {
  private static let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
  private static let units: [ImportQuantity: String] = [.weight: "kg", .volume: "ml", .temperature: "celsius"]

  private func read(_ lines: String...) throws -> (entries: [Entry], reasons: [String]) {
    let text = lines.joined(separator: "\n")
    let read = try importing(files: [Array(text.utf8)], choices: ImportChoices(units: Self.units))
    #expect(read.decisions.questions == [])
    return (read.batch.rows.map(\.entry), read.summary.badRows.map { "\($0.line) \($0.reason)" })
  }

  @Test(
    "has times in its owner's format",
    arguments: [
      "2/25/2020 8:05", "25.02.20 08:05", "25-02-2020 08.05", "25.2.2020 8.05", "25.2.2020 8.05.00", "25/02/2020 08h05",
      "2020/02/25 08:05", "2020.02.25 08:05", "2020.02.25. 8:05", "2020. 2. 25. 8:05", "2020. 2. 25 오전 8:05:00",
      "2020年2月25日 8:05", "2020/2/25 上午8:05:00", "2020년 2월 25일 오전 8:05", "25/2/2020 8:05 a. m.",
      "25/2/2020 8:05:00 a.\u{a0}m.", "2/25/2020 8:05\u{202f}AM", "2/25/2020 8:05AM", "2/25/2020 8:05 A",
      "25-Feb-20 8:05 AM", "25. Feb. 2020 08:05", "25 févr. 2020 08:05", "25-feb-2020 8:05", "2020-02-25 - 08:05",
      "25.02.2020, 08:05 Uhr", "2020-02-25T08:05:00.000", "2020-02-25T16:05:00Z", "2020-02-25 16:05 UTC",
      "2020-02-25 08:05:00 -0800", "2020-02-25 17:05:00+01", "2020-02-25 08:05:00.000-08:00",
      "2020-02-25 08:05-0800", "2020-02-25T08:05-08:00", "20200225T0805", "20200225T080500", "20200225 0805",
      "20200225T160500Z", "20200225T0805-0800", "20200225T080500.000-08:00", "Tue 2/25/2020 8:05 AM",
      "25 de febrero de 2020, 8:05", "25 févr. 2020 à 08:05", "February 25th, 2020 8:05 AM",
      "\u{200e}2/25/2020\u{200e} 8:05 AM", "=\"\"2020-02-25 08:05\"\"",
      "Di., 25.02.2020 08:05", "Dienstag, 25. Februar 2020 um 08:05 Uhr", "43886.336805556",
    ])
  func times(text: String) throws {
    let result = try read(Self.header, "Diaper,\"\(text)\",,,,,Pee,")
    #expect(result.reasons == [])
    #expect(result.entries.map(\.start) == [instant("2020-02-25T16:05:00Z")])
  }

  @Test(
    "has no time if it is ambiguous, or another value",
    arguments: [
      "25 jui 2020 8:05", "25 Foo 2020 8:05", "2020-02-25 08:05-09:10", "2020-02-25 08:00-10:00",
      "2020-02-25 08:00-10", "2020-02-25 8.5", "2020-02-25 08:05 +9900",
      "43886.33", "25.02.2020 25.05", "2020-02-25 p. 8:05", "20200230T0805", "20200225T08", "20200225T080", "20200225",
      "4.38863E+04", "Total 2/25/2020 8:05",
    ])
  func noTimes(text: String) throws {
    let result = try read(Self.header, "Diaper,\"\(text)\",,,,,Pee,")
    #expect(result.entries == [])
    #expect(result.reasons == ["2 has a value that cannot be read in the column “Start”"])
  }

  @Test("has its columns in another case and order, empty columns, and empty rows")
  func columns() throws {
    let result = try read(
      "sep=;", "notes;type ; start;END;Start_condition;Start location;End condition;Duration;;", ";;;;;;;;;",
      "kept;Feed;2020-02-25 08:00;2020-02-25 08:20;00:10R;Breast;00:10L;0:20;;", "\t;;;;;;;;;",
      ";Diaper;2020-02-25 09:00;;;;Poo")
    #expect(result.reasons == [])
    #expect(
      result.entries.map(\.content) == [
        .feeding(
          Feeding(method: .breast, startedSide: .right, breasts: .both, left: .minutes(10), right: .minutes(10))),
        .diaper(.dirty),
      ])
    #expect(result.entries.map(\.note) == ["kept", nil])
  }

  @Test("may end the lines within a cell like those of the file")
  func lines() throws {
    let text = "\(Self.header)\r\nDiaper,2020-02-25 09:00,,,,,Pee,\"one\r\ntwo\rthree\nfour\"\r\n"
    #expect(try read(text).entries.map(\.note) == ["one\ntwo\nthree\nfour"])
  }

  @Test("is ambiguous if only some times have am or pm")
  func halves() throws {
    let result = try read(
      Self.header, "Diaper,2/25/2020 5:51 PM,,,,,Pee,", "Diaper,2/25/2020 6:10,,,,,Pee,",
      "Diaper,2/25/2020 18:20,,,,,Pee,", "Diaper,2/25/2020 0:20,,,,,Pee,")
    #expect(result.reasons == ["3 has a value that cannot be read in the column “Start”"])
    #expect(result.entries.map { losAngeles.local($0.start).time.milliseconds / 60_000 } == [1071, 1100, 20])
    // Each file has its own clock.
    let others = try importing(
      files: [
        "\(Self.header)\nDiaper,2/25/2020 5:51 PM,,,,,Pee,", "\(Self.header)\nDiaper,2/25/2020 6:10,,,,,Pee,",
      ].map { Array($0.utf8) })
    #expect(others.summary.badRows == [] && others.batch.rows.count == 2)
  }

  @Test("may have invisible marks before its first title")
  func marks() throws {
    for mark in ["\u{feff}\u{feff}", "\u{feff}\u{200b}", "\u{200e}"] {
      #expect(try read(mark + Self.header, "Diaper,2020-02-25 09:00,,,,,Pee,").entries.count == 1)
    }
  }

  @Test("has points after the units of its numbers")
  func points() throws {
    let result = try read(
      Self.header, "Feed,2020-02-25 08:00,,,,Bottle,4oz.,", "Feed,2020-02-25 08:10,,,,Bottle,4 fl. oz.,",
      "Growth,2020-02-25 08:20,,,8 lbs. 4 oz.,,,")
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces))),
        .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces))), try measured(.weight, 8.25, "lb"),
      ])
    #expect(result.entries.map(\.note) == [nil, nil, nil])
  }

  @Test("has durations in words", arguments: ["1h 5m", "65 min", "1 hour 5 minutes", "PT1H5M", "pt65m"])
  func lengthsInWords(text: String) throws {
    #expect(lengthInWords(text) == .minutes(65))
    let table = try read(Self.header, "Sleep,2020-02-25 08:00,,\(text),,,,")
    #expect(table.entries.map(\.duration) == [.minutes(65)] && table.entries.map(\.note) == [nil])
    let others = try read(BabyImportTests.header, "2/25/20 8:00 AM,,\(text),Sleep,,,Eva slept,,A")
    #expect(others.entries.map(\.duration) == [.minutes(65)])
  }

  @Test("has sums below it, which are not rows of a child called Total")
  func sums() throws {
    let tables = [
      ["Baby,Time,Duration(minutes),Note", "Eva,2020-02-25 08:00,65,", "Total,,65,"],
      [
        "Baby Name,Start Time,End Time,Activity,Amount,Percentile", "Eva,2020-02-25 08:00,,WEIGHT,8lb,",
        "Total,,,,,",
      ],
      [
        BabyImportTests.header + ",Child Name", "2020-02-25 08:00,2020-02-25 09:00,60,Sleep,,,Eva slept,,A,Eva",
        ",,60,,,,,,,Total",
      ],
    ]
    for table in tables {
      let result = try read(table[0], table[1], table[2])
      #expect(result.entries.count == 1)
      #expect(result.reasons.count == 1 && result.reasons[0].hasPrefix("3 "))
    }
  }

  @Test("shows durations as times of the day", arguments: ["0:30", "0:30:00", "12:30:00 AM", "12:30:00\u{202f}AM"])
  func lengths(text: String) throws {
    let result = try read(Self.header, "Feed,2020-02-25 08:00,2020-02-25 08:30,\(text),,Breast,00:30L,")
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .minutes(30)))
      ])
    #expect(result.entries.map(\.note) == [nil])
  }

  @Test("has decimal commas, in every app's table")
  func commas() throws {
    let huckleberry = try read(
      Self.header.replacing(",", with: ";"), "Feed;25.02.2020 08:00;;;;Bottle;90,5ml;",
      "Feed;25.02.2020 08:10;;;;Bottle;3,5 fl oz;", "Temp;25.02.2020 08:20;;;37,6°C;;;",
      "Growth;25.02.2020 08:30;;;4,5kg;;;", "Meds;25.02.2020 08:40;;;2,5ml;Tylenol;;",
      "Feed;25.02.2020 08:50;;;;Bottle;1,200ml;")
    #expect(huckleberry.reasons == [])
    #expect(
      huckleberry.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(90.5, .milliliters))),
        .feeding(Feeding(method: .bottle, amount: Volume(3.5, .ounces))),
        try measured(.temperature, 37.6, "celsius"), try measured(.weight, 4.5, "kg"),
        try .medicine("Tylenol", dose: (2.5, "ml"), column: ""), .feeding(Feeding(method: .bottle)),
      ])
    // A comma before three digits may as well part thousands.
    #expect(huckleberry.entries.last?.note == "1,200ml")

    let hatch = try read(
      "Baby Name;Start Time;End Time;Activity;Amount;Percentile;Duration;Info;Notes;;",
      "Eva;25.02.2020 08:00;25.02.2020 08:11;FEEDING;2,75oz;;11 min;;;;", ";;;;;;;;;;",
      "Eva;25.02.2020 09:00;;WEIGHT;5,9kg;0,12;;;;;")
    #expect(hatch.reasons == [])
    #expect(
      hatch.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(2.75, .ounces))), try measured(.weight, 5.9, "kg"),
      ])

    let babyConnect = try read(
      "Date and Time;End Time;Duration (min);Activity;Quantity;Extra data;Text;Notes;Caregiver",
      "25.02.2020 08:00;25.02.2020 08:30;30,0;Bottle;8,2;;Eva drank 8,2 oz (30m);;A",
      "25.02.2020 09:00;;;Weight;4,5;kg;Eva's weight: 4,5 kg;;A",
      "25.02.2020 10:00;;;Medicine;;;Eva took Tylenol: 2,5 ml;;A",
      "25.02.2020 11:00;;;Solid;;;\"Eva ate pear: 1,5 tbsp, oats\";;A")
    #expect(babyConnect.reasons == [])
    #expect(
      babyConnect.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(8.2, .ounces))),
        try measured(.weight, 4.5, "kg"), try .medicine("Tylenol", dose: (2.5, "ml"), column: ""),
        try EntryContent(.food, [.init("foods", .word("pear, oats"))], column: ""),
      ])
    #expect(babyConnect.entries.first?.duration == .minutes(30))

    let nara = try read(
      "Type;Profile Name;Start Date/time;[Growth] Weight;[Growth] Weight Unit;_activityKey",
      "Growth;Eva;25.02.2020 08:00;4,5;KG;k-1")
    #expect(nara.entries.map(\.content) == [try measured(.weight, 4.5, "kg")])

    let babyBuddy = try read(
      "ID;Child_First_Name;Start;End;Amount;Notes;;", "1;Eva;25.02.2020 08:00;25.02.2020 08:20;90,5;;;")
    #expect(
      babyBuddy.entries.map(\.content) == [.feeding(Feeding(method: .pumping, amount: Volume(90.5, .milliliters)))])
  }

  @Test(
    "has no minutes in a fraction of a day, which may be a duration; if the end is known it stays in the note",
    arguments: ["0,0208", "0.5", "1,200", "0:30"])
  func partsOfDays(text: String) throws {
    let columns = "Date and Time;End Time;Duration (min);Activity;Quantity;Extra data;Text;Notes;Caregiver"
    let result = try read(columns, "25.02.2020 08:00;;\(text);Sleep;;;Eva slept;;A")
    #expect(result.entries == [])
    #expect(result.reasons == ["2 has a value that cannot be read in the column “Duration (min)”"])
    let ended = try read(columns, "25.02.2020 08:00;25.02.2020 08:30;\(text);Sleep;;;Eva slept;;A")
    #expect(ended.entries.map(\.duration) == [.minutes(30)])
    #expect(ended.entries.map(\.note) == ["Duration (min) \(text)"])
  }

  @Test("has an app's words in another case")
  func letters() throws {
    let result = try read(
      "id,child_first_name,start,end,type,method,amount,notes",
      "1,Eva,2020-02-25 08:00:00,2020-02-25 08:10:00,Formula,Self Fed,90,",
      "2,Eva,2020-02-25 09:00:00,2020-02-25 09:10:00,BREAST MILK,Left Breast,,")
    #expect(result.reasons == [])
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters), content: .formula)),
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)),
      ])
    #expect(result.entries.map(\.note) == ["Self Fed", nil])
  }

  @Test("has yes and no in another language; other words are not a dry diaper")
  func booleans() throws {
    let result = try read(
      "id,child_first_name,time,wet,solid", "1,Eva,2020-02-25 08:00:00,WAHR,FALSCH", "2,Eva,2020-02-25 08:00:00,TRUE,1",
      "3,Eva,2020-02-25 08:00:00,ja,", "4,Eva,2020-02-25 08:00:00,0,FALSE")
    #expect(result.entries.map(\.content) == [.diaper(.wet), .diaper(.both), .note(.general)])
    #expect(result.reasons == ["4 has a value that cannot be read in the column “wet”"])
  }

  @Test(
    "has numbers whose commas are distinguished from separators",
    arguments: [
      ("3,5", 3.5), ("0,302", 0.302), ("3,642914", 3.642914), ("12", 12), ("1,200", nil), ("1,2,3", nil), (",5", nil),
      ("5,", nil), ("1.200,5", nil),
    ] as [(String, Double?)])
  func numbers(text: String, number: Double?) {
    #expect(cellNumber(text) == number)
  }
}
