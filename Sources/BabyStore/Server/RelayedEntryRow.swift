import BabyModel

/// The columns of an entry of a kind that is not known here.
enum RelayedEntryRow: Int32, Columns {
  case id, childID, kind, startAt, endAt, endUnknown, note, content, author, changedBy, createdAt, updatedAt
  case deletedAt

  static let columns = ColumnList<Self>()

  static func values(_ entry: RelayedEntry) -> [SQLValue] {
    allCases.map { column in
      switch column {
      case .id: .id(entry.id)
      case .childID: .id(entry.childID)
      case .kind: .text(entry.kind)
      case .startAt: .instant(entry.start)
      case .endAt: .instant(entry.end)
      case .endUnknown: .integer(entry.endUnknown ? 1 : 0)
      case .note: .optional(entry.note)
      case .content: .text(entry.content)
      case .author: .optional(entry.author)
      case .changedBy: .optional(entry.changedBy)
      case .createdAt: .instant(entry.createdAt)
      case .updatedAt: .instant(entry.updatedAt)
      case .deletedAt: .instant(entry.deletedAt)
      }
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> RelayedEntry {
    RelayedEntry(
      id: try row.id(.id), childID: try row.id(.childID), kind: row.text(.kind), start: row.instant(.startAt),
      end: row.optionalInstant(.endAt), endUnknown: row.flag(.endUnknown), note: row.optionalText(.note),
      content: row.text(.content), author: row.optionalText(.author), changedBy: row.optionalText(.changedBy),
      createdAt: row.instant(.createdAt), updatedAt: row.instant(.updatedAt), deletedAt: row.optionalInstant(.deletedAt)
    )
  }
}
