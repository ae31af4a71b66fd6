import BabyModel
import Testing

@testable import BabyImport

@Suite("An import")
struct ImportSessionTests {
  @Test("rows have a known format from the first one on")
  func sources() throws {
    let file = Array("\(header)\n12/13/2020 19:12,,,Sleep,,,Eva slept,,A\n".utf8)
    let other = Array("child_id,time,wet,solid\n1,2020-02-17 03:54:09,1,0\n".utf8)
    let rows = try importing(files: [file, other]).batch.rows
    #expect(rows.map(\.source) == ["babyconnect-csv", "babybuddy-csv"])
    let both = try importing(files: [other, other]).batch.rows
    #expect(both.map(\.place) == [ImportPlace(file: 1, line: 2), ImportPlace(file: 2, line: 2)])
  }

  @Test("recognizes the format by the header, in any chunks, with a byte order mark or without")
  func recognised() throws {
    for text in [header, "\u{feff}" + header + "\r\n", "\n" + header + " \n"] {
      for chunk in [1, 7, 1000] {
        #expect(try importing(Array(text.utf8), chunk: chunk).summary.format == .babyConnectCSV)
      }
    }
  }

  @Test("refuses a file with another header and shows it")
  func unknownHeader() {
    #expect(throws: BabyError.importFormatUnknown("id,start,end")) {
      try importing(Array("id,start,end\n1,2,3\n".utf8))
    }
    #expect(throws: BabyError.importFormatUnknown("id,start,end")) {
      try importing(Array("id,start,end\n".utf8), format: .babyConnectCSV)
    }
    #expect(throws: BabyError.importInvalid("The file is empty.")) { try importing([]) }
  }

  @Test(
    "names files that are not logs, and what helps",
    arguments: [
      ("%PDF-1.4\n1 0 obj", "PDF files cannot"), ("{\"a\": [1]}", "JSON, but not from a supported app"),
      ("<!DOCTYPE html><html><body>Log in</body></html>", "web page"), ("{\\rtf1 log}", "office document"),
      ("\u{feff}<?xml version=\"1.0\"?><Workbook/>", "XML"),
      ("GIF89a", "picture"), ("a\0b", "may be encrypted"),
    ])
  func others(text: String, said: String) {
    let error = #expect(throws: BabyError.self) { try importing(Array(text.utf8)) }
    guard case .importInvalid(let sentence)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sentence.contains(said), "\(sentence)")
  }

  @Test(
    "does the same for compressed files and pictures, by their first bytes",
    arguments: [
      ([0x1f, 0x8b, 8, 0], "archive"), ([0x50, 0x4b, 3], "UTF-8"), ([0xff, 0xd8, 0xff, 0xe0], "picture"),
      ([0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65], "picture"),
      ([0xd0, 0xcf, 0x11, 0xe0, 0xa1], "office document"),
    ] as [([UInt8], String)])
  func signatures(bytes: [UInt8], said: String) {
    let error = #expect(throws: BabyError.self) { try importing(bytes) }
    guard case .importInvalid(let sentence)? = error else {
      #expect(bytes.starts(with: [0x50]), "\(String(describing: error))")
      return
    }
    #expect(sentence.contains(said), "\(sentence)")
  }

  @Test("knows formats by their names")
  func names() throws {
    #expect(try ImportFormat(named: "babyconnect-csv") == .babyConnectCSV)
    #expect(throws: BabyError.self) { try ImportFormat(named: "xlsx") }
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

  @Test("keeps identical rows, each with its own id")
  func likes() throws {
    let row = "12/12/20 9:30 AM,,,Bottle,8,Formula,Eva drank 8 oz of formula,,A"
    let ids = try importing(rows: row, row, row).entries.map(\.id)
    #expect(Set(ids).count == 3)
    #expect(try importing(rows: row, row, row).entries.map(\.id) == ids)
    #expect(try importing(rows: row).entries.map(\.id) == [ids[0]])
  }

  @Test("makes version 5 ids as shown in RFC 9562")
  func version5() throws {
    let dns = try #require(EntryID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    let id: EntryID = derivedID(in: dns, name: "www.example.com")
    #expect(id.description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test("flags entries by two caregivers within 10 minutes, and keeps both")
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

  @Test("flags overlapping sleeps, also the longer one further back; touching is not overlapping")
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

  @Test("has one child if all rows are about it, regardless of the selected one")
  func onlyChild() {
    let children = [eva, tom].map { ImportTarget(child: $0, zone: losAngeles) }
    func only(_ names: [String], for named: ImportTarget? = nil) -> ChildID? {
      var decisions = ImportDecisions()
      let targets = ImportTargets(
        names.map { NamedChild(name: $0) }, choice: named, children: children, current: children[1], &decisions)
      return targets.only?.child.id
    }
    #expect(only([]) == tom.id)
    #expect(only(["Eva"]) == eva.id)
    #expect(only(["Eva", "Tom"]) == nil)
    #expect(only(["Leo"], for: children[0]) == eva.id)
  }
}
