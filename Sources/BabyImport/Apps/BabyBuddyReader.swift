import BabyModel
import BabyProtocol

/// Reads one of the tables that Baby Buddy exports, or what its API answers.
struct BabyBuddyReader: AppReader {
  let format: ImportFormat
  /// Of a table, whose columns tell which it is.
  private let columns: [String]
  private let table: BabyBuddyRow.Table?
  private var onlyChild = OnlyChild()

  init?(recognising first: FileRecord) {
    switch first {
    case .fields(_, .success(let fields)):
      columns = fields.map { trimmed($0).lowercased() }
      guard BabyBuddyRow.isHeader(columns) else { return nil }
      (table, format) = (BabyBuddyRow.table(of: Set(columns)), .babyBuddyCSV)
    case .member("count", _), .member("next", _), .member("previous", _), .record("results", _, _):
      (columns, table, format) = ([], nil, .babyBuddyJSON)
    case .record("", _, let json):
      // An export of its admin pages has the child's name in place of its id.
      guard let row = try? BabyBuddyRow(json), BabyBuddyRow.isHeader(row.columns),
        !row.childID.isEmpty || !row.childNames.isEmpty
      else { return nil }
      (columns, table, format) = ([], nil, .babyBuddyJSON)
    default: return nil
    }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard let row = try? row(record), let table = row.table else { return }
    if let name = row.childNames.first { survey.add(child: name) }
    row.surveyTimes(record.line, into: &survey)
    for (column, quantity) in row.numbersWithoutUnit(table) {
      if let number = cellNumber(row[column]) { survey.add(number, of: quantity) }
    }
  }

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard let row = try row(record) else { return [] }
    let names = row.childNames
    let target = try names.isEmpty ? onlyChild.target(of: row.childID, in: context) : context.target(anyOf: names)
    let readings = try row.readings(in: target.zone, context)
    return [ReadRow(readings, row.identity(of: readings), of: target)]
  }

  private func row(_ record: FileRecord) throws(RowFault) -> BabyBuddyRow? {
    switch record {
    case .fields(_, let fields):
      let values = try fields.get().fitted(to: columns.count)
      return BabyBuddyRow(Dictionary(zip(columns, values)) { first, _ in first }, table: table)
    case .record(_, _, let json): return try BabyBuddyRow(json)
    // How many there are, and where the next ones would be.
    case .member, .text, .tables: return nil
    }
  }
}

/// Reads all of Baby Buddy's data, from its SQLite database or from Django's `dumpdata`. Its entries are those of Baby
/// Buddy's other exports, with the same ids.
struct BabyBuddyDatabaseReader: AppReader {
  let format = ImportFormat.babyBuddyDatabase
  let tables = BabyBuddyRecord.Model.allCases.map(\.table)

  /// The parts of Baby Buddy that a dump may begin with. Some belong to Django itself, and occur in other programs'
  /// dumps, too; those are not read.
  private static let parts: Set<Substring> = [
    "admin", "auth", "authtoken", "axes", "babybuddy", "contenttypes", "core", "dbsettings", "sessions",
  ]

  private var facts = BabyBuddyFacts()
  private var onlyChild = OnlyChild()

  init?(recognising first: FileRecord) {
    switch first {
    case .tables(let names):
      let expected = [BabyBuddyRecord.Model.child, .diaperChange, .feeding, .sleep].map(\.table)
      guard Set(names).isSuperset(of: expected) else { return nil }
    case .record("", _, let json):
      guard json["fields"]?.objectValue != nil, let model = json["model"]?.stringValue,
        let part = model.split(separator: ".").first, Self.parts.contains(part)
      else { return nil }
    default: return nil
    }
  }

  func columns(of table: String) -> Set<String>? { BabyBuddyRecord.Model(table: table)?.columns }

  mutating func learn(fileNumber: Int) { facts.file = fileNumber }

  mutating func survey(_ record: FileRecord, into survey: inout Survey) {
    guard let record = try? BabyBuddyRecord(record) else { return }
    facts.learn(record, into: &survey)
    guard let row = record.row(tags: []), let table = row.table else { return }
    for (column, quantity) in row.numbersWithoutUnit(table) {
      if let number = plainNumber(row[column]) { survey.add(number, of: quantity) }
    }
  }

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    let known = context.decisions.facts
    guard let record = try BabyBuddyRecord(record), let row = record.row(tags: facts.tags(of: record, known)) else {
      return []
    }
    let target =
      try facts.hasChildren(known)
      ? context.target(anyOf: facts.names(child: row.childID, known)) : onlyChild.target(of: row.childID, in: context)
    let readings = try row.readings(in: target.zone, context)
    return [ReadRow(readings, row.identity(of: readings), of: target)]
  }
}

/// One record of Baby Buddy's data: a row of its database, or a record of Django's `dumpdata`.
struct BabyBuddyRecord {
  /// The records that are read, by Django's names for them. Accounts, their tokens and settings are not among them; nor
  /// are timers, which are gone when they have become an entry.
  enum Model: String, CaseIterable {
    case bmi
    case child
    case diaperChange = "diaperchange"
    case feeding
    case head = "headcircumference"
    case height
    case medication
    case note
    case pumping
    case sleep
    case tag
    case tagged
    case temperature
    case tummyTime = "tummytime"
    case weight
    /// Django's number of a kind of record.
    case contentType = "contenttype"

    init?(table: String) {
      guard let model = Self.allCases.first(where: { $0.table == table }) else { return nil }
      self = model
    }

    var table: String { self == .contentType ? "django_content_type" : "core_" + rawValue }
    /// In a dump.
    var name: String { self == .contentType ? "contenttypes.contenttype" : "core." + rawValue }

    /// The columns that are read; those of entries are of all of them.
    var columns: Set<String> {
      switch self {
      case .child: ["id", "first_name", "last_name", "birth_date"]
      case .tag: ["id", "name"]
      case .tagged: ["id", "tag_id", "content_type_id", "object_id"]
      case .contentType: ["id", "app_label", "model"]
      default:
        [
          "id", "child_id", "time", "start", "end", "date", "notes", "note", "wet", "solid", "color", "amount", "type",
          "method", "milestone", "temperature", "weight", "height", "head_circumference", "bmi", "name", "dosage",
          "dosage_unit", "next_dose_interval", "nap",
        ]
      }
    }

    /// Its table of entries; nil for a record about entries.
    var entries: BabyBuddyRow.Table? {
      switch self {
      case .bmi, .head, .height, .weight: .measurement
      case .diaperChange: .diaperChange
      case .feeding: .feeding
      case .medication: .medication
      case .note: .note
      case .pumping: .pumping
      case .sleep: .sleep
      case .temperature: .temperature
      case .tummyTime: .tummyTime
      case .child, .tag, .tagged, .contentType: nil
      }
    }
  }

  let model: Model
  /// As Baby Buddy counts them, within a model. Empty if a dump leaves it out, of what it knows by another name.
  let id: String
  let fields: JSONFields
  private let members: JSONObject

  /// - Returns: nil if it is not one of these.
  /// - Throws: `RowFault.unreadable` if it is not a record, `.unknownKind` for an unknown model of a child's.
  init?(_ record: FileRecord) throws(RowFault) {
    guard case .record(let list, _, let json) = record else { return nil }
    if list.isEmpty {
      guard let name = json["model"]?.stringValue else { throw .unreadable(column: "model") }
      guard let model = Model.allCases.first(where: { $0.name == name }) else {
        if name.hasPrefix("core."), name != "core.timer", json["fields"]?["child"] != nil { throw .unknownKind }
        return nil
      }
      guard let members = json["fields"]?.objectValue else { throw .unreadable(column: "fields") }
      try self.init(model, members, id: try JSONFields(json)["pk"])
    } else {
      guard let model = Model(table: list) else { return nil }
      guard let members = json.objectValue else { throw .unreadable(column: "record") }
      try self.init(model, members, id: try JSONFields(json)["id"])
    }
  }

  private init(_ model: Model, _ members: JSONObject, id: String) throws(RowFault) {
    let needsID = model == .child || model.entries != nil
    guard ((needsID ? 1 : 0)...20).contains(id.utf8.count) else { throw .unreadable(column: "id") }
    self.model = model
    self.id = id
    self.members = members
    fields = try JSONFields(.object(members))
  }

  /// The id of what it refers to, or its name, which a dump may have instead: `["core", "feeding"]`. A column of a
  /// table has the suffix, a member of a dump has not.
  func reference(_ name: String) -> String {
    fields[json: name]?.arrayValue?.last?.stringValue ?? fields.first(name + "_id", name)
  }

  /// The entry in the format of other exports: their times have an offset. Nil if it is not one.
  func row(tags: [String]) -> BabyBuddyRow? {
    guard let table = model.entries else { return nil }
    var values = Dictionary(members.members.map { ($0.name, BabyBuddyRow.text($0.value)) }) { first, _ in first }
    values["id"] = id
    if !tags.isEmpty { values["tags"] = tags.joined(separator: ", ") }
    // Django keeps times in UTC, whatever the server's zone.
    for column in ["time", "start", "end"] {
      if let text = values[column], Instant(rfc3339: text + "Z") != nil { values[column] = text + "Z" }
    }
    if case .integer(let number)? = members["next_dose_interval"] {
      values["next_dose_interval"] = BabyBuddyDuration.text(microseconds: number) ?? "\(number)"
    }
    return BabyBuddyRow(values, table: table)
  }
}
