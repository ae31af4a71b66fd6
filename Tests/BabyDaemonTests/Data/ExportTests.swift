import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Testing

@testable import BabyDaemon

@Suite("Exporting a log")
struct ExportTests {
  @Test("an export that is imported into an empty database is exported again byte for byte", arguments: 1...8)
  func roundTrip(seed: UInt64) async throws {
    let first = try await TestDaemon()
    let family = try await RandomLog(seed: seed).write(to: first)
    let file = try await first.exported()
    let second = try await TestDaemon(at: first.clock.now)
    let answer = try await second.importing(file)
    #expect(answer.added == family.entries)
    #expect(answer.summary?.badRows == [])
    #expect(try await second.exported() == file)
    // And once more into the same: nothing is new.
    let seq = try await second.store.read { try $0.lastSeq() }
    #expect(try await second.importing(file).added == 0)
    #expect(try await second.store.read { try $0.lastSeq() } == seq)
  }

  @Test("the table of a child, imported for a child of that name elsewhere, is the same table again", arguments: 1...8)
  func tableRoundTrip(seed: UInt64) async throws {
    let first = try await TestDaemon()
    try await RandomLog(seed: seed).write(to: first)
    for record in try await first.call(ChildList.self, .init()).children where record.child.removedAt == nil {
      let child = record.child
      let table = try await first.exported(.csv, child: child.id.description)
      let second = try await TestDaemon(at: first.clock.now)
      _ = try await second.call(ChildAdd.self, .init(name: child.name, born: child.born, zone: child.zone))
      let answer = try await second.importing(table)
      #expect(answer.summary?.badRows == [])
      #expect(answer.added > 0 && answer.added == answer.rows)
      #expect(try await second.exported(.csv) == table)
      #expect(try await second.importing(table).added == 0)
    }
  }

  @Test("the file is the state at the start of the export, and its parts end with a whole record")
  func parts() async throws {
    let daemon = try await TestDaemon()
    try await RandomLog(seed: 1, entries: 2_000).write(to: daemon)
    let whole = try await daemon.exported(.csv)
    var part = try await daemon.call(DataExport.self, .init(format: .csv))
    let first = part.text
    #expect(!part.isEnd)
    #expect(first.utf8.count < 300_000)
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet)))
    var text = first
    while !part.isEnd {
      #expect(part.text.hasSuffix("\r\n"))
      part = try await daemon.call(DataExport.self, .init(next: true))
      text += part.text
    }
    #expect(text == whole)
    #expect(try await daemon.exported(.csv) != whole)
  }

  @Test("a table has the offset of its day, the unit of its number, and the quotes of RFC 4180")
  func table() async throws {
    let daemon = try await TestDaemon(at: Instant(milliseconds: 1_604_300_000_000))
    _ = try await daemon.call(
      ChildAdd.self, .init(name: "Eva, the \"first\"", born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles"))
    // Both sides of the hour that clocks showed twice.
    _ = try await daemon.call(
      EntryLog.self,
      .init(
        entry: .feeding(method: .bottle, amount: 4.5, unit: .ounces, content: .formula), note: "spat up,\n\"a little\"",
        time: .init(at: "2020-11-01T08:30:00Z")))
    _ = try await daemon.call(
      EntryLog.self, .init(entry: .sleep, time: .init(from: "2020-11-01T08:45:00Z", to: "2020-11-01T09:30:00Z")))
    _ = try await daemon.call(TimerStart.self, .init(timer: .sleep, at: "2020-11-02T06:00:00Z"))
    let table = try await daemon.exported(.csv)
    let lines = table.components(separatedBy: "\r\n")
    #expect(lines.count == 5)
    #expect(
      lines[0]
        == "id,child,kind,type,start,end,minutes,state,startedSide,breasts,amount,unit,note,author,leftSeconds,rightSeconds,"
        + "name,doseNumber,site,reaction,allergens,intervalSeconds,mostPerDay,startDate,startTime,endDate,endTime,"
        + "timedSide,timedSince,pausedSince,content,startLocal,endLocal"
    )
    #expect(
      lines[1].dropFirst(37)
        == "\"Eva, the \"\"first\"\"\",feeding,bottle,2020-11-01T01:30:00.000-07:00,,,,,,4.5,oz,"
        + "\"spat up,\n\"\"a little\"\"\",,,,,,,,,,,2020-11-01,01:30:00,,,,,,formula,2020-11-01T01:30:00,")
    #expect(
      lines[2].hasSuffix(
        ",sleep,,2020-11-01T01:45:00.000-07:00,2020-11-01T01:30:00.000-08:00,45,,,,,,,,,,,,,,,,,"
          + "2020-11-01,01:45:00,2020-11-01,01:30:00,,,,,2020-11-01T01:45:00,2020-11-01T01:30:00"))
    #expect(
      lines[3].hasSuffix(
        ",sleep,,2020-11-01T22:00:00.000-08:00,,,running,,,,,,,,,,,,,,,,2020-11-01,22:00:00,,,,,,,"
          + "2020-11-01T22:00:00,"))
  }

  @Test("one child's file has only its entries; deleted entries are in no file")
  func selection() async throws {
    let daemon = try await TestDaemon()
    for name in ["Eva", "Max"] {
      _ = try await daemon.call(ChildAdd.self, .init(name: name, born: LocalDate(dayNumber: 18_300), zone: "UTC"))
      _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "about \(name)"))
    }
    _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "a secret"))
    _ = try await daemon.call(EntryDelete.self, .init(id: "last"))
    let eva = try await daemon.exported(child: "Eva")
    #expect(eva.contains("about Eva"))
    #expect(!eva.contains("Max"))
    let all = try await daemon.exported()
    #expect(all.contains("about Max"))
    #expect(!all.contains("a secret"))
  }

  @Test(
    "an entry of an unknown kind is unchanged in a JSON file, and is reported in either format",
    arguments: [1, 400])
  func unknownKinds(count: Int) async throws {
    let daemon = try await TestDaemon()
    let eva = try await daemon.call(
      ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_300), zone: "UTC"))
    let other = ChildID(high: 7, low: 7)
    _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "about Eva"))
    func unknown(_ number: Int, of child: ChildID, isDeleted: Bool = false) -> UnknownEntry {
      let id = EntryID(high: 9, low: UInt64(number))
      let end = isDeleted ? ",\"deletedAt\":\"2026-11-21T12:00:00.000Z\"" : ""
      let story = String(repeating: "x", count: 1_000)
      let json =
        "{\"id\":\"\(id)\",\"childId\":\"\(child)\",\"kind\":\"bath\",\"toys\":[\"duck\"],\"story\":\"\(story)\"\(end)}"
      return UnknownEntry(id: id, word: "bath", json: json, isDeleted: isDeleted)
    }
    let baths = (1...count).map { unknown($0, of: eva.child.child.id) }
    let others = [unknown(1_001, of: other), unknown(1_002, of: eva.child.child.id, isDeleted: true)]
    _ = try await daemon.store.write(WriteContext(uid: 0, client: "test", at: daemon.clock.now)) { transaction in
      for bath in baths + others { _ = try transaction.keep(bath) }
    }
    let file = try await daemon.exported()
    let entries = try JSON(parsing: file.utf8)["entries"]?.arrayValue ?? []
    #expect(entries.dropFirst().map(\.text) == baths.map(\.json))
    var answer = try await daemon.call(DataExport.self, .init(format: .json))
    while !answer.isEnd { answer = try await daemon.call(DataExport.self, .init(next: true)) }
    #expect(answer.entries == count + 1 && answer.unknownKinds == count)
    let table = try await daemon.exported(.csv)
    #expect(table.components(separatedBy: "\r\n").count == 3)
    #expect(try await daemon.call(TimelineList.self, .init()).unknownKinds == count)
    #expect(try await daemon.call(TimelineList.self, .init(kinds: [.note])).unknownKinds == nil)
    #expect(try await !daemon.exported(anonymised: true).contains("duck"))
    let read = try await TestDaemon(at: daemon.clock.now).importing(file)
    #expect(read.added == 1 && read.summary?.badRowCount == count)
    #expect(read.summary?.badRows.first?.reason == "is of a kind that this version does not know")
  }

  @Test("an anonymised export does not identify the family, and can be imported", arguments: 1...4)
  func anonymised(seed: UInt64) async throws {
    let daemon = try await TestDaemon()
    let family = try await RandomLog(seed: seed).write(to: daemon)
    let file = try await daemon.exported(anonymised: true)
    for secret in ["Eva", "Max", "Zo", "Anna", "quoted", "Vitamin D", "Los_Angeles", "Berlin", "Kathmandu", "units"] {
      #expect(!file.contains(secret))
    }
    let table = try await daemon.exported(.csv, anonymised: true)
    for secret in ["Eva", "Anna", "quoted", "-07:00"] { #expect(!table.contains(secret)) }
    let answer = try await TestDaemon(at: daemon.clock.now).importing(file)
    #expect(answer.added == family.entries)
    #expect(answer.summary?.badRows == [])
    #expect(try await daemon.exported(anonymised: true) != file)
  }

  @Test("Baby Buddy's tables are separate files, in the person's units")
  func babyBuddy() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_300), zone: "UTC"))
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet)))
    _ = try await daemon.call(TimerStart.self, .init(timer: .sleep))
    let diapers = try await daemon.call(DataExport.self, .init(format: .babyBuddyCSV, table: .diaperChanges))
    #expect(diapers.format == .babyBuddyCSV && diapers.entries == 1 && diapers.leftOut == 1 && diapers.isEnd)
    #expect(diapers.units == ["ml", "kg", "cm", "celsius"])
    #expect(diapers.text.hasPrefix("child_id,child_first_name,") && diapers.text.hasSuffix(",1,0,,,\r\n"))
    let children = try await daemon.call(DataExport.self, .init(format: .babyBuddyCSV, table: .children))
    #expect(children.text.hasSuffix("\r\n1,Eva,,2020-02-08,\r\n"))
    let wrong: [DataExport.Params] = [
      .init(format: .babyBuddyCSV), .init(format: .csv, table: .sleep), .init(table: .sleep),
      .init(format: .babyBuddyCSV, table: .sleep, anonymise: true), .init(table: .sleep, next: true),
    ]
    for params in wrong {
      await #expect(throws: (any Error).self) { try await daemon.call(DataExport.self, params) }
    }
  }

  @Test("a real log, imported and exported, equals the file")
  func realLog() async throws {
    let daemon = try await TestDaemon(at: Instant(milliseconds: 1_609_459_200_000))
    _ = try await daemon.call(
      ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles"))
    let log = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "BabyImportTests/Fixtures/eva_babyconnect.csv")
    try await daemon.importing(String(contentsOf: log, encoding: .utf8))
    let table = try await daemon.exported(.csv)
    #expect(table.components(separatedBy: "\r\n").count == 1 + 4207 + 1)
    // The night in which clocks went back, and a bottle in ounces.
    #expect(table.contains(",sleep,,2020-10-31T20:02:00.000-07:00,2020-11-01T00:59:00.000-08:00,357,") == false)
    let file = try await daemon.exported()
    let other = try await TestDaemon(at: daemon.clock.now)
    #expect(try await other.importing(file).added == 4207)
    #expect(try await other.exported(.csv) == table)
  }
}

extension TestDaemon {
  /// The whole file.
  func exported(
    _ format: ExportFormatWord = .json, child: String? = nil, anonymised: Bool = false
  ) async throws -> String {
    var answer = try await call(DataExport.self, .init(format: format, childID: child, anonymise: anonymised))
    var text = answer.text
    while !answer.isEnd {
      answer = try await call(DataExport.self, .init(next: true))
      text += answer.text
    }
    return text
  }

  /// Imports a file in chunks, and answers the last one's answer.
  @discardableResult
  func importing(_ text: String, format: String? = nil) async throws -> DataImport.Answer {
    var answer = try await call(DataImport.self, .init(format: format))
    let bytes = Data(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 50_000) {
      let chunk = bytes[start..<min(start + 50_000, bytes.count)].base64EncodedString()
      answer = try await call(
        DataImport.self, .init(importID: answer.importID, chunk: chunk, end: start + 50_000 >= bytes.count))
    }
    return answer
  }
}
