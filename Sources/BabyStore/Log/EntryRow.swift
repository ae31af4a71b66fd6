import BabyModel

/// The columns of an entry, in the table `entry` and wherever a version of one is kept.
enum EntryRow: Int32, Columns {
  case id, childID, kind, startAt, endAt, endUnknown, method, startedSide, breasts, amount, unit, bottleContent, diaper
  case category
  case leftSeconds, rightSeconds, timedSide, timedSince, pausedSince, timer
  case content, note, author, changedBy, createdAt, updatedAt, deletedAt

  static let columns = ColumnList<Self>()

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

  /// The columns that all kinds share.
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
    // Identifies the timer while it runs. The model decides what runs: here it is only a key.
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

  /// - Returns: nil for a field without its own columns.
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

/// How much of an entry is read.
enum EntryDetail {
  case all
  /// All but the note, which is the longest part of it by far.
  case withoutNotes
  /// Without texts: days are counted as if nothing had been written. A family server has all of it in an index.
  case forCounting

  /// The kinds of which there is something to count.
  static let countedKinds = Set(EntryKind.withRules + [.declared(.briefWaking)])

  /// The columns of `EntryRow`, in its order.
  var columns: String {
    switch self {
    case .all: "\(EntryRow.columns)"
    case .withoutNotes: Self.columnsWithoutNotes
    case .forCounting: Self.columnsForCounting
    }
  }

  private static let columnsWithoutNotes = ColumnList<EntryRow>(computing: [.note: "NULL"]).description

  private static let columnsForCounting = ColumnList<EntryRow>(
    computing: Dictionary(uniqueKeysWithValues: EntryRow.allCases.map { ($0, expression(forCounting: $0)) })
  ).description

  private static func expression(forCounting column: EntryRow) -> String {
    switch column {
    case .id, .childID, .kind, .startAt, .endAt, .endUnknown, .method, .startedSide, .breasts, .amount, .unit,
      .bottleContent, .diaper, .category, .leftSeconds, .rightSeconds, .timedSide, .timedSince, .pausedSince, .timer:
      ColumnList([column]).description
    case .createdAt, .updatedAt: "start_at"
    case .content: "CASE WHEN kind NOT IN (\(kindsWithRules)) THEN '{}' END"
    default: "NULL"
    }
  }

  private static let kindsWithRules = EntryKind.withRules.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}

extension Entry {
  /// Bytes of its record on the wire, about: all but the texts is much alike.
  package var wireSize: Int {
    700 + content.textSize + (note?.jsonSize ?? 0) + (author?.jsonSize ?? 0) + (changedBy?.jsonSize ?? 0)
  }
}

extension EntryContent {
  /// The size of the free texts in bytes.
  fileprivate var textSize: Int {
    guard case .declared(_, let values) = self else { return 0 }
    return values.reduce(0) { size, value in
      if case .text(let text)? = value { size + text.jsonSize } else { size }
    }
  }
}

extension SharedEntry {
  /// The same.
  var wireSize: Int {
    switch self {
    case .known(let entry): entry.wireSize
    case .relayed(let entry):
      700 + entry.content.utf8.count + (entry.note?.jsonSize ?? 0) + (entry.author?.jsonSize ?? 0)
        + (entry.changedBy?.jsonSize ?? 0)
    }
  }
}

extension String {
  /// Bytes as JSON writes them.
  fileprivate var jsonSize: Int {
    utf8.reduce(0) { size, byte in
      size + (byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
    }
  }
}
