import BabyModel
import BabyProtocol
import TestSupport
import Testing

@testable import BabyImport

@Suite("Tables for Baby Buddy")
struct BabyBuddyExportTests {
  private static let metric = BabyBuddyUnits(volume: .milliliters, weight: "kg", length: "cm", temperature: "celsius")

  private static func table(
    _ table: BabyBuddyTable, _ entries: [Entry], of children: [Child] = [eva], in zone: ZoneRules = losAngeles,
    units: BabyBuddyUnits = metric
  ) -> (text: String, remarks: ExportRemarks) {
    var writer = BabyBuddyWriter(table: table, units: units)
    writer.begin(Archive(children: children))
    for entry in entries {
      writer.add(entry, of: children.first { $0.id == entry.childID } ?? eva, in: zone)
    }
    writer.end()
    return (String(decoding: writer.take(), as: UTF8.self), writer.remarks)
  }

  /// All tables with rows, read back together.
  private static func read(_ entries: [Entry]) throws -> [Entry] {
    let tables = BabyBuddyTable.allCases.filter { $0 != .children }.map { table($0, entries) }
    let choices = ImportChoices(
      units: [.volume: "ml", .weight: "kg", .length: "cm", .head: "cm", .temperature: "celsius"])
    let result = try importing(
      files: tables.filter { $0.remarks.entries > 0 }.map { Array($0.text.utf8) }, choices: choices)
    #expect(result.decisions.questions == [] && result.summary.badRows == [])
    return result.batch.rows.map(\.entry)
  }

  private static func entry(
    _ content: EntryContent, _ start: String, lasting: Duration? = nil, note: String? = nil, number: UInt64 = 1
  ) -> Entry {
    let start = instant(start)
    return Entry(
      id: EntryID(high: 1, low: number), childID: eva.id, content: content, start: start,
      end: lasting.map { start + $0 }, note: note, createdAt: start, updatedAt: start)
  }

  private static func declared(_ kind: KindDeclaration, _ fields: (String, FieldInputs.Value)...) throws -> EntryContent
  {
    try EntryContent(.declared(kind), fields: FieldInputs(fields.map { .init($0.0, $0.1) }))
  }

  /// Everything for which Baby Buddy has a field.
  private static func random(_ random: inout SeededGenerator) throws -> (EntryContent, Duration?) {
    let amount =
      [nil, Volume(Double.random(in: 1...400, using: &random), .milliliters), Volume(85, .milliliters)]
      .randomElement(using: &random) ?? nil
    let lasting = Duration.milliseconds(Int.random(in: 1000...7_000_000, using: &random))
    switch Int.random(in: 0...11, using: &random) {
    case 0:
      let side = Side.allCases.randomElement(using: &random)
      return (.feeding(Feeding(method: .breast, startedSide: side, breasts: .one, amount: amount)), lasting)
    case 1: return (.feeding(Feeding(method: .breast, breasts: .both)), Bool.random(using: &random) ? lasting : nil)
    case 2:
      let content = ([nil] + BottleContent.allCases).randomElement(using: &random) ?? nil
      let bottle = Feeding(method: .bottle, amount: amount, content: content)
      return (.feeding(bottle), Bool.random(using: &random) ? lasting : nil)
    case 3: return (.feeding(Feeding(method: .pumping, amount: amount)), Bool.random(using: &random) ? lasting : nil)
    case 4: return (.diaper(DiaperType.allCases.randomElement(using: &random) ?? .wet), nil)
    case 5: return (.sleep, lasting)
    case 6: return (.tummyTime, lasting)
    case 7: return (.note(.general), nil)
    case 8: return (try declared(.temperature, ("value", .number(.random(in: 35...41, using: &random)))), nil)
    case 9:
      let (kind, range) =
        [(KindDeclaration.weight, 2.5...14), (.length, 45...100), (.head, 30...50)].randomElement(using: &random)
        ?? (.weight, 3...9)
      return (try declared(kind, ("value", .number(.random(in: range, using: &random)))), nil)
    case 10: return (try declared(.medicine, ("name", .word("Vitamin D"))), nil)
    default:
      return (
        try declared(
          .medicine, ("name", .word("Drops, \"pink\"")), ("dose", .number(.random(in: 0.5...10, using: &random))),
          ("unit", .word(["mg", "ml", "tablet", "drop"].randomElement(using: &random) ?? "ml")),
          ("intervalSeconds", .number(Double(Int.random(in: 60...2_678_400, using: &random))))), nil
      )
    }
  }

  @Test("fields that Baby Buddy has are read back unchanged, to the second", arguments: 1...6)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let notes = [nil, "slept on", "a, \"b\"\nc", "=1+1", "brown · amount 6.2", "Ünïcode 🍼"]
    var log: [Entry] = []
    for number in 0..<300 {
      let (content, lasting) = try Self.random(&random)
      var entry = Self.entry(content, "2020-01-03T04:05:06.789Z", lasting: lasting, number: UInt64(number))
      let later = Duration.milliseconds(Int.random(in: 0...80_000_000, using: &random) + 86_400_000 * number)
      (entry.start, entry.end) = (entry.start + later, entry.end.map { $0 + later })
      entry.note = notes.randomElement(using: &random) ?? nil
      if entry.kind == .note { entry.note = entry.note ?? "note" }
      log.append(entry)
    }
    let read = try Self.read(log).sorted { ($0.start, $0.note ?? "") < ($1.start, $1.note ?? "") }
    #expect(read.count == log.count)
    let before = log.map(Self.asRead).sorted { ($0.start, $0.note ?? "") < ($1.start, $1.note ?? "") }
    for (entry, old) in zip(read, before) {
      #expect(entry.content == old.content)
      #expect(entry.start == old.start && entry.end == old.end && entry.note == old.note)
    }
  }

  /// An entry as its row says it: to the second, what is measured at noon, and with what the bottle held.
  private static func asRead(_ entry: Entry) -> Entry {
    func second(_ instant: Instant) -> Instant { Instant(milliseconds: instant.milliseconds / 1000 * 1000) }
    var entry = entry
    (entry.start, entry.end) = (second(entry.start), entry.end.map(second))
    if case .feeding(var feeding) = entry.content, feeding.method == .bottle {
      feeding.content = feeding.content ?? .formula
      entry.content = .feeding(feeding)
    }
    if [.declared(.weight), .declared(.length), .declared(.head)].contains(entry.kind),
      let noon = TimeOfDay(hour: 12, minute: 0)
    {
      entry.start = losAngeles.instants(of: LocalDateTime(losAngeles.local(entry.start).date, noon)).earliest
    }
    return entry
  }

  @Test("the columns are those of Baby Buddy's own files; ids of entries are left out, so that nothing is replaced")
  func columns() throws {
    let log = [
      Self.entry(
        .feeding(Feeding(method: .breast, startedSide: .right, breasts: .one)), "2020-02-17T11:04:09.5Z",
        lasting: .minutes(8)),
      Self.entry(.diaper(.dirty), "2020-02-17T11:54:09Z", note: "a \"big\" one"),
    ]
    #expect(
      Self.table(.feedings, log).text == """
        child_id,child_first_name,child_last_name,start,end,duration,type,method,amount,notes\r
        1,Eva,,2020-02-17 03:04:09,2020-02-17 03:12:09,00:08:00,breast milk,right breast,,\r\n
        """)
    #expect(
      Self.table(.diaperChanges, log).text == """
        child_id,child_first_name,child_last_name,time,wet,solid,color,amount,notes\r
        1,Eva,,2020-02-17 03:54:09,0,1,,,"a ""big"" one"\r\n
        """)
    var (leo, gone) = (eva, eva)
    (leo.id, leo.name) = (ChildID(high: 3, low: 3), "Leo")
    (gone.id, gone.name, gone.removedAt) = (ChildID(high: 4, low: 4), "Gone", now)
    #expect(
      Self.table(.children, log, of: [eva, gone, leo]).text
        == "id,first_name,last_name,birth_date,birth_time\r\n1,Eva,,2019-12-18,\r\n2,Leo,,2019-12-18,\r\n")
    #expect(Self.table(.children, [], of: [gone]).text.contains("1,Gone"))
  }

  @Test("other fields are in the notes, entries without a table are notes, and both are counted")
  func reworded() throws {
    let log = [
      Self.entry(
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(5), right: .minutes(3))),
        "2020-02-01T11:00:00Z", lasting: .minutes(9), note: "sleepy"),
      Self.entry(
        try Self.declared(.temperature, ("value", .number(38)), ("place", .word("ear"))), "2020-02-02T11:00:00Z"),
      Self.entry(
        try Self.declared(.medicine, ("name", .word("D")), ("dose", .number(400)), ("unit", .word("IU"))),
        "2020-02-03T11:00:00Z"),
      Self.entry(.note(.health), "2020-02-04T11:00:00Z", note: "a cough"),
      Self.entry(try Self.declared(.vaccine, ("name", .word("MMR"))), "2020-02-05T11:00:00Z", note: "brave"),
      Self.entry(
        try Self.declared(.food, ("foods", .word("banana")), ("liking", .word("loved"))), "2020-02-06T11:00:00Z"),
      Self.entry(.tummyTime, "2020-02-07T11:00:00Z", lasting: .minutes(3), note: String(repeating: "x", count: 300)),
    ]
    let feedings = Self.table(.feedings, log)
    #expect(feedings.text.contains("both breasts,,left 5 min · right 3 min · began left · sleepy\r\n"))
    #expect(feedings.text.contains("solid food,parent fed,,banana · loved\r\n"))
    #expect(feedings.remarks.entries == 2 && feedings.remarks.keptAsNotes == 2)
    #expect(Self.table(.temperature, log).text.contains(",38,ear\r\n"))
    #expect(Self.table(.medication, log).text.contains(",D,,,,400 IU\r\n"))
    let notes = Self.table(.notes, log)
    #expect(notes.text.contains("Health note · a cough") && notes.text.contains("Vaccine · MMR · brave"))
    #expect(notes.text.contains("Tummy time · xxx") && notes.remarks.keptAsNotes == 3)
    #expect(Self.table(.tummyTimes, log).text.hasSuffix(",00:03:00,\r\n"))
    // All of it can be read, too.
    #expect(try Self.read(log).count == log.count + 1)
  }

  @Test("the later of two overlapping ones becomes a note, because Baby Buddy would refuse the table, and is reported")
  func overlapping() throws {
    let log = [
      Self.entry(
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), "2020-02-01T10:55:00Z",
        lasting: .minutes(15)),
      Self.entry(.feeding(Feeding(method: .bottle, amount: Volume(30, .milliliters))), "2020-02-01T11:05:00Z"),
      // Touching is allowed, and so are two moments.
      Self.entry(.feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters))), "2020-02-01T11:10:00Z"),
      Self.entry(.feeding(Feeding(method: .bottle, amount: Volume(20, .milliliters))), "2020-02-01T11:10:00Z"),
      // Another table has its own times.
      Self.entry(.sleep, "2020-02-01T11:00:00Z", lasting: .hours(2)),
      Self.entry(.sleep, "2020-02-01T12:00:00Z", lasting: .hours(2), note: "in the sling"),
      Self.entry(.sleep, "2020-02-01T13:30:00Z", lasting: .hours(1)),
    ]
    let feedings = Self.table(.feedings, log)
    #expect(feedings.remarks.entries == 3 && !feedings.text.contains(",30,"))
    #expect(Self.table(.sleep, log).remarks.entries == 2)
    let notes = Self.table(.notes, log)
    #expect(notes.text.contains("2020-02-01 03:05:00") && notes.text.contains("30 ml"))
    #expect(notes.text.contains("in the sling"))
    for table in BabyBuddyTable.allCases {
      let remarks = Self.table(table, log).remarks
      #expect(remarks.overlapping == 2)
      #expect(remarks.overlappingAt == ["2020-02-01 03:05", "2020-02-01 04:00"])
    }
    #expect(try Self.read(log).count == log.count)
    // Of two children both may be fed.
    var other = log[1]
    other.childID = tom.id
    #expect(Self.table(.feedings, [log[0], other], of: [eva, tom]).remarks.overlapping == 0)
  }

  @Test("a running timer is left out and counted; one with an unknown end is a note")
  func unfinished() throws {
    var over = Self.entry(.tummyTime, "2020-12-31T11:00:00Z")
    over.endUnknown = true
    let log = [Self.entry(.sleep, "2020-12-31T12:00:00Z"), over]
    for table in BabyBuddyTable.allCases { #expect(Self.table(table, log).remarks.leftOut == 1) }
    #expect(Self.table(.sleep, log).remarks.entries == 0)
    #expect(Self.table(.notes, log).text.contains("Tummy time · end unknown"))
  }

  @Test("numbers are in the person's units, and as typed if that was the unit")
  func units() throws {
    let log = [
      Self.entry(.feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters))), "2020-02-01T11:00:00Z"),
      Self.entry(.feeding(Feeding(method: .bottle, amount: Volume(4.3, .ounces))), "2020-02-02T11:00:00Z"),
      Self.entry(try Self.declared(.weight, ("value", .number(5))), "2020-02-03T11:00:00Z"),
      Self.entry(try Self.declared(.temperature, ("value", .number(38.5))), "2020-02-04T11:00:00Z"),
      Self.entry(
        try Self.declared(.length, ("value", .number(61)), ("position", .word("lying"))), "2020-02-05T11:00:00Z"),
    ]
    var settings = Settings()
    (settings.units, settings.weightUnit, settings.temperatureUnit) = (.ounces, .pounds, .fahrenheit)
    let units = BabyBuddyUnits(settings)
    let feedings = Self.table(.feedings, log, units: units)
    #expect(feedings.text.contains(",formula,bottle,4.058,\r\n") && feedings.text.contains(",formula,bottle,4.3,\r\n"))
    #expect(feedings.remarks.units == ["oz", "lb", "in", "fahrenheit"])
    #expect(Self.table(.weight, log, units: units).text.contains(",2020-02-03,11.023,\r\n"))
    #expect(Self.table(.temperature, log, units: units).text.contains(",101.3,\r\n"))
    #expect(Self.table(.height, log, units: units).text.contains(",2020-02-05,24.016,lying\r\n"))
  }

  @Test("on the night when clocks go back, a duration determines the hour")
  func clockChange() throws {
    let log = [
      Self.entry(.sleep, "2020-11-01T08:30:00Z", lasting: .minutes(45)),
      Self.entry(.sleep, "2020-11-01T07:00:00Z", lasting: .minutes(150)),
    ]
    for entry in log {
      let read = try Self.read([entry])
      #expect(read.map(\.duration) == [entry.duration])
    }
  }

  @Test("a bottle's content is its type there, and back; other contents are in the notes")
  func bottles() throws {
    func bottle(_ content: BottleContent?, _ note: String? = nil, day: Int) -> Entry {
      Self.entry(
        .feeding(Feeding(method: .bottle, content: content)), "2020-02-0\(day)T11:00:00Z", note: note,
        number: UInt64(day))
    }
    let log = [
      bottle(.formula, "breast milk next time", day: 1), bottle(.breastMilk, "warm", day: 2),
      bottle(.breastMilk, "fortified · cold", day: 3), bottle(.otherMilk, "Cow's milk", day: 4), bottle(.water, day: 5),
    ]
    let (text, remarks) = Self.table(.feedings, log)
    for row in [
      ",formula,bottle,,breast milk next time", ",breast milk,bottle,,warm", ",fortified breast milk,bottle,,cold",
      ",solid food,bottle,,other milk · Cow's milk", ",solid food,bottle,,water",
    ] { #expect(text.contains(row + "\r\n")) }
    #expect(remarks.keptAsNotes == 2)
    let read = try Self.read(log)
    #expect(read.map(\.content) == log.map(\.content) && read.map(\.note) == log.map(\.note))
  }

  @Test("without a content field, the note or the child's feeding style decides")
  func bottlesByNote() throws {
    func table(_ note: String?, _ content: BottleContent? = nil, of child: Child = eva) -> String {
      let bottle = Self.entry(.feeding(Feeding(method: .bottle, content: content)), "2020-02-01T11:00:00Z", note: note)
      return Self.table(.feedings, [bottle], of: [child]).text
    }
    #expect(table("breast milk · warm").contains(",breast milk,bottle,,warm\r\n"))
    #expect(table("fortified breast milk").contains(",fortified breast milk,bottle,,\r\n"))
    // However an app writes it.
    #expect(table("Breast Milk").contains(",breast milk,bottle,,\r\n"))
    #expect(table("expressed breast milk · cold").contains(",breast milk,bottle,,expressed breast milk · cold\r\n"))
    #expect(table("water").contains(",solid food,bottle,,water\r\n"))
    // Free text has another meaning.
    #expect(table("Grandma gave breast milk").contains(",formula,bottle,,Grandma gave breast milk\r\n"))
    #expect(table("solid food at noon").contains(",formula,bottle,,solid food at noon\r\n"))
    #expect(table("solid food", .water).contains(",solid food,bottle,,water · solid food\r\n"))
    #expect(table(nil).contains(",formula,bottle,,\r\n"))
    var child = eva
    child.feedingStyle = .breast
    #expect(table(nil, of: child).contains(",breast milk,bottle,,\r\n"))
  }
}
