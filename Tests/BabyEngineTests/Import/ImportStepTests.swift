import BabyImport
import BabyImport
import BabyModel
import BabyStore
import Testing

@testable import BabyEngine

@Suite("An import as one step")
struct ImportStepTests {
  /// Rows of all sorts, in their order of time.
  private func rows(_ family: ImportedFamily, _ count: UInt64) -> [ImportedRow] {
    (1...count).map { number in
      let content: EntryContent =
        switch number % 3 {
        case 0: .diaper(.wet)
        case 1: .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters)))
        default: .sleep
        }
      return family.row(number, content, at: -Int(number) * 50, for: number % 3 == 2 ? 20 : nil, note: "row \(number)")
    }
  }

  private func export(_ family: ImportedFamily) throws -> [UInt8] {
    var reader = try ExportReader(
      of: nil, by: Caller(uid: SyncedMachine.uid, client: "test"), engine: family.machine.engine)
    var writer = ExportWriter(format: .json)
    writer.begin(reader.archive)
    while !reader.isAtEnd {
      for section in try reader.next() {
        for entry in section.entries { writer.add(entry, of: section.child, in: section.zone) }
      }
    }
    writer.end()
    return writer.bytes
  }

  @Test("is undone as a whole, and the log is restored byte by byte")
  func undone() async throws {
    let family = try await ImportedFamily()
    let logged = family.row(9_000_001, .diaper(.both), at: 30)
    try await family.machine.change { try $0.insert(logged.entry) }
    let before = try export(family)
    let all = rows(family, 4_000)
    let batches = stride(from: 0, to: all.count, by: 800).map {
      (source: "nara-csv", rows: Array(all[$0..<min($0 + 800, all.count)]))
    }
    #expect(Counts(try await family.merge(batches)) == ["added": 4_000])
    let imported = try export(family)
    #expect(imported != before)
    try await family.undo()
    #expect(try export(family) == before)
    #expect(Counts(try await family.merge(batches)) == ["added": 4_000])
    #expect(try export(family) == imported)
  }

  @Test("a rehearsal changes nothing, and counts as the import will")
  func rehearsed() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1), family.row(2, at: 60), family.row(3, at: 120)])
    try await family.edit(2) { $0.note = "edited" }
    let logged = family.row(50, .sleep, at: 200, for: 60)
    try await family.machine.change { try $0.insert(logged.entry) }
    let before = try export(family)
    let rows = [
      family.row(1, .diaper(.dirty)), family.row(2, .diaper(.dirty), at: 60), family.row(3, at: 120),
      family.row(4, .sleep, at: 201, for: 60), family.row(5, at: 400),
    ]
    let rehearsal = try await family.merge(rows, isDryRun: true)
    #expect(try export(family) == before && rehearsal.step == nil)
    let merged = try await family.merge(rows)
    #expect(Counts(merged) == Counts(rehearsal))
    #expect(Counts(merged) == ["added": 1, "unchanged": 1, "updated": 1, "edited": 1, "similar": 1])
  }

  @Test("after an upload into an account, its entries are recognized as the same rows")
  func adopted() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1), family.row(2, at: 60)])
    let account = try SyncedMachine(keepsOutbox: true, seed: 3)
    let caller = Caller(uid: SyncedMachine.uid, client: "test")
    _ = try await account.engine.adopt(family.machine.store, by: caller)
    let run = ImportRun(sources: [ImportedFamily.source], keepsSimilar: false, isDryRun: false, undone: [])
    let merged = try await account.engine.merge(
      [family.row(1, .diaper(.dirty)), family.row(2, at: 60)], from: ImportedFamily.source, in: run, by: caller)
    #expect(Counts(merged) == ["unchanged": 1, "updated": 1])
  }

  @Test("put into another child of the account, its entries are similar and not imported again")
  func adoptedElsewhere() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1), family.row(2, at: 60)])
    let account = try SyncedMachine(keepsOutbox: true, seed: 3)
    let caller = Caller(uid: SyncedMachine.uid, client: "test")
    var other = family.log.eva
    other.id = ChildID(high: 4, low: 4)
    try await account.change { [other] in try $0.insert(other) }
    _ = try await account.engine.adopt(family.machine.store, into: [family.child: other.id], by: caller)
    let run = ImportRun(sources: [ImportedFamily.source], keepsSimilar: false, isDryRun: false, undone: [])
    let rows = [family.row(11), family.row(12, at: 60)].map { row in
      var row = row
      row.entry.childID = other.id
      return row
    }
    let merged = try await account.engine.merge(rows, from: ImportedFamily.source, in: run, by: caller)
    #expect(Counts(merged) == ["similar": 2])
  }
}
