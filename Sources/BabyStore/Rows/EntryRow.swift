import BabyModel

/// The columns of an entry, in the table `entry` and wherever a version of one is kept.
enum EntryRow: Int32, Columns {
  case id, childID, kind, startAt, endAt, endUnknown, method, startedSide, breasts, amount, unit, bottleContent, diaper
  case category
  case leftSeconds, rightSeconds, timedSide, timedSince, pausedSince, timer
  case content, note, author, changedBy, createdAt, updatedAt, deletedAt

  static let columns = ColumnList<Self>()

  /// What an insert would have put there, where it meets a row.
  static let excluded = columns.of("excluded")

  /// The condition of the index `entry_running`.
  static let isRunning = "deleted_at IS NULL AND timer IS NOT NULL"

  /// The id was made of something that was taken over, such as an import's row: it is a UUID of version 5.
  static let hasDerivedID = "substr(hex(entry.id), 13, 1) = '5'"

  /// As `Entry.isBackfilled`.
  static let isBackfilled = """
    (\(hasDerivedID) OR entry.created_at - entry.start_at > \(Entry.backfillDelay.inMilliseconds)
      OR instr(ifnull(entry.author, ''), '\(PersonName.marker)') > 0)
    """

  /// Leaves the table as it is when there is an entry with the id.
  static let insertSQL = "INSERT INTO entry (\(columns)) VALUES (\(columns.placeholders)) ON CONFLICT (id) DO NOTHING"

  /// Parameters: all columns, then the id.
  static let replaceSQL = "UPDATE entry SET (\(columns)) = (\(columns.placeholders)) WHERE id = ?"

  static func values(_ entry: Entry) -> [SQLValue] {
    var values = allCases.map { $0.value(ofFrame: entry) }
    if case .declared(let kind, let own) = entry.content {
      values[Int(Self.content.rawValue)] = .text(FieldText.text(own, of: kind))
      return values
    }
    for (field, value) in zip(FieldColumns.of(entry.kind), entry.content.values) {
      switch (field.type, value) {
      case (.choice(let words), .choice(let place)?): values[field.place] = .text(words[place])
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        values[field.place] = .real(number)
        values[field.unitPlace] = .text(quantity.unitWords[unit])
      case (.seconds, .seconds(let seconds)?): values[field.place] = .integer(Int64(seconds))
      case (.instant, .instant(let instant)?): values[field.place] = .instant(instant)
      case (.count, .count(let count)?): values[field.place] = .integer(Int64(count))
      case (.text, .text(let text)?): values[field.place] = .text(text)
      case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): break
      }
    }
    return values
  }

  /// What every entry has, whatever its kind.
  private func value(ofFrame entry: Entry) -> SQLValue {
    switch self {
    case .id: .id(entry.id)
    case .childID: .id(entry.childID)
    case .kind: .text(entry.kind.rawValue)
    case .startAt: .instant(entry.start)
    case .endAt: .instant(entry.end)
    case .endUnknown: .integer(entry.endUnknown ? 1 : 0)
    case .method, .startedSide, .breasts, .amount, .unit, .bottleContent, .diaper, .category: .null
    case .leftSeconds, .rightSeconds, .timedSide, .timedSince, .pausedSince, .content: .null
    // Which of a kind's timers it is while it runs. The model says what runs: here it is a key.
    case .timer: entry.isRunning ? .text(entry.timer.text) : .null
    case .note: .optional(entry.note)
    case .author: .optional(entry.author)
    case .changedBy: .optional(entry.changedBy)
    case .createdAt: .instant(entry.createdAt)
    case .updatedAt: .instant(entry.updatedAt)
    case .deletedAt: .instant(entry.deletedAt)
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> Entry {
    Entry(
      id: try row.id(.id), childID: try row.id(.childID), content: try content(row), start: row.instant(.startAt),
      end: row.optionalInstant(.endAt), endUnknown: row.flag(.endUnknown), note: row.optionalText(.note),
      author: row.optionalText(.author), changedBy: row.optionalText(.changedBy), createdAt: row.instant(.createdAt),
      updatedAt: row.instant(.updatedAt), deletedAt: row.optionalInstant(.deletedAt))
  }

  private static func content(_ row: ResultRow<Self>) throws -> EntryContent {
    let kind: EntryKind = try row.word(.kind)
    let values =
      if case .declared(let kind) = kind { try FieldText.values(row.utf8(.content), of: kind) } else {
        try FieldColumns.of(kind).map { try $0.value(in: row) }
      }
    guard let content = EntryContent(kind, values) else { throw Damage() }
    return content
  }
}

/// The columns of a field of a kind that has its own.
private struct FieldColumns {
  let type: FieldType
  private let column: EntryRow
  /// Of a quantity.
  private let unit: EntryRow

  var place: Int { Int(column.rawValue) }
  var unitPlace: Int { Int(unit.rawValue) }

  /// - Returns: nil for a field without columns of its own.
  private init?(_ field: FieldDeclaration) {
    guard let column = EntryRow.columns.column(named: field.column) else { return nil }
    (type, self.column) = (field.type, column)
    guard case .quantity(let quantity) = field.type else {
      unit = column
      return
    }
    guard let unit = EntryRow.columns.column(named: quantity.unitName) else { return nil }
    self.unit = unit
  }

  /// In the order of the kinds.
  private static let all = EntryKind.withRules.map { $0.declaration.fields.compactMap(FieldColumns.init) }

  /// In the order in which they are declared.
  static func of(_ kind: EntryKind) -> [FieldColumns] { EntryKind.withRules.firstIndex(of: kind).map { all[$0] } ?? [] }

  func value(in row: ResultRow<EntryRow>) throws -> FieldValue? {
    switch type {
    case .choice(let words): try row.place(column, among: words).map { .choice($0) }
    case .quantity(let quantity):
      try row.place(unit, among: quantity.unitWords).map { .quantity(row.real(column), unit: $0) }
    case .seconds: row.optionalInteger(column).map { .seconds(Int($0)) }
    case .instant: row.optionalInstant(column).map { .instant($0) }
    case .count: row.optionalInteger(column).map { .count(Int($0)) }
    case .text: row.optionalText(column).map { .text($0) }
    }
  }
}
