import BabyModel
import Testing

@testable import BabyImport

/// Rows are made up after the tables that the app declares.
@Suite("Baby Buddy's database and Django's dumps of it")
struct BabyBuddyDatabaseTests {
  private typealias Values = KeyValuePairs<String, DatabaseRow.Value>
  private typealias Row = (table: String, values: Values)

  private static let tables = [
    "auth_user", "authtoken_token", "babybuddy_settings", "core_bmi", "core_child", "core_diaperchange",
    "core_feeding", "core_sleep", "core_timer", "django_content_type", "django_session",
  ]
  private static let evaSmith: Row = (
    "core_child", ["id": 1, "first_name": "Eva", "last_name": "Smith", "birth_date": "2019-12-18", "slug": "eva-smith"]
  )

  /// A database as it is handed out: its tables in the order of their names, so that a child comes after its BMI.
  private func database(_ rows: [Row]) -> [ImportPiece] {
    var lines: [String: Int] = [:]
    let sorted = rows.enumerated().sorted { ($0.element.table, $0.offset) < ($1.element.table, $1.offset) }
    return [.tables(Self.tables)]
      + sorted.map { _, row in
        lines[row.table, default: 0] += 1
        return .row(
          DatabaseRow(
            table: row.table, line: lines[row.table] ?? 0, values: row.values.map { (name: $0.key, value: $0.value) }))
      }
  }

  private func text(_ text: String) -> [ImportPiece] { [.bytes(Array(text.utf8))] }

  private func importing(
    _ files: [ImportPiece]..., children: [Child] = [eva], units: [ImportQuantity: String] = [:]
  ) throws -> (entries: [Entry], summary: ImportSummary) {
    let (batch, summary, decisions) = try BabyImportTests.importing(
      pieces: files, children: children, choices: ImportChoices(units: units))
    #expect(decisions.questions.map(\.option) == [])
    return (batch.rows.map(\.entry), summary)
  }

  private func entries(_ rows: Row..., units: [ImportQuantity: String] = [:]) throws -> [Entry] {
    let result = try importing(database([Self.evaSmith] + rows), units: units)
    #expect(result.summary.badRows == [])
    #expect(result.summary.format == .babyBuddyDatabase)
    return result.entries
  }

  private let feeding: Row = (
    "core_feeding",
    [
      "id": 7, "child_id": 1, "start": "2020-02-17 11:04:09.597224", "end": "2020-02-17 11:12:09.1",
      "duration": 479_502_776, "type": "formula", "method": "bottle", "amount": .real(120), "notes": "slept on",
    ]
  )

  @Test("tables and columns about accounts are never read")
  func secrets() throws {
    var opening = FileOpening(expected: ImportFormat.allCases)
    _ = try opening.records(of: .tables(Self.tables))
    for table in ["auth_user", "authtoken_token", "babybuddy_settings", "django_session", "core_timer"] {
      #expect(opening.interest(in: table) == .none)
    }
    #expect(
      opening.interest(in: "core_child") == .columns(["id", "first_name", "last_name", "birth_date"]))
    guard case .columns(let columns) = opening.interest(in: "core_medication") else { throw WholeTable() }
    #expect(columns.isSuperset(of: ["id", "child_id", "time", "name", "dosage", "next_dose_interval"]))
  }

  /// All of a table would be read.
  private struct WholeTable: Error {}

  @Test("every kind of entry; times are UTC, and measurements have a day")
  func kinds() throws {
    let time: DatabaseRow.Value = "2020-02-17 11:54:09"
    let end: DatabaseRow.Value = "2020-02-17 12:04:09"
    let day: DatabaseRow.Value = "2020-02-14"
    let entries = try entries(
      ("core_bmi", ["id": 1, "child_id": 1, "bmi": .real(16.5), "date": day]),
      (
        "core_diaperchange",
        ["id": 1, "child_id": 1, "time": time, "wet": 1, "solid": 0, "color": "", "amount": .null, "notes": .null]
      ), feeding, ("core_headcircumference", ["id": 1, "child_id": 1, "head_circumference": .real(43), "date": day]),
      ("core_height", ["id": 1, "child_id": 1, "height": .real(66.5), "date": day]),
      (
        "core_medication",
        ["id": 1, "child_id": 1, "time": time, "name": "Ibuprofen", "dosage": .real(2.5), "dosage_unit": "ml"]
      ),
      ("core_note", ["id": 1, "child_id": 1, "note": "First smile", "time": time, "image": "x.jpg"]),
      ("core_pumping", ["id": 1, "child_id": 1, "start": time, "end": end, "amount": .real(90)]),
      ("core_sleep", ["id": 1, "child_id": 1, "start": time, "end": end, "nap": 1, "notes": "in the pram"]),
      ("core_temperature", ["id": 1, "child_id": 1, "temperature": .real(38.2), "time": time]),
      ("core_tummytime", ["id": 1, "child_id": 1, "start": time, "end": end, "milestone": "rolled"]),
      ("core_weight", ["id": 1, "child_id": 1, "weight": .real(7.2), "date": day, "notes": "at the doctor's"]),
      units: [.weight: "kg"])
    #expect(
      entries.map(\.content) == [
        .note(.growth), .diaper(.wet),
        .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters), content: .formula)),
        try measured(.head, 43, "cm"), try measured(.length, 66.5, "cm"),
        try .medicine("Ibuprofen", dose: (2.5, "ml"), column: "name"), .note(.general),
        .feeding(Feeding(method: .pumping, amount: Volume(90, .milliliters))), .sleep,
        try measured(.temperature, 38.2, "celsius"), .tummyTime, try measured(.weight, 7.2, "kg"),
      ])
    #expect(
      entries.map(\.note) == [
        "BMI 16.5", nil, "slept on", nil, nil, nil, "First smile", nil,
        "nap · in the pram", nil, "rolled",
        "at the doctor's",
      ])
    #expect(entries[0].start == instant("2020-02-14T20:00:00Z"))
    #expect(entries[1].start == instant("2020-02-17T11:54:09Z"))
    #expect(entries[2].start == instant("2020-02-17T11:04:09.597Z"))
    #expect(entries[8].duration == .minutes(10))
    #expect(Set(entries.map(\.id)).count == entries.count)
  }

  @Test("an entry has the same id in the database, the dump, the table and the API's answer, which may be combined")
  func ids() throws {
    let table = text(
      """
      id,child_id,child_first_name,child_last_name,start,end,type,method,amount,notes
      7,1,Eva,Smith,2020-02-17 03:04:09,2020-02-17 03:12:09,formula,bottle,120.0,slept on

      """)
    let answer = text(
      """
      {"count":1,"next":null,"previous":null,"results":[
        {"id":7,"child":1,"start":"2020-02-17T03:04:09.597224-08:00","end":"2020-02-17T03:12:09.100000-08:00",
         "duration":"00:07:59.502776","type":"formula","method":"bottle","amount":120.0,"notes":"slept on","tags":[]}
      ]}
      """)
    let dump = text(
      """
      [{"model":"core.child","pk":1,"fields":{"first_name":"Eva","last_name":"Smith","birth_date":"2019-12-18"}},
       {"model":"core.feeding","pk":7,"fields":{"child":1,"start":"2020-02-17T11:04:09.597Z",
        "end":"2020-02-17T11:12:09.100Z","duration":"P0DT00H07M59.502776S","type":"formula","method":"bottle",
        "amount":120.0,"notes":"slept on"}}]
      """)
    let database = database([Self.evaSmith, feeding])
    let one = try importing(database).entries
    #expect(one.count == 1)
    #expect(try importing(dump).entries == one)
    let row = try BabyImportTests.importing(pieces: [dump]).batch.rows.first
    // It was known with the part of its second once.
    #expect(row?.formerIDs.count == 1 && row?.formerIDs.first != row?.entry.id)
    #expect(try importing(answer).entries == one)
    #expect(try importing(table).entries.map(\.id) == one.map(\.id))
    #expect(try importing(table).entries.map(\.note) == one.map(\.note))
    #expect(Set(try importing(database, table, dump, answer).entries.map(\.id)) == Set(one.map(\.id)))
  }

  @Test("measurements are counted by kind: weight 1 and height 1 of a day are two, wherever they are")
  func measurements() throws {
    let both = try entries(
      ("core_height", ["id": 1, "child_id": 1, "height": .real(66.5), "date": "2020-02-14"]),
      ("core_weight", ["id": 1, "child_id": 1, "weight": .real(7.2), "date": "2020-02-14"]), units: [.weight: "kg"])
    let height = try importing(
      text("id,child_id,child_first_name,height,date,notes\n1,1,Eva,66.5,2020-02-14,\n"),
      text("id,child_id,child_first_name,weight,date,notes\n1,1,Eva,7.2,2020-02-14,\n"), units: [.weight: "kg"])
    #expect(height.entries == both)
    #expect(Set(both.map(\.id)).count == 2)
  }

  @Test("tags are in the note, by name, even if their tables come last; a dump may name kinds and tags instead of ids")
  func tags() throws {
    let rows: [Row] = [
      feeding, ("core_tag", ["id": 3, "name": "travel"]), ("core_tag", ["id": 4, "name": "Grandma"]),
      ("core_tagged", ["id": 1, "object_id": 7, "content_type_id": 12, "tag_id": 3]),
      ("core_tagged", ["id": 2, "object_id": 7, "content_type_id": 12, "tag_id": 4]),
      ("core_tagged", ["id": 3, "object_id": 7, "content_type_id": 13, "tag_id": 3]),
      ("core_sleep", ["id": 8, "child_id": 1, "start": "2020-02-17 12:00:00", "end": "2020-02-17 13:00:00"]),
      ("django_content_type", ["id": 12, "app_label": "core", "model": "feeding"]),
      ("django_content_type", ["id": 13, "app_label": "core", "model": "sleep"]),
    ]
    let result = try importing(database([Self.evaSmith] + rows))
    #expect(result.entries.map(\.note) == ["slept on · Grandma, travel", nil])
    let dump = try importing(
      text(
        """
        [{"model":"core.tag","fields":{"name":"travel","color":"#ff0000"}},
         {"model":"core.tagged","pk":1,"fields":{"object_id":9,"content_type":["core","note"],"tag":["travel"]}},
         {"model":"core.note","pk":9,"fields":{"child":1,"note":"By train","time":"2020-02-17T11:54:09Z"}},
         {"model":"core.child","pk":1,"fields":{"first_name":"Eva","last_name":"","birth_date":"2019-12-18"}}]
        """))
    #expect(dump.entries.map(\.note) == ["By train · travel"])
    #expect(dump.summary.badRows == [])
  }

  @Test("only entries of a dump are kept; an unknown kind of entry is reported")
  func otherModels() throws {
    let result = try importing(
      text(
        """
        [{"model":"auth.user","pk":1,"fields":{"username":"anna","password":"pbkdf2_sha256$x"}},
        {"model":"core.timer","pk":1,"fields":{"child":1,"name":"x","start":"2020-02-17T11:54:09Z","user":1}},
        {"model":"core.heightpercentile","pk":1,"fields":{"sex":"girl"}},
        {"model":"core.child","pk":1,"fields":{"first_name":"Eva","last_name":"","birth_date":"2019-12-18"}},
        {"model":"core.bath","pk":1,"fields":{"child":1,"time":"2020-02-17T11:54:09Z"}},
        {"model":"core.sleep","pk":1},
        {"model":"core.note","pk":2,"fields":{"child":1,"note":"x","time":"yesterday"}},
        {"model":"core.note","pk":3,"fields":{"child":1,"note":"x","time":"2020-02-17T11:54:09Z"}}]
        """))
    #expect(result.entries.map(\.content) == [.note(.general)])
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 5, reason: "is of a kind that this version does not know"),
        ImportRemark(line: 6, reason: "has a value that cannot be read in the column “fields”"),
        ImportRemark(line: 7, reason: "has a value that cannot be read in the column “time”"),
      ])
    #expect(throws: BabyError.self) { try importing(text(#"[{"model":"shop.order","pk":1,"fields":{"child":1}}]"#)) }
  }

  @Test("each child has its entries, including those before it; of two Evas the second is known by her full name")
  func children() throws {
    let rows: [Row] = [
      Self.evaSmith, ("core_child", ["id": 2, "first_name": "Tom", "last_name": "", "birth_date": "2019-12-19"]),
      ("core_bmi", ["id": 1, "child_id": 2, "bmi": .real(16), "date": "2020-02-14"]),
      ("core_diaperchange", ["id": 1, "child_id": 1, "time": "2020-02-17 11:54:09", "wet": 1, "solid": 1]),
      ("core_diaperchange", ["id": 2, "child_id": 9, "time": "2020-02-17 11:54:09", "wet": 1, "solid": 1]),
    ]
    let result = try importing(database(rows), children: [eva, tom])
    #expect(result.entries.map(\.childID) == [tom.id, eva.id])
    #expect(result.summary.badRows == [ImportRemark(line: 2, reason: "is about another child")])
    let second: Row = (
      "core_child", ["id": 3, "first_name": "eva", "last_name": "Jones", "birth_date": "2020-01-30"]
    )
    let asked = try BabyImportTests.importing(pieces: [database([Self.evaSmith, second])]).decisions.questions
    #expect(asked.map(\.option) == ["child"])
    #expect(asked.first?.children == [NamedChild(name: "eva Jones", born: LocalDate("2020-01-30"))])
  }

  @Test("databases of two servers with their own counters are kept apart")
  func twoServers() throws {
    let tomFirst: Row = ("core_child", ["id": 1, "first_name": "Tom", "last_name": "", "birth_date": "2019-12-19"])
    let wet: Row = ("core_diaperchange", ["id": 1, "child_id": 1, "time": "2020-02-17 11:54:09", "wet": 1, "solid": 0])
    let result = try importing(database([Self.evaSmith, wet]), database([tomFirst, wet]), children: [eva, tom])
    #expect(result.entries.map(\.childID) == [eva.id, tom.id])
  }

  @Test("a part of a dump without a child is about a single one")
  func unnamed() throws {
    let note = #"{"model":"core.note","pk":1,"fields":{"child":4,"note":"x","time":"2020-02-17T11:54:09Z"}}"#
    let other = #"{"model":"core.note","pk":2,"fields":{"child":5,"note":"x","time":"2020-02-17T11:55:09Z"}}"#
    let result = try importing(text("[\(note),\n\(other)]"))
    #expect(result.entries.count == 1)
    #expect(result.summary.badRows == [ImportRemark(line: 2, reason: "is about another child")])
  }

  @Test("numbers without units are asked about if two are possible")
  func units() throws {
    let weight: Row = ("core_weight", ["id": 1, "child_id": 1, "weight": .real(7.2), "date": "2020-02-14"])
    let asked = try BabyImportTests.importing(pieces: [database([Self.evaSmith, weight])])
    #expect(asked.decisions.questions.map(\.option) == ["weight"])
    #expect(asked.batch.rows.isEmpty)
  }

  @Test(
    "the minimum time until the next dose, as each export writes it",
    arguments: [
      "\"06:00:00\"", "\"P0DT06H00M00S\"", "\"6:00:00\"",
    ])
  func doses(interval: String) throws {
    let row: Row = (
      "core_medication",
      [
        "id": 1, "child_id": 1, "time": "2020-02-17 11:54:09", "name": "Ibuprofen", "dosage": .null, "dosage_unit": "",
        "next_dose_interval": 21_600_000_000,
      ]
    )
    let dump = try importing(
      text(
        """
        [{"model":"core.child","pk":1,"fields":{"first_name":"Eva"}},
         {"model":"core.medication","pk":1,"fields":{"child":1,"time":"2020-02-17T11:54:09Z","name":"Ibuprofen",
          "dosage":null,"dosage_unit":"","next_dose_interval":\(interval)}}]
        """))
    let expected = try EntryContent(
      .medicine, [.init("name", .word("Ibuprofen")), .init("intervalSeconds", .number(21_600))], column: "name")
    #expect(dump.entries.map(\.content) == [expected])
    #expect(try entries(row) == dump.entries)
  }

  @Test("an invalid time until the next dose is kept in the note")
  func otherIntervals() throws {
    func note(_ interval: DatabaseRow.Value) throws -> String? {
      try entries(
        (
          "core_medication",
          ["id": 1, "child_id": 1, "time": "2020-02-17 11:54:09", "name": "Iron", "next_dose_interval": interval]
        )
      ).first?.note
    }
    #expect(try note(0) == nil)
    #expect(try note(30_000_000) == "next dose after 00:00:30")
    #expect(try note(.integer(.max)) == "next dose after 9223372036854775807")
    #expect(try note(.integer(.min)) == "next dose after -9223372036854775808")
  }

  @Test("on the night when clocks go back, times determine the hour")
  func daylightSaving() throws {
    let entries = try entries(
      ("core_sleep", ["id": 1, "child_id": 1, "start": "2020-11-01 08:30:00", "end": "2020-11-01 09:30:00"]))
    #expect(entries.first?.duration == .minutes(60))
  }

  @Test("a row with a text that is too long is reported, and does not affect others")
  func tooLongText() throws {
    let pieces = database([
      Self.evaSmith, feeding,
      ("core_note", ["id": 2, "child_id": 1, "note": "y", "time": "2020-02-18 11:04:09"]),
    ]).map { piece in
      guard case .row(var row) = piece, row.table == "core_feeding" else { return piece }
      row.tooLongColumn = "notes"
      return .row(row)
    }
    let result = try importing(pieces)
    #expect(result.entries.map(\.note) == ["y"])
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 1, reason: "has a text in the column “notes” that is too long")
      ])
  }

  @Test("a later copy has the ids of the earlier one, and a bad row does not affect others")
  func laterCopies() throws {
    let before = try entries(feeding)
    let result = try importing(
      database([
        Self.evaSmith,
        (
          "core_feeding",
          [
            "id": 6, "child_id": 1, "start": "2020-02-16 11:04:09", "end": .null, "type": "formula", "method": "bottle",
            "amount": .null,
          ]
        ),
        feeding, ("core_note", ["id": 1, "child_id": 1, "note": "x", "time": 5]),
        ("core_note", ["id": 2, "child_id": 1, "note": "y", "time": "2020-02-18 11:04:09"]),
      ]))
    #expect(result.entries.map(\.id).first == before.first?.id)
    #expect(result.entries.count == 2)
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 1, reason: "has a value that cannot be read in the column “end”"),
        ImportRemark(line: 1, reason: "has a value that cannot be read in the column “time”"),
      ])
  }
}

extension DatabaseRow.Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) { self = .integer(number) }
}
