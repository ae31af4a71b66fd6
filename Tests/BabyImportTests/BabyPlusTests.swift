import BabyModel
import Testing

@testable import BabyImport

/// Records are made up after the members that people list of their exports.
@Suite("Baby+'s export")
struct BabyPlusTests {
  /// 2020-02-25 08:00 in Los Angeles.
  private static let eight = 1_582_646_400

  private func entries(_ lists: String) throws -> [Entry] {
    let result = try importing(texts: "{\"active_child\": {}, \(lists)}")
    #expect(result.summary.badRows == [])
    #expect(result.summary.format == .babyPlusJSON)
    return result.entries
  }

  private func measured(_ kind: KindDeclaration, _ value: Double, _ unit: String) throws -> EntryContent {
    try EntryContent(
      .declared(kind), fields: FieldInputs([.init("value", .number(value)), .init("unit", .word(unit))]))
  }

  private struct Missing: Error {}

  @Test("is recognized by whichever of its lists comes first")
  func recognised() throws {
    for text in [
      #"{"baby_sleep": [], "baby_nappy": [{"pk": 1, "date": 1582646400.5, "type": "Wet"}]}"#,
      #"{"faceADayGlobal": null, "baby_nappy": [{"pk": 1, "date": 1582646400.5, "type": "Wet"}]}"#,
      #"{"babyprofile": [{"a": 1, "b": "Eva"}], "baby_nappy": [{"pk": 1, "babyid": 1, "date": 1582646400.5, "type": "Wet"}]}"#,
    ] {
      let result = try importing(texts: text)
      #expect(result.summary.format == .babyPlusJSON)
      #expect(result.entries.map(\.content) == [.diaper(.wet)])
      #expect(result.entries.map(\.start) == [Instant(milliseconds: 1_582_646_400_500)])
    }
  }

  @Test("bottles have their content; Android phones write the same")
  func bottles() throws {
    let phone = try entries(
      #""baby_bottlefeed": [{"pk": 1, "date": 1582646400.0, "amountML": 120, "isFormula": 1, "note": null}]"#)
    #expect(
      phone.map(\.content) == [
        .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters), content: .formula))
      ])
    #expect(phone.map(\.note) == [nil])
    let android = try entries(
      """
      "baby_bottlefeed": [
        {"pk": 1, "date": "2020-02-25T17:00:00.000+01:00", "amountML": 120, "isFormula": true, "note": null}]
      """)
    #expect(android == phone)
    #expect(
      try entries(#""baby_bottlefeed": [{"pk": 1, "date": 1582646400, "amountML": 0, "isFormula": 0}]"#).map(
        \.content) == [.feeding(Feeding(method: .bottle, content: .breastMilk))])
  }

  @Test("feeds at the breast have the seconds at each and their real end; a timer that was never stopped has no end")
  func nursing() throws {
    let result = try importing(
      texts: """
        {"baby_nursingfeed": [
          {"pk": 1, "startDate": \(Self.eight).0, "endDate": \(Self.eight + 1200).0, "nursingSide": "both",
           "startingBreast": "right", "leftDuration": 300, "rightDuration": 600},
          {"pk": 2, "startDate": \(Self.eight + 7200), "endDate": 0, "nursingSide": "left", "leftDuration": 0},
          {"pk": 3, "startDate": \(Self.eight + 9200), "endDate": \(Self.eight + 9500), "leftDuration": 30000}
        ]}
        """)
    #expect(result.summary.badRows == [])
    guard case .feeding(let both) = result.entries[0].content else { throw Missing() }
    #expect(both.startedSide == .right && both.left == .seconds(300) && both.right == .seconds(600))
    // The end is the real one: a pause lies before it.
    #expect(result.entries[0].duration == .seconds(1200))
    #expect(result.summary.flags == [:])
    #expect(result.entries[1].content == .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)))
    #expect(result.entries[1].end == nil)
    #expect(result.entries[2].duration == .seconds(300) && result.entries[2].note == "leftDuration 30000")
  }

  /// Of a child the letters differ from version to version; what they stand for can be told.
  @Test(
    "Android phones write a child's data with letters",
    arguments: [
      #"{"a": 1, "b": "Eva", "c": "girl", "d": "2019-12-18T00:00:00.000+01:00"}"#,
      #"{"a": null, "b": null, "f": 0.0, "g": 1, "h": "Eva", "j": "girl", "k": "2019-12-18T00:00:00.000+01:00", "l": "1.jpeg", "n": false, "q": 2.54}"#,
    ])
  func letters(profile: String) throws {
    let text = """
      {"active_child": {"a": 1}, "babyprofile": [\(profile)],
       "baby_nappy": [{"babyid": 1, "details": "None", "pk": 1, "type": "Wet", "note": null, "date": 1582646400}]}
      """
    let result = try importing(texts: text)
    #expect(result.summary.badRows == [])
    #expect(result.entries.map(\.content) == [.diaper(.wet)] && result.entries.map(\.note) == [nil])
    let asked = try BabyImportTests.importing(pieces: [[.bytes(Array(text.utf8))]], children: [tom]).decisions
    #expect(asked.questions.first?.children == [NamedChild(name: "Eva", born: LocalDate("2019-12-18"))])
  }

  @Test("unstopped timers on an Android phone end in 1970, and pumpings have a day of creation")
  func android() throws {
    let result = try importing(
      texts: """
        {"baby_expressingfeed": [
          {"amount": 50.0, "babyid": 1, "leftAmount": 50.0, "pk": 45, "expressingSide": "left", "rightAmount": 0.0,
           "creationDate": "2020-02-25T17:00:00.000+01:00"},
          {"amount": 80.0, "babyid": 1, "leftAmount": 50.0, "pk": 46, "expressingSide": "both", "rightAmount": 30.0,
           "creationDate": "2020-02-25T18:00:00.000+01:00"}],
         "health_medlog": [{"babyid": 1, "dose": "2 ml", "frequency": 0, "pk": 2, "name": "Iron", "note": null,
           "date": "2020-02-25T18:00:00.000+01:00"}],
         "baby_nursingfeed": [{"babyid": 1, "pk": 7, "startDate": "2020-02-25T20:00:00.000+01:00",
           "endDate": "2020-02-25T20:05:00.000+01:00", "nursingSide": "left", "startingBreast": "left",
           "leftDuration": 300, "rightDuration": 0}],
         "baby_sleep": [{"babyid": 1, "duration": 0, "endDate": "1970-01-01T01:00:00.000+01:00", "pk": 1,
           "startDate": "2020-02-25T22:00:00.000+01:00"}],
         "tracker_detail": [{"a": 7, "b": "fell asleep", "c": 4, "d": 1}, {"a": 1, "b": "\\n", "c": 5, "d": 1}]}
        """)
    #expect(result.summary.badRows == [])
    func pumping(_ amount: Double, _ side: Side?, _ breasts: Breasts) -> EntryContent {
      .feeding(
        Feeding(method: .pumping, startedSide: side, breasts: breasts, amount: Volume(amount, .milliliters)))
    }
    #expect(
      result.entries.map(\.content) == [
        pumping(50, .left, .one), pumping(80, nil, .both),
        try .medicine("Iron", dose: (2, "ml"), column: "name"),
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .seconds(300))), .sleep,
      ])
    #expect(result.entries.map(\.note) == [nil, "left 50 ml, right 30 ml", nil, "fell asleep", nil])
    #expect(result.summary.flags == [.endMissing: 1])
  }

  @Test("sleep, crying, nappies and pumpings")
  func others() throws {
    let result = try importing(
      texts: """
        {"baby_crying": [{"pk": 1, "startDate": \(Self.eight), "endDate": \(Self.eight + 600)}],
         "baby_sleep": [{"pk": 1, "startDate": \(Self.eight), "endDate": \(Self.eight + 3600)},
           {"pk": 2, "startDate": \(Self.eight + 9000), "endDate": 0.0}],
         "baby_nappy": [{"pk": 1, "date": \(Self.eight), "type": "Soiled", "details": "Soft"},
           {"pk": 2, "date": \(Self.eight + 60), "type": "Mixed"},
           {"pk": 3, "date": \(Self.eight + 90), "type": "Dry"}],
         "baby_expressingfeed": [{"pk": 1, "date": \(Self.eight), "amountOz": 3.5, "durationSeconds": 900}]}
        """)
    #expect(result.summary.badRows == [])
    #expect(
      result.entries.map(\.content) == [
        try .activity("crying"), .sleep, .sleep, .diaper(.dirty), .diaper(.both), .note(.general),
        .feeding(Feeding(method: .pumping, amount: Volume(3.5, .ounces))),
      ])
    #expect(
      result.entries.map(\.duration) == [.minutes(10), .minutes(60), nil, nil, nil, nil, .minutes(15)])
    #expect(result.entries.map(\.note) == [nil, nil, nil, "soft", nil, "Dry diaper", nil])
    #expect(result.summary.flags == [.endMissing: 1])
  }

  @Test("measurements are an entry each, and 0 is none; a temperature's unit follows from the numbers")
  func measured() throws {
    let growth = try entries(
      #""baby_growth": [{"pk": 1, "date": 1582646400, "weight": 4.5, "height": 0, "head": 37.5}]"#)
    #expect(growth.map(\.content) == [try measured(.weight, 4.5, "kg"), try measured(.head, 37.5, "cm")])
    let warm = try entries(#""baby_temperature": [{"pk": 1, "date": 1582646400, "temperature": 38.2, "note": "ear"}]"#)
    #expect(warm.map(\.content) == [try measured(.temperature, 38.2, "celsius")])
    #expect(warm.map(\.note) == ["note ear"])
  }

  @Test("milestones have a name; records with an unknown meaning are kept as they are")
  func kept() throws {
    let milestone = try entries(
      """
      "my_milestones": [{"babyid": 1, "category": "Language", "id": "LooksInDirectionOfVoice", "date": 1582646400}]
      """)
    #expect(
      milestone.map(\.content) == [
        try EntryContent(
          .declared(.milestone),
          fields: FieldInputs([
            .init("title", .word("Looks in direction of voice")), .init("category", .word("language")),
          ]))
      ])
    let solids = try entries(
      #""baby_solidfeed": [{"pk": 1, "babyid": 1, "date": 1582646400, "food": "carrots", "amount": 5}]"#)
    #expect(solids.map(\.note) == ["Solids · food carrots, amount 5"])
    #expect(solids.map(\.content) == [.note(.food)])
  }

  @Test("appointments, questions and moments are notes; future ones and unknown lists are reported")
  func appointments() throws {
    let lists = """
      "my_appointments": [{"babyid": 1, "date": \(Self.eight), "endDate": \(Self.eight + 1800), "name": "Dr. Li"},
      {"date": "2030-01-01T08:00:00Z", "name": "Check-up"}],
      "my_questions": [{"id": 3, "creationDate": \(Self.eight), "question": "When do teeth come?"}],
      "my_moments": [{"date": \(Self.eight), "title": "First snow"}],
      "baby_swimming": [{"date": \(Self.eight)}], "mother_weight": [{"date": \(Self.eight), "kg": 60}]
      """
    let result = try importing(texts: "{\"active_child\": {}, \"babyprofile\": [{\"a\": 1, \"b\": \"Eva\"}], \(lists)}")
    #expect(
      result.entries.map(\.note) == [
        "Appointment · name Dr. Li · until 2020-02-25T16:30:00.000Z",
        "Question · id 3, creationDate \(Self.eight), question When do teeth come?", "Moment · title First snow",
      ])
    #expect(result.entries.map(\.content) == [.note(.health), .note(.health), .note(.general)])
    #expect(
      Set(result.summary.badRows.map(\.reason)) == [
        "start must not be in the future", "is of a kind that this version does not know",
      ])
  }

  @Test("notes belong to the bottle or nappy that they name, wherever they are; others are reported")
  func notes() throws {
    let rows = """
      "baby_bottlefeed": [{"pk": 1, "date": \(Self.eight), "amountML": 50, "isFormula": true}],
      "baby_nappy": [{"pk": 1, "date": \(Self.eight), "type": "Wet"}]
      """
    let details = """
      "tracker_detail": [{"a": 1, "b": "slept on", "c": 6, "d": 1},
        {"trackerDetailId": 1, "trackerDescription": "leaked", "trackerType": 11}]
      """
    #expect(try entries("\(rows), \(details)").map(\.note) == ["slept on", "leaked"])
    #expect(try entries("\(details), \(rows)").map(\.note) == ["slept on", "leaked"])
    let result = try importing(
      texts: """
        {"tracker_detail": [{"a": 1, "b": "x", "c": 99},
        {"a": 7, "b": "x", "c": 6}], \(rows)}
        """)
    #expect(result.entries.map(\.note) == [nil, nil])
    #expect(
      result.summary.badRows.sorted { $0.line < $1.line }.map(\.reason) == [
        "has a value that cannot be read in the column “trackerType”",
        "has a value that cannot be read in the column “trackerDetailId”",
      ])
  }

  @Test("each child has its rows, also if the names come last; without names there is one child")
  func children() throws {
    let rows = """
      {"baby_nappy": [{"pk": 1, "babyid": 1, "date": \(Self.eight), "type": "Wet"},
        {"pk": 2, "babyid": 2, "date": \(Self.eight), "type": "Mixed"},
        {"pk": 3, "babyid": 3, "date": \(Self.eight), "type": "Mixed"}]
      """
    let named = try importing(
      texts: rows + #", "babyprofile": [{"a": 1, "b": "Eva"}, {"a": 2, "b": "Tom"}]}"#, children: [eva, tom])
    #expect(named.entries.map(\.childID) == [eva.id, tom.id])
    #expect(named.summary.badRows == [ImportRemark(line: 3, reason: "is about another child")])
    let unnamed = try importing(texts: rows + "}")
    #expect(unnamed.entries.count == 1)
    #expect(unnamed.summary.badRows.map(\.line) == [2, 3])
  }

  @Test("impossible values are reported with their line and do not affect other rows")
  func badValues() throws {
    let result = try importing(
      texts: """
        {"baby_nappy": [{"pk": 1, "date": 1e300, "type": "Wet"},
        {"pk": 2, "date": "yesterday", "type": "Wet"},
        {"pk": 3, "date": \(Self.eight), "type": "Blue"},
        {"pk": 4, "type": "Wet"},
        7,
        {"pk": 5, "date": \(Self.eight), "type": "Wet"}],
        "baby_bottlefeed": [{"pk": 1, "date": \(Self.eight), "amountML": "some"}]}
        """)
    #expect(result.entries.map(\.content) == [.diaper(.wet)])
    #expect(
      result.summary.badRows.map { "\($0.line) \($0.reason)" } == [
        "1 has a value that cannot be read in the column “date”",
        "2 has a value that cannot be read in the column “date”",
        "3 has a value that cannot be read in the column “type”",
        "4 has a value that cannot be read in the column “date”",
        "5 has a value that cannot be read in the column “record”",
        "7 has a value that cannot be read in the column “amountML”",
      ])
  }

  @Test("a longer export has the same ids for old rows; two phones with the same counters have separate rows")
  func again() throws {
    func nappy(_ key: Int, _ time: Int, _ type: String) -> String {
      "{\"pk\": \(key), \"date\": \(time), \"type\": \"\(type)\"}"
    }
    let first = try entries("\"baby_nappy\": [\(nappy(1, Self.eight, "Wet"))]")
    let longer = try entries("\"baby_nappy\": [\(nappy(2, Self.eight + 60, "Wet")), \(nappy(1, Self.eight, "Mixed"))]")
    let other = try entries("\"baby_nappy\": [\(nappy(1, Self.eight + 90, "Wet"))]")
    #expect(longer.last?.id == first[0].id)
    #expect(other[0].id != first[0].id)
  }
}
