import BabyModel
import BabyProtocol
import Testing

@testable import BabyImport

/// Whatever a file says is in the log or in the report.
@Suite("Every cell of a file")
struct CellCoverageTests {
  struct Fixture: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var map: String?
    /// Columns with only the app's ids of rows and people, or the zone of their times.
    var ids: Set<String> = []
  }

  static let tables = [
    Fixture(
      testDescription: "Huckleberry's",
      text: """
        Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes
        Feed,2020-02-25 08:00,2020-02-25 08:10,0:10,00:03R,Breast,00:07L,
        Feed,2020-02-25 15:00,2020-02-25 15:30,0:30,00:03R,Breast,fussy,slowly
        Feed,2020-02-25 08:30,,,Formula,Bottle,150ml,warm
        Feed,2020-02-25 08:40,,a while,Formula,Bottle,lots,
        Feed,2020-02-25 08:50,2020-02-25 08:55,0:05,Pear,Cup,some,
        Diaper,2020-02-25 09:00,2020-02-25 09:04,yellow,Loose,at gran's,"Both, pee:medium poo:medium",
        Sleep,2020-02-25 20:00,2020-02-26 06:00,10:00,Upset,Crib,Woke up child,
        Sleep,2020-02-26 10:00,,long,,,,
        Pump,2020-02-26 12:00,,0:20,60ml,Office,Left side,
        Pump,2020-02-26 13:00,,0:20,60ml,,50ml,
        Solids,2020-02-26 13:30,,0:10,banana,High chair,Meh,
        Meds,2020-02-26 14:00,,0:01,2.5ml,Tylenol,1 drop,
        Growth,2020-02-26 15:00,2020-02-26 15:05,clinic,4kg,53 cm,much,
        Temp,2020-02-26 16:00,,quick,37.6°C,ear,,
        Bath,2020-02-26 18:00,2020-02-26 18:20,0:20,warm,,,
        Skin to skin,2020-02-26 18:30,,a bit,,,,
        Moon walk,2020-02-26 19:00,2020-02-26 19:30,0:30,,,,
        """),
    Fixture(
      testDescription: "Huckleberry's, by another program",
      text: """
        Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes,Logged By,Mood
        Feed,2020-02-25 22:20,,210ml,Formula,Bottle,,,Ana,happy
        Medicine,2020-02-25 08:00,,Paracetamol,,,,,Ben,
        Medicine,2020-02-25 09:00,,Ibuprofen 100,,,,,Ben,
        Feed,2020-02-25 10:00,,,Formula,Bottle,90ml,,Ben,sleepy
        """),
    Fixture(
      testDescription: "Huckleberry's, saved by a spreadsheet",
      text: """
        Type;Start;End;Duration;Start Condition;Start Location;End Condition;Notes
        Feed;28.02.2020 5:51:00;28.02.2020 6:19:00;0:28:00;;Breast;00:28L;
        Diaper;3.02.2020 22:01;;;;;Pee:medium
        """),
    Fixture(
      testDescription: "Hatch's",
      text: """
        Baby Name,Start Time,End Time,Activity,Amount,Percentile,Duration,Info,Notes,Room
        Eva,03/19/2020 9:30 AM,03/19/2020 9:41 AM,FEEDING,0.30oz,,11 min,,,
        Eva,03/19/2020 9:50 AM,03/19/2020 9:55 AM,FEEDING,3,,,Carrots,,kitchen
        Eva,03/20/2020 2:00 AM,03/20/2020 2:10 AM,DIAPER,Wet and runny,,,Both,
        Eva,03/19/2020 8:00 PM,03/19/2020 8:20 PM,WEIGHT,13lb,7,,,scale
        Eva,03/19/2020 9:00 PM,03/19/2020 9:30 PM,SLEEP,,,2 h,,crib
        """),
    Fixture(
      testDescription: "Baby Connect's",
      text: """
        Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver
        12/12/20 7:47 PM,12/13/20 7:20 AM,693,Sleep,,,Eva slept in her crib (11h33m),woke once,A
        12/12/20 7:05 PM,12/12/20 7:36 PM,30,Bottle,8.2,Formula,Eva drank 8.2 oz of goat formula (30m),,U
        12/12/20 6:00 PM,12/12/20 6:40 PM,18,Nursing,3,good,"Eva nursed (11m left, 7m right)",,U
        12/12/20 5:00 PM,12/12/20 5:40 PM,18,Nursing,,,Eva nursed (18m),,U
        12/12/20 4:00 PM,,,Nursing,,,Eva nursed left,,U
        12/12/20 3:00 PM,12/12/20 3:10 PM,10,Diaper,2,Open Air,Eva had a wet diaper (leak) twice,,U
        12/12/20 2:00 PM,,,Pumping,3,oz,Expressed 3 oz (L) at work,,U
        12/12/20 1:00 PM,12/12/20 1:27 PM,27,Activity,1,mat,Eva is doing tummy time (27m),,U
        12/12/20 12:00 PM,12/12/20 1:00 PM,60,Doctor Visit,1,shot,Doctor,All good,U
        12/12/20 11:00 AM,12/12/20 11:30 AM,30,Something new,5,cups,Eva did it,,U
        12/12/20 10:00 AM,,,Medicine,5,ml,Eva took Tylenol (2.5 ml),,U
        12/12/20 9:00 AM,,,Weight,20,stone,Eva's weight: 8 lbs 8 oz (40%),,U
        """),
    Fixture(
      testDescription: "Baby Connect's of an older version",
      text: """
        Start Time,End Time,Activity,Duration (min),Quantity,Extra data,Text,Notes,Caregiver,Child Name
        2020-02-25 20:26,2020-02-25 20:56,"Bottle",21,90.0,"Formula","Eva drank 90 ml of formula (21m)",,"Karen","Eva"
        2020-02-25 20:42,2020-02-25 20:42,"Diaper",,,"Wet","Eva had a wet diaper (medium)",,"Karen","Eva"
        """),
    Fixture(
      testDescription: "Nara's",
      text: """
        Type,Profile Name,Start Date/time,Start Date/time (Epoch),Note,Time Zone,Created By Caregiver,[Routine] Routine,\
        [Routine] Duration (Seconds),[Medical] Medication,[Medical] Dose,[Medical] Dose Unit,\
        [Sleep] Duration (Seconds),[Sleep] Location,[Breastfeed] Left Duration (Seconds),[Breastfeed] End Side,\
        [Bottle Feed] Volume,[Bottle Feed] Volume Unit,[Bottle Feed] Formula Volume,[Bottle Feed] Formula Volume Unit,\
        [Bottle Feed] Type,_activityKey
        Routine,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,Tummy Time,600,,,,,,,,,,,,,t-1
        Medical,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,,,Tylenol,2.5,ML,,,,,,,,,,t-2
        Medical,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,,,Syrup,2,SPOON,,,,,,,,,,t-3
        Sleep,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,,,,,,3600,Stroller,,,,,,,,t-4
        Breastfeed,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,,,,,,,,300,LEFT,,,,,,t-5
        Bottle Feed,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,,,,,,,,,,4,FLOZ,1,FLOZ,Mixed,t-6
        Moon walk,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,,,,,,,,,,,,,,,t-7
        """, ids: ["Time Zone", "_activityKey"]),
    Fixture(
      testDescription: "Baby Tracker's, of nursing",
      text: """
        Baby,Time,Start Side,Left duration (min),Right duration (min),Total Duration (min),Note,Logged By,Room
        Eva,"2/25/20, 8:00 AM",Left,8,13,21,good,Ana,blue
        """),
    Fixture(
      testDescription: "Baby Tracker's, of bottles in both units",
      text: """
        Baby,Time,Amount (oz.),Amount (ml),Note
        Eva,"2/25/20, 8:00 AM",4,120,all of it
        Eva,"2/25/20, 9:00 AM",,90,
        """),
    Fixture(
      testDescription: "Baby Tracker's, of sizes by several names",
      text: """
        Baby,Time,Weight (kg),Length (cm),Height (in),Head (cm),Note
        Eva,"2/25/20, 8:00 AM",4.2,54,21.3,37,standing
        """),
    Fixture(
      testDescription: "Glow Baby's, of solids in two amounts",
      text: """
        Time of feeding,Ingredients,Amount (tbsp),Amount (g),Unit type,Baby's reaction
        02/25/2020 8:00:00 AM,Pear,2,30,,
        """),
    Fixture(
      testDescription: "Hatch's with its amount once more",
      text: """
        Baby Name,Start Time,End Time,Activity,Amount (oz),Amount (ml),Percentile,Duration,Info,Notes
        Eva,03/19/2020 9:30 AM,03/19/2020 9:41 AM,FEEDING,4,118,,,Formula,
        Eva,03/19/2020 9:50 AM,03/19/2020 9:50 AM,Formula,2,59,,,,
        Eva,03/20/2020 2:00 AM,03/20/2020 2:00 AM,DIAPER,Wet,large,,,,
        Eva,03/20/2020 3:00 AM,03/20/2020 3:00 AM,BATH,warm,long,,,,
        """),
    Fixture(
      testDescription: "Nara's with columns of one name",
      text: """
        Type,Profile Name,Start Date/time,Start Date/time (Epoch),Note,Note,Time Zone,[Bottle Feed] Type,\
        [Bottle Feed] Volume,[Bottle Feed] Volume Unit,[Bottle Feed] Volume,[Diaper] Type,[Diaper] Type,_activityKey
        Bottle Feed,Eva,2020-02-25 08:00:00,1582646400000,good,slowly,America/Los_Angeles,Soy,4,FLOZ,118,,,t-1
        Diaper,Eva,2020-02-25 08:00:00,1582646400000,,,America/Los_Angeles,,,,,Wet,leaked,t-2
        Diaper,Eva,2020-02-25 08:00:00,1582646400000,,,America/Los_Angeles,,,,,None,dry all night,t-3
        """, ids: ["Time Zone", "_activityKey"]),
    Fixture(
      testDescription: "Baby Tracker's, of medicines",
      text: """
        Baby,Time,Medication name,Amount,,Min interval (minutes),Max interval (minutes),Note
        Eva,"2/25/20, 8:00 AM",Tylenol,2.5,ml,240,480
        """),
    Fixture(
      testDescription: "Glow Baby's",
      text: """
        Diaper time,In the diaper,Color,Texture,Where
        02/25/2020 8:00:00 AM,Pee and a little poo,green,soft,car
        02/25/2020 9:00:00 AM,nothing,,,
        """),
    Fixture(
      testDescription: "Baby Buddy's, of feedings",
      text: """
        id,child_id,child_first_name,child_last_name,start,end,duration,type,method,amount,notes,tags,temperament
        1,1,Eva,,2020-02-25 08:00:00,2020-02-25 08:10:00,00:10:00,formula,left breast,,slow,good,calm
        2,1,Eva,,2020-02-25 09:00:00,2020-02-25 09:10:00,00:10:00,formula,self fed,30,cup,,
        3,1,Eva,,2020-02-25 10:00:00,2020-02-25 10:20:00,00:20:00,solid food,parent fed,30,pear,,
        """, ids: ["id", "child_id"]),
    Fixture(
      testDescription: "Baby Buddy's, of sleep",
      text: """
        id,child,start,end,duration,nap,notes
        1,1,2020-02-25 08:00:00,2020-02-25 09:00:00,01:00:00,1,stroller
        """, ids: ["id", "child", "nap"]),
    Fixture(
      testDescription: "anybody's, with a map",
      text: """
        #,time,Left,Right,What,Amount ml,Who,Weather
        1,2020-02-21 01:17,0:0,1:18,Nurse left,,Ana,
        2,2020-02-21 02:00,7:31,0:0,Lunch,,Ana,rain
        3,2020-02-21 03:00,,,Formula,90,Ben,
        4,2020-02-21 04:00,,,Nap
        5,2020-02-21 05:00,,,Cartwheel,3
        """,
      map: """
        columns:
          start: time
          kind: What
          amount: Amount ml
          note: [Left, Right]
        words:
          Nurse left: {kind: feeding, method: breast}
          Lunch: food
          Formula: {kind: feeding, method: bottle}
          Nap: sleep
        """),
  ]

  @Test("of a table is in the entry of its row, or reported", arguments: tables)
  func table(_ fixture: Fixture) throws {
    let choices = ImportChoices(units: [.volume: "ml", .weight: "kg"])
    let bytes = Array(fixture.text.utf8)
    let (rows, summary): ([ImportedRow], ImportSummary)
    if let map = fixture.map {
      let read = try importing(fixture.text, map: try columnMap(map), choices: choices)
      #expect(read.decisions.questions == [])
      (rows, summary) = (read.rows, read.summary)
    } else {
      let read = try importing(files: [bytes], choices: choices)
      #expect(read.decisions.questions == [])
      (rows, summary) = (read.batch.rows, read.summary)
    }
    #expect(summary.badRows == [])
    let unsaid = try Self.unsaid(of: bytes, rows, summary, besides: fixture.ids)
    #expect(unsaid == [])
  }

  @Test("of a real baby's year is in the entry of its row, or reported")
  func realYear() throws {
    let (batch, summary, _) = try importing(files: [try realLog()])
    let unsaid = try Self.unsaid(of: try realLog(), batch.rows, summary, besides: []).prefix(20)
    #expect(unsaid == [])
  }

  /// The cells of a table that went nowhere.
  private static func unsaid(
    of bytes: [UInt8], _ rows: [ImportedRow], _ summary: ImportSummary, besides ids: Set<String>
  ) throws -> [String] {
    var reader = CSVReader()
    let records = reader.consume(bytes) + reader.finish()
    let header = try #require(try records.first?.fields.get()).map(trimmed)
    let entries = Dictionary(grouping: rows) { $0.place.line }
    let reported = Set((summary.badRows + summary.flaggedRows).map(\.line))
    var unsaid: [String] = []
    for record in records.dropFirst() where !reported.contains(record.line) {
      let account = CellCoverage(
        (entries[record.line] ?? []).map(\.entry), of: [eva], in: losAngeles, counted: Array(summary.keptAsNotes.keys))
      for (column, cell) in zip(header, try record.fields.get()) where !ids.contains(column) {
        if !account.has(cell) { unsaid.append("\(record.line) \(column): \(cell)") }
      }
    }
    return unsaid
  }

  @Test("of a record in JSON is in its entry, or reported")
  func records() throws {
    let feeding = """
      [{"id": "58", "child_first_name": "Eva", "child_last_name": "Doe", "start": "2020-02-25 11:21:45",
        "end": "2020-02-25 13:19:45", "type": "formula", "method": "parent fed", "amount": "60", "notes": "from a spoon",
        "tags": "night", "mood": "calm"}]
      """
    let (batch, summary, _) = try importing(
      files: [Array(feeding.utf8)], choices: ImportChoices(units: [.volume: "ml"]))
    #expect(summary.badRows == [])
    let account = CellCoverage(batch.rows.map(\.entry), of: [eva], in: losAngeles)
    for cell in ["formula", "parent fed", "60", "from a spoon", "night", "calm", "2020-02-25 13:19:45"] {
      #expect(account.has(cell), "\(cell)")
    }
  }

  @Test("is reported missing if it was dropped")
  func missed() throws {
    let nap = try entry("12/12/20 7:47 PM,12/12/20 8:20 PM,33,Sleep,,,Eva slept (33m),woke once,A")
    let account = CellCoverage([nap], of: [eva], in: losAngeles)
    for said in ["12/12/20 7:47 PM", "12.12.2020 20:20", "33", "0:33", "A", "woke once", "Sleep", "Eva slept"] {
      #expect(account.has(said), "\(said)")
    }
    for lost in ["12/12/20 7:57 PM", "120ml", "1:10", "Ben", "woke twice", "in her crib", "Bottle", "formula"] {
      #expect(!account.has(lost), "\(lost)")
    }
  }
}
