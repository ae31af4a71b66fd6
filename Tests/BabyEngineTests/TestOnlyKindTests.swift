import BabyProtocol
import TestSupport
import Testing

@testable import BabyModel

@Suite("A kind that is only declared in a test")
struct TestOnlyKindTests {
  private let kind = TestOnlyKind.warmth
  private static let warm = TestOnlyKind.Fields([.quantity(99.5, unit: 1), .choice(0)])

  private func errors(_ values: [FieldValue?], hours: Int? = nil) throws -> [FieldError] {
    let start = Instant(milliseconds: 1_589_120_000_000)
    let child = Child(
      id: ChildID(high: 1, low: 1), name: "Eva", born: LocalDate(dayNumber: 18_300), zone: "UTC", createdAt: start,
      updatedAt: start)
    let frame = EntryFrame(start: start, end: hours.map { start + .hours($0) }, endUnknown: false)
    return kind.errors(in: frame, values: values, child: child, zone: .utc, now: start + .hours(20))
  }

  private func read(_ text: String) throws -> [FieldValue?] {
    try TestOnlyKind.Fields(strictly: JSON(parsing: text.utf8)).values
  }

  @Test("is validated by its declaration: required fields, ranges in each unit, the longest duration")
  func validation() throws {
    #expect(try errors(Self.warm.values) == [])
    #expect(try errors([nil, .choice(0)]) == [FieldError("value", "is missing")])
    #expect(
      try errors([.quantity(47, unit: 0), nil]) == [FieldError("value", "must be between 25 and 45 celsius")])
    #expect(
      try errors([.quantity(20, unit: 1), nil]) == [FieldError("value", "must be between 77 and 113 fahrenheit")])
    #expect(
      try errors(Self.warm.values, hours: 1)
        == [FieldError("end", "does not apply to something that happens at one moment")])
  }

  @Test("is written with its units and read back; undeclared values are refused with the declared ones")
  func wire() throws {
    let text = String(decoding: Self.warm.encoded, as: UTF8.self)
    #expect(text == #"{"value":99.5,"unit":"fahrenheit","valueCelsius":37.5,"place":"ear"}"#)
    #expect(try read(text) == Self.warm.values)
    #expect(try read(#"{"value":37}"#) == [.quantity(37, unit: 0), nil])
    for (wrong, sentence) in [
      (#"{"place":"eat"}"#, "place must be one of ear, forehead, armpit; did you mean \"ear\"?"),
      (#"{"value":201}"#, "value must be between 0 and 200."),
      (#"{"valeu":37}"#, "valeu is not known; did you mean \"value\"?"),
    ] {
      let error = #expect(throws: WireError.self) { try read(wrong) }
      #expect(error?.sentence == sentence)
    }
  }

  @Test("is in the schema with its fields, their words and their meaning")
  func schema() throws {
    let properties = TestOnlyKind.Fields.schema.json["properties"]
    #expect(properties?.objectValue?.members.map(\.name) == ["value", "unit", "valueCelsius", "place"])
    #expect(properties?["place"]?.text.contains(#""enum":["ear","forehead","armpit"]"#) == true)
    #expect(properties?["place"]?.text.contains("Warmth: where it was taken.") == true)
  }

  private static func entry(_ values: [FieldValue?], note: String? = nil) -> Entry {
    let start = Instant(milliseconds: 1_589_120_000_000)
    return Entry(
      id: EntryID(high: 1, low: 1), childID: ChildID(high: 1, low: 1),
      content: .declared(TestOnlyKind.warmth, values),
      start: start, note: note, createdAt: start, updatedAt: start)
  }

  @Test("is named in lines, banners and copies by its declaration, with values in their original units")
  func words() throws {
    let warm = Self.entry(Self.warm.values, note: "after the nap")
    #expect(Words.line(warm, units: .ounces) == "Warmth · 99.5 °F · ear")
    #expect(Words.logged(warm, units: .ounces) == "Logged warmth · 99.5 °F · ear")
    #expect(Words.updated(warm) == "Updated warmth")
    #expect(Words.deleted(warm.timer) == "Deleted warmth")
    let time = try #require(TimeOfDay(hour: 9, minute: 5))
    #expect(
      Words.summary(warm, at: time, units: .ounces, format: .twentyFourHour)
        == "Warmth · 99.5 °F · ear · \(Words.clock(time, format: .twentyFourHour))")
    #expect(Words.line(Self.entry([.quantity(37, unit: 0), nil]), units: .ounces) == "Warmth · 37 °C")
  }

  @Test(
    "is found by its name, its words, its numbers and its units, and not by those of others",
    arguments: [
      ("warmth", true), ("WARM", true), ("ear", true), ("99.5", true), ("°f", true), ("fahrenheit", true),
      ("warmth ear nap", true), ("armpit", false), ("celsius", false), ("37.5", false), ("bottle", false),
    ])
  func search(text: String, isFound: Bool) {
    let search = EntrySearch(text, units: .ounces, zone: .utc)
    #expect(search.matches(Self.entry(Self.warm.values, note: "after the nap")) == isFound)
  }

  @Test(
    "is changed by the names of its fields: missing ones stay, null clears, and all errors are reported at once")
  func saying() throws {
    let kind = EntryKind.declared(TestOnlyKind.warmth)
    let content = try EntryContent(
      kind, fields: FieldInputs([.init("value", .number(99.5)), .init("unit", .word("fahrenheit"))]))
    #expect(content.values == [.quantity(99.5, unit: 1), nil])
    let moved = try content.changed(by: FieldInputs([.init("place", .word("armpit")), .init("value", .number(98))]))
    #expect(moved.values == [.quantity(98, unit: 1), .choice(2)])
    #expect(try moved.changed(by: FieldInputs([.init("place", .nothing)])).values == [.quantity(98, unit: 1), nil])
    for (said, errors) in [
      ([.init("value", .nothing)], [FieldError("value", "is missing")]),
      ([.init("value", .number(.infinity))], [FieldError("value", "must be between 0 and 200")]),
      (
        [.init("plase", .word("ear")), .init("place", .word("eat")), .init("unit", .number(3))],
        [
          FieldError("plase", "does not apply to a warmth, which has value, unit, place"),
          FieldError("unit", "must be one of celsius, fahrenheit"),
          FieldError("place", "must be one of ear, forehead, armpit"),
        ]
      ),
    ] as [([FieldInputs.Field], [FieldError])] {
      #expect(throws: BabyError.entryInvalid(errors)) { _ = try content.changed(by: FieldInputs(said)) }
    }
  }

  private func reading(_ text: String) -> PhraseReading {
    PhraseReading(
      text, in: PhraseContext(units: .ounces, children: ["Eva", "Max"], kinds: [TestOnlyKind.warmth]))
  }

  private static func said(_ number: Double, _ unit: String, _ place: String? = nil) -> FieldInputs {
    let fields: [FieldInputs.Field] = [.init("value", .number(number)), .init("unit", .word(unit))]
    return FieldInputs(fields + (place.map { [.init("place", .word($0))] } ?? []))
  }

  @Test(
    "is logged by a phrase that begins with its name: values, units and words in any order, then the time",
    arguments: [
      ("warmth 37.5 celsius ear", said(37.5, "celsius", "ear"), nil),
      ("log a heat of 39,2°C", said(39.2, "celsius"), nil),
      ("Warmish 99.5 F in the ear at 3pm", said(99.5, "fahrenheit", "ear"), "at 3pm"),
      ("warmth 38 at 4", said(38, "celsius"), "at 4"),
      ("warmish 10 min ago 101", said(101, "fahrenheit"), "10 min ago"),
      ("warmish 37.1 degrees celsius", said(37.1, "celsius"), nil),
    ] as [(String, FieldInputs, String?)])
  func phrase(text: String, said: FieldInputs, at: String?) {
    let phrase = Phrase(action: .declared(TestOnlyKind.warmth, said), time: TimeTexts(at: at))
    #expect(reading(text) == .understood(phrase))
  }

  @Test("with child and note, too; undeclared words are refused, and nothing is guessed")
  func phrases() {
    let ear = FieldInputs([.init("place", .word("ear")), .init("value", .number(38)), .init("unit", .word("celsius"))])
    #expect(
      reading("Eva's warmth ear 38 note woke up hot")
        == .understood(Phrase(action: .declared(TestOnlyKind.warmth, ear), note: "woke up hot", child: "Eva")))
    #expect(reading("warmth 38 mouth") == .refused(.unknown("mouth")))
    #expect(reading("warmth 38 39") == .refused(.unknown("39")))
    #expect(reading("warmth 38 ear armpit") == .refused(.contradiction("That says place twice.")))
    #expect(reading("warmth 38 at 3pm at 4pm") == .refused(.contradiction("That is more than one time.")))
    #expect(reading("Eva warmth 38 Max") != reading("Eva warmth 38"))
    #expect(reading("warmth 38 note") == .refused(.contradiction("There is no note to log.")))
    // Programs that do not declare it do not understand it.
    let plain = PhraseReading("warmth 38", in: PhraseContext(units: .ounces, kinds: []))
    #expect(plain == .refused(.unknown("warmth")))
  }

  @Test("with an ambiguous unit leads to a question")
  func severalUnits() {
    let length = KindDeclaration(
      "length", title: "Length", noun: "a length",
      fields: [
        FieldDeclaration(
          "value",
          .quantity(
            QuantityDeclaration(
              units: [.init("cm"), .init("in", factor: 2.54)], unit: ("unit", ""), base: ("valueCm", ""),
              plausible: 0...300, limits: 20...150)), isRequired: true, "")
      ])
    let reading = PhraseReading("length 50 at 3pm", in: PhraseContext(units: .ounces, kinds: [length]))
    #expect(reading == .unclear(["length 50 cm at 3pm", "length 50 in at 3pm"]))
  }

  @Test("shares members with other kinds: each is read by its own words, and the schema has them all")
  func sharedMembers() throws {
    struct Both: WireObject {
      var values: [FieldValue?]
      init(reading members: inout ObjectReader) throws(WireError) {
        values = try members.values(of: TestOnlyKind.warmth)
        try members.passOver(fieldsOf: [.feeding], but: TestOnlyKind.warmth)
      }
      func write(to members: inout ObjectWriter) {}
    }
    let unit = Both.schema.json["properties"]?["unit"]?.text
    #expect(unit?.contains(#""enum":["celsius","fahrenheit","ml","oz"]"#) == true)
    #expect(unit?.contains("Warmth: the value's unit. Feeding: the amount's unit.") == true)
    let read = try Both(strictly: JSON(parsing: #"{"value":99.5,"unit":"fahrenheit","method":"bottle"}"#.utf8))
    #expect(read.values == [.quantity(99.5, unit: 1), nil])
    let error = #expect(throws: WireError.self) {
      try Both(strictly: JSON(parsing: #"{"value":99.5,"unit":"fahrenheit","methud":"bottle"}"#.utf8))
    }
    #expect(error?.sentence == "methud is not known; did you mean \"method\"?")
  }
}
