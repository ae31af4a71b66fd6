import BabyModel
import Testing

@testable import BabyImport

/// What a spreadsheet writes whose cells have lost their style: days since the end of 1899.
@Suite("Times as numbers of days")
struct SerialTimeTests {
  private static let huckleberry = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"

  private func read(
    _ lines: String..., units: [ImportQuantity: String] = [.weight: "kg", .volume: "ml"]
  ) throws -> (entries: [Entry], summary: ImportSummary, decisions: ImportDecisions) {
    let text = lines.joined(separator: "\n")
    let read = try importing(files: [Array(text.utf8)], choices: ImportChoices(units: units))
    #expect(read.decisions.questions == [])
    return (read.batch.rows.map(\.entry), read.summary, read.decisions)
  }

  @Test("are read if all times of a file are such, and so are durations as fractions of a day")
  func all() throws {
    let result = try read(
      Self.huckleberry, "Feed,43886.336805556,43886.35625,0.019444444,,Breast,00:28L,", "Diaper,43887,,,,,Pee,",
      "Diaper,\"43886,5\",,,,,Poo,")
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .minutes(28))), .diaper(.dirty),
      ])
    #expect(result.entries.map(\.start) == [instant("2020-02-25T16:05:00Z"), instant("2020-02-25T20:00:00Z")])
    #expect(result.entries.first?.end == instant("2020-02-25T16:33:00Z"))
    // A day alone is not enough for a diaper.
    #expect(result.summary.badRows.map(\.line) == [3])
    let dates = result.decisions.made.first { $0.subject == "Dates" }
    #expect(
      dates?.value == "numbers of days"
        && dates?.reason == "all times of a file are such; the first is 2020-02-25 08:05")
  }

  @Test(
    "are rounded to their precision: a second, otherwise a minute",
    arguments: [
      ("43886.336805556", 8, 5, 0), ("43886.33681", 8, 5, 0), ("43886.337037", 8, 5, 20), ("43886.337", 8, 5, 0),
      ("43886.604", 14, 30, 0), ("43886.9999", 0, 0, 0), ("43886.25", 6, 0, 0),
    ])
  func rounding(text: String, hour: Int, minute: Int, second: Int) throws {
    let time = try #require(SerialTime(text))
    #expect(time.timeOfDay == TimeOfDay(hour: hour, minute: minute, second: second))
    #expect(time.date == LocalDate(year: 2020, month: 2, day: hour == 0 ? 26 : 25))
  }

  @Test(
    "are invalid before 2000 or after 2099, in thousands or powers, or with too few digits for a minute",
    arguments: [
      "36525", "73051", "43,886.5", "4.39E+04", "43886.", "43886.33", "438860", "-43886", "43886.3333 ", "", "nan",
      "inf", "99999999999999999999", "43886.3333333333333333", "43886.nan", "43886.-5", "43886.5e30",
    ])
  func none(text: String) {
    #expect(SerialTime(text) == nil)
    #expect(SerialTime.clock(text) == nil && SerialTime.length(text) == nil)
  }

  @Test("have a clock time and a duration only as a fraction of one day")
  func parts() {
    #expect(SerialTime.clock("0.604") == TimeOfDay(hour: 14, minute: 30) && SerialTime.length("0.604") == 870)
    #expect(SerialTime.clock("0.999999") == nil && SerialTime.length("0.999999") == 1440)
    for text in ["0.5", "1.604", "-0.604", "0.604.1", "0.1234567890123456", "0." + String(repeating: "6", count: 99)] {
      #expect(SerialTime.clock(text) == nil && SerialTime.length(text) == nil)
    }
  }

  @Test("are invalid beside written dates: a spreadsheet may have swapped days and months")
  func mixed() throws {
    for other in ["25/02/2020 08:05", "2020-02-25 08:05", "2020-02-25T08:05:00-08:00"] {
      let result = try read(
        Self.huckleberry, "Diaper,43872.336805556,,,,,Pee,", "Diaper,\(other),,,,,Poo,")
      #expect(result.entries.map(\.start) == [instant("2020-02-25T16:05:00Z")])
      #expect(result.summary.badRows.map(\.line) == [2])
    }
  }

  @Test("are invalid if all may have been rounded to a tenth of a day")
  func tenths() throws {
    let result = try read(Self.huckleberry, "Diaper,43886.3,,,,,Pee,", "Diaper,43886.5,,,,,Poo,")
    #expect(result.entries == [])
    let quarters = try read(Self.huckleberry, "Diaper,43886.25,,,,,Pee,", "Diaper,43886.5,,,,,Poo,")
    #expect(quarters.entries.map(\.start) == [instant("2020-02-25T14:00:00Z"), instant("2020-02-25T20:00:00Z")])
  }

  @Test("of one file do not affect another one")
  func files() throws {
    let serial = "\(Self.huckleberry)\nDiaper,43886.336805556,,,,,Pee,"
    let mixed = "\(Self.huckleberry)\nDiaper,43886.5,,,,,Pee,\nDiaper,2020-02-25 09:00,,,,,Poo,"
    let result = try importing(files: [Array(serial.utf8), Array(mixed.utf8)])
    #expect(
      result.batch.rows.map(\.entry.start) == [instant("2020-02-25T16:05:00Z"), instant("2020-02-25T17:00:00Z")])
    #expect(result.summary.badRows.map(\.line) == [2])
  }

  @Test(
    "are read in every app's table",
    arguments: [
      (
        "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text",
        "@,@,0,Diaper,,Wet,Eva had a wet diaper"
      ),
      ("Baby,Time,Status,Note", "Eva,@,Wet,"), ("Diaper time,In the diaper,Color,Texture", "@,Pee,,"),
      ("Baby Name,Start Time,End Time,Activity,Amount,Percentile", "Eva,@,,DIAPER,Wet,"),
      ("id,child_first_name,time,wet,solid", "1,Eva,@,1,0"),
      (
        "Type,Profile Name,Start Date/time,Start Date/time (Epoch),[Diaper] Type,_activityKey",
        "Diaper,Eva,@,1.58265E+12,Wet,k"
      ),
    ])
  func apps(columns: String, row: String) throws {
    let result = try read(columns, row.replacing("@", with: "43886.336805556"))
    #expect(result.summary.badRows == [])
    #expect(result.entries.map(\.content) == [.diaper(.wet)])
    #expect(result.entries.map(\.start) == [instant("2020-02-25T16:05:00Z")])
    // It is the same row as in the file that went through no spreadsheet.
    let plain = try read(columns, row.replacing("@", with: "2020-02-25 08:05"))
    #expect(plain.entries.map(\.id) == result.entries.map(\.id))
  }

  @Test("of a map are days with times, in one column or in two")
  func mapped() throws {
    let one = try importing(
      "When,Until,What\n43886.336805556,43886.378472222,nap",
      map: columnMap("columns: {start: When, end: Until, kind: What}\nwords: {nap: sleep}"))
    let two = try importing(
      "Day,From,To,What\n43886,0.336805556,0.378472222,nap",
      map: columnMap("columns: {date: Day, start: From, end: To, kind: What}\nwords: {nap: sleep}"))
    for result in [one, two] {
      #expect(result.entries.map(\.start) == [instant("2020-02-25T16:05:00Z")])
      #expect(result.entries.map(\.duration) == [.minutes(60)])
    }
    let mixed = try importing(
      "Day,From,To,What\n2020-02-25,0.336805556,0.378472222,nap",
      map: columnMap("columns: {date: Day, start: From, end: To, kind: What}\nwords: {nap: sleep}"))
    #expect(mixed.entries == [] && mixed.summary.badRowCount == 1)
  }

  @Test("with only a day are those of measurements")
  func days() throws {
    let result = try read(
      "Date,Weight(kg),Weight(lb),Height(cm),Height(in),Head Circ.(cm),Head Circ.(in)", "43886,4.2,,,,,")
    #expect(result.entries.map(\.content) == [try measured(.weight, 4.2, "kg")])
    #expect(result.entries.map(\.start) == [instant("2020-02-25T20:00:00Z")])
  }
}
