import BabyModel
import Testing

@Suite("Probable duplicates from elsewhere")
struct SimilarEntriesTests {
  /// Two entries of one child, and whether they are probably one thing.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let one: Entry
    let other: Entry
    let isSimilar: Bool

    init(_ description: String, _ one: Entry, _ other: Entry, _ isSimilar: Bool) {
      testDescription = description
      (self.one, self.other, self.isSimilar) = (one, other, isSimilar)
    }
  }

  private static func entry(
    _ content: EntryContent, _ start: String = "12:00", to end: String? = nil, note: String? = nil
  ) throws -> Entry {
    func day(_ clock: String) -> String { "2026-05-10T\(clock.count == 5 ? clock + ":00" : clock)Z" }
    return try Entry.make(content, day(start), to: end.map(day), note: note)
  }

  private static func bottle(_ amount: Volume?, _ start: String = "12:00") throws -> Entry {
    try entry(.feeding(Feeding(method: .bottle, amount: amount)), start)
  }

  private static func sleep(_ start: String, _ end: String?) throws -> Entry { try entry(.sleep, start, to: end) }

  private static func declared(
    _ kind: KindDeclaration, _ fields: [FieldInputs.Field], _ start: String = "12:00"
  ) throws -> Entry {
    try entry(EntryContent(.declared(kind), fields: FieldInputs(fields)), start)
  }

  private static func measured(_ kind: KindDeclaration, _ value: Double, _ unit: String) throws -> Entry {
    try declared(kind, [.init("value", .number(value)), .init("unit", .word(unit))])
  }

  private static func named(_ kind: KindDeclaration, _ name: String, field: String = "name") throws -> Entry {
    try declared(kind, [.init(field, .word(name))])
  }

  private static func dose(_ name: String, _ number: Double, _ unit: String) throws -> Entry {
    try declared(.medicine, [.init("name", .word(name)), .init("dose", .number(number)), .init("unit", .word(unit))])
  }

  private static func milk(_ change: String, _ number: Double, _ unit: String) throws -> Entry {
    try declared(
      .milkStore, [.init("change", .word(change)), .init("amount", .number(number)), .init("unit", .word(unit))])
  }

  static func cases() throws -> [Case] {
    let breast = EntryContent.feeding(Feeding(method: .breast, startedSide: .left))
    let pumping = EntryContent.feeding(Feeding(method: .pumping, amount: .ml(120)))
    return [
      Case("two minutes apart", try bottle(.ml(120)), try bottle(.ml(120), "12:02"), true),
      Case("over two minutes apart", try bottle(.ml(120)), try bottle(.ml(120), "12:02:01"), false),
      Case("two minutes before", try bottle(.ml(120)), try bottle(.ml(120), "11:58"), true),
      Case("within 3 ml", try bottle(.ml(120)), try bottle(.ml(123)), true),
      Case("beyond 3 ml and 1 %", try bottle(.ml(120)), try bottle(.ml(123.5)), false),
      Case("within 1 %", try bottle(.ml(400)), try bottle(.ml(404)), true),
      Case("4 oz in ml", try bottle(.oz(4)), try bottle(.ml(118)), true),
      Case("a tenth of an ounce", try bottle(.oz(4)), try bottle(.oz(4.1)), true),
      Case("more than that", try bottle(.oz(4)), try bottle(.oz(4.2)), false),
      Case("one without an amount", try bottle(nil), try bottle(.ml(120)), true),
      Case("other methods", try bottle(.ml(120)), try entry(pumping), false),
      Case("a bottle and the breast", try bottle(nil), try entry(breast), false),
      Case("wet and wet", try entry(.diaper(.wet)), try entry(.diaper(.wet), "12:01"), true),
      Case("wet and both", try entry(.diaper(.wet)), try entry(.diaper(.both)), true),
      Case("dirty and both", try entry(.diaper(.both)), try entry(.diaper(.dirty)), true),
      Case("wet and dirty", try entry(.diaper(.wet)), try entry(.diaper(.dirty)), false),
      Case("other kinds", try entry(.sleep), try entry(.tummyTime), false),
      Case("ends five minutes apart", try sleep("12:00", "12:20"), try sleep("12:02", "12:25"), true),
      Case("ends six minutes apart", try sleep("12:00", "12:20"), try sleep("12:00", "12:26"), false),
      Case("one without an end", try sleep("12:00", "14:00"), try sleep("12:01", nil), true),
      Case("four fifths of both", try sleep("12:00", "14:00"), try sleep("12:12", "14:12"), true),
      Case("just over four fifths", try sleep("12:00", "13:40"), try sleep("12:20", "13:40"), true),
      Case("less than four fifths", try sleep("12:00", "13:40"), try sleep("12:21", "13:40"), false),
      Case("a nap within a night", try sleep("00:00", "08:00"), try sleep("02:00", "03:00"), false),
      Case("one after the other", try sleep("12:00", "13:00"), try sleep("13:00", "14:00"), false),
      Case("a whole night", try sleep("00:00", "08:00"), try sleep("00:40", "08:10"), true),
      Case("same name", try named(.activity, "Bath"), try named(.activity, "bath"), true),
      Case("other names", try named(.activity, "bath"), try named(.activity, "walk"), false),
      Case("same medicine", try named(.medicine, "Vitamin D"), try named(.medicine, "vitamin  d"), true),
      Case("other medicines", try named(.medicine, "Vitamin D"), try named(.medicine, "Vitamin K"), false),
      Case("same dose", try dose("Iron", 5, "ml"), try dose("Iron", 5, "ml"), true),
      Case("other doses", try dose("Iron", 5, "ml"), try dose("Iron", 6, "ml"), false),
      Case("doses in units that measure other things", try dose("Iron", 5, "ml"), try dose("Iron", 5, "mg"), false),
      Case("a dose and none", try dose("Iron", 5, "ml"), try named(.medicine, "Iron"), true),
      Case("same food", try named(.food, "Banana", field: "foods"), try named(.food, "banana", field: "foods"), true),
      Case("other foods", try named(.food, "banana", field: "foods"), try named(.food, "pear", field: "foods"), false),
      Case("a weight in pounds", try measured(.weight, 7.25, "kg"), try measured(.weight, 15.98, "lb"), true),
      Case("other weights", try measured(.weight, 7.25, "kg"), try measured(.weight, 7.4, "kg"), false),
      Case("other measures", try measured(.length, 43, "cm"), try measured(.head, 43, "cm"), false),
      Case(
        "a fever", try measured(.temperature, 38.2, "celsius"), try measured(.temperature, 100.8, "fahrenheit"), true),
      Case("none", try measured(.temperature, 37.4, "celsius"), try measured(.temperature, 37.6, "celsius"), false),
      Case("milk put by", try milk("add", 120, "ml"), try milk("add", 4.1, "oz"), true),
      Case("milk given", try milk("add", 120, "ml"), try milk("give", 120, "ml"), false),
      Case(
        "notes with one text", try entry(.note(.general), note: "First smile"),
        try entry(.note(.milestone), note: " first smile"), true),
      Case(
        "notes with two texts", try entry(.note(.general), note: "First smile"),
        try entry(.note(.general), note: "First smile today"), false),
    ]
  }

  private let child = ChildID(high: 9, low: 9)

  private func row(_ entry: Entry, _ number: UInt64, from source: String? = "app-csv") -> EntryTraits {
    var entry = entry
    entry.id = EntryID(high: 7, low: number)
    return EntryTraits(entry, source: source)
  }

  private func log(_ traits: EntryTraits...) -> SimilarEntries {
    var entries = SimilarEntries()
    for traits in traits { entries.add(traits, of: child) }
    return entries
  }

  private func partners(_ rows: [EntryTraits], in log: SimilarEntries) -> [Int: EntryID] {
    var taken: [EntryID: EntryID] = [:]
    return log.partners(of: rows, child: child, taken: &taken)
  }

  @Test("match by kind, name, time and amount, in either direction", arguments: try cases())
  func table(_ example: Case) {
    for (one, other) in [(example.one, example.other), (example.other, example.one)] {
      let found = partners([row(one, 1)], in: log(row(other, 2, from: nil)))
      #expect(found == (example.isSimilar ? [0: EntryID(high: 7, low: 2)] : [:]))
    }
  }

  @Test("match at most one row, the nearest: of two bottles, one is new")
  func once() throws {
    let there = log(row(try Self.bottle(.ml(90), "12:01"), 9, from: nil))
    let rows = [row(try Self.bottle(.ml(90), "12:00"), 1), row(try Self.bottle(.ml(90), "12:01"), 2)]
    #expect(partners(rows, in: there) == [1: EntryID(high: 7, low: 9)])
  }

  @Test("rows of one import share one match, and a repeated row has its own")
  func batches() throws {
    let there = log(row(try Self.bottle(.ml(90), "12:01"), 9, from: nil))
    let (first, second) = (row(try Self.bottle(.ml(90), "12:00"), 1), row(try Self.bottle(.ml(90), "12:01"), 2))
    var taken: [EntryID: EntryID] = [:]
    #expect(there.partners(of: [first], child: child, taken: &taken).count == 1)
    #expect(there.partners(of: [second], child: child, taken: &taken).isEmpty)
    #expect(there.partners(of: [first], child: child, taken: &taken).count == 1)
  }

  @Test("entries of the same format are other rows of it, and another child's entry does not match")
  func elsewhere() throws {
    let bottle = try Self.bottle(.ml(90))
    #expect(partners([row(bottle, 1)], in: log(row(bottle, 2))).isEmpty)
    #expect(partners([row(bottle, 1)], in: log(row(bottle, 2, from: "other-csv"))).count == 1)
    var taken: [EntryID: EntryID] = [:]
    let other = ChildID(high: 1, low: 1)
    #expect(log(row(bottle, 2, from: nil)).partners(of: [row(bottle, 1)], child: other, taken: &taken).isEmpty)
  }

  @Test("those of a whole hour at one minute cost no more than a few hundred")
  func crowded() throws {
    var there = SimilarEntries()
    let bottle = try Self.bottle(.ml(90))
    for number in 0..<20_000 { there.add(row(bottle, UInt64(1_000 + number), from: nil), of: child) }
    let rows = (0..<800).map { row(bottle, UInt64($0)) }
    #expect(partners(rows, in: there).count == 200)
  }
}
