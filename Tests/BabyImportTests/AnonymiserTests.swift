import BabyModel
import BabyProtocol
import Testing

@testable import BabyImport

@Suite("An anonymised export")
struct AnonymiserTests {
  /// What must not be in the file in any form; all of it is in the log.
  private static let secrets = [
    "Evangeline", "Anna", "Bert", "zwieback", "Dr. Muller", "paracetamol", "Infanrix", "left thigh", "rash", "hazelnut",
    "said daddy", "crooked house", "Los_Angeles", "reminders-are-secret", "homeAddress", "2020", "2019-12", "-07:00",
    "-08:00", "0191e3a0", "5e6f", "cccccccc", "dddd",
  ]

  private static let child: Child = {
    var child = eva
    child.name = "Evangeline"
    child.dueDate = LocalDate(dayNumber: 18_250)
    child.birthWeight = BodyWeight(3210, .grams)
    (child.sex, child.createdAt) = (.female, instant("2020-01-01T11:22:33.444Z"))
    child.removedAt = instant("2020-12-01T11:22:33.444Z")
    return child
  }()

  private static func declared(_ kind: KindDeclaration, _ fields: (String, FieldInputs.Value)...) throws -> EntryContent
  {
    try EntryContent(.declared(kind), fields: FieldInputs(fields.map { .init($0.0, $0.1) }))
  }

  /// An entry of every kind, with everything that one can say; two years of them, each on another day.
  private static func log() throws -> [Entry] {
    let contents: [(EntryContent, Duration?)] = [
      (
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .both, left: .seconds(300), right: .seconds(200))),
        .minutes(12)
      ),
      (.feeding(Feeding(method: .bottle, amount: Volume(4.5, .ounces))), nil), (.diaper(.both), nil),
      (.sleep, .hours(8)), (.tummyTime, .minutes(5)), (.note(.health), nil),
      (try declared(.weight, ("value", .number(7.25)), ("unit", .word("kg"))), nil),
      (try declared(.length, ("value", .number(71.1)), ("position", .word("lying"))), nil),
      (try declared(.head, ("value", .number(43))), nil),
      (try declared(.temperature, ("value", .number(38.2)), ("place", .word("ear"))), nil),
      (
        try declared(
          .medicine, ("name", .word("paracetamol for Evangeline")), ("dose", .number(2.5)), ("unit", .word("ml")),
          ("intervalSeconds", .number(21_600)), ("mostPerDay", .number(4))), nil
      ),
      (
        try declared(
          .vaccine, ("name", .word("Infanrix")), ("doseNumber", .number(2)), ("site", .word("left thigh"))), nil
      ),
      (
        try declared(
          .food, ("foods", .word("zwieback, Hazelnut")), ("liking", .word("loved")), ("reaction", .word("rash")),
          ("allergens", .word("hazelnut"))), nil
      ),
      (try declared(.milestone, ("title", .word("said daddy")), ("category", .word("language"))), nil),
      (try declared(.milkStore, ("change", .word("less")), ("amount", .number(80))), nil),
      (try declared(.briefWaking), .minutes(4)), (try declared(.activity, ("name", .word("Bath"))), .minutes(20)),
      (try declared(.activity, ("name", .word("crooked house"))), .minutes(20)),
    ]
    #expect(Set(contents.map(\.0.kind)) == Set(EntryKind.allCases))
    var entries: [Entry] = []
    for index in 0..<320 {
      let (content, duration) = contents[index % contents.count]
      let start = instant("2020-01-02T04:05:06.789Z") + .minutes(26 * 60 * index + 7 * index)
      entries.append(
        Entry(
          id: EntryID(high: 0xcccc_cccc, low: 0xdddd_0000 + UInt64(index)), childID: child.id, content: content,
          start: start, end: duration.map { start + $0 }, note: "Dr. Muller said homeAddress", author: "Anna",
          changedBy: "Bert", createdAt: start + .seconds(40), updatedAt: start + .seconds(90)))
    }
    return entries
  }

  private static let archive = Archive(
    children: [child], settings: [ArchivedSetting(key: "units", value: "homeAddress", childID: nil)],
    reminders: [
      CustomReminder(
        id: .init(high: 1, low: 1), childID: child.id, name: "reminders-are-secret", schedule: .daily(.midnight),
        since: now)
    ])

  private static func file(
    _ format: ExportFormat, _ entries: [Entry], weeks: Int = 61, key: UInt8 = 7, of archive: Archive = archive
  ) -> [UInt8] {
    var writer = ExportWriter(
      format: format, anonymiser: Anonymiser(key: Array(repeating: key, count: Anonymiser.keyLength), weeks: weeks))
    writer.begin(archive)
    for entry in entries {
      let child = archive.children.first { $0.id == entry.childID } ?? child
      writer.add(entry, of: child, in: losAngeles)
    }
    writer.add(UnknownEntry(id: .init(high: 3, low: 3), word: "toys", json: "{\"toys\":\"homeAddress\"}"))
    writer.end()
    return writer.bytes
  }

  /// The zone of the log is of no use to who reads the file.
  private static func read(_ file: [UInt8]) throws -> (batch: ImportBatch, summary: ImportSummary) {
    let result = try importing(files: [file], child: nil, zone: .utc)
    return (result.batch, result.summary)
  }

  @Test("contains nothing that could identify the family", arguments: ExportFormat.allCases)
  func secrets(format: ExportFormat) throws {
    let text = String(decoding: Self.file(format, try Self.log()), as: UTF8.self).lowercased()
    for secret in Self.secrets { #expect(!text.contains(secret.lowercased()), "\(secret)") }
    #expect(text.contains("child 1") || format == .json && text.contains("\"child 1\""))
  }

  @Test("can be imported; days of the week, times of day, durations and intervals are those of the log")
  func times() throws {
    let log = try Self.log()
    let (batch, summary) = try Self.read(Self.file(.json, log))
    #expect(summary.badRows == [])
    let read = batch.rows.map(\.entry)
    #expect(read.count == log.count)
    #expect(batch.archive.settings == [] && batch.archive.reminders == [])
    for (entry, old) in zip(read, log) {
      let (local, oldLocal) = (ZoneRules.utc.local(entry.start), losAngeles.local(old.start))
      #expect(local.time == oldLocal.time)
      #expect(oldLocal.date.dayNumber - local.date.dayNumber == 7 * 61)
      #expect(local.date.weekday == oldLocal.date.weekday)
      #expect(entry.duration == old.duration)
      #expect(entry.createdAt - entry.start == .seconds(40) && entry.updatedAt - entry.start == .seconds(90))
      #expect(entry.kind == old.kind && entry.author == nil && entry.changedBy == nil)
      #expect(entry.note == (entry.kind == .note ? Anonymiser.placeholder : nil))
    }
    let child = try #require(batch.archive.children.first)
    #expect(child.name == "Child 1" && child.zone == "UTC" && child.sex == .female)
    #expect(child.born.dayNumber == Self.child.born.dayNumber - 7 * 61)
    #expect(child.dueDate?.dayNumber == 18_250 - 7 * 61)
    #expect(child.removedAt == instant("2019-10-01T00:00:00Z"))
    #expect(Set(read.map(\.childID)) == [child.id] && child.id != Self.child.id)
    #expect(Set(read.map(\.id)).count == log.count)
  }

  @Test("loses no entry and changes no duration on the night when clocks change")
  func clockChange() throws {
    let starts = ["2020-03-08T06:00:00Z", "2020-03-08T09:59:00Z", "2020-11-01T06:00:00Z", "2020-11-01T08:30:00Z"]
    let log = starts.enumerated().map { index, start in
      Entry(
        id: EntryID(high: 1, low: UInt64(index)), childID: Self.child.id, content: .sleep, start: instant(start),
        end: instant(start) + .hours(7), createdAt: now, updatedAt: now)
    }
    // No hour is left out of any day, however far the times are moved.
    for weeks in [4, 30, 52, 520] {
      let (batch, summary) = try Self.read(Self.file(.json, log, weeks: weeks))
      #expect(summary.badRows == [])
      #expect(batch.rows.map(\.entry.duration) == log.map(\.duration))
      #expect(
        batch.rows.map { ZoneRules.utc.local($0.entry.start).time } == log.map { losAngeles.local($0.start).time })
    }
  }

  @Test("keeps a running feed running, paused or not, with the same progress", arguments: [true, false])
  func running(isPaused: Bool) throws {
    let start = instant("2020-12-31T20:00:00Z")
    let turn = NursingTurn(.right, since: start + .minutes(9), isPaused: isPaused)
    let feed = Entry(
      id: EntryID(high: 1, low: 1), childID: Self.child.id,
      content: .feeding(
        Feeding(method: .breast, startedSide: .left, breasts: .both, left: .seconds(500), turn: turn)),
      start: start, createdAt: start, updatedAt: start)
    let read = try #require(try Self.read(Self.file(.json, [feed])).batch.rows.first?.entry)
    guard case .feeding(let feeding) = read.content else {
      Issue.record("\(read)")
      return
    }
    #expect(read.isRunning && feeding.turn?.isPaused == isPaused && feeding.left == .seconds(500))
    #expect(feeding.turn.map { $0.since - read.start } == .minutes(9))
  }

  @Test("has the same pseudonym for equal texts, and keeps the program's own names of activities")
  func pseudonyms() throws {
    let log = try Self.log()
    let (batch, _) = try Self.read(Self.file(.json, log))
    func texts(_ kind: KindDeclaration) -> Set<[FieldValue?]> {
      Set(batch.rows.map(\.entry.content).filter { $0.kind == .declared(kind) }.map(\.values))
    }
    #expect(texts(.medicine).count == 1)
    let food = try #require(texts(.food).first)
    guard case .text(let foods)? = food[0], case .text(let allergen)? = food[3] else {
      Issue.record("\(food)")
      return
    }
    #expect(texts(.food).count == 1)
    #expect(foods.contains(", ") && foods.hasSuffix(allergen) && allergen.hasPrefix("food-"))
    let names = texts(.activity).compactMap { if case .text(let name)? = $0.first { name } else { nil } }
    #expect(names.contains("bath") && names.count == 2)
  }

  @Test("the longest text has room for its pseudonyms")
  func longTexts() throws {
    let foods = (0..<51).map { "f\($0)" }.joined(separator: ",")
    #expect(foods.count <= TextLimits.field.characters)
    var entry = try Self.log()[0]
    entry.end = nil
    entry.content = try Self.declared(.food, ("foods", .word(foods)), ("reaction", .word(", ,")))
    let (batch, summary) = try Self.read(Self.file(.json, [entry]))
    #expect(summary.badRows == [] && batch.rows.count == 1)
  }

  @Test("has other ids and pseudonyms with each new key, and the same with the same key")
  func keys() throws {
    let log = try Self.log()
    #expect(Self.file(.json, log) == Self.file(.json, log))
    let (one, other) = (try Self.read(Self.file(.json, log)), try Self.read(Self.file(.json, log, key: 8)))
    #expect(Set(one.batch.rows.map(\.entry.id)).isDisjoint(with: other.batch.rows.map(\.entry.id)))
    #expect(one.batch.rows[10].entry.content != other.batch.rows[10].entry.content)
  }

  @Test("children are numbered in the order of the file, and each entry stays with its own")
  func children() throws {
    var leo = Self.child
    (leo.id, leo.name) = (ChildID(high: 3, low: 3), "Evangeline’s brother")
    var entries = Array(try Self.log().prefix(2))
    entries[1].childID = leo.id
    let file = Self.file(.json, entries, of: Archive(children: [Self.child, leo]))
    let (batch, _) = try Self.read(file)
    #expect(batch.archive.children.map(\.name) == ["Child 1", "Child 2"])
    #expect(batch.rows.map(\.entry.childID) == batch.archive.children.map(\.id))
  }

  @Test("a date of birth stays valid")
  func oldest() throws {
    var child = Self.child
    (child.born, child.dueDate) = (try #require(LocalDate("1903-04-05")), nil)
    let file = Self.file(.json, [], weeks: 520, of: Archive(children: [child]))
    #expect(try Self.read(file).batch.archive.children.map(\.born.description) == ["1900-01-01"])
  }

  @Test("each has a new key, and times are moved within the documented range")
  func random() throws {
    let log = Array(try Self.log().prefix(1))
    func file() throws -> Entry {
      var writer = ExportWriter(format: .json, anonymiser: .random())
      writer.begin(Self.archive)
      for entry in log { writer.add(entry, of: Self.child, in: losAngeles) }
      writer.end()
      return try #require(try Self.read(writer.bytes).batch.rows.first?.entry)
    }
    let entries = try (0..<20).map { _ in try file() }
    #expect(Set(entries.map(\.id)).count == 20)
    for entry in entries {
      let days = losAngeles.local(log[0].start).date.dayNumber - ZoneRules.utc.local(entry.start).date.dayNumber
      #expect(days.isMultiple(of: 7) && Anonymiser.weeks.contains(days / 7))
    }
  }
}
