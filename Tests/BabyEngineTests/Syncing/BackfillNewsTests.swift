import BabyImport
import BabyModel
import BabyStore
import Testing

@testable import BabyEngine

@Suite("An import on another person's machine")
struct BackfillNewsTests {
  private static let source = "huckleberry-csv"

  /// Anna's machine, which imports, and Ben's.
  private func machines() async throws -> (anna: SyncedMachine, ben: SyncedMachine, ModelServer, Child) {
    let (anna, server, eva) = try await family()
    let ben = try SyncedMachine("Ben", seed: 2)
    for machine in [anna, ben] { try await machine.poll(server) }
    return (anna, ben, server, eva)
  }

  private func rows(_ numbers: ClosedRange<Int>, of child: Child, note: String? = nil) -> [ImportedRow] {
    numbers.map { number in
      let start = noon - .hours(number)
      let entry = Entry(
        id: derivedID(in: child.id, name: "row \(number)"), childID: child.id, content: .diaper(.wet), start: start,
        note: note, createdAt: noon, updatedAt: noon)
      return ImportedRow(
        entry: entry, formerIDs: [], source: Self.source, place: ImportPlace(file: 1, line: number + 1))
    }
  }

  @discardableResult
  private func importing(_ rows: [ImportedRow], at machine: SyncedMachine) async throws -> MergedRows {
    let run = ImportRun(
      sources: [Self.source], keepsSimilar: false, isDryRun: false,
      undone: try await machine.store.read { try $0.undoneEntries() })
    return try await machine.engine.merge(
      rows, from: Self.source, in: run, by: Caller(uid: SyncedMachine.uid, client: "test"))
  }

  private func alive(_ machine: SyncedMachine, _ child: Child) async throws -> Int {
    try await machine.store.read { try $0.entryCounts(child: child.id)[.diaper] ?? 0 }
  }

  @Test("is one item of the inbox, however many pages it comes in, and none after an undo")
  func oneItem() async throws {
    let (anna, ben, server, eva) = try await machines()
    try await importing(rows(1...60, of: eva), at: anna)
    try await anna.sync(server)
    server.put(ben.entry(.diaper(.dirty), of: eva), by: "Anna")
    try await ben.poll(server, limit: 7)
    let texts = try await ben.inbox().map(\.text)
    #expect(Set(texts) == ["Anna added 60 earlier entries", "Anna logged dirty diaper"] && texts.count == 2)
    try await anna.ask { _ = try $0.undo() }
    try await anna.sync(server)
    try await ben.poll(server, limit: 7)
    #expect(try await ben.inbox().map(\.text) == ["Anna logged dirty diaper"])
    #expect(try await alive(ben, eva) == 1)
  }

  @Test("is another item after the first was read, and counts the remaining entries if some were deleted")
  func seen() async throws {
    let (anna, ben, server, eva) = try await machines()
    try await importing(rows(1...5, of: eva), at: anna)
    try await anna.sync(server)
    try await ben.poll(server)
    let item = try #require(try await ben.inbox().first)
    try await ben.ask { try $0.dismissInbox([item.id]) }
    try await importing(rows(6...9, of: eva), at: anna)
    try await anna.sync(server)
    try await ben.poll(server)
    #expect(try await ben.inbox().map(\.text) == ["Anna added 4 earlier entries"])
    let first = rows(6...6, of: eva)[0].entry.id
    try await anna.change { _ = try $0.delete(first) }
    try await anna.sync(server)
    try await ben.poll(server)
    #expect(try await ben.inbox().map(\.text) == ["Anna added 3 earlier entries"])
  }

  @Test(
    "is credited to the importer, whatever authors the file has; their own machines get no item"
  )
  func authors() async throws {
    let (anna, ben, server, eva) = try await machines()
    for (number, row) in rows(1...9, of: eva).enumerated() {
      server.put(row.entry, by: number % 2 == 0 ? "Anna" : "Nanny, imported by Anna")
    }
    for machine in [ben, anna] { try await machine.poll(server) }
    #expect(try await ben.inbox().map(\.text) == ["Anna added 9 earlier entries"])
    #expect(try await anna.inbox().isEmpty)
  }

  @Test("so are entries by hand from a week ago; deleted entries are not news")
  func byHand() async throws {
    let (anna, ben, server, eva) = try await machines()
    for day in 8...10 { try await anna.log(of: eva, at: noon - .hours(24 * day)) }
    let today = try await anna.log(of: eva)
    try await anna.sync(server)
    try await ben.poll(server)
    #expect(try await Set(ben.inbox().map(\.text)) == ["Anna added 3 earlier entries", "Anna logged wet diaper"])
    try await anna.change { _ = try $0.delete(today.id) }
    try await anna.sync(server)
    try await ben.poll(server)
    #expect(try await ben.inbox().map(\.text) == ["Anna added 3 earlier entries"])
  }

  @Test("that was undone there returns when the same file is imported here, with its values now")
  func importedHere() async throws {
    let (anna, ben, server, eva) = try await machines()
    try await importing(rows(1...20, of: eva), at: anna)
    try await anna.sync(server)
    try await ben.poll(server)
    try await anna.ask { _ = try $0.undo() }
    try await anna.sync(server)
    try await ben.poll(server)
    #expect(try await alive(ben, eva) == 0)
    #expect(Counts(try await importing(rows(1...20, of: eva, note: "again"), at: ben)) == ["added": 20])
    for machine in [ben, anna] { try await machine.sync(server) }
    #expect(
      server.entries.values.allSatisfy { $0.deletedAt == nil && $0.note == "again" } && server.entries.count == 20)
    #expect(try await alive(anna, eva) == 20)
    #expect(Counts(try await importing(rows(1...20, of: eva, note: "again"), at: ben)) == ["unchanged": 20])
    try await ben.ask { _ = try $0.undo() }
    for machine in [ben, anna] { try await machine.sync(server) }
    #expect(try await alive(anna, eva) == 0)
  }

  @Test("with deletions by others stays unchanged when the same file is imported here")
  func deletedThere() async throws {
    let (anna, ben, server, eva) = try await machines()
    let all = rows(1...20, of: eva)
    try await importing(all, at: anna)
    try await anna.sync(server)
    try await ben.poll(server)
    for row in all[3..<6] { try await anna.change { _ = try $0.delete(row.entry.id) } }
    try await anna.sync(server)
    try await ben.poll(server)
    #expect(Counts(try await importing(all, at: ben)) == ["unchanged": 20])
    #expect(try await alive(ben, eva) == 17)
  }
}
