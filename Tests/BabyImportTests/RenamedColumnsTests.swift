import BabyModel
import Testing

@testable import BabyImport

/// People and spreadsheets change headings.
@Suite("Renamed columns")
struct RenamedColumnsTests {
  private static let babyConnect = header
  private static let row =
    "2/25/20 8:00 AM,2/25/20 8:30 AM,30,Bottle,8.2,Formula,Eva drank 8.2 oz of formula (30m),good,Ana"

  private func read(_ header: String, _ row: String) throws -> (entries: [Entry], summary: ImportSummary) {
    try importing(Array("\(header)\n\(row)".utf8))
  }

  @Test(
    "keep their values in the note, if the rest of the row is certain",
    arguments: [
      ("Quantity", "Menge", "Menge 8.2"), ("Extra data", "Details", "Details Formula"),
      ("Duration (min)", "Minutes", "Minutes 30"), ("Notes", "Remarks", "Remarks good"),
      ("Caregiver", "Who", "Who Ana"),
    ])
  func kept(heading: String, other: String, note: String) throws {
    let result = try read(Self.babyConnect.replacing(heading, with: other), Self.row)
    #expect(result.summary.format == .babyConnectCSV && result.summary.badRows == [])
    let entry = try #require(result.entries.first)
    #expect(
      entry.content == .feeding(Feeding(method: .bottle, amount: Volume(8.2, .ounces), content: .formula)))
    #expect(entry.duration == .minutes(30))
    #expect(entry.note?.contains(note) == true)
  }

  @Test("of the sentence keep only its additional data in the note")
  func sentence() throws {
    let entry = try #require(try read(Self.babyConnect.replacing("Text", with: "Satz"), Self.row).entries.first)
    #expect(entry.content == .feeding(Feeding(method: .bottle, content: .formula)))
    #expect(entry.note == "8.2 · good · Satz Eva drank 8.2 oz of formula (30m)")
  }

  @Test(
    "that are required are named, with the app of the most similar table",
    arguments: [
      (Self.babyConnect.replacing("Activity", with: "Was"), "Baby Connect's, but has no column “Activity”"),
      (Self.babyConnect.replacing("End Time", with: "Ende"), "Baby Connect's, but has no column “End Time”"),
      (
        Self.babyConnect.replacing("Quantity", with: "Menge").replacing("Text", with: "Satz"),
        "Baby Connect's, but has no column “Quantity” and no “Text”"
      ),
      (
        "Typ,Start,End,Duration,Start Condition,Start Location,End Condition,Notes",
        "Huckleberry's, but has no column “Type”"
      ),
      ("Type,Start Date/time,Profile Name", "Nara's, but has no column “_activityKey”"),
      (
        "Baby Name,Start Time,End Time,Activity,Amount,Percent", "Hatch's, but has no column “Percentile”"
      ),
    ])
  func named(columns: String, reason: String) throws {
    var thrown: BabyError?
    do { _ = try read(columns, Self.row) } catch let error as BabyError { thrown = error }
    guard case .importFormatUnknown(_, let nearly?)? = thrown else {
      Issue.record("\(String(describing: thrown))")
      return
    }
    #expect(nearly == "The table is nearly one of \(reason).")
  }

  @Test("of our own table are all required, because an entry would lose data otherwise")
  func own() {
    let columns = CSVColumn.all.map(\.rawValue)
    for changed in [columns + ["mine"], Array(columns.reversed()), columns.filter { $0 != "note" }] {
      let reason = "The table is one of Baby Basics's, but its columns are not as they were exported"
      #expect(SimilarTable.text(changed)?.hasPrefix(reason) == true)
      // A reader of another app must not take it for one of its own.
      #expect(throws: BabyError.self) { try read(changed.joined(separator: ","), "1,2") }
    }
  }

  @Test(
    "of another table do not match an app",
    arguments: [
      "Start,End,What,Note", "Start time,End time,Activity,Notes", "Time,Amount,Note", "Child,Start,End,Activity,Notes",
      "Child,Start,End,Type,Amount,Notes", "Child,Time,Type,Amount", "Child,Date,Weight,Mood",
    ])
  func others(columns: String) {
    #expect(throws: BabyError.importFormatUnknown(columns)) { try read(columns, "1,2,3,4") }
  }

  @Test("match Nara's in any case, and so do its words")
  func nara() throws {
    let columns = """
      Type,Profile Name,Start Date/time,Start Date/time (Epoch),Note,Time Zone,Created By Caregiver,[Bottle Feed] Type,\
      [Bottle Feed] Volume,[Bottle Feed] Volume Unit,[Sleep] Duration (Seconds),[Sleep] Location,_activityKey
      """
    let rows = [
      "Bottle Feed,Eva,2020-02-25 08:00:00,1582646400000,,America/Los_Angeles,Ana,Formula,4,FLOZ,,,k1",
      "Sleep,Eva,2020-02-25 09:00:00,1582650000000,,America/Los_Angeles,Ana,,,,3600,Crib,k2",
    ]
    let plain = try read(columns, rows.joined(separator: "\n"))
    #expect(plain.entries.map(\.kind) == [.feeding, .sleep])
    for (columns, rows) in [
      (columns.uppercased(), rows), (columns.lowercased(), rows), (columns.replacing(" ", with: "  "), rows),
      (columns, rows.map { $0.replacing("Bottle Feed", with: "bottle feed").replacing("Sleep", with: "SLEEP") }),
    ] {
      let other = try read(columns, rows.joined(separator: "\n"))
      #expect(other.summary.badRows == [])
      #expect(other.entries.map(\.id) == plain.entries.map(\.id))
      #expect(other.entries.map(\.content) == plain.entries.map(\.content))
      #expect(other.entries.map(\.author) == ["Ana", "Ana"])
      #expect(other.entries.last?.note?.lowercased() == plain.entries.last?.note?.lowercased())
    }
  }
}
