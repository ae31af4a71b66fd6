import BabyModel

/// How a child lies in the table `child`.
enum ChildRow {
  /// In the order of `values` and `decode`.
  static let columns = "id, name, born, sex, zone, feeding_style, created_at, updated_at, removed_at"

  static let insertSQL = "INSERT INTO child (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

  static func values(_ child: Child) -> [SQLValue] {
    [
      .id(child.id),
      .text(child.name),
      .text(child.born.description),
      .optional(child.sex?.rawValue),
      .text(child.zone),
      .optional(child.feedingStyle?.rawValue),
      .instant(child.createdAt),
      .instant(child.updatedAt),
      .instant(child.removedAt),
    ]
  }

  static func decode(_ row: ResultRow) throws -> Child {
    guard let born = LocalDate(row.text(2)) else { throw Damage() }
    return Child(
      id: try row.id(0), name: row.text(1), born: born, sex: try row.optionalWord(3), zone: row.text(4),
      feedingStyle: try row.optionalWord(5), createdAt: row.instant(6), updatedAt: row.instant(7),
      removedAt: row.optionalInstant(8))
  }
}
