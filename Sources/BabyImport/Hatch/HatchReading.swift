import BabyModel

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
    var reading = RowReading(content: .note(.general), start: resolved.start, flags: resolved.flags)
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

  /// Whether a text says what was in a diaper and nothing else.
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
    return isWet && isDirty ? .both : isWet ? .wet : isDirty ? .dirty : nil
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
