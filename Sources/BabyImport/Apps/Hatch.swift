import BabyModel

/// Reads the CSV export of the app of Hatch's scale, which names the children. Lines such as `=== BEGIN Feedings ===`
/// separate its rows by kind, and add nothing to the rows.
struct HatchReader: AppReader {
  let format = ImportFormat.hatchCSV
  private let columns: LooseColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = LooseColumns(fields)
    guard columns.names.isSuperset(of: Self.headings.map { $0.lowercased() }) else { return nil }
  }

  static let headings = ["Baby Name", "Start Time", "End Time", "Activity", "Amount", "Percentile"]

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, !Self.isHeading(fields),
      let row = try? columns.row(fields)
    else { return }
    let hatch = HatchRow(row: row)
    survey.add(time: HatchRow.plain(row["start time"]), line: line)
    if !row["start time"].isEmpty { survey.add(child: hatch.child) }
    if let (quantity, declaration) = hatch.quantity, let value = try? row.cell(["amount"])?.value(of: declaration),
      value.unit == nil
    {
      survey.add(value.number, of: quantity)
    }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    if Self.isHeading(values) { return [] }
    let row = HatchRow(row: try columns.row(values))
    let target = try context.target(named: row.child, isAboutParent: row.activity == .pumping)
    let start = try row.time("start time", in: context, target.zone)
    guard let start else { throw .unreadable(column: row.row.title(["start time"])) }
    var reading = try row.reading(from: start, in: target.zone, context)
    reading.author = row.row.author?.name
    return [ReadRow([reading], row.identity(at: start), of: target)]
  }

  /// Whether a line only says which rows follow, or that they are over.
  private static func isHeading(_ fields: [String]) -> Bool {
    let said = fields.map(trimmed).filter { !$0.isEmpty }
    return said.count == 1 && said[0].hasPrefix("===") && said[0].hasSuffix("===")
  }
}

/// One row of Hatch's table. Each row of it, and the header, ends with a comma: there is a last column without a name.
struct HatchRow {
  enum Activity {
    case weight, length, head, sleep, nursing, bottle, pumping, diaper, other

    /// Whether an entry of it has an end.
    var lasts: Bool {
      switch self {
      case .sleep, .nursing, .bottle, .pumping: true
      case .weight, .length, .head, .diaper, .other: false
      }
    }
  }

  let row: LooseRow

  var child: String { row["baby name"] }
  var notes: String { row["notes"] }
  /// The app's word.
  var word: String { row["activity"] }

  /// The row's subject. A feed's details say how; one without details but with an amount was from a bottle, because
  /// nothing else is measured.
  var activity: Activity {
    let words = wordsOfDetails
    switch word.lowercased() {
    case "weight": return .weight
    case "length", "height": return .length
    case "head", "head size", "head circumference": return .head
    case "sleep": return .sleep
    case "diaper", "diaper change": return .diaper
    case "nursing", "breastfeeding", "breast": return .nursing
    case "bottle", "formula": return .bottle
    case "pumping", "pump": return .pumping
    case "feeding", "feed":
      if !words.isDisjoint(with: ["bottle", "formula", "expressed", "pumped"]) { return .bottle }
      // Milk of which the amount is known, and no breast.
      if words.contains("milk"), words.isDisjoint(with: ["left", "right"]), saysVolume { return .bottle }
      if !words.isDisjoint(with: ["nursing", "breast", "left", "right"]) { return .nursing }
      return row["info"].isEmpty && saysVolume ? .bottle : .other
    default: return .other
    }
  }

  /// Whether the amount is one of milk: a number, with a unit of it or none.
  private var saysVolume: Bool {
    guard let declaration = KindDeclaration.amount, let cell = row.cell(["amount"]),
      let value = try? cell.value(of: declaration)
    else { return false }
    return value.number > 0
  }

  /// The words of the details column: the breast, or a diaper's content.
  var wordsOfDetails: Set<String> { Set(lowercaseWords(of: row["info"])) }

  /// A diaper's content, which is in the amount column of other rows: `Wet + Dirty`.
  var wordsOfDiaper: Set<String> { Set(wordsSaid(row["info"]) + wordsSaid(row["amount"])) }

  /// The quantity of the amount: the app writes no unit.
  var quantity: (ImportQuantity, QuantityDeclaration)? {
    let (quantity, declaration): (ImportQuantity, QuantityDeclaration?) =
      switch activity {
      case .weight: (.weight, KindDeclaration.weight.quantity)
      case .length: (.length, KindDeclaration.length.quantity)
      case .head: (.head, KindDeclaration.head.quantity)
      case .nursing, .bottle, .pumping: (.volume, KindDeclaration.amount)
      case .sleep, .diaper, .other: (.volume, nil)
      }
    return declaration.map { (quantity, $0) }
  }

  /// The app writes no ids.
  func identity(at time: LocalDateTime) -> RowIdentity { RowIdentity(["Hatch", word.lowercased(), time.identity]) }

  /// Data without a field.
  var rest: [String] {
    let used: Set = ["baby name", "start time", "end time", "activity", "amount", "duration", "info", "notes"]
    return row.remarks(besides: used.union([row.author?.column].compactMap(\.self)))
  }

  // MARK: Values

  /// The duration, if the cell or the column has its unit; nil for none.
  var minutes: Int? {
    guard let cell = row.cell(["duration"]) else { return nil }
    let length = cell.number == nil ? Duration(text: cell.text) : nil
    let minutes = length.map { Int($0.wholeMinutes) } ?? (cell.column.unit == nil ? nil : try? cell.minutes())
    return minutes == 0 ? nil : minutes
  }

  /// - Returns: nil for none.
  func time(_ name: String, in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) -> LocalDateTime? {
    guard let cell = row.cell([name]) else { return nil }
    return try context.wallTime(Self.plain(cell.text), column: cell.column.title, in: zone)
  }

  /// The amount with its unit; nil for none, and for 0.
  func amount(in context: ReadingContext) throws(RowFault) -> (number: Double, unit: String)? {
    guard let (quantity, declaration) = quantity, let cell = row.cell(["amount"]) else { return nil }
    let (number, word) = try cell.value(of: declaration)
    if number == 0 { return nil }
    return (number, try context.unit(word, of: quantity, column: cell.column.title))
  }

  /// The app writes hours of 24 and the half of the day behind them: `22:50 PM`, `0:00 AM`. The half is left out if no
  /// clock of 12 hours shows the hour and it says the same.
  static func plain(_ time: String) -> String {
    let words = time.split(separator: " ")
    guard words.count == 3, let half = words.last?.uppercased(), let hour = words[1].split(separator: ":").first,
      let hour = plainInteger(hour, digits: 2), hour == 0 && half == "AM" || (13...23).contains(hour) && half == "PM"
    else { return time }
    return words.dropLast().joined(separator: " ")
  }
}

extension HatchRow {
  /// The row as an entry. Data without a field stays in the note.
  func reading(
    from start: LocalDateTime, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> RowReading {
    guard !word.isEmpty else { throw .unreadable(column: row.title(["activity"])) }
    let end = try time("end time", in: context, zone)
    // Momentary events end as they begin.
    var span = WallSpan(start: start, end: end == start ? nil : end)
    if span.end == nil, activity.lasts { span.minutes = minutes }
    let resolved = span.resolve(in: zone)
    var reading = RowReading(.note(.general), at: resolved)
    var remarks = rest + [remarkOfLength(resolved)]
    // A momentary event has no end.
    if let end, end != start, !activity.lasts { remarks.append(row.cell(["end time"])?.remark ?? "") }
    switch activity {
    case .weight: try read(.weight, into: &reading, remarks, context)
    case .length: try read(.length, into: &reading, remarks, context)
    case .head: try read(.head, into: &reading, remarks, context)
    case .sleep:
      reading.content = .sleep
      reading.setEnd(of: resolved, minutes: nil)
      reading.note = joined([amountRemark, row["info"]] + remarks + [notes])
    case .nursing, .pumping:
      reading.content = .feeding(try feeding(context))
      reading.end = resolved.end
      reading.note = joined([row["info"]] + remarks + [notes])
    case .bottle:
      let held = held
      var feeding = try feeding(context)
      feeding.content = held.content
      reading.content = .feeding(feeding)
      reading.end = resolved.end
      reading.note = joined([held.rest] + remarks + [notes])
    case .diaper:
      guard let diaperType else { return keptAsNote(reading, .general, remarks) }
      reading.content = .diaper(diaperType)
      let amount = Self.saysTypeAlone(row["amount"]) ? "" : amountRemark
      reading.note = joined([amount, row["info"]] + remarks + [notes])
    case .other: return keptAsNote(reading, .general, remarks)
    }
    return reading
  }

  private func read(
    _ kind: KindDeclaration, into reading: inout RowReading, _ remarks: [String], _ context: ReadingContext
  ) throws(RowFault) {
    guard let (number, unit) = try amount(in: context) else {
      reading = keptAsNote(reading, .growth, remarks)
      return
    }
    reading.content = try .measured(kind, number, unit: unit, column: row.title(["amount"]))
    reading.note = joined([row["info"]] + remarks + [notes])
  }

  /// The amount, if it is not a number of the entry.
  private var amountRemark: String { row.cell(["amount"])?.remark ?? "" }

  /// A bottle's content: from the details, or from the activity's name.
  private var held: BottleWords {
    let (info, activity) = (BottleWords(row["info"]), BottleWords(word).content)
    guard let activity, activity != info.content else { return info }
    return row["info"].isEmpty
      ? BottleWords(content: activity, rest: "") : BottleWords(rest: joined([word, row["info"]]) ?? "")
  }

  private func feeding(_ context: ReadingContext) throws(RowFault) -> Feeding {
    let amount = try amount(in: context).flatMap { amount in
      VolumeUnit(rawValue: amount.unit).map { Volume(amount.number, $0) }
    }
    let words = wordsOfDetails
    let sides = Side.allCases.filter { words.contains($0.rawValue) }
    let isBoth = sides.count == 2 || words.contains("both")
    let method: FeedingMethod =
      switch activity {
      case .nursing: .breast
      case .pumping: .pumping
      default: .bottle
      }
    if method == .bottle { return Feeding(method: method, amount: amount) }
    return Feeding(
      method: method, startedSide: sides.count == 1 ? sides[0] : nil,
      breasts: isBoth ? .both : sides.isEmpty ? nil : .one, amount: amount)
  }

  private static let wordsForBoth: Set = ["both", "mixed"]
  private static let wordsForWet: Set = ["wet", "pee", "urine"]
  private static let wordsForDirty: Set = ["dirty", "poo", "poop", "bm", "stool"]

  /// Whether a text is only about a diaper's content.
  private static func saysTypeAlone(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let known = wordsForBoth.union(wordsForWet).union(wordsForDirty).union(["and"])
    return words.allSatisfy(known.contains)
  }

  private var diaperType: DiaperType? {
    let words = wordsOfDiaper
    let isBoth = !words.isDisjoint(with: Self.wordsForBoth)
    let isWet = isBoth || !words.isDisjoint(with: Self.wordsForWet)
    let isDirty = isBoth || !words.isDisjoint(with: Self.wordsForDirty)
    return DiaperType(isWet: isWet, isDirty: isDirty)
  }

  /// The duration, unless it matches the times. Whether it is in hours or minutes is unknown.
  private func remarkOfLength(_ span: FlaggedSpan) -> String {
    guard let cell = row.cell(["duration"]) else { return "" }
    let passed = Double(span.minutes ?? 0)
    if let length = Duration(text: cell.text), cell.number == nil {
      return abs(Double(length.wholeMinutes) - passed) <= 1 ? "" : cell.remark
    }
    guard let number = cell.number else { return cell.remark }
    return abs(number - passed) <= 1 || abs(number * 60 - passed) <= 1 ? "" : cell.remark
  }

  private func keptAsNote(_ reading: RowReading, _ category: NoteCategory, _ remarks: [String]) -> RowReading {
    var kept = reading
    kept.content = .note(category)
    kept.note = joined([word, amountRemark, row["info"]] + remarks + [notes])
    // Unknown names are counted together: they might contain anything, and any number of them.
    kept.keptAsNote = activity == .other ? "Other" : word
    return kept
  }
}
