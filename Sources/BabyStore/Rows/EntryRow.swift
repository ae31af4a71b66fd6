import BabyModel

/// How an entry lies in the table `entry`, and in `entry_before`.
enum EntryRow {
  /// In the order of `values` and `decode`.
  static let columns = """
    id, child_id, kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit, diaper, category, \
    note, author, created_at, updated_at, deleted_at
    """

  /// What an insert would have put there, where it meets a row.
  static let excluded = columns(of: "excluded")

  /// The same columns where another table has columns of the same names.
  static func columns(of table: String) -> String {
    columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// The condition of the index `entry_running`.
  static let isRunning = "deleted_at IS NULL AND end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy')"

  static let placeholders = Array(repeating: "?", count: 18).joined(separator: ", ")

  /// Leaves the table as it is when there is an entry with the id.
  static let insertSQL = "INSERT INTO entry (\(columns)) VALUES (\(placeholders)) ON CONFLICT (id) DO NOTHING"

  /// Parameters: all columns, then the id.
  static let replaceSQL = "UPDATE entry SET (\(columns)) = (\(placeholders)) WHERE id = ?"

  static func values(_ entry: Entry) -> [SQLValue] {
    var feeding: Feeding?
    var diaper: DiaperType?
    var category: NoteCategory?
    switch entry.content {
    case .feeding(let content): feeding = content
    case .diaper(let type): diaper = type
    case .note(let content): category = content
    case .sleep, .tummyTime: break
    }
    return [
      .id(entry.id),
      .id(entry.childID),
      .text(entry.kind.rawValue),
      .instant(entry.start),
      .instant(entry.end),
      .integer(entry.endUnknown ? 1 : 0),
      .optional(feeding?.method.rawValue),
      .optional(feeding?.startedSide?.rawValue),
      .optional(feeding?.breasts?.rawValue),
      feeding?.amount.map { .real($0.value) } ?? .null,
      .optional(feeding?.amount?.unit.rawValue),
      .optional(diaper?.rawValue),
      .optional(category?.rawValue),
      .optional(entry.note),
      .optional(entry.author),
      .instant(entry.createdAt),
      .instant(entry.updatedAt),
      .instant(entry.deletedAt),
    ]
  }

  static func decode(_ row: ResultRow) throws -> Entry {
    let content: EntryContent
    switch try row.word(2) as EntryKind {
    case .feeding:
      let unit: VolumeUnit? = try row.optionalWord(10)
      content = .feeding(
        Feeding(
          method: try row.word(6), startedSide: try row.optionalWord(7), breasts: try row.optionalWord(8),
          amount: unit.map { Volume(row.real(9), $0) }))
    case .diaper: content = .diaper(try row.word(11))
    case .sleep: content = .sleep
    case .tummyTime: content = .tummyTime
    case .note: content = .note(try row.word(12))
    }
    return Entry(
      id: try row.id(0), childID: try row.id(1), content: content, start: row.instant(3),
      end: row.optionalInstant(4), endUnknown: row.integer(5) != 0, note: row.optionalText(13),
      author: row.optionalText(14), createdAt: row.instant(15), updatedAt: row.instant(16),
      deletedAt: row.optionalInstant(17))
  }
}
