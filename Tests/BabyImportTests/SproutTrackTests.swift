import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after the tables that the app declares.
@Suite("Sprout Track's backup")
struct SproutTrackTests {
  typealias Values = [String: DatabaseRow.Value]

  /// 2020-02-25 08:00 in Los Angeles.
  static let eight: Int64 = 1_582_646_400_000

  /// A database as it is handed out: its tables in the order of their names.
  func database(_ rows: [(table: String, values: Values)]) -> [ImportPiece] {
    let people: [(String, Values)] = [
      ("Baby", ["id": "b1", "firstName": "Eva", "lastName": "Smith", "birthDate": .integer(1_576_627_200_000)]),
      ("Caretaker", ["id": "c1", "name": "Anna", "securityPin": "739201"]),
    ]
    var lines: [String: Int] = [:]
    let all = (people + rows).enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
    let tables = ["AppConfig", "Baby", "Caretaker", "DiaperLog", "FeedLog", "Settings", "SleepLog"]
    return [.tables(tables)]
      + all.map { _, row in
        lines[row.0, default: 0] += 1
        let values = row.1.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return .row(DatabaseRow(table: row.0, line: lines[row.0] ?? 0, values: values))
      }
  }

  func row(_ table: String, _ values: Values, id: String = "r1") -> (table: String, values: Values) {
    var all: Values = ["id": .text(id), "babyId": "b1", "caretakerId": "c1", "deletedAt": .null]
    let time = ["SleepLog": "startTime", "PlayLog": "startTime", "PumpLog": "startTime"][table]
    all[time ?? (["Measurement", "Milestone"].contains(table) ? "date" : "time")] = .integer(Self.eight)
    return (table, all.merging(values) { $1 })
  }

  func importing(
    _ rows: (table: String, values: Values)..., children: [Child] = [eva]
  ) throws -> (entries: [Entry], summary: ImportSummary) {
    let (batch, summary, _) = try BabyImportTests.importing(pieces: [database(rows)], children: children)
    return (batch.rows.map(\.entry), summary)
  }

  private func entry(_ table: String, _ values: Values) throws -> Entry {
    let result = try importing(row(table, values))
    #expect(result.summary.badRows == [])
    #expect(result.summary.format == .sproutTrack)
    return try #require(result.entries.first)
  }

  private func content(_ kind: KindDeclaration, _ fields: [FieldInputs.Field]) throws -> EntryContent {
    try EntryContent(.declared(kind), fields: FieldInputs(fields))
  }

  @Test("tables and columns with secrets are never read")
  func tables() throws {
    var opening = FileOpening(expected: ImportFormat.allCases)
    _ = try opening.records(of: database([])[0])
    for table in ["Baby", "FeedLog", "VaccineLog"] { #expect(opening.interest(in: table) == .all) }
    for table in ["Settings", "AppConfig", "Account", "EmailConfig", "ApiKey", "Family", "Contact"] {
      #expect(opening.interest(in: table) == .none)
    }
    guard case .columns(let columns) = opening.interest(in: "Caretaker") else { throw UnreadableSecret() }
    #expect(!columns.contains("securityPin"))
  }

  /// All of a caretaker's row would be read.
  private struct UnreadableSecret: Error {}

  @Test("sleep has its type, place and quality in the note; one without an end is flagged")
  func sleep() throws {
    let sleep = try entry(
      "SleepLog",
      ["endTime": .integer(Self.eight + 5_400_000), "type": "NIGHT_SLEEP", "location": "Crib", "quality": "GOOD"])
    #expect(sleep.content == .sleep)
    #expect(sleep.start == instant("2020-02-25T16:00:00Z"))
    #expect(sleep.duration == .minutes(90))
    #expect(sleep.note == "night sleep · Crib · quality good")
    #expect(sleep.author == "Anna")
    let open = try importing(row("SleepLog", ["type": "NAP", "endTime": .null]))
    #expect(open.entries.map(\.endUnknown) == [true])
    #expect(open.summary.flags == [.endMissing: 1])
  }

  @Test("times are milliseconds, or texts in UTC")
  func times() throws {
    for time: DatabaseRow.Value in [
      .integer(Self.eight), .real(Double(Self.eight)), "2020-02-25 16:00:00", "2020-02-25T16:00:00.000Z",
      "2020-02-25T16:00:00+00:00",
    ] {
      #expect(try entry("DiaperLog", ["time": time, "type": "WET"]).start == instant("2020-02-25T16:00:00Z"))
    }
    for time: DatabaseRow.Value in [.integer(.max), .real(.infinity), .real(1e300), .null, "yesterday"] {
      let result = try importing(
        row("DiaperLog", ["time": time, "type": "WET"]), row("DiaperLog", ["type": "DIRTY"], id: "r2"))
      #expect(result.entries.map(\.content) == [.diaper(.dirty)])
      #expect(
        result.summary.badRows == [
          ImportRemark(line: 1, reason: "has a value that cannot be read in the column “time”")
        ])
    }
  }

  @Test("bottles have their content; a unit that is not for milk is reported, and a missing one is not guessed")
  func bottles() throws {
    let mixed = try entry(
      "FeedLog",
      [
        "type": "BOTTLE", "amount": .real(120), "unitAbbr": "ML", "bottleType": "Formula/Breast",
        "breastMilkAmount": .integer(50), "hadReaction": .integer(1), "reactionDescription": "redness",
        "reactionCause": "Brand",
      ])
    #expect(mixed.content == .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters))))
    #expect(mixed.note == "breast milk 50 ml, formula 70 ml · reaction: redness, Brand")
    func bottle(_ type: String, milk: Double? = nil) throws -> Entry {
      try entry(
        "FeedLog",
        [
          "type": "BOTTLE", "amount": .real(120), "unitAbbr": "ML", "bottleType": .text(type),
          "breastMilkAmount": milk.map { .real($0) } ?? .null,
        ])
    }
    let plain = try [bottle("Formula"), bottle("Breast Milk", milk: 120), bottle("Milk"), bottle("Formula/Breast")]
    #expect(plain.map(\.content.held) == [.formula, .breastMilk, nil, nil])
    #expect(plain.map(\.note) == [nil, nil, "milk", "formula/breast"])
    let odd = try bottle("Breast Milk", milk: 150)
    #expect(odd.content.held == .breastMilk && odd.note == "breast milk 150 ml")
    let unclear = try importing(row("FeedLog", ["type": "BOTTLE", "amount": .real(120), "unitAbbr": .null]))
    #expect(unclear.entries.map(\.note) == ["120"])
    #expect(unclear.summary.flags == [.amountUnclear: 1])
    let cups = try importing(row("FeedLog", ["type": "BOTTLE", "amount": .real(1), "unitAbbr": "CUP"]))
    #expect(cups.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “unitAbbr”"])
    let other = try importing(row("FeedLog", ["type": "TUBE"]))
    #expect(other.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “type”"])
  }

  @Test("food is known by its name, from the catalogue or as a list of several")
  func food() throws {
    let foods: [(table: String, values: Values)] = [
      ("Food", ["id": "f1", "name": "Peanut", "commonAllergen": .integer(1), "deletedAt": .integer(1)]),
      ("Food", ["id": "f2", "name": "Banana", "commonAllergen": .integer(0)]),
    ]
    let one = row(
      "FoodLog",
      [
        "foodId": "f1", "enjoyment": "HATED", "hadReaction": .integer(1), "reactionDescription": "rash",
        "amount": .real(2), "unitAbbr": "TBSP",
      ])
    let several = row("FoodLog", ["foodIds": #"["f2", "f1", "gone"]"#, "enjoyment": "NEUTRAL"], id: "r2")
    let unknown = row("FoodLog", ["foodId": "gone", "notes": "spat out"], id: "r3")
    let result = try importing(foods[0], foods[1], one, several, unknown)
    #expect(
      result.entries.map(\.content) == [
        try content(
          .food,
          [
            .init("foods", .word("Peanut")), .init("liking", .word("disliked")), .init("reaction", .word("rash")),
            .init("allergens", .word("Peanut")),
          ]),
        try content(
          .food,
          [
            .init("foods", .word("Banana, Peanut")), .init("liking", .word("unsure")),
            .init("allergens", .word("Peanut")),
          ]),
        .note(.food),
      ])
    #expect(result.entries.map(\.note) == ["hated · 2 tbsp", nil, "spat out"])
    let solids = try entry("FeedLog", ["type": "SOLIDS", "food": "carrots", "amount": .real(3), "unitAbbr": "TBSP"])
    #expect(solids.content == (try content(.food, [.init("foods", .word("carrots"))])))
    #expect(solids.note == "3 tbsp")
  }

  @Test("diapers, baths, play and pumpings")
  func care() throws {
    let diaper = try entry(
      "DiaperLog",
      ["type": "BOTH", "condition": "LOOSE", "color": "GREEN", "blowout": .integer(1), "creamApplied": .integer(1)])
    #expect(diaper.content == .diaper(.both) && diaper.note == "loose · green · blowout · cream")
    #expect(try entry("DiaperLog", ["type": "DRY"]).note == "Dry diaper")
    let bath = try entry("BathLog", ["bathType": "Sponge Bath", "soapUsed": .integer(1), "shampooUsed": .integer(0)])
    #expect(bath.content == (try .activity("bath")) && bath.note == "sponge bath · soap")
    // A database has baths before those who gave them.
    #expect(bath.author == "Anna")
    let tummy = try entry("PlayLog", ["type": "TUMMY_TIME", "duration": .integer(5), "activities": "mirror"])
    #expect(tummy.content == .tummyTime && tummy.duration == .minutes(5) && tummy.note == "mirror")
    #expect(try entry("PlayLog", ["type": "WALK"]).content == (try .activity("walk")))
    #expect(
      try entry("PlayLog", ["type": "CUSTOM", "activities": "Music class"]).content == (try .activity("music class")))
    let pumped = try entry(
      "PumpLog",
      [
        "leftAmount": .real(70), "rightAmount": .real(60), "unitAbbr": "ML", "pumpAction": "STORED",
        "endTime": .integer(Self.eight + 900_000),
      ])
    #expect(pumped.content == .feeding(Feeding(method: .pumping, amount: Volume(130, .milliliters))))
    #expect(pumped.note == "left 70 ml · right 60 ml · stored" && pumped.duration == .minutes(15))
  }

  @Test("measurements have the row's unit; an unknown one is reported")
  func measurements() throws {
    func measured(_ type: String, _ value: Double, _ unit: String) throws -> EntryContent {
      try entry("Measurement", ["type": .text(type), "value": .real(value), "unit": .text(unit)]).content
    }
    func content(_ kind: KindDeclaration, _ value: Double, _ unit: String) throws -> EntryContent {
      try self.content(kind, [.init("value", .number(value)), .init("unit", .word(unit))])
    }
    #expect(try measured("WEIGHT", 8.5, "LB") == content(.weight, 8.5, "lb"))
    #expect(try measured("WEIGHT", 130, "oz") == content(.weight, 130, "oz"))
    #expect(try measured("HEIGHT", 52, "cm") == content(.length, 52, "cm"))
    #expect(try measured("HEAD_CIRCUMFERENCE", 15, "in") == content(.head, 15, "in"))
    #expect(try measured("TEMPERATURE", 98.6, "°F") == content(.temperature, 98.6, "fahrenheit"))
    let result = try importing(row("Measurement", ["type": "WEIGHT", "value": .real(1), "unit": "st"]))
    #expect(result.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “unit”"])
  }

  @Test("doses name their medicine, also a deleted one, and the minimum time until the next")
  func medicines() throws {
    let medicine: (table: String, values: Values) = (
      "Medicine", ["id": "m1", "name": "Ibuprofen", "doseMinTime": "06:00", "deletedAt": .integer(1)]
    )
    let vitamin: (table: String, values: Values) = ("Medicine", ["id": "m2", "name": "Vitamin D"])
    let result = try importing(
      medicine, vitamin, row("MedicineLog", ["medicineId": "m1", "doseAmount": .real(2.5), "unitAbbr": "ML"]),
      row("MedicineLog", ["medicineId": "m2", "doseAmount": .real(1), "unitAbbr": "DROP"], id: "r2"),
      row("MedicineLog", ["medicineId": "m2", "doseAmount": .real(2), "unitAbbr": "SPRAY"], id: "r3"),
      row("MedicineLog", ["medicineId": "gone", "doseAmount": .real(2)], id: "r4"))
    #expect(
      result.entries.map(\.content) == [
        try content(
          .medicine,
          [
            .init("name", .word("Ibuprofen")), .init("dose", .number(2.5)), .init("unit", .word("ml")),
            .init("intervalSeconds", .number(21_600)),
          ]),
        try content(
          .medicine, [.init("name", .word("Vitamin D")), .init("dose", .number(1)), .init("unit", .word("drop"))]),
        try content(.medicine, [.init("name", .word("Vitamin D"))]),
      ])
    #expect(result.entries.map(\.note) == [nil, nil, "2 spray"])
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 4, reason: "has a value that cannot be read in the column “medicineId”")
      ])
    let vaccine = try entry("VaccineLog", ["vaccineName": "MMR", "doseNumber": .integer(1)])
    #expect(vaccine.content == (try content(.vaccine, [.init("name", .word("MMR")), .init("doseNumber", .number(1))])))
  }

  @Test("notes, milestones, moods, the milk store and allergens are kept")
  func notes() throws {
    let milestone = try entry(
      "Milestone", ["title": "First steps", "description": "to Anna", "category": "MOTOR"])
    #expect(
      milestone.content
        == (try content(.milestone, [.init("title", .word("First steps")), .init("category", .word("movement"))])))
    #expect(milestone.note == "to Anna")
    let note = try entry("Note", ["content": "Doctor on Friday", "category": "Health"])
    #expect(note.content == .note(.health) && note.note == "Doctor on Friday")
    #expect(try entry("Note", ["content": "x", "category": "Travel"]).note == "Travel · x")
    let result = try importing(
      row("MoodLog", ["mood": "FUSSY", "intensity": .integer(4), "duration": .integer(20)], id: "1"),
      row("BreastMilkAdjustment", ["amount": .real(-4), "unitAbbr": "OZ", "reason": "Expired"], id: "2"),
      row("BabyAllergen", ["name": "Egg", "allergenType": "FOOD", "createdAt": .integer(Self.eight)], id: "3"))
    #expect(
      result.entries.map(\.note).sorted { ($0 ?? "") < ($1 ?? "") } == [
        "allergen · Egg · food", "milk store · -4 oz · Expired", "mood fussy · strength 4 of 5 · 20 minutes",
      ])
    #expect(result.entries.allSatisfy { $0.author == "Anna" })
    #expect(result.summary.keptAsNotes == ["MoodLog": 1, "BreastMilkAdjustment": 1, "BabyAllergen": 1])
  }
}

extension DatabaseRow.Value: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
}
