import BabyModel
import BabyProtocol

/// Reads all that Baby Buddy has, out of its SQLite database or of what Django's `dumpdata` writes of it. Its entries are
/// those of Baby Buddy's other exports, with the same ids.
struct BabyBuddyDatabaseReader: AppReader {
  let format = ImportFormat.babyBuddyDatabase
  let tables = BabyBuddyRecord.Model.allCases.map(\.table)

  /// The parts of Baby Buddy with one of which a dump begins. Some are of Django itself, and so in other programs' dumps,
  /// too; of those nothing is read.
  private static let parts: Set<Substring> = [
    "admin", "auth", "authtoken", "axes", "babybuddy", "contenttypes", "core", "dbsettings", "sessions",
  ]

  private var facts = BabyBuddyFacts()
  /// The child of the first entry, where the file names none.
  private var childID: String?

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
    let target = try target(of: row, in: context)
    let readings = try row.readings(in: target.zone, context)
    return [ReadRow(readings, row.identity(of: readings), of: target)]
  }

  /// - Throws: `RowFault.otherChild`.
  private mutating func target(of row: BabyBuddyRow, in context: ReadingContext) throws(RowFault) -> ImportTarget {
    guard facts.hasChildren(context.decisions.facts) else {
      guard childID == nil || row.childID == childID else { throw .otherChild }
      childID = row.childID
      return try context.target()
    }
    for name in facts.names(child: row.childID, context.decisions.facts) {
      if let target = context.targets[name] { return target }
    }
    throw .otherChild
  }
}
