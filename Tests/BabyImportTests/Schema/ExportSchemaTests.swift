import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyImport

@Suite("The schema of exports, docs/export-schema.json")
struct ExportSchemaTests {
  private static let file = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    .appending(path: "docs/export-schema.json")

  private func schema() throws -> JSONSchemaCheck {
    JSONSchemaCheck(document: try JSON(parsing: Array(Data(contentsOf: Self.file))))
  }

  @Test("matches what the program reads and writes; RECORD=1 records it again")
  func document() throws {
    let text = ExportSchema.document.pretty + "\n"
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == text)
  }

  /// An entry of every kind and choice, with all that can be said and with as little as can be.
  private static func entries() throws -> [Entry] {
    var entries: [Entry] = []
    for kind in EntryKind.allCases {
      let declaration = kind.declaration
      for variant in 0..<8 {
        let isFull = variant > 0
        let values = declaration.fields.map { field -> FieldValue? in
          guard isFull || field.isRequired else { return nil }
          return switch field.type {
          case .choice(let words): .choice(variant % words.count)
          case .quantity(let quantity): .quantity(7.25, unit: variant % quantity.units.count)
          case .seconds(let range): .seconds(range.lowerBound)
          case .count(let range): .count(range.upperBound)
          case .instant: .instant(now)
          case .text: .text("text \"\(variant)\"")
          }
        }
        let content = try #require(EntryContent(kind, values))
        var entry = Entry(
          id: EntryID(high: 1, low: UInt64(entries.count)), childID: eva.id, content: content,
          start: now - .hours(30 * entries.count), createdAt: now, updatedAt: now)
        if isFull || declaration.requiredNote != nil { entry.note = "note" }
        if isFull { (entry.author, entry.changedBy) = ("Anna", "Bert") }
        if isFull, declaration.longest != nil { entry.end = entry.start + .minutes(10) }
        if variant == 0 { entry.endUnknown = declaration.runsWithoutEnd }
        entries.append(entry)
        // One that runs.
        if variant == 0, declaration.runsWithoutEnd {
          entry.endUnknown = false
          entries.append(entry)
        }
      }
    }
    return entries
  }

  private static func export(_ entries: [Entry], anonymiser: Anonymiser? = nil) -> [UInt8] {
    var child = eva
    child.birthWeight = BodyWeight(7.25, .pounds)
    (child.dueDate, child.removedAt, child.sex, child.feedingStyle) = (child.born, now, .other, .both)
    var bare = eva
    bare.id = ChildID(high: 3, low: 3)
    let reminders = [ReminderSchedule.daily(.midnight), .every(.hours(8))].enumerated().map { index, schedule in
      CustomReminder(
        id: .init(high: 5, low: UInt64(index)), childID: child.id, name: "D", schedule: schedule, since: now)
    }
    var writer = ExportWriter(format: .json, anonymiser: anonymiser)
    writer.begin(
      Archive(
        children: [child, bare],
        settings: [
          ArchivedSetting(key: "units", value: "oz", childID: nil),
          ArchivedSetting(key: "day.start", value: "04:00", childID: child.id),
        ], reminders: reminders))
    for entry in entries { writer.add(entry, of: child, in: losAngeles) }
    writer.add(
      UnknownEntry(
        id: EntryID(high: 9, low: 9), word: "toys",
        json: "{\"id\":\"\(EntryID(high: 9, low: 9))\",\"childId\":\"\(child.id)\",\"kind\":\"toys\",\"duck\":[1]}"))
    writer.end()
    return writer.bytes
  }

  @Test("fits exports: every kind with everything and with nothing, settings, reminders, unknown kinds")
  func exports() throws {
    let schema = try schema()
    let entries = try Self.entries()
    let file = try JSON(parsing: Self.export(entries))
    #expect(file["entries"]?.arrayValue?.count == entries.count + 1)
    #expect(schema.complaints(about: file) == [])
    let anonymous = Self.export(entries, anonymiser: Anonymiser(key: Array(repeating: 1, count: 16), weeks: 9))
    #expect(schema.complaints(about: try JSON(parsing: anonymous)) == [])
  }

  @Test("fits the export of a real log")
  func realExport() throws {
    let log = try importing(try realLog(), format: .babyConnectCSV).entries
    // Every tenth: each is held against the kinds one after the other.
    let some = log.indices.filter { $0.isMultiple(of: 10) }.map { log[$0] }
    #expect(some.count > 400)
    #expect(try schema().complaints(about: try JSON(parsing: Self.export(some))) == [])
  }

  @Test(
    "fits nothing else",
    arguments: [
      ("\"version\":1", "\"version\":2"), ("\"kind\":\"sleep\"", "\"kind\":\"sleep\",\"amount\":5"),
      ("\"unit\":\"kg\"", "\"unit\":\"stone\""), ("\"amountMl\":7.25,", ""), ("\"born\":\"", "\"born\":\"0"),
      ("\"note\":\"note\",", "\"note\":5,"), ("\"doseNumber\":20", "\"doseNumber\":21"),
      ("\"daily\":\"", "\"dayly\":\""),
      ("\"reminders\":[", "\"alarms\":["), ("\"kind\":\"feeding\"", "\"kind\":5"),
    ])
  func others(found: String, replaced: String) throws {
    let text = String(decoding: Self.export(try Self.entries()), as: UTF8.self)
    #expect(text.contains(found))
    let changed = text.replacing(found, with: replaced, maxReplacements: 1)
    #expect(try !schema().complaints(about: try JSON(parsing: Array(changed.utf8))).isEmpty)
  }
}
