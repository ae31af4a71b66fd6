import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after the columns that people list of their exports.
@Suite("Nara's export")
struct NaraTests {
  private static let columns = [
    "Type", "Profile Name", "Start Date/time", "Start Date/time (Epoch)", "Created By Caregiver", "Note", "Time Zone",
    "[Breastfeed] Begin Side", "[Breastfeed] Left Duration (Seconds)", "[Breastfeed] Right Duration (Seconds)",
    "[Bottle Feed] Type", "[Bottle Feed] Breast Milk Volume", "[Bottle Feed] Breast Milk Volume Unit",
    "[Bottle Feed] Formula Volume", "[Bottle Feed] Formula Volume Unit", "[Bottle Feed] Volume",
    "[Bottle Feed] Volume Unit", "[Combo Feed] Begin Side", "[Combo Feed] Left Duration (Seconds)",
    "[Combo Feed] Formula Volume", "[Combo Feed] Formula Volume Unit", "[Diaper] Type", "[Diaper] Detail",
    "[Diaper] Dirty Color",
    "[Sleep] Duration (Seconds)", "[Sleep] End Date/time (Epoch)", "[Pump] Duration (Seconds)", "[Pump] Left Volume",
    "[Pump] Left Volume Unit", "[Pump] Right Volume", "[Pump] Right Volume Unit", "[Growth] Weight",
    "[Growth] Weight Unit", "[Growth] Height", "[Growth] Height Unit", "[Medical] Medication", "[Medical] Temperature",
    "[Medical] Temperature Unit", "[Routine] Routine", "[Profile] Birth Date", "_activityKey",
  ]

  /// 2020-02-25 08:00 in Los Angeles.
  private static let epoch = "1582646400000"

  private func line(_ type: String, _ values: [String: String], key: String = "k1") -> String {
    var values = values
    values["Type"] = type
    values["_activityKey"] = key
    if type != "Profile" { values["Start Date/time (Epoch)"] = values["Start Date/time (Epoch)"] ?? Self.epoch }
    return Self.columns.map { "\"\(values[$0] ?? "")\"" }.joined(separator: ",")
  }

  private func importing(_ lines: String...) throws -> (entries: [Entry], summary: ImportSummary) {
    let header = "\u{feff}" + Self.columns.map { "\"\($0)\"" }.joined(separator: ",")
    return try BabyImportTests.importing(Array(([header] + lines).joined(separator: "\n").utf8))
  }

  private func entries(_ type: String, _ values: [String: String]) throws -> [Entry] {
    let result = try importing(line(type, values))
    #expect(result.summary.format == .naraCSV)
    #expect(result.summary.badRows == [])
    return result.entries
  }

  @Test("feeds at the breast have the seconds at each, and last as long")
  func breast() throws {
    let entry = try #require(
      try entries(
        "Breastfeed",
        [
          "[Breastfeed] Begin Side": "RIGHT.nonTimer", "[Breastfeed] Left Duration (Seconds)": "300",
          "[Breastfeed] Right Duration (Seconds)": "400", "Created By Caregiver": "Anna", "Note": "sleepy",
        ]
      ).first)
    guard case .feeding(let feeding) = entry.content else { throw ImportFailure() }
    #expect(feeding.startedSide == .right && feeding.breasts == .both)
    #expect(feeding.left == .seconds(300) && feeding.right == .seconds(400))
    #expect(entry.start == instant("2020-02-25T16:00:00Z"))
    #expect(entry.duration == .seconds(700))
    #expect(entry.author == "Anna" && entry.note == "sleepy")
  }

  private struct ImportFailure: Error {}

  @Test("bottles add up their contents, whichever column has them")
  func bottles() throws {
    let total = try entries(
      "Bottle Feed",
      ["[Bottle Feed] Type": "Formula", "[Bottle Feed] Volume": "4", "[Bottle Feed] Volume Unit": "FLOZ"])
    #expect(
      total.map(\.content) == [.feeding(Feeding(method: .bottle, amount: Volume(4, .ounces), content: .formula))])
    #expect(total.map(\.note) == [nil])
    let mixed = try entries(
      "Bottle Feed",
      [
        "[Bottle Feed] Type": "Breast Milk Formula", "[Bottle Feed] Breast Milk Volume": "30",
        "[Bottle Feed] Breast Milk Volume Unit": "ML", "[Bottle Feed] Formula Volume": "40",
        "[Bottle Feed] Formula Volume Unit": "ML",
      ])
    #expect(mixed.map(\.content) == [.feeding(Feeding(method: .bottle, amount: Volume(70, .milliliters)))])
    #expect(mixed.map(\.note) == ["breast milk 30 ml, formula 40 ml"])
    for (type, content, note) in [
      ("", BottleContent.breastMilk, nil), ("Breast Milk", .breastMilk, nil),
      ("Formula", nil, "breast milk 30 ml · formula"),
    ] as [(String, BottleContent?, String?)] {
      let milk = try entries(
        "Bottle Feed",
        [
          "[Bottle Feed] Type": type, "[Bottle Feed] Breast Milk Volume": "30",
          "[Bottle Feed] Breast Milk Volume Unit": "ML",
        ])
      #expect(
        milk.map(\.content) == [
          .feeding(Feeding(method: .bottle, amount: Volume(30, .milliliters), content: content))
        ])
      #expect(milk.map(\.note) == [note])
    }
  }

  @Test("a feed of both is an entry for each")
  func combined() throws {
    let entries = try entries(
      "Combo Feed",
      [
        "[Combo Feed] Begin Side": "LEFT", "[Combo Feed] Left Duration (Seconds)": "600",
        "[Combo Feed] Formula Volume": "2", "[Combo Feed] Formula Volume Unit": "FLOZ", "Note": "still hungry",
      ])
    let feeds = entries.map { entry -> Feeding? in
      if case .feeding(let feeding) = entry.content { feeding } else { nil }
    }
    #expect(feeds.map { $0?.method } == [.breast, .bottle])
    #expect(feeds[0]?.startedSide == .left && feeds[0]?.left == .seconds(600) && feeds[0]?.breasts == .one)
    #expect(feeds[1]?.amount == Volume(2, .ounces) && feeds[1]?.content == .formula)
    #expect(entries.map(\.note) == ["still hungry", nil])
    #expect(Set(entries.map(\.id)).count == 2)
  }

  @Test("an unknown unit is reported and not guessed")
  func units() throws {
    let result = try importing(
      line("Bottle Feed", ["[Bottle Feed] Volume": "4", "[Bottle Feed] Volume Unit": "CUP"]),
      line("Growth", ["[Growth] Weight": "5", "[Growth] Weight Unit": "STONE"]))
    #expect(result.entries == [])
    #expect(
      result.summary.badRows.map(\.reason) == [
        "has a value that cannot be read in the column “[Bottle Feed] Volume Unit”",
        "has a value that cannot be read in the column “[Growth] Weight Unit”",
      ])
  }

  @Test("diapers, sleep and pumpings")
  func others() throws {
    #expect(
      try entries("Diaper", ["[Diaper] Type": "Dirty Wet", "[Diaper] Dirty Color": "BROWN YELLOW"]).map(\.note)
        == ["brown yellow"])
    #expect(try entries("Diaper", ["[Diaper] Type": "Wet"]).map(\.content) == [.diaper(.wet)])
    #expect(try entries("Diaper", ["[Diaper] Type": "Dry"]).map(\.content) == [.note(.general)])
    #expect(try entries("Sleep", ["[Sleep] Duration (Seconds)": "5400"]).map(\.duration) == [.minutes(90)])
    #expect(try entries("Sleep", ["[Sleep] End Date/time (Epoch)": "1582650000000"]).map(\.duration) == [.minutes(60)])
    #expect(try entries("Sleep", [:]).map(\.endUnknown) == [true])
    let pumped = try entries(
      "Pump",
      [
        "[Pump] Duration (Seconds)": "900", "[Pump] Left Volume": "70", "[Pump] Left Volume Unit": "ML",
        "[Pump] Right Volume": "60", "[Pump] Right Volume Unit": "ML",
      ])
    #expect(pumped.map(\.content) == [.feeding(Feeding(method: .pumping, amount: Volume(130, .milliliters)))])
    #expect(pumped.map(\.note) == ["left 70 ml · right 60 ml"])
  }

  @Test("measurements are an entry each; a medicine and a temperature in one row are two")
  func measurements() throws {
    #expect(
      try entries(
        "Growth",
        [
          "[Growth] Weight": "4.02", "[Growth] Weight Unit": "KG", "[Growth] Height": "21",
          "[Growth] Height Unit": "IN",
          "Note": "clinic",
        ]
      ).map(\.content) == [try measured(.weight, 4.02, "kg"), try measured(.length, 21, "in")])
    let medical = try entries(
      "Medical",
      [
        "[Medical] Medication": "Tylenol", "[Medical] Temperature": "100.4", "[Medical] Temperature Unit": "F",
        "Note": "after the jab",
      ])
    #expect(medical.map(\.content.kind) == [.declared(.medicine), .declared(.temperature)])
    #expect(medical.map(\.note) == ["after the jab", nil])
  }

  @Test("tummy time is a routine there; doses and unused data are kept")
  func routines() throws {
    let file = """
      Type,Profile Name,Start Date/time,Start Date/time (Epoch),Note,Time Zone,[Routine] Routine,[Routine] Mat,\
      [Medical] Medication,[Medical] Dose,[Medical] Dose Unit,[Sleep] Duration (Seconds),[Sleep] Location,_activityKey
      Routine,Eva,,\(Self.epoch),,America/Los_Angeles,Tummy Time,blue,,,,,,t-1
      Medical,Eva,,\(Self.epoch),,America/Los_Angeles,,,Tylenol,2.5,ML,,,t-2
      Sleep,Eva,,\(Self.epoch),,America/Los_Angeles,,,,,,3600,Stroller,t-3
      """
    let result = try BabyImportTests.importing(Array(file.utf8))
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        .tummyTime, try .medicine("Tylenol", dose: (2.5, "ml"), column: "name"), .sleep,
      ])
    #expect(result.entries.map(\.note) == ["Mat blue", nil, "Location Stroller"])
    #expect(result.entries.map(\.endUnknown) == [true, false, false])
  }

  @Test(
    "a row about the child itself is not an entry; one about another child is refused, and one without a child is accepted"
  )
  func children() throws {
    let result = try importing(
      line("Profile", ["Profile Name": "Eva", "[Profile] Birth Date": "2019-12-18"], key: ""),
      line("Diaper", ["Profile Name": "Eva", "[Diaper] Type": "Wet"], key: "a"),
      line("Diaper", ["Profile Name": "Tom", "[Diaper] Type": "Wet"], key: "b"),
      line("Pump", ["[Pump] Duration (Seconds)": "900"], key: "c"),
      line("Routine", ["[Routine] Routine": "Bath"], key: "d"))
    #expect(result.summary.rows == 4)
    #expect(result.summary.badRows.map(\.reason) == ["is about another child"])
    #expect(result.entries.map(\.content.kind) == [.diaper, .feeding, .declared(.activity)])
    #expect(result.entries.last?.content == (try .activity("bath")))
  }

  @Test("a clock time without milliseconds is in the row's own zone; an unknown one is reported and not guessed")
  func zones() throws {
    func sleep(in zone: String, _ values: [String: String] = [:]) -> String {
      let times = [
        "Start Date/time": "2020-02-25 08:00", "Start Date/time (Epoch)": "", "Time Zone": zone,
        "[Sleep] Duration (Seconds)": "3600",
      ]
      return line("Sleep", times.merging(values) { $1 }, key: zone)
    }
    let result = try importing(
      sleep(in: "Asia/Tokyo"), sleep(in: ""), sleep(in: "Nowhere/At all"),
      sleep(in: "Nowhere/At all ", ["Start Date/time (Epoch)": Self.epoch]))
    #expect(
      result.entries.map(\.start) == [
        instant("2020-02-24T23:00:00Z"), instant("2020-02-25T16:00:00Z"), instant("2020-02-25T16:00:00Z"),
      ])
    #expect(
      result.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “Time Zone”"])
  }

  /// The newest row stands first: numbers among their likes would be others in a longer export.
  @Test("rows without a key are identified by their content, also in a longer export")
  func keyless() throws {
    let wet = line("Diaper", ["[Diaper] Type": "Wet"], key: "")
    let dirty = line("Diaper", ["[Diaper] Type": "Dirty", "Start Date/time (Epoch)": "1582650000000"], key: "")
    let first = try importing(wet).entries
    let longer = try importing(dirty, wet).entries
    #expect(longer.map(\.content) == [.diaper(.dirty), .diaper(.wet)])
    #expect(first.map(\.id) == [longer[1].id])
  }

  @Test("a row's note has its column titles, if they look like ones people write", arguments: ["Diaper", "Other"])
  func longTitle(type: String) throws {
    let title = String(repeating: "t", count: 10_000)
    let file = """
      Type,Start Date/time,Start Date/time (Epoch),_activityKey,[Diaper] Type,\(title),[\(type)] \(title)
      \(type),,\(Self.epoch),k-1,Wet,x,y
      """
    let note = try #require(try BabyImportTests.importing(Array(file.utf8)).entries.first?.note)
    #expect(note.contains(String(repeating: "t", count: 200) + "…"))
    #expect(note.count < 500)
  }

  @Test("a row is identified by its key, also after an edit")
  func again() throws {
    let first = try entries("Diaper", ["[Diaper] Type": "Wet"])
    let edited = try entries("Diaper", ["[Diaper] Type": "Dirty", "Note": "oh"])
    #expect(first.map(\.id) == edited.map(\.id))
  }
}
