import BabyModel
import Testing

@Suite("Valid entries")
struct EntryValidationTests {
  private static let now = "2020-05-10T12:00:00-07:00"

  private func problems(_ entry: Entry) throws -> [FieldError] {
    do {
      try entry.validate(child: .make(), zone: .losAngeles, now: at(Self.now))
      return []
    } catch BabyError.entryInvalid(let errors) { return errors }
  }

  private func expect(
    _ entry: Entry, _ field: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try problems(entry) == [FieldError(field, message)], sourceLocation: sourceLocation)
  }

  private let morning = "2020-05-10T08:00:00-07:00"

  @Test("Entries of every kind are valid")
  func valid() throws {
    for entry in [
      try Entry.breast(.left, .both, morning, to: "2020-05-10T08:15:00-07:00"), try .breast(nil, nil, morning),
      try .bottle(.oz(8.2), morning), try .bottle(nil, morning), try .bottle(.ml(500), morning),
      try .make(.feeding(Feeding(method: .pumping, startedSide: .right, amount: .ml(700))), morning),
      try .make(.diaper(.both), morning, note: "a\n\tb"), try .make(.sleep, morning),
      try .make(.sleep, "2020-05-09T09:00:00-07:00", to: "2020-05-10T09:00:00-07:00"),
      try .make(.sleep, morning, endUnknown: true),
      try .make(.tummyTime, morning, to: "2020-05-10T10:00:00-07:00"),
      try .make(.note(.milestone), morning, note: "first smile"),
      try .make(.diaper(.wet), "2020-05-10T12:05:00-07:00"), try .make(.diaper(.wet), "2019-12-17T00:00:00-08:00"),
    ] { #expect(try problems(entry) == []) }
  }

  @Test("The end is after the start")
  func end() throws {
    try expect(.make(.sleep, morning, to: "2020-05-10T07:59:59-07:00"), "end", "must not be before the start")
    try expect(.make(.sleep, morning, to: morning), "end", "must be after the start")
    try expect(
      .make(.diaper(.wet), morning, to: Self.now), "end", "does not apply to something that happens at one moment")
  }

  @Test("The duration is within the kind's limit")
  func lengths() throws {
    try expect(
      .make(.sleep, "2020-05-09T08:59:59-07:00", to: "2020-05-10T09:00:00-07:00"), "end",
      "must be at most 24 hours after the start")
    try expect(
      .make(.tummyTime, morning, to: "2020-05-10T10:00:01-07:00"), "end", "must be at most 2 hours after the start")
    try expect(
      .breast(.left, .one, "2020-05-10T05:00:00-07:00", to: "2020-05-10T11:00:01-07:00"), "end",
      "must be at most 6 hours after the start")
  }

  @Test("The time is at most 5 minutes ahead")
  func future() throws {
    try expect(.make(.diaper(.wet), "2020-05-10T12:05:01-07:00"), "start", "must not be in the future")
    try expect(.make(.sleep, morning, to: "2020-05-10T12:05:01-07:00"), "end", "must not be in the future")
  }

  @Test("The time is not before the child's birth, with a day of grace")
  func birth() throws {
    try expect(
      .make(.diaper(.wet), "2019-12-16T23:59:00-08:00"), "start", "must not be before Eva was born, on 2019-12-18")
  }

  @Test("Amounts are above zero and at most a feed's limit, in either unit")
  func amounts() throws {
    for amount in [Volume.ml(0), .ml(-5), .ml(.nan), .oz(0)] {
      try expect(.bottle(amount, morning), "amount", "must be more than 0")
    }
    try expect(.bottle(.ml(500.5), morning), "amount", "must be at most 500 ml")
    try expect(.bottle(.ml(.infinity), morning), "amount", "must be at most 500 ml")
    try expect(.bottle(.oz(17), morning), "amount", "must be at most 16.9 oz")
    #expect(try problems(.bottle(.oz(16.9), morning)) == [])
    try expect(
      .make(.feeding(Feeding(method: .pumping, amount: .ml(1001))), morning), "amount", "must be at most 1000 ml")
  }

  @Test("A bottle has no breast")
  func foreignFields() throws {
    let feeding = Feeding(method: .bottle, startedSide: .left, breasts: .one, amount: .ml(100))
    #expect(try problems(.make(.feeding(feeding), morning)).map(\.field) == ["startedSide", "breasts"])
  }

  @Test("Only a timer's end can be unknown, and only if it has none")
  func endUnknown() throws {
    try expect(
      .make(.diaper(.wet), morning, endUnknown: true), "endUnknown",
      "applies only to sleep, tummy time and other activities")
    try expect(
      .make(.sleep, morning, to: Self.now, endUnknown: true), "endUnknown", "does not apply to an entry that has an end"
    )
  }

  @Test("A note has a text of limited length without control characters")
  func notes() throws {
    for empty in [nil, "", " \n"] {
      try expect(.make(.note(.general), morning, note: empty), "note", "must not be empty")
    }
    #expect(try problems(.make(.diaper(.wet), morning, note: "")) == [])
    #expect(try problems(.make(.note(.general), morning, note: String(repeating: "é", count: 10_000))) == [])
    try expect(
      .make(.note(.general), morning, note: String(repeating: "x", count: 10_001)), "note",
      "must have at most 10000 characters")
    // One letter, as people count them.
    let marks = "e" + String(repeating: "\u{301}", count: 32_768)
    try expect(.make(.note(.general), morning, note: marks), "note", "must have at most 65536 bytes")
    for control in ["\u{1B}[31m", "a\rb", "\u{7F}", "\u{85}", "\0"] {
      try expect(.make(.sleep, morning, note: "a\(control)"), "note", "must not contain control characters")
    }
  }

  @Test("All errors are reported at once")
  func several() throws {
    var entry = try Entry.bottle(.ml(900), "2021-05-10T12:00:00-07:00", to: morning)
    entry.note = "\u{1B}"
    #expect(try problems(entry).map(\.field) == ["start", "end", "amount", "note"])
  }
}

@Suite("Valid children")
struct ChildValidationTests {
  private func fields(name: String = "Eva", born: String = "2019-12-18") throws -> [String] {
    do {
      try Child.make(name: name, born: born).validate(today: date("2020-05-10"))
      return []
    } catch BabyError.childInvalid(let errors) { return errors.map(\.field) }
  }

  @Test("Names of 1 to 60 letters are valid, of any script", arguments: ["E", "Zoë-Mae O’Neil", "愛子", "👶🏽"])
  func names(name: String) throws { #expect(try fields(name: name) == []) }

  @Test("Other names are refused", arguments: ["", "  ", "a\nb", "\u{1B}[2J", "Eva\u{202E}", "\u{2066}x"])
  func badNames(name: String) throws { #expect(try fields(name: name) == ["name"]) }

  @Test("A name's length is counted in letters, without the space around it")
  func length() throws {
    #expect(try fields(name: " " + String(repeating: "é", count: 60)) == [])
    #expect(try fields(name: String(repeating: "e", count: 61)) == ["name"])
    #expect(try fields(name: "e" + String(repeating: "\u{301}", count: 512)) == ["name"])
  }

  @Test("A birth is between 1900 and today")
  func born() throws {
    #expect(try fields(born: "2020-05-10") == [] && fields(born: "1900-01-01") == [])
    #expect(try fields(born: "2020-05-11") == ["born"] && fields(born: "1899-12-31") == ["born"])
  }
}
