import BabyModel

/// Where a value lies that is shared.
enum SettingPlaceRow: Int32, Columns {
  case home, childID, key

  static let columns = ColumnList<Self>()

  /// Finds one place. Parameters: `values`.
  static let condition = "home = ? AND ifnull(child_id, x'') = ifnull(?, x'') AND key = ?"

  static func values(_ place: SettingPlace) -> [SQLValue] {
    [.text(place.home.rawValue), .id(place.childID), .text(place.key)]
  }

  static func decode(_ row: ResultRow<Self>) throws -> SettingPlace {
    SettingPlace(home: try row.word(.home), childID: try row.optionalID(.childID), key: row.text(.key))
  }
}

/// A value as it is told, behind its place.
enum SettingValueRow: Int32, Columns {
  case value, changedAt

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<SettingPlaceRow>) throws -> SharedSetting {
    let value = row.following(Self.self)
    return SharedSetting(
      try SettingPlaceRow.decode(row), value.optionalText(.value), changedAt: value.instant(.changedAt))
  }
}

/// Of a value on its way, behind its place.
enum OutboxSettingRow: Int32, Columns {
  case changedAt, sentAs
  static let columns = ColumnList<Self>()
}
