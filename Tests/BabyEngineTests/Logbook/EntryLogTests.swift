import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Logging an entry by its kind's fields")
struct EntryLogTests {
  private func log(
    _ log: Log, _ kind: EntryKind, _ fields: [FieldInputs.Field] = [], _ time: TimeTexts = TimeTexts(),
    note: String? = nil, id: EntryID? = nil
  ) async throws -> EntryAnswer {
    try await log.write {
      try $0.logEntry(.init(entry: EntryInput(kind, FieldInputs(fields)), note: note, id: id, time: time))
    }
  }

  @Test("every kind is logged by its fields, and what is left out is as usual")
  func every() async throws {
    let book = try await Log()
    let bottle = try await log(
      book, .feeding,
      [.init("method", .word("bottle")), .init("amount", .number(4)), .init("unit", .word("oz"))],
      TimeTexts(at: "1h ago"), note: "warm")
    #expect(bottle.entry.entry.content == .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces))))
    #expect(bottle.entry.entry.start == noon - .hours(1) && bottle.entry.entry.note == "warm")
    #expect(try await log(book, .diaper, [.init("type", .word("both"))]).entry.entry.content == .diaper(.both))
    #expect(try await log(book, .diaper).entry.entry.content == .diaper(.both), "as the last one")
    #expect(try await log(book, .note, note: "first smile").entry.entry.content == .note(.general))
    let nap = try await log(book, .sleep, [], TimeTexts(for: "30m"))
    #expect(nap.entry.entry.duration == .minutes(30))
    #expect(
      try await book.labels.dropLast()
        == [
          "Logged sleep · 30 min", "Logged note", "Logged wet and dirty diaper", "Logged wet and dirty diaper",
          "Logged bottle · 118 ml",
        ])
  }

  @Test("is idempotent for one id, and refuses another entry with it")
  func again() async throws {
    let book = try await Log()
    let first = try await log(book, .diaper, [.init("type", .word("wet"))])
    let again = try await log(book, .diaper, [.init("type", .word("wet"))], id: first.entry.entry.id)
    #expect(again.entry == first.entry)
    await #expect(throws: BabyError.entryExists(first.entry.entry.id)) {
      _ = try await log(book, .diaper, [.init("type", .word("dirty"))], id: first.entry.entry.id)
    }
    #expect(try await book.entries == [first.entry.entry])
  }

  @Test("refuses unknown and missing fields, and changes nothing")
  func refusals() async throws {
    let book = try await Log()
    for (kind, fields, error) in [
      (.diaper, [.init("type", .word("green"))], FieldError("type", "must be one of wet, dirty, both")),
      (.diaper, [.init("type", .number(3))], FieldError("type", "must be one of wet, dirty, both")),
      (
        .diaper, [.init("type", .word("wet")), .init("amount", .number(3))],
        FieldError("amount", "does not apply to a diaper, which has type")
      ),
      (.sleep, [], FieldError("for", "is missing: say how long it was, or from when to when")),
      (.note, [], FieldError("note", "must not be empty")),
      (
        .feeding, [.init("method", .word("bottle")), .init("startedSide", .word("left"))],
        FieldError("startedSide", "does not apply to a bottle")
      ),
    ] as [(EntryKind, [FieldInputs.Field], FieldError)] {
      await #expect(throws: BabyError.entryInvalid([error])) { _ = try await log(book, kind, fields) }
    }
    #expect(try await book.entries == [])
  }

  @Test("an edit by field names keeps the others")
  func editing() async throws {
    let book = try await Log()
    try await book.write { _ = try $0.feed(.feeding(method: .bottle, amount: 15)) }
    let edited = try await book.write {
      try $0.update(.init(id: "last", fields: FieldInputs([.init("unit", .word("oz"))])))
    }
    #expect(edited.entry.entry.content == .feeding(Feeding(method: .bottle, amount: Volume(15, .ounces))))
    await #expect(throws: BabyError.entryInvalid([FieldError("method", "is missing")])) {
      try await book.write { _ = try $0.update(.init(id: "last", fields: FieldInputs([.init("method", .nothing)]))) }
    }
  }
}
