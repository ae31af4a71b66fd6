import BabyModel
import BabyProtocol

/// Reads the backup of a Sprout Track server, as a database or as JSON. It names the children and the caretakers.
struct SproutTrackReader: AppReader {
  let format = ImportFormat.sproutTrack
  let tables = SproutTrackRow.Table.allCases.map(\.rawValue)

  /// Rows that wait for the caretakers, and the bytes of their texts. Beyond them rows are read without their authors.
  private static let mostWaiting = 10_000
  private static let mostWaitingBytes = 16 << 20

  /// Beside a caretaker's name stands the PIN.
  func columns(of table: String) -> Set<String>? { table == "Caretaker" ? ["id", "name", "deletedAt"] : nil }

  private var catalogue = SproutTrackCatalogue()
  private var nursings = SproutTrackNursings()
  /// Rows that are ready to be returned: also those that were complete before an unreadable row.
  private var ready: [ReadRow] = []
  /// Rows of tables that a database has before the caretakers, each with its caretaker's id.
  private var waiting: [(row: ReadRow, caretaker: String)] = []
  private var waitingBytes = 0

  init?(recognising first: FileRecord) {
    switch first {
    case .tables(let names):
      guard Set(names).isSuperset(of: ["Baby", "Caretaker", "DiaperLog", "FeedLog", "SleepLog"]) else { return nil }
    // With one of these the JSON begins, by how much a server knows.
    case .record("Unit", _, let json): guard json["unitAbbr"] != nil else { return nil }
    case .record("AppConfig", _, let json): guard json["rootDomain"] != nil else { return nil }
    case .record("Family", _, let json): guard json["slug"] != nil else { return nil }
    case .record("Baby", _, let json):
      guard json["firstName"] != nil, json["birthDate"] != nil else { return nil }
    default: return nil
    }
  }

  mutating func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .record("Baby", _, let json) = record, let fields = try? JSONFields(json) else { return }
    if let name = catalogue.add(child: fields) { survey.add(child: name, born: Self.born(fields)) }
  }

  /// The app stores the midnight that began the day of birth, in the zone of the server or the phone: the day is the
  /// one whose midnight in UTC is nearest.
  private static func born(_ fields: JSONFields) -> LocalDate? {
    guard let midnight = try? fields.instant("birthDate", countedIn: .milliseconds, isUTC: true) else { return nil }
    return ZoneRules.utc.local(midnight + .hours(12)).date
  }

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .record(let list, let line, let json) = record, let table = SproutTrackRow.Table(rawValue: list) else {
      return []
    }
    let fields = try JSONFields(json)
    // Nothing is handed on with these: a caretaker's row is not to be taken for one that could not be read.
    if learn(table, fields) { return [] }
    if !table.isBeforeCaretakers { release() }
    if table != .feed { ready += nursings.finish() }
    try read(SproutTrackRow(table: table, fields: fields, line: line), in: context)
    return take()
  }

  mutating func finish(in context: ReadingContext) -> [ReadRow] {
    release()
    ready += nursings.finish()
    return take()
  }

  private mutating func take() -> [ReadRow] {
    defer { ready = [] }
    return ready
  }

  private mutating func release() {
    for (row, caretaker) in waiting { ready.append(row.by(catalogue.caretakers[caretaker])) }
    waiting = []
  }

  /// - Returns: false for an entry.
  private mutating func learn(_ table: SproutTrackRow.Table, _ fields: JSONFields) -> Bool {
    switch table {
    case .baby: _ = catalogue.add(child: fields)
    // Also deleted ones: older rows refer to them.
    case .caretaker: catalogue.add(caretaker: fields)
    case .medicine: catalogue.add(medicine: fields)
    case .food: catalogue.add(food: fields)
    default: return false
    }
    return true
  }

  private mutating func read(_ row: SproutTrackRow, in context: ReadingContext) throws(RowFault) {
    guard row.fields["deletedAt"].isEmpty, !catalogue.isDeleted(child: row.fields["babyId"]) else { return }
    let target = try context.target(anyOf: catalogue.children[row.fields["babyId"]] ?? [])
    let caretaker = row.fields["caretakerId"]
    if row.isNursing {
      ready += nursings.add(try SproutTrackTurn(row, of: target, by: catalogue.caretakers[caretaker]))
      return
    }
    let read = ReadRow(try row.readings(catalogue), RowIdentity(row.identity), of: target, line: row.line)
    let bytes = read.textBytes + caretaker.utf8.count
    if row.table.isBeforeCaretakers, catalogue.caretakers.isEmpty, waiting.count < Self.mostWaiting,
      waitingBytes + bytes <= Self.mostWaitingBytes
    {
      waiting.append((read, caretaker))
      waitingBytes += bytes
    } else {
      ready.append(read.by(catalogue.caretakers[caretaker]))
    }
  }
}

extension ReadRow {
  /// The same with all that it says by one author.
  fileprivate func by(_ author: String?) -> ReadRow {
    var row = self
    for index in row.readings.indices { row.readings[index].author = author }
    return row
  }
}

/// Whom and what the rows of a Sprout Track backup name by an id: children, caretakers, medicines, foods.
struct SproutTrackCatalogue {
  struct Medicine {
    var name: String
    /// The least time until the next dose, in seconds.
    var interval: Int?
  }

  struct Food {
    var name: String
    var isAllergen: Bool
  }

  /// The maximum number of each that are kept. Later ones are ignored.
  private static let most = 10_000

  /// By what each child may be called here, the likeliest first.
  private(set) var children: [String: [String]] = [:]
  private var firstNames: Set<String> = []
  private var deletedChildren: Set<String> = []
  private(set) var caretakers: [String: String] = [:]
  private(set) var medicines: [String: Medicine] = [:]
  private(set) var foods: [String: Food] = [:]

  /// Learns of a child. Two may have the same first name: then the later one is called by its whole name alone.
  ///
  /// - Returns: what it is called; nil for one that was deleted.
  mutating func add(child fields: JSONFields) -> String? {
    guard children.count < Self.most, deletedChildren.count < Self.most, let id = Self.id(fields) else { return nil }
    guard fields["deletedAt"].isEmpty else {
      deletedChildren.insert(id)
      return nil
    }
    let first = fieldText(fields["firstName"]) ?? ""
    let full = normalised(first + " " + (fieldText(fields["lastName"]) ?? ""))
    let isOnly = !first.isEmpty && firstNames.insert(ImportTargets.key(first)).inserted
    children[id] = isOnly ? [first, full] : [full]
    return children[id]?.first
  }

  /// Whether nothing is kept of a child any more.
  func isDeleted(child id: String) -> Bool { deletedChildren.contains(id) }

  /// Only the name is looked at: the row has a password, too.
  mutating func add(caretaker fields: JSONFields) {
    guard caretakers.count < Self.most, let id = Self.id(fields), let name = Self.name(fields) else { return }
    // The name of the family's shared login.
    if name != "system" { caretakers[id] = name }
  }

  mutating func add(medicine fields: JSONFields) {
    guard medicines.count < Self.most, let id = Self.id(fields), let name = Self.name(fields) else { return }
    medicines[id] = Medicine(name: name, interval: Self.interval(fields["doseMinTime"]))
  }

  mutating func add(food fields: JSONFields) {
    guard foods.count < Self.most, let id = Self.id(fields), let name = Self.name(fields) else { return }
    foods[id] = Food(name: name, isAllergen: fields.isTrue("commonAllergen"))
  }

  private static func id(_ fields: JSONFields) -> String? {
    let id = fields["id"]
    return id.isEmpty || id.utf8.count > 64 ? nil : id
  }

  private static func name(_ fields: JSONFields) -> String? { fieldText(fields["name"]) }

  /// Reads "06:00", hours and minutes, and "01:00:00", which has days before them.
  private static func interval(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { plainInteger($0, digits: 2) }
    guard parts.count == 2 || parts.count == 3, !parts.contains(nil) else { return nil }
    let numbers = Array([0, 0, 0] + parts.compactMap(\.self)).suffix(3)
    let seconds = zip(numbers, [86_400, 3600, 60]).reduce(0) { $0 + $1.0 * $1.1 }
    return KindDeclaration.medicineIntervals.contains(seconds) ? seconds : nil
  }
}
