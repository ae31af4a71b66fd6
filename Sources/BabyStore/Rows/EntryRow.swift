import BabyModel

/// The columns of an entry, in the table `entry` and wherever a version of one is kept.
enum EntryRow: Int32, Columns {
  case id, childID, kind, startAt, endAt, endUnknown, method, startedSide, breasts, amount, unit, diaper, category
  case note, author, createdAt, updatedAt, deletedAt

  static let columns = ColumnList<Self>()

  /// What an insert would have put there, where it meets a row.
  static let excluded = columns.of("excluded")

  /// The condition of the index `entry_running`.
  static let isRunning = "deleted_at IS NULL AND end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy')"

  /// Leaves the table as it is when there is an entry with the id.
  static let insertSQL = "INSERT INTO entry (\(columns)) VALUES (\(columns.placeholders)) ON CONFLICT (id) DO NOTHING"

  /// Parameters: all columns, then the id.
  static let replaceSQL = "UPDATE entry SET (\(columns)) = (\(columns.placeholders)) WHERE id = ?"

  static func values(_ entry: Entry) -> [SQLValue] {
    let fields = Fields(entry.content)
    return allCases.map { $0.value(of: entry, fields) }
  }

  private func value(of entry: Entry, _ fields: Fields) -> SQLValue {
    switch self {
    case .id: .id(entry.id)
    case .childID: .id(entry.childID)
    case .kind: .text(entry.kind.rawValue)
    case .startAt: .instant(entry.start)
    case .endAt: .instant(entry.end)
    case .endUnknown: .integer(entry.endUnknown ? 1 : 0)
    case .method: .optional(fields.feeding?.method.rawValue)
    case .startedSide: .optional(fields.feeding?.startedSide?.rawValue)
    case .breasts: .optional(fields.feeding?.breasts?.rawValue)
    case .amount: fields.feeding?.amount.map { .real($0.value) } ?? .null
    case .unit: .optional(fields.feeding?.amount?.unit.rawValue)
    case .diaper: .optional(fields.diaper?.rawValue)
    case .category: .optional(fields.category?.rawValue)
    case .note: .optional(entry.note)
    case .author: .optional(entry.author)
    case .createdAt: .instant(entry.createdAt)
    case .updatedAt: .instant(entry.updatedAt)
    case .deletedAt: .instant(entry.deletedAt)
    }
  }

  /// What an entry's content comes to in columns, of which each kind fills its own.
  private struct Fields {
    var feeding: Feeding?
    var diaper: DiaperType?
    var category: NoteCategory?

    init(_ content: EntryContent) {
      switch content {
      case .feeding(let feeding): self.feeding = feeding
      case .diaper(let type): diaper = type
      case .note(let category): self.category = category
      case .sleep, .tummyTime: break
      }
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> Entry {
    Entry(
      id: try row.id(.id), childID: try row.id(.childID), content: try content(row), start: row.instant(.startAt),
      end: row.optionalInstant(.endAt), endUnknown: row.flag(.endUnknown), note: row.optionalText(.note),
      author: row.optionalText(.author), createdAt: row.instant(.createdAt), updatedAt: row.instant(.updatedAt),
      deletedAt: row.optionalInstant(.deletedAt))
  }

  private static func content(_ row: ResultRow<Self>) throws -> EntryContent {
    switch try row.word(.kind) as EntryKind {
    case .feeding:
      let unit: VolumeUnit? = try row.optionalWord(.unit)
      return .feeding(
        Feeding(
          method: try row.word(.method), startedSide: try row.optionalWord(.startedSide),
          breasts: try row.optionalWord(.breasts), amount: unit.map { Volume(row.real(.amount), $0) }))
    case .diaper: return .diaper(try row.word(.diaper))
    case .sleep: return .sleep
    case .tummyTime: return .tummyTime
    case .note: return .note(try row.word(.category))
    }
  }
}
