import BabyModel
import Testing

@testable import BabyImport

@Suite("A real baby's year")
struct RealLogTests {
  private let entries: [Entry]
  private let summary: ImportSummary

  init() throws { (entries, summary) = try importing(realLog()) }

  @Test("is read completely")
  func whole() {
    #expect(summary.format == .babyConnectCSV)
    #expect(summary.rows == 4207)
    #expect(entries.count == 4207)
    #expect(summary.badRowCount == 0)
    #expect(
      summary.kinds == [
        .sleep: 1859, .feeding: 2317, .tummyTime: 1, .note: 7, .declared(.food): 4, .declared(.head): 5,
        .declared(.length): 6, .declared(.milestone): 2, .declared(.weight): 6,
      ])
    #expect(count { $0.method == .bottle } == 1331)
    #expect(count { $0.method == .breast } == 986)
    #expect(summary.keptAsNotes == ["Doctor Visit": 1, "Solid": 6])
    #expect(summary.first == instant("2019-12-20T08:05:00Z"))
    #expect(summary.last == instant("2020-12-13T03:47:00Z"))
  }

  @Test("has an amount in every bottle and a side in all but seven nursings")
  func feedings() {
    #expect(count { $0.method == .bottle && $0.amount?.unit == .ounces } == 1331)
    #expect(count { $0.method == .breast && $0.startedSide == nil } == 7)
    #expect(count { $0.breasts == .both && $0.startedSide == .left } == 222)
    #expect(count { $0.breasts == .both && $0.startedSide == .right } == 247)
  }

  @Test("has bottles without an end, and one sleep, which is not running")
  func withoutEnd() {
    let open = entries.filter { $0.end == nil }
    #expect(
      open.count { if case .feeding(let feeding) = $0.content { feeding.method == .bottle } else { false } } == 432)
    #expect(open.count { $0.kind == .sleep } == 1)
    #expect(open.count { $0.endUnknown } == 1)
    #expect(entries.count(where: \.isRunning) == 0)
  }

  @Test("has food, measurements and milestones as entries of their kinds")
  func otherKinds() throws {
    func content(_ kind: KindDeclaration, _ fields: FieldInputs.Field...) throws -> EntryContent {
      try EntryContent(.declared(kind), fields: FieldInputs(fields))
    }
    func all(_ kind: KindDeclaration) -> [Entry] { entries.filter { $0.kind == .declared(kind) } }
    #expect(
      all(.milestone).map(\.content) == [
        try content(.milestone, .init("title", .word("Started Formula"))),
        try content(.milestone, .init("title", .word("Giggled"))),
      ])
    #expect(
      all(.length)[2].content == (try content(.length, .init("value", .number(26.8)), .init("unit", .word("in")))))
    #expect(
      all(.food).map(\.note) == ["5 tsp · Squash", "4 tsp · Spinach", "4 tsp · Squash", "2 tsp · Squash"])
    #expect(
      all(.food).filter { $0.note == "4 tsp · Spinach" }.map { KindDeclaration.foods(in: $0.content) } == [["veggies"]])
  }

  /// What became a note before, known by all that its row says, is the same entry.
  @Test("has the ids from when these were notes")
  func formerIDs() throws {
    let (batch, _, _) = try importing(files: [try realLog()])
    let first = try #require(batch.rows.first { $0.entry.kind == .declared(.length) })
    var identities = RowIdentities(childID: eva.id)
    #expect(
      first.formerIDs == [
        identities.next(for: ["11/13/20 11:03 AM", "", "", "Height", "30", "inch", "Eva's height: 30 in", "", "A"])
      ])
  }

  @Test("counts doubtful entries and keeps them")
  func flags() {
    // Three of the overlaps are sleeps, two are nursing and one a bottle. Where feeds had pauses the log holds them.
    #expect(
      summary.flags == [
        .endMissing: 1, .nearDuplicate: 5, .overlap: 6, .durationDiffers: 2,
      ])
    let remarks = summary.flaggedRows.map { "\($0.line) \($0.reason)" }
    #expect(
      remarks == [
        "4206 has no end",
        "2031 is by another caregiver and starts within 10 minutes of line 2030",
        "2202 is by another caregiver and starts within 10 minutes of line 2203",
        "3969 is by another caregiver and starts within 10 minutes of line 3968",
        "4141 is by another caregiver and starts within 10 minutes of line 4143",
        "4153 is by another caregiver and starts within 10 minutes of line 4151",
        "2031 overlaps line 2030",
        "2712 overlaps line 2713",
        "3673 overlaps line 3674",
        "3969 overlaps line 3968",
        "4150 overlaps line 4152",
        "4153 overlaps line 4151",
        "2486 has minutes that differ from its times; the times were kept",
        "3541 has minutes that differ from its times; the times were kept",
      ])
    #expect(summary.flaggedRows.count == 1 + 5 + 6 + 2)
  }

  @Test("has the right durations on nights when clocks changed")
  func daylightSaving() throws {
    let spring = try #require(entries.first { $0.start == instant("2020-03-08T06:56:00Z") })
    #expect(spring.duration?.wholeMinutes == 479)
    let autumn = try #require(entries.first { $0.start == instant("2020-11-01T03:02:00Z") })
    // The row says 356 minutes: its clock times leave the seconds out.
    #expect(autumn.duration?.wholeMinutes == 357)
    let bottle = try #require(entries.first { $0.start == instant("2020-11-01T10:05:00Z") })
    #expect(bottle.kind == .feeding)
    #expect(try (bottle.start - #require(autumn.end)).wholeMinutes == 66)
    #expect(summary.flags[.ambiguousTime] == nil)
  }

  @Test("has an id for each row, and the same ones in any chunks and without carriage returns")
  func ids() throws {
    #expect(Set(entries.map(\.id)).count == 4207)
    #expect(try importing(realLog(), chunk: 1) == (entries, summary))
    #expect(try importing(realLog().filter { $0 != UInt8(ascii: "\r") }, chunk: 997) == (entries, summary))
  }

  @Test("loses only the damaged lines of a damaged copy")
  func spoiled() throws {
    var lines = try realLog().split(separator: UInt8(ascii: "\n")).map { Array($0) }
    let spoils: [(line: Int, bytes: [UInt8], reason: String)] = [
      (2, Array("short,row".utf8), "has a value that cannot be read in the column “Date and Time”"),
      (100, Array("12/12/20 7:47 PM,,,Sleep,,,\"Eva slept,,A".utf8), "has a quotation mark that is not closed"),
      (150, Array("12/12/20 7:47 PM,,,Sleep,,,Eva \"slept\",,A".utf8), "has a quotation mark in the wrong place"),
      (1000, Array("12/12/20 7:47 PM,,,Sleep,,,Eva ".utf8) + [0x81] + Array(",,A".utf8), "is not UTF-8 text"),
      (2000, Array(repeating: UInt8(ascii: "x"), count: 140_000), "is longer than 128 KiB"),
      (
        3000, Array("31/31/20 7:47 PM,,,Sleep,,,,,A".utf8),
        "has a value that cannot be read in the column “Date and Time”"
      ),
      (4215, Array("12/12/20 7:47 PM,,,Sleep,,,\"".utf8), "has a quotation mark that is not closed"),
    ]
    for spoil in spoils { lines.insert(spoil.bytes, at: spoil.line - 1) }
    let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    let result = try importing(bytes, chunk: 10_000)
    #expect(result.entries == entries)
    #expect(result.summary.rows == 4207 + spoils.count)
    #expect(result.summary.badRows == spoils.map { ImportRemark(line: $0.line, reason: $0.reason) })
  }

  private func count(_ isWanted: (Feeding) -> Bool) -> Int {
    entries.count { entry in
      guard case .feeding(let feeding) = entry.content else { return false }
      return isWanted(feeding)
    }
  }
}
