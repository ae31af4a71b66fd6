import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@Suite("Conversion of notes")
struct ConversionTests {
  private static let notes: [(text: String, category: NoteCategory)] = [
    ("Weight 11.88 lbs", .growth), ("first smile", .milestone), ("Vitamin D 1 drop", .medicine),
    ("Weight 7.2", .growth), ("a walk", .general),
  ]

  private func log(_ log: Log) async throws {
    for (hours, note) in Self.notes.enumerated() {
      try await log.write {
        _ = try $0.logEntry(
          .init(entry: .note(note.category), note: note.text, time: TimeTexts(at: "\(hours + 1)h ago")))
      }
    }
  }

  private func convert(_ log: Log, limit: Int = 200) async throws -> [NoteConvert.Answer] {
    var pages: [NoteConvert.Answer] = []
    repeat {
      let (cursor, step) = (pages.last?.nextCursor, pages.last?.step)
      pages.append(
        try await log.write {
          try $0.convertNotes(NoteConvert.Params(limit: limit, cursor: cursor, step: step))
        })
    } while pages.last?.nextCursor != nil
    return pages
  }

  private func lines(_ log: Log) async throws -> [String] {
    try await log.entries.map { Words.line($0, units: .milliliters) }
  }

  @Test(
    "keeps their time; ambiguous ones are reported and left alone, and a second run finds nothing",
    arguments: [1, 2, 200])
  func converted(limit: Int) async throws {
    let log = try await Log()
    try await self.log(log)
    let before = try await log.entries
    let pages = try await convert(log, limit: limit)
    #expect(
      try await lines(log) == [
        "Weight · 11.88 lb", "Milestone · first smile", "Medicine · Vitamin D · 1 drop", "Growth note · Weight 7.2",
        "Note · a walk",
      ])
    #expect(try await log.entries.map(\.start) == before.map(\.start))
    let told = pages.flatMap(\.notes)
    #expect(told.map(\.note.entry.id) == before.prefix(4).map(\.id))
    #expect(told.map { $0.entry != nil } == [true, true, true, false])
    #expect(pages.reduce(0) { $0 + $1.otherNotes } == 1)

    let seq = try await log.write { try $0.seq }
    let again = try await convert(log, limit: limit)
    #expect(again.flatMap(\.notes).map { $0.entry != nil } == [false])
    #expect(try await log.write { try $0.seq } == seq)
  }

  @Test("is reversed by one undo, whatever the pages; redone, they are the same entries")
  func undone() async throws {
    let log = try await Log()
    try await self.log(log)
    let before = try await log.entries.map { ($0.id, $0.content, $0.note) }
    let first = try await convert(log, limit: 2).flatMap(\.notes).compactMap(\.entry?.entry.id)
    #expect(try await log.labels.first == Words.convertedNotes)
    let undone = try await log.write { try $0.undo() }
    #expect(undone.count == 6)
    let after = try await log.entries.map { ($0.id, $0.content, $0.note) }
    #expect(after.elementsEqual(before) { $0 == $1 })

    #expect(try await convert(log).flatMap(\.notes).compactMap(\.entry?.entry.id) == first)
    #expect(try await lines(log).first == "Weight · 11.88 lb")
    try await log.write { _ = try $0.undo() }
    #expect(try await log.entries.map(\.id) == before.map(\.0))
  }

  @Test("does not join a step of another name, or of another person")
  func steps() async throws {
    let log = try await Log()
    try await self.log(log)
    let other = try await log.read { try $0.journal(limit: 1)[0] }
    let page = try await log.write {
      try $0.convertNotes(NoteConvert.Params(limit: 1, step: "\(other.id)"))
    }
    #expect(page.step != "\(other.id)")
    #expect(try await log.read { try $0.journal(limit: 5).contains { $0.id == other.id && $0.label == other.label } })
    let theirs = try await log.write(as: 7) {
      try $0.convertNotes(NoteConvert.Params(limit: 1, step: page.step))
    }
    #expect(theirs.step != nil && theirs.step != page.step)
  }

  @Test("leaves a note if the entry would be invalid: one before the birth")
  func impossible() async throws {
    let log = try await Log()
    let entry = Entry(
      id: EntryID(high: 5, low: 5), childID: log.eva.id, content: .note(.growth),
      start: noon - .hours(24 * 365 * 9), note: "Weight 7 kg", createdAt: noon, updatedAt: noon)
    try await log.machine.change { try $0.insert(entry) }
    let told = try await convert(log).flatMap(\.notes)
    #expect(told.count == 1 && told[0].entry == nil)
  }
}
