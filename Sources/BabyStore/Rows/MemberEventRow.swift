import BabyModel

/// What became of somebody's share, on a machine and on the server.
enum MemberEventRow: Int32, Columns {
  case childID, at, deed, name, role, changedBy

  static let columns = ColumnList<Self>()

  static func values(_ event: MemberEvent) -> [SQLValue] {
    [
      .id(event.childID), .instant(event.at), .text(event.deed.rawValue), .text(event.name),
      .optional(event.role?.rawValue), .optional(event.by),
    ]
  }

  static func decode(_ row: ResultRow<Self>) throws -> MemberEvent {
    MemberEvent(
      childID: try row.id(.childID), at: row.instant(.at), deed: try row.word(.deed), name: row.text(.name),
      role: try row.optionalWord(.role), by: row.optionalText(.changedBy))
  }
}
