import BabyModel
import Testing

@testable import BabyImport

@Suite("An import")
struct ImportSessionTests {
  @Test("recognises the format by the header, in any chunks, with a byte order mark or without")
  func recognised() throws {
    for text in [header, "\u{feff}" + header + "\r\n", "\n" + header + " \n"] {
      for chunk in [1, 7, 1000] {
        #expect(try importing(Array(text.utf8), chunk: chunk).summary.format == .babyConnectCSV)
      }
    }
  }

  @Test("refuses a file with another header and shows what stands there")
  func unknownHeader() {
    #expect(throws: BabyError.importFormatUnknown("id,start,end")) {
      try importing(Array("id,start,end\n1,2,3\n".utf8))
    }
    #expect(throws: BabyError.importFormatUnknown("id,start,end")) {
      try importing(Array("id,start,end\n".utf8), format: .babyConnectCSV)
    }
    #expect(throws: BabyError.importFormatUnknown("a first line that is not UTF-8 text")) {
      try importing([0xff, 0xfe, 0x44, 0x00, 0x0a])
    }
    #expect(throws: BabyError.importFormatUnknown("an empty file")) { try importing([]) }
  }

  @Test("knows formats by their names")
  func names() throws {
    #expect(try ImportFormat(named: "babyconnect-csv") == .babyConnectCSV)
    #expect(throws: BabyError.importFormatUnknown("xlsx")) { try ImportFormat(named: "xlsx") }
  }

  @Test("gives a row the same id each time, and another child's row another id")
  func stableIDs() throws {
    let row = "12/12/20 9:30 AM,,,Bottle,8,Formula,Eva drank 8 oz of formula,,A"
    let id = try importing(rows: row).entries.map(\.id)
    #expect(try importing(rows: row).entries.map(\.id) == id)
    #expect(try importing(rows: "\(row)  ", "", "").entries.map(\.id) == id)
    var sibling = eva
    sibling.id = ChildID(high: 1, low: 2)
    #expect(try importing(rows: row, child: sibling).entries.map(\.id) != id)
  }

  @Test("keeps rows that are alike in every field, each with an id of its own")
  func likes() throws {
    let row = "12/12/20 9:30 AM,,,Bottle,8,Formula,Eva drank 8 oz of formula,,A"
    let ids = try importing(rows: row, row, row).entries.map(\.id)
    #expect(Set(ids).count == 3)
    #expect(try importing(rows: row, row, row).entries.map(\.id) == ids)
    #expect(try importing(rows: row).entries.map(\.id) == [ids[0]])
  }

  @Test("makes version 5 ids as RFC 9562 shows them")
  func version5() throws {
    let dns = try #require(EntryID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    let id: EntryID = derivedID(in: dns, name: "www.example.com")
    #expect(id.description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test("flags what two caregivers logged within 10 minutes, and keeps both")
  func nearDuplicates() throws {
    let result = try importing(
      rows: "6/1/20 1:10 PM,,,Bottle,4,,Eva drank 4 oz of milk,,U",
      "6/1/20 1:00 PM,,,Bottle,4,,Eva drank 4 oz of milk,,A",
      "6/1/20 1:05 PM,,,Nursing,,,Eva nursed,,U",
      "6/1/20 3:00 PM,,,Bottle,4,,Eva drank 4 oz of milk,,A",
      "6/1/20 3:11 PM,,,Bottle,4,,Eva drank 4 oz of milk,,U",
      "6/1/20 5:00 PM,,,Bottle,4,,Eva drank 4 oz of milk,,A",
      "6/1/20 5:05 PM,,,Bottle,4,,Eva drank 4 oz of milk,,A")
    #expect(result.entries.count == 7)
    #expect(
      result.summary.flaggedRows == [
        ImportRemark(line: 2, reason: "is by another caregiver and starts within 10 minutes of line 3")
      ])
  }

  @Test("flags sleeps that overlap, also the longer one further back; touching is not overlapping")
  func overlaps() throws {
    let result = try importing(
      rows: "6/1/20 1:00 PM,6/1/20 4:00 PM,180,Sleep,,,Eva slept,,A",
      "6/1/20 1:30 PM,6/1/20 2:00 PM,30,Sleep,,,Eva slept,,A",
      "6/1/20 3:00 PM,6/1/20 5:00 PM,120,Sleep,,,Eva slept,,A",
      "6/1/20 5:00 PM,6/1/20 6:00 PM,60,Sleep,,,Eva slept,,A",
      "6/1/20 5:30 PM,6/1/20 5:40 PM,10,Nursing,,,Eva nursed (10m left),,A")
    #expect(result.summary.flags == [.overlap: 2])
    #expect(
      result.summary.flaggedRows == [
        ImportRemark(line: 3, reason: "overlaps line 2"), ImportRemark(line: 4, reason: "overlaps line 2"),
      ])
  }

  @Test("flags minutes that differ from the times by more than one, and keeps the times")
  func differingMinutes() throws {
    let result = try importing(
      rows: "4/6/20 2:18 PM,4/6/20 3:35 PM,54,Sleep,,,Eva slept (54m),,A",
      "4/7/20 2:18 PM,4/7/20 3:35 PM,78,Sleep,,,Eva slept (1h18m),,A")
    #expect(result.entries.map { $0.duration?.wholeMinutes } == [77, 77])
    #expect(result.summary.flags == [.durationDiffers: 1])
    #expect(result.summary.flaggedRows.map(\.line) == [2])
  }

  @Test("lists at most 100 bad rows and counts them all")
  func manyBadRows() throws {
    let rows = String(repeating: "nonsense\n", count: 250)
    let summary = try importing(Array("\(header)\n\(rows)".utf8)).summary
    #expect(summary.rows == 250)
    #expect(summary.badRowCount == 250)
    #expect(summary.badRows.map(\.line) == Array(2...101))
  }
}
