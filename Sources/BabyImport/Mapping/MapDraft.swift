import BabyModel
import BabyProtocol

/// A map that is proposed, on its way to its text.
struct MapDraft {
  struct Word {
    var text: String
    /// Nil for a note, if the kind is unknown.
    var meaning: (kind: EntryKind, fields: [FieldInputs.Field])?
    /// A remark for a person.
    var remark: String?
  }

  private(set) var columns: [ColumnMap.Role: [String]] = [:]
  private(set) var every: Word?
  private(set) var words: [Word] = []
  private(set) var lengths: ColumnMap.LengthForm?
  /// Different words beyond those that a map can have.
  private(set) var hasMoreWords = false
  private var used: Set<Int> = []

  /// - Parameter rows: the values of all columns.
  init(_ evidence: [ColumnEvidence], rows: [[String]]) {
    findTimes(evidence)
    let kind = kind(evidence)
    if let duration = find(.duration, evidence, where: \.hasLengths) {
      add(.duration, duration)
      if duration.hasColons { lengths = .hoursAndMinutes }
    }
    if let kind {
      add(.kind, kind)
      if let detail = detail(of: kind, evidence, rows: rows) { add(.kind, detail) }
    }
    let conditions: [(ColumnMap.Role, (ColumnEvidence) -> Bool)] = [
      (.side, \.hasSides), (.unit, \.hasFewValues), (.amount, \.hasQuantities), (.child, { $0.hasFewValues }),
      (.author, \.hasFewValues), (.name, { $0.count > 0 }), (.note, { $0.count > 0 }),
    ]
    for (role, condition) in conditions {
      if role == .unit, columns[.amount] == nil, !evidence.contains(where: { $0.isCalled(.amount) && $0.hasQuantities })
      {
        continue
      }
      if let column = find(role, evidence, where: condition) {
        add(role, column)
      } else if role == .amount, kind == nil, let column = measure(evidence) {
        add(role, column)
      }
    }
    // Nothing is lost that has no other place.
    for column in evidence where !used.contains(column.place) && column.count > 0 { add(.note, column) }
    if kind == nil { every = guessEvery(evidence) } else { guessWords(evidence, rows: rows) }
  }

  // MARK: Columns

  private func find(
    _ role: ColumnMap.Role, _ evidence: [ColumnEvidence], where condition: (ColumnEvidence) -> Bool
  ) -> ColumnEvidence? {
    evidence.first { !used.contains($0.place) && $0.isCalled(role) && condition($0) }
  }

  /// The column whose values most often mean a kind; one that is called so comes first.
  private func kind(_ evidence: [ColumnEvidence]) -> ColumnEvidence? {
    let free = evidence.filter { !used.contains($0.place) }
    func best(_ columns: [ColumnEvidence]) -> ColumnEvidence? {
      columns.reduce(nil) { best, next in next.kindCount > best?.kindCount ?? 0 ? next : best }
    }
    return best(free.filter { $0.isCalled(.kind) }) ?? best(free.filter(\.hasKinds))
      ?? free.first { $0.isCalled(.kind) && !$0.isCalled(.child) && $0.hasFewValues }
  }

  /// A column that is called by what it measures: "Weight (kg)".
  private func measure(_ evidence: [ColumnEvidence]) -> ColumnEvidence? {
    evidence.first { column in
      guard !used.contains(column.place), column.hasQuantities,
        case .kind(let kind, _)? = MapWords.proposal(column.column.title)
      else { return false }
      return needsNumber(kind)
    }
  }

  private mutating func add(_ role: ColumnMap.Role, _ column: ColumnEvidence) {
    used.insert(column.place)
    columns[role, default: []].append(column.column.title)
  }

  private mutating func findTimes(_ evidence: [ColumnEvidence]) {
    func isEnd(_ column: ColumnEvidence) -> Bool { column.isCalled(.end) && !column.isCalled(.start) }
    func start(_ condition: (ColumnEvidence) -> Bool) -> ColumnEvidence? {
      let fitting = evidence.filter { condition($0) && !isEnd($0) && !$0.isCalled(.duration) }
      return fitting.first { $0.isCalled(.start) } ?? fitting.first
    }
    if let column = start(\.hasTimes) {
      add(.start, column)
    } else if let day = start(\.hasDays) {
      if let clock = start(\.hasClocks) {
        add(.date, day)
        add(.start, clock)
      } else {
        add(.start, day)
      }
    }
    if let end = evidence.first(where: { isEnd($0) && ($0.hasTimes || $0.hasClocks) }) { add(.end, end) }
  }

  /// A second column that completes the first one's words: wet or dirty, breast or bottle.
  private func detail(of kind: ColumnEvidence, _ evidence: [ColumnEvidence], rows: [[String]]) -> ColumnEvidence? {
    let open = rows.filter { row in
      switch MapWords.proposal(row[kind.place]) {
      case .feed?, .diaper?: true
      case .kind?, nil: false
      }
    }
    guard !open.isEmpty else { return nil }
    var best: (column: ColumnEvidence, count: Int)?
    for column in evidence where !used.contains(column.place) && column.place != kind.place && column.kindCount > 0 {
      let count = open.count { row in
        if case .kind? = MapWords.proposal(row[kind.place] + " " + row[column.place]) { true } else { false }
      }
      if count > best?.count ?? 0 { best = (column, count) }
    }
    return best?.column
  }

  // MARK: Words

  private mutating func guessWords(_ evidence: [ColumnEvidence], rows: [[String]]) {
    let places = (columns[.kind] ?? []).compactMap { title in evidence.first { $0.column.title == title }?.place }
    func isFilled(_ role: ColumnMap.Role, in row: [String]) -> Bool {
      guard let title = columns[role]?.first else { return false }
      return evidence.first { $0.column.title == title }.map { !row[$0.place].isEmpty } ?? false
    }
    var order: [String] = []
    var found: [String: (text: String, hasAmount: Bool, hasSide: Bool)] = [:]
    for row in rows {
      let text = places.map { normalised(row[$0]) }.filter { !$0.isEmpty }.joined(separator: ColumnMap.joint)
      guard !text.isEmpty, text.utf8.count <= ColumnMap.longestName else { continue }
      let key = ColumnMap.key(text)
      if found[key] == nil { order.append(key) }
      var word = found[key] ?? (text, false, false)
      if isFilled(.amount, in: row) { word.hasAmount = true }
      if isFilled(.side, in: row) { word.hasSide = true }
      found[key] = word
    }
    hasMoreWords = order.count > ColumnMap.mostWords
    words = order.prefix(ColumnMap.mostWords).compactMap { found[$0] }.map(word)
  }

  private func word(_ text: String, hasAmount: Bool, hasSide: Bool) -> Word {
    switch MapWords.proposal(text) {
    case .kind(let kind, let fields)?:
      if needsNumber(kind), columns[.amount] == nil {
        return Word(text: text, remark: "\(kind.rawValue) without a number")
      }
      return Word(text: text, meaning: (kind, fields))
    case .feed?:
      if hasSide {
        return Word(text: text, meaning: (.feeding, [.init("method", .word("breast"))]), remark: Self.howFed)
      }
      if hasAmount {
        return Word(text: text, meaning: (.feeding, [.init("method", .word("bottle"))]), remark: Self.howFed)
      }
      return Word(text: text, remark: Self.howFed)
    case .diaper?: return Word(text: text, remark: "wet, dirty or both? {kind: diaper, type: wet}")
    case nil: return Word(text: text, remark: "unknown word; choose a kind, note or skip")
    }
  }

  private static let howFed = "how? {kind: feeding, method: breast}, bottle or pumping"

  private func needsNumber(_ kind: EntryKind) -> Bool {
    kind.declaration.fields.contains { if case .quantity = $0.type { $0.isRequired } else { false } }
  }

  /// The kind of all rows in a table about one thing, from its titles.
  private func guessEvery(_ evidence: [ColumnEvidence]) -> Word {
    for column in evidence {
      guard case .kind(let kind, let fields)? = MapWords.proposal(column.column.title), kind != .note else { continue }
      let needsName = kind.declaration.fields.contains { if case .text = $0.type { $0.isRequired } else { false } }
      if needsNumber(kind), columns[.amount] == nil { continue }
      if needsName, columns[.name] == nil { continue }
      return Word(text: "", meaning: (kind, fields), remark: "as a column is called “\(column.column.title)”")
    }
    return Word(text: "", remark: "say what: sleep, {kind: feeding, method: bottle}, …")
  }
}
