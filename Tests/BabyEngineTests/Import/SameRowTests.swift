import BabyImport
import BabyModel
import BabyStore
import Testing

@testable import BabyEngine

@Suite("A row of an import that is already in the log")
struct SameRowTests {
  @Test("is unchanged, and its entry knows its import")
  func unchanged() async throws {
    let family = try await ImportedFamily()
    let rows = [family.row(1), family.row(2, .sleep, at: 60, for: 30, note: "in the car")]
    let first = try await family.merge(rows)
    #expect(Counts(first) == ["added": 2] && first.step != nil)
    let origin = try #require(try await family.origin(1))
    #expect(origin.format == "huckleberry-csv" && origin.importedAt == noon && origin.digest != nil)
    family.machine.pass(.hours(1))
    let again = try await family.merge(rows)
    #expect(Counts(again) == ["unchanged": 2] && again.step == nil)
    #expect(try await family.origin(1) == origin)
  }

  @Test("is recognized by a former id, which the entry keeps")
  func former() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1)])
    #expect(Counts(try await family.merge([family.row(2, formerly: [7, 1])])) == ["unchanged": 1])
    #expect(Counts(try await family.merge([family.row(2, .diaper(.both), formerly: [7, 1])])) == ["updated": 1])
    #expect(try await family.entries().map(\.id) == [EntryID(high: 8, low: 1)])
    #expect(try await family.entry(1)?.content == .diaper(.both))
  }

  @Test("with changes only in the file updates the entry, as a part of the import's step")
  func updated() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1), family.row(2, at: 60)])
    let entry = try await family.entry(1)
    family.machine.pass(.hours(1))
    let merged = try await family.merge([family.row(1, .diaper(.dirty)), family.row(2, at: 60), family.row(3, at: 90)])
    #expect(Counts(merged) == ["added": 1, "unchanged": 1, "updated": 1])
    #expect(try await family.entry(1)?.content == .diaper(.dirty))
    #expect(try await family.entry(1)?.createdAt == entry?.createdAt)
    #expect(try await family.origin(1)?.importedAt == noon + .hours(1))
    #expect(Counts(try await family.merge([family.row(1, .diaper(.dirty))])) == ["unchanged": 1])
    try await family.undo()
    #expect(try await family.entry(1)?.content == .diaper(.wet))
    #expect(try await family.entry(3)?.deletedAt != nil)
    // As if that import had never been: done again, it does the same.
    #expect(Counts(try await family.merge([family.row(1), family.row(2, at: 60)])) == ["unchanged": 2])
    #expect(Counts(try await family.merge([family.row(1, .diaper(.dirty))])) == ["updated": 1])
  }

  @Test(
    "with a bottle's content in its note, as in earlier versions, gets the field and is not added again")
  func bottleContent() async throws {
    let family = try await ImportedFamily()
    let (before, after) = (Feeding(method: .bottle), Feeding(method: .bottle, content: .formula))
    try await family.merge([family.row(1, .feeding(before), note: "Formula"), family.row(2, .feeding(before), at: 60)])
    #expect(
      Counts(try await family.merge([family.row(1, .feeding(after)), family.row(2, .feeding(before), at: 60)]))
        == ["updated": 1, "unchanged": 1])
    #expect(try await family.entries().count == 2)
    let entry = try await family.entry(1)
    #expect(entry?.content == .feeding(after) && entry?.note == nil)
  }

  @Test("that was edited here stays, unless the file still has the same or equals the edit")
  func editedHere() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1)])
    try await family.edit(1) { $0.note = "a lot" }
    #expect(Counts(try await family.merge([family.row(1)])) == ["unchanged": 1])
    let merged = try await family.merge([family.row(1, .diaper(.dirty))])
    #expect(Counts(merged) == ["edited": 1] && merged.editedHere == [ImportPlace(file: 1, line: 2)])
    #expect(merged.step == nil)
    #expect(try await family.entry(1)?.note == "a lot")
    #expect(Counts(try await family.merge([family.row(1, note: "a lot")])) == ["unchanged": 1])
    // From then on it is as it was imported.
    #expect(Counts(try await family.merge([family.row(1, .diaper(.both), note: "a lot")])) == ["updated": 1])
  }

  @Test("that has become another kind keeps its kind, and is listed")
  func otherKind() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1)])
    #expect(Counts(try await family.merge([family.row(1, .sleep, for: 30)])) == ["edited": 1])
    #expect(try await family.entry(1)?.content == .diaper(.wet))
  }

  @Test("that was edited here and back is unchanged")
  func editedBack() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1)])
    try await family.edit(1) { $0.note = "a lot" }
    try await family.edit(1) { $0.note = nil }
    #expect(Counts(try await family.merge([family.row(1, .diaper(.dirty))])) == ["updated": 1])
  }

  @Test("that was deleted here stays deleted; after an undone import it returns, with the file's values")
  func deleted() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1), family.row(2, at: 60)])
    try await family.machine.change { _ = try $0.delete(EntryID(high: 8, low: 1)) }
    let rows = [family.row(1, .diaper(.dirty)), family.row(2, at: 60)]
    #expect(Counts(try await family.merge(rows)) == ["unchanged": 2])
    #expect(try await family.entry(1)?.deletedAt != nil)

    let other = try await ImportedFamily()
    try await other.merge([other.row(1), other.row(2, at: 60)])
    try await other.undo()
    #expect(try await other.entries().isEmpty)
    #expect(Counts(try await other.merge([other.row(1, .diaper(.dirty)), other.row(2, at: 61)])) == ["added": 2])
    #expect(try await other.entry(1)?.content == .diaper(.dirty))
    #expect(try await other.entries().count == 2)
    #expect(Counts(try await other.merge([other.row(1, .diaper(.dirty)), other.row(2, at: 61)])) == ["unchanged": 2])
    try await other.undo()
    #expect(try await other.entries().isEmpty)
  }

  @Test("from an earlier version is recognized if it is equal, and stays if it is not")
  func withoutOrigin() async throws {
    let family = try await ImportedFamily()
    let rows = [family.row(1), family.row(2, at: 60)]
    try await family.machine.change { transaction in for row in rows { try transaction.insert(row.entry) } }
    let merged = try await family.merge([family.row(1), family.row(2, .diaper(.dirty), at: 60)])
    #expect(Counts(merged) == ["unchanged": 1, "edited": 1] && merged.step == nil)
    #expect(try await family.origin(1)?.format == "huckleberry-csv")
    #expect(try await family.origin(2) == nil)
    #expect(Counts(try await family.merge([family.row(1, .diaper(.both))])) == ["updated": 1])
  }

  @Test("in this program's own file may have been logged here: it does not count as imported")
  func own() async throws {
    let family = try await ImportedFamily()
    let logged = family.row(1)
    try await family.machine.change { try $0.insert(logged.entry) }
    let merged = try await family.merge([logged, family.row(2, at: 60)], from: "babybasics-json")
    #expect(Counts(merged) == ["added": 1, "unchanged": 1])
    #expect(try await family.origin(1) == nil)
    #expect(try await family.origin(2)?.format == "babybasics-json")
  }

  @Test("twice in one import is one entry, in one batch or two, with the last values")
  func twice() async throws {
    for isDryRun in [true, false] {
      let family = try await ImportedFamily()
      let rows = [family.row(1), family.row(1), family.row(1, .diaper(.dirty))]
      #expect(Counts(try await family.merge(rows, isDryRun: isDryRun)) == ["added": 1, "unchanged": 1, "updated": 1])
      let batches = [family.row(2, at: 60)]
      let merged = try await family.merge(batches, batches, [family.row(2, note: "x")], isDryRun: isDryRun)
      #expect(Counts(merged) == ["added": 1, "unchanged": 1, "updated": 1])
    }
  }

  @Test("keeps its author, which may be missing in the file")
  func author() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1)])
    try await family.edit(1) { $0.author = "Anna" }
    #expect(Counts(try await family.merge([family.row(1, .diaper(.dirty))])) == ["updated": 1])
    #expect(try await family.entry(1)?.author == "Anna")
  }

  @Test("edited here is counted, and the first hundred of them are listed")
  func many() async throws {
    let family = try await ImportedFamily()
    let rows = (1...250).map { family.row($0, at: Int($0)) }
    try await family.machine.change { transaction in
      for row in rows {
        var entry = row.entry
        entry.note = "edited"
        try transaction.insert(entry)
      }
    }
    let merged = try await family.merge(Array(rows[..<90]), Array(rows[90...]))
    #expect(merged.editedHereCount == 250 && merged.editedHere.map(\.line) == Array(2...101))
  }
}
