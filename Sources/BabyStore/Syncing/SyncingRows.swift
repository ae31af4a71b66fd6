import BabyModel

// The columns of what syncing keeps beside entries and children.

enum SyncStateRow: Int32, Columns {
  case position, tag, syncedAt, isResyncing, settingsPosition, areSettingsListed

  static let columns = ColumnList<Self>()

  static func values(_ state: SyncState) -> [SQLValue] {
    allCases.map { column in
      switch column {
      case .position: .optional(state.position)
      case .tag: .optional(state.tag)
      case .syncedAt: .instant(state.syncedAt)
      case .isResyncing: .integer(state.isResyncing ? 1 : 0)
      case .settingsPosition: .optional(state.settingsPosition)
      case .areSettingsListed: .integer(state.areSettingsListed ? 1 : 0)
      }
    }
  }

  static func decode(_ row: ResultRow<Self>) -> SyncState {
    SyncState(
      position: row.optionalText(.position), tag: row.optionalText(.tag), syncedAt: row.optionalInstant(.syncedAt),
      isResyncing: row.flag(.isResyncing), settingsPosition: row.optionalText(.settingsPosition),
      areSettingsListed: row.flag(.areSettingsListed))
  }
}

enum UnknownEntryRow: Int32, Columns {
  case id, word, json, isDeleted

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) throws -> UnknownEntry {
    UnknownEntry(id: try row.id(.id), word: row.text(.word), json: row.text(.json), isDeleted: row.flag(.isDeleted))
  }
}

/// What of such an entry decides whether it is counted, and where.
enum UnknownStateRow: Int32, Columns {
  case child, isDeleted
  static let columns = ColumnList<Self>()
}

/// Of an item of the inbox, behind the version of an entry that it may have.
enum InboxRow: Int32, Columns {
  case id, kind, at, entryID, childID, text, isDismissed

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<EntryRow>) throws -> InboxItem {
    let item = row.following(Self.self)
    return InboxItem(
      id: item.integer(.id), kind: try item.word(.kind), at: item.instant(.at), entryID: try item.optionalID(.entryID),
      childID: try item.optionalID(.childID), text: item.text(.text),
      version: row.isNull(.id) ? nil : try EntryRow.decode(row), isDismissed: item.flag(.isDismissed))
  }
}
