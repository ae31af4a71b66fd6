import BabyModel

/// The columns of a child, in the table `child` and wherever a version of one is kept.
enum ChildRow: Int32, Columns {
  case id, name, born, sex, zone, feedingStyle, dueDate, birthWeight, birthWeightUnit, createdAt, updatedAt, removedAt

  static let columns = ColumnList<Self>()

  static let insertSQL = "INSERT INTO child (\(columns)) VALUES (\(columns.placeholders))"

  /// Parameters: all columns, then the id.
  static let replaceSQL = "UPDATE child SET (\(columns)) = (\(columns.placeholders)) WHERE id = ?"

  static func values(_ child: Child) -> [SQLValue] { allCases.map { $0.value(of: child) } }

  private func value(of child: Child) -> SQLValue {
    switch self {
    case .id: .id(child.id)
    case .name: .text(child.name)
    case .born: .text(child.born.description)
    case .sex: .optional(child.sex?.rawValue)
    case .zone: .text(child.zone)
    case .feedingStyle: .optional(child.feedingStyle?.rawValue)
    case .dueDate: .optional(child.dueDate?.description)
    case .birthWeight: child.birthWeight.map { .real($0.value) } ?? .null
    case .birthWeightUnit: .optional(child.birthWeight?.unit.rawValue)
    case .createdAt: .instant(child.createdAt)
    case .updatedAt: .instant(child.updatedAt)
    case .removedAt: .instant(child.removedAt)
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> Child {
    guard let born = LocalDate(row.text(.born)) else { throw Damage() }
    var dueDate: LocalDate?
    if let text = row.optionalText(.dueDate) {
      guard let date = LocalDate(text) else { throw Damage() }
      dueDate = date
    }
    let unit: BodyWeightUnit? = try row.optionalWord(.birthWeightUnit)
    return Child(
      id: try row.id(.id), name: row.text(.name), born: born, sex: try row.optionalWord(.sex), zone: row.text(.zone),
      feedingStyle: try row.optionalWord(.feedingStyle), dueDate: dueDate,
      birthWeight: unit.map { BodyWeight(row.real(.birthWeight), $0) }, createdAt: row.instant(.createdAt),
      updatedAt: row.instant(.updatedAt), removedAt: row.optionalInstant(.removedAt))
  }
}
