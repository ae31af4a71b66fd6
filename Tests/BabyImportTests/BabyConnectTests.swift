import BabyModel
import Testing

@testable import BabyImport

@Suite("A row of a Baby Connect export")
struct BabyConnectTests {
  @Test("of a sleep is a sleep by its caregiver, in the child's name")
  func sleep() throws {
    let sleep = try entry("12/12/20 7:47 PM,12/13/20 7:20 AM,693,Sleep,,,Eva slept in her crib (11h33m),woke once,A")
    #expect(sleep.content == .sleep)
    #expect(sleep.childID == eva.id)
    #expect(sleep.start == instant("2020-12-13T03:47:00Z"))
    #expect(sleep.end == instant("2020-12-13T15:20:00Z"))
    #expect(sleep.note == "in her crib · woke once")
    #expect(sleep.author == "A")
    #expect(sleep.createdAt == now)
  }

  @Test("of a sleep without an end has ended and never runs")
  func sleepWithoutEnd() throws {
    let result = try importing(rows: "12/20/19 1:11 AM,,,Sleep,,,Eva slept,,U")
    let sleep = try #require(result.entries.first)
    #expect(sleep.end == nil)
    #expect(sleep.endUnknown)
    #expect(!sleep.isRunning)
    #expect(result.summary.flaggedRows == [ImportRemark(line: 2, reason: "has no end")])
  }

  @Test("with minutes but no end ends after the minutes")
  func minutesAlone() throws {
    let sleep = try entry("6/1/20 1:00 PM,,45,Sleep,,,Eva slept (45m),,U")
    #expect(sleep.end == instant("2020-06-01T20:45:00Z"))
  }

  @Test("of a bottle is a feed in the row's unit, with its content")
  func bottle() throws {
    let bottle = try entry(
      "12/12/20 7:05 PM,12/12/20 7:36 PM,30,Bottle,8.2,Formula,Eva drank 8.2 oz of formula (30m),,U")
    #expect(bottle.content == .feeding(Feeding(method: .bottle, amount: Volume(8.2, .ounces), content: .formula)))
    #expect(bottle.duration == .seconds(31 * 60))
    #expect(bottle.note == nil)
  }

  @Test(
    "takes the amount from the sentence, which is more exact, and otherwise from the quantity",
    arguments: [
      ("2.8,Milk,Eva drank 2.75 oz of milk", Volume(2.75, .ounces)),
      ("240,Formula,Eva drank 240 ml of formula", Volume(240, .milliliters)),
      (",Formula,Eva drank 4 oz of formula", Volume(4, .ounces)),
      ("120,ml,Eva drank some", Volume(120, .milliliters)),
    ])
  func amounts(columns: String, amount: Volume) throws {
    let bottle = try entry("12/12/20 7:05 PM,,,Bottle,\(columns),,U")
    #expect(bottle.content == .feeding(Feeding(method: .bottle, amount: amount, content: bottle.content.held)))
  }

  @Test("with an amount without a unit keeps it in the note and is flagged")
  func amountWithoutUnit() throws {
    let result = try importing(rows: "12/12/20 7:05 PM,,,Bottle,7,Formula,Eva drank a bottle,,U")
    #expect(result.entries.first?.content == .feeding(Feeding(method: .bottle, content: .formula)))
    #expect(result.entries.first?.note == "7")
    #expect(result.summary.flags == [.amountUnclear: 1])
  }

  @Test(
    "of a bottle takes the content from its extra data or its sentence, and from neither if they contradict each other",
    arguments: [
      ("4,Formula,Eva drank 4 oz of formula", BottleContent.formula, nil),
      ("4,oz,Eva drank 4 oz of breast milk", .breastMilk, nil), ("4,,Eva drank 4 oz of water", .water, nil),
      ("4,Expressed,Eva drank 4 oz of breast milk", .breastMilk, nil),
      ("4,Fortified breast milk,Eva drank 4 oz", .breastMilk, "Fortified"),
      ("4,Formula,Eva drank 4 oz of goat formula", .formula, "4 oz of goat formula"),
      ("4,Soy,Eva drank 4 oz", nil, "Soy"), ("4,Milk,Eva drank 4 oz of milk", nil, "Milk"),
      ("4,Formula,Eva drank 4 oz of breast milk", nil, "Formula · 4 oz of breast milk"),
    ] as [(String, BottleContent?, String?)])
  func bottleContents(columns: String, content: BottleContent?, note: String?) throws {
    let bottle = try entry("12/12/20 7:05 PM,,,Bottle,\(columns),,U")
    #expect(bottle.content == .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces), content: content)))
    #expect(bottle.note == note)
  }

  @Test(
    "of a nursing begins on the side that is named first",
    arguments: [
      ("Eva nursed (11m left)", Feeding(method: .breast, startedSide: .left, breasts: .one, left: .minutes(11))),
      ("Eva nursed (11m right)", Feeding(method: .breast, startedSide: .right, breasts: .one, right: .minutes(11))),
      ("\"Eva nursed (11m left, 7m right)\"", both(.left)),
      ("\"Eva nursed (7m right, 11m left)\"", both(.right)),
      ("\"Wright nursed (7min right, 11min left)\"", both(.right)),
      ("\"Eva nursed (left: 11 min, right: 7)\"", both(.left)),
      ("Eva nursed (18m)", Feeding(method: .breast)),
      ("Eva nursed left", Feeding(method: .breast, startedSide: .left, breasts: .one)),
    ])
  func nursingSides(text: String, feeding: Feeding) throws {
    let feed = try entry("12/20/19 12:05 AM,12/20/19 12:23 AM,18,Nursing,,,\(text),,U")
    #expect(feed.content == .feeding(feeding))
    #expect(feed.duration == .minutes(18))
    #expect(feed.note == nil)
  }

  private static func both(_ side: Side) -> Feeding {
    Feeding(method: .breast, startedSide: side, breasts: .both, left: .minutes(11), right: .minutes(7))
  }

  @Test("of a nursing is as long as its sides, which may be a minute more; longer sides stay in the note")
  func longerSides() throws {
    let longer = try entry("12/20/19 12:05 AM,12/20/19 12:22 AM,17,Nursing,,,\"Eva nursed (11m left, 7m right)\",,U")
    #expect(longer.content == .feeding(Self.both(.left)) && longer.duration == .minutes(18) && longer.note == nil)
    let wrong = try entry("12/20/19 12:05 AM,12/20/19 12:15 AM,10,Nursing,,,\"Eva nursed (11m left, 7m right)\",,U")
    #expect(wrong.content == .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)))
    #expect(wrong.duration == .minutes(10) && wrong.note == "11m left, 7m right")
  }

  @Test("of a nursing with pauses keeps its end, and has the minutes at the breast beside it")
  func nursingWithPauses() throws {
    let result = try importing(
      rows: "3/8/20 7:36 PM,3/8/20 8:44 PM,30,Nursing,,,\"Eva nursed (10m left, 20m right)\",,A")
    #expect(result.entries.first?.duration == .minutes(68))
    #expect(
      result.entries.map(\.content) == [
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(10), right: .minutes(20)))
      ])
    #expect(result.summary.flags == [:])
    let side = try entry("3/8/20 7:36 PM,3/8/20 8:44 PM,30,Nursing,,,Eva nursed left,,A")
    #expect(side.duration == .minutes(68))
    #expect(
      side.content
        == .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .minutes(30))))
    let open = try importing(rows: "3/8/20 7:36 PM,3/8/20 8:44 PM,30,Nursing,,,Eva nursed,,A")
    #expect(open.entries.map(\.duration) == [.minutes(68)] && open.entries.map(\.note) == ["30m at the breast"])
    #expect(open.summary.flags == [.pausesInNote: 1])
  }

  @Test("of a nursing that is too long with its pauses lasts as long as the child was at the breast")
  func nursingOverNight() throws {
    let result = try importing(rows: "3/7/20 7:36 PM,3/8/20 1:44 AM,30,Nursing,,,Eva nursed (30m left),,A")
    #expect(result.entries.map(\.duration) == [.minutes(30)])
    #expect(result.summary.flags == [.pausesLeftOut: 1])
  }

  @Test("has its columns in any order, and those of older versions")
  func olderColumns() throws {
    let result = try importing(
      Array(
        """
        Start Time,End Time,Activity,Duration (min),Quantity,Extra data,Text,Notes,Caregiver,Child Name
        2020-02-25 20:26,2020-02-25 20:56,"Bottle",21,90.0,"Formula","Eva drank 90 ml of formula (21m)",,"Karen","Eva"
        2020-02-25 20:42,2020-02-25 20:42,"Diaper",,,"Wet","Eva had a wet diaper (medium)",,"Karen","Eva"
        2020-02-25 21:42,2020-02-25 22:42,"Sleep",60,,,"Tom slept",,"Karen","Tom"
        """.utf8))
    #expect(result.summary.format == .babyConnectCSV)
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters), content: .formula)), .diaper(.wet),
      ])
    #expect(result.entries.map(\.author) == ["Karen", "Karen"])
    #expect(result.summary.badRows == [ImportRemark(line: 4, reason: "is about another child")])
  }

  @Test("loses nothing of a table that has a column under two of its names")
  func twoNames() throws {
    let result = try importing(
      Array(
        """
        Start Time,End Time,Activity,Duration (min),Quantity,Extra data,Text,Note,Notes
        2020-02-25 20:42,2020-02-25 20:42,Diaper,,,Wet,Eva had a wet diaper,later,first
        """.utf8))
    #expect(result.entries.map(\.note) == ["first · Note later"])
  }

  @Test(
    "of a diaper uses the sentence, then the extra data",
    arguments: [
      ("BM,Eva had a BM diaper (small)", DiaperType.dirty, "small"),
      ("Wet,Eva had a wet diaper", .wet, nil),
      ("BM+Wet,\"Eva had a BM and wet diaper (leak, large)\"", .both, "leak, large"),
      ("BM+Wet,Eva wurde gewickelt", .both, "Eva wurde gewickelt"),
    ] as [(String, DiaperType, String?)])
  func diapers(columns: String, type: DiaperType, note: String?) throws {
    let diaper = try entry("7/26/20 4:52 PM,7/26/20 4:52 PM,,Diaper,,\(columns),,U")
    #expect(diaper.content == .diaper(type))
    #expect(diaper.end == nil)
    #expect(diaper.note == note)
  }

  @Test("of a dry diaper is kept as a note, whatever its extra data")
  func dryDiaper() throws {
    let result = try importing(rows: "7/26/20 4:52 PM,,,Diaper,,Wet,Eva had a dry diaper,,U")
    #expect(result.entries.first?.content == .note(.general))
    #expect(result.entries.first?.note == "Eva had a dry diaper · Wet")
    #expect(result.summary.keptAsNotes == ["Diaper": 1])
  }

  @Test(
    "of a pumping is a pumping with its total",
    arguments: [
      ("3,oz,Expressed 3 oz (L)", Side.left, Breasts.one, Volume(3, .ounces)),
      ("5,oz,\"Expressed 2 oz (R), 3 oz (L)\"", .right, .both, Volume(5, .ounces)),
      ("90,ml,Expressed", nil, nil, Volume(90, .milliliters)),
    ] as [(String, Side?, Breasts?, Volume)])
  func pumping(columns: String, side: Side?, breasts: Breasts?, amount: Volume) throws {
    let pumping = try entry("7/26/20 4:52 PM,,,Pumping,\(columns),,U")
    #expect(
      pumping.content
        == .feeding(Feeding(method: .pumping, startedSide: side, breasts: breasts, amount: amount)))
    #expect(pumping.note == (breasts == .both ? "Expressed 2 oz (R), 3 oz (L)" : nil))
  }

  @Test("of tummy time is tummy time")
  func tummyTime() throws {
    let tummy = try entry("12/26/19 10:08 AM,12/26/19 10:35 AM,27,Activity,,,Eva is doing tummy time (27m),,U")
    #expect(tummy.content == .tummyTime)
    #expect(tummy.duration == .seconds(27 * 60))
  }

  private static func measured(
    _ kind: KindDeclaration, _ value: Double, _ unit: String, _ others: FieldInputs.Field...
  ) -> [FieldInputs.Field] {
    [.init("value", .number(value)), .init("unit", .word(unit))] + others
  }

  @Test(
    "of a measurement has its kind, in the unit beside it, or in the one of the sentence",
    arguments: [
      ("Weight,15.84,lbs,Eva's weight: 15.84 lbs", KindDeclaration.weight, measured(.weight, 15.84, "lb"), nil),
      ("Weight,,,Eva's weight: 8 lbs 8 oz (40%)", .weight, measured(.weight, 8.5, "lb"), "40%"),
      ("Height,26.8,inch,\"Eva's height: 2 ft, 2.8 in\"", .length, measured(.length, 26.8, "in"), nil),
      ("Head Size,17.25,inch,Eva's head size: 17.25 in", .head, measured(.head, 17.25, "in"), nil),
      ("Temperature,37.6,C,Eva's temperature: 37.6 C", .temperature, measured(.temperature, 37.6, "celsius"), nil),
      (
        "Temperature,100.4,°F,Eva's temperature: 100.4 °F (rectal)", .temperature,
        measured(.temperature, 100.4, "fahrenheit", .init("place", .word("rectal"))), nil
      ),
    ] as [(String, KindDeclaration, [FieldInputs.Field], String?)])
  func measures(columns: String, kind: KindDeclaration, fields: [FieldInputs.Field], note: String?) throws {
    let measured = try entry("7/26/20 10:40 AM,,,\(columns),,A")
    #expect(measured.content == (try EntryContent(.declared(kind), fields: FieldInputs(fields))))
    #expect(measured.note == note)
    #expect(measured.author == "A")
  }

  @Test(
    "of a medicine, a vaccine, solid food or a milestone gets its name from the sentence",
    arguments: [
      ("Medicine,,,Eva took vitamin D,", KindDeclaration.medicine, [("name", "vitamin D")], nil),
      ("Medicine,,,Eva took Gripe water (a bit),x", .medicine, [("name", "Gripe water")], "a bit · x"),
      ("Medicine,1,spoon,Eva took Gripe water,", .medicine, [("name", "Gripe water")], "1 spoon"),
      ("Vaccine,,,Eva received the MMR vaccine,brave", .vaccine, [("name", "MMR")], "brave"),
      ("Vaccine,,,Eva got vaccine: Hep B (5m),", .vaccine, [("name", "Hep B")], "5m"),
      ("Solid,,,Eva ate veggies: 4 tsp,Squash", .food, [("foods", "veggies")], "4 tsp · Squash"),
      (
        "Solid,,,\"Eva ate cereal: 2 tbsp, fruits: 1 oz\",", .food, [("foods", "cereal, fruits")],
        "cereal: 2 tbsp, fruits: 1 oz"
      ),
      ("Eating,,,Eva ate lunch,", .food, [("foods", "lunch")], nil),
      ("Milestone,,,Eva Giggled ,", .milestone, [("title", "Giggled")], nil),
      ("Milestone,,,Eva Started Formula (1h),", .milestone, [("title", "Started Formula")], "1h"),
      ("Milestone,,,First tooth (lower),", .milestone, [("title", "First tooth (lower)")], nil),
    ] as [(String, KindDeclaration, [(String, String)], String?)])
  func named(columns: String, kind: KindDeclaration, fields: [(String, String)], note: String?) throws {
    let named = try entry("7/26/20 10:40 AM,,,\(columns),A")
    let said = FieldInputs(fields.map { .init($0.0, .word($0.1)) })
    #expect(named.content == (try EntryContent(.declared(kind), fields: said)))
    #expect(named.note == note)
  }

  @Test(
    "of a medicine has its dose from either place",
    arguments: [
      ",,Eva took Tylenol (2.5 ml)", ",,Eva took 2.5 ml of Tylenol", ",,Eva took Tylenol: 2.5 ml",
      "2.5,ml,Eva took Tylenol", "2.5,ml,Eva was given Tylenol (2.5 ml)",
    ])
  func doses(columns: String) throws {
    let medicine = try entry("7/26/20 10:40 AM,,,Medicine,\(columns),,A")
    let said = FieldInputs([.init("name", .word("Tylenol")), .init("dose", .number(2.5)), .init("unit", .word("ml"))])
    #expect(medicine.content == (try EntryContent(.declared(.medicine), fields: said)))
    #expect(medicine.note == nil)
  }

  @Test("that ends as it begins has an unknown end")
  func noLength() throws {
    let result = try importing(rows: "12/12/20 7:47 PM,12/12/20 7:47 PM,0,Sleep,,,,,A")
    #expect(result.summary.flags == [.endMissing: 1])
    #expect(result.entries.map(\.endUnknown) == [true] && result.entries.map(\.end) == [nil])
  }

  @Test("is the same after a correction, and in another time format")
  func corrected() throws {
    let first = try entry("12/13/20 7:47 PM,12/13/20 8:17 PM,30,Sleep,,,Eva slept,,A")
    let longer = try entry("12/13/2020 19:47,12/13/2020 20:47,60,Sleep,,,Eva slept (1h),in the car,A")
    #expect(first.id == longer.id && longer.note?.contains("in the car") == true)
    #expect(try entry("12/13/20 7:47 PM,12/13/20 8:17 PM,30,Sleep,,,Eva slept,,U").id != first.id)
    #expect(try entry("12/13/20 7:47 PM,12/13/20 8:17 PM,30,Tummy time,,,Eva played,,A").id != first.id)
  }
}
