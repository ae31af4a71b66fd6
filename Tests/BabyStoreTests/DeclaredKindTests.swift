import BabyModel
import GRDB
import TestSupport
import Testing

@testable import BabyStore

/// What a program that knows a kind has written; the tests' program does not know it.
@Suite("Declared kinds, in the tables")
struct DeclaredKindTests {
  private static let bath = KindDeclaration(
    "bath", title: "Bath", noun: "a bath",
    fields: [
      FieldDeclaration("place", .choice(["tub", "sink"]), ""),
      FieldDeclaration(
        "warmth",
        .quantity(
          QuantityDeclaration(
            units: [.init("celsius"), .init("fahrenheit", factor: 5 / 9, offset: -160 / 9)], unit: ("unit", ""),
            base: ("warmthCelsius", ""), plausible: 0...200)), isRequired: true, ""),
    ])
  private static let warm = EntryContent.declared(bath, [.choice(1), .quantity(98.6, unit: 1)])

  private func values(_ text: String) throws -> [FieldValue?] {
    var text = text
    return try text.withUTF8 { try FieldText.values($0, of: Self.bath) }
  }

  @Test("have their fields in one column as JSON, and are read back as they were")
  func text() throws {
    let text = FieldText.text(Self.warm.values, of: Self.bath)
    #expect(text == #"{"place":"sink","warmth":98.6,"unit":"fahrenheit"}"#)
    #expect(try values(text) == Self.warm.values)
    #expect(try values(FieldText.text([nil, .quantity(37, unit: 0)], of: Self.bath)) == [nil, .quantity(37, unit: 0)])
    #expect(try values(#"{"warmth":1e-07,"unit":"celsius","toys":3}"#) == [nil, .quantity(1e-7, unit: 0)])
    #expect(try values("{}") == [nil, nil])
  }

  @Test("keep texts unchanged, with any characters", arguments: [#"D"3 \ x"#, "Frühstück 🥣", "a\u{1}b"])
  func texts(text: String) throws {
    let kind = KindDeclaration(
      "toy", title: "Toy", noun: "a toy",
      fields: [FieldDeclaration("name", .text, isRequired: true, ""), FieldDeclaration("number", .count(1...9), "")])
    for number in [nil, FieldValue.count(9)] {
      var json = FieldText.text([.text(text), number], of: kind)
      #expect(try json.withUTF8 { try FieldText.values($0, of: kind) } == [.text(text), number])
    }
  }

  @Test(
    "content that no program has written is damage",
    arguments: [
      "", "{", "{}x", "[]", #"{"place":"sea"}"#, #"{"place":sink}"#, #"{"place":"si\u006ek"}"#, #"{"place":"sink""#,
      #"{"warmth":"hot","unit":"celsius"}"#, #"{"warmth":201,"unit":"celsius"}"#, #"{"warmth":nan,"unit":"celsius"}"#,
      #"{"unit":"celsius"}"#, #"{"place":"sink",}"#, #"{ "place": "sink" }"#,
      #"{"place":"\#(String(repeating: "x", count: 20_000))"}"#,
    ])
  func damage(text: String) { #expect(throws: Damage.self) { try values(text) } }

  @Test("the table accepts no entry without its fields, and none of the five kinds with them")
  func constraints() async throws {
    let fixture = try await Fixture()
    var bath = fixture.entry(Self.warm)
    bath.note = "She laughed"
    try await fixture.write { [bath] in try $0.insert(bath) }
    for change in [
      "content = NULL", "content = '{'", "kind = 'sleep'", "content = '\"' || hex(zeroblob(8192)) || '\"'",
    ] {
      await #expect(throws: BabyError.self) {
        try await fixture.write { try $0.db.execute(sql: "UPDATE entry SET \(change)") }
      }
    }
    try fixture.verifyIntegrity()
  }

  @Test("a program that does not know them keeps them in the server's format, completely")
  func setAside() async throws {
    let fixture = try await Fixture()
    var bath = fixture.entry(Self.warm, at: noon - .hours(1) + .milliseconds(7))
    bath.note = "She \"laughed\""
    var gone = fixture.entry(Self.warm)
    gone.deletedAt = noon
    let diaper = fixture.entry()
    try await fixture.write(label: "Logged bath") { [bath] in try $0.insert(bath) }
    try await fixture.write { [gone] in try $0.insert(gone) }
    try await fixture.write(label: "Logged wet diaper") { try $0.insert(diaper) }
    try fixture.store.close()

    let store = try Store.open(path: fixture.path, now: noon)
    #expect(store.setAside == nil)
    let eva = fixture.eva.id
    let (kept, entries, count, later) = try await store.read { read in
      (
        try read.unknownEntries(), try read.entries(EntryQuery(child: eva)).entries,
        try read.unknownEntryCount(of: eva, from: noon - .hours(2), to: noon),
        try read.unknownEntryCount(of: eva, from: noon, to: nil)
      )
    }
    #expect(entries.map(\.id) == [diaper.id])
    #expect(Set(kept.map(\.id)) == [bath.id, gone.id] && kept.allSatisfy { $0.word == "bath" })
    #expect(kept.filter(\.isDeleted).map(\.id) == [gone.id])
    #expect(count == 1 && later == 0)
    #expect(
      kept.first { $0.id == bath.id }?.json
        == #"{"place":"sink","warmth":98.6,"unit":"fahrenheit","id":"\#(bath.id)","childId":"\#(eva)","kind":"bath","#
        + #""start":"\#(bath.start.utcText)","startLocal":"\#(bath.start.utcText)","note":"She \"laughed\"","#
        + #""createdAt":"\#(noon.utcText)","updatedAt":"\#(noon.utcText)"}"#)
    // Changes to them are not steps any more; changes to others are.
    let undone = try await store.write(WriteContext(uid: Fixture.me, client: "test", at: noon)) {
      try $0.undo(uid: Fixture.me)
    }
    #expect(undone.entries.map(\.id) == [diaper.id])
    await #expect(throws: BabyError.nothingToUndo) {
      try await store.write(WriteContext(uid: Fixture.me, client: "test", at: noon)) {
        _ = try $0.undo(uid: Fixture.me)
      }
    }
    try store.close()
    try fixture.verifyIntegrity()
  }

  @Test("unsent ones are to be sent unchanged; those that the server has are not")
  func unsent() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/account.db"
    func open() throws -> Store {
      try Store.open(path: path, now: noon, keepsOutbox: true)
    }
    let fixture = try await Fixture()
    let (fresh, known) = (fixture.entry(Self.warm), fixture.entry(Self.warm))
    let context = WriteContext(uid: Fixture.me, client: "test", at: noon)
    let store = try open()
    try await store.write(context) { transaction in
      try transaction.insert(fixture.eva)
      try transaction.insert(fresh)
      try transaction.adopt(known)
    }
    try store.close()
    let reopened = try open()
    let (lost, notLost, rows) = try await reopened.read {
      (try $0.isLost(fresh.id), try $0.isLost(known.id), try $0.outboxRows(limit: 10))
    }
    #expect(lost && !notLost)
    #expect(rows.map(\.entryID) == [nil])
    try reopened.close()
    try verifyIntegrity(of: path)
  }

  @Test("a family server that does not know them relays them, with the numbers of their changes")
  func server() async throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/server.db"
    let ids = IDGenerator(random: SeededRandom(seed: 7).next)
    let child = Child(
      id: ids.next(at: noon), name: "Eva", born: LocalDate(dayNumber: 18_000), zone: "UTC", createdAt: noon,
      updatedAt: noon)
    let bath = Entry(
      id: ids.next(at: noon), childID: child.id, content: Self.warm, start: noon, note: "She laughed", author: "Anna",
      createdAt: noon, updatedAt: noon)
    let store = try ServerStore.open(path: path, now: noon)
    try await DatabaseQueue(path: path).write { db in
      try db.run(
        "INSERT INTO child (\(ChildRow.columns)) VALUES (\(ChildRow.columns.placeholders))", ChildRow.values(child))
      try db.run(
        "INSERT INTO entry (\(EntryRow.columns), seq) VALUES (\(EntryRow.columns.placeholders), 7)",
        EntryRow.values(bath))
    }
    try store.close()
    let reopened = try ServerStore.open(path: path, now: noon)
    let found = try await reopened.read { try $0.entry(bath.id) }
    guard case .relayed(let relayed)? = found else {
      Issue.record("it is passed on: \(String(describing: found))")
      return
    }
    #expect(relayed.kind == "bath" && relayed.note == "She laughed" && relayed.author == "Anna")
    #expect(relayed.content == #"{"place":"sink","warmth":98.6,"unit":"fahrenheit"}"#)
    #expect(try await reopened.read { try $0.db.first("SELECT seq FROM relayed_entry") { $0.integer() } } == 7)
    try reopened.close()
    try verifyIntegrity(of: path)
  }
}
