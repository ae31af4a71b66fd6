import BabyModel

extension NighpRow {
  /// The row's entries: one, one for each measurement, or none.
  ///
  /// - Parameter milk: the content of the table's bottles.
  func readings(
    at time: LocalDateTime, in zone: ZoneRules, _ context: ReadingContext, milk: BottleContent?
  ) throws(RowFault) -> [RowReading] {
    let start = WallSpan(start: time)
    switch table {
    case .sleep: return [try lasting(.sleep, from: start, in: zone)]
    case .nursing: return [try nursing(from: start, in: zone)]
    case .pump: return [try pumping(from: start, in: zone, context)]
    case .activity: return [try activity(from: start, in: zone)]
    case .growth: return try measurements(at: start.resolve(in: zone), context)
    case .diary where note.isEmpty && rest.isEmpty: return []
    default: return [try moment(at: start.resolve(in: zone), context, milk: milk)]
    }
  }

  // MARK: What lasts

  private func lasting(
    _ content: EntryContent, from start: WallSpan, in zone: ZoneRules
  ) throws(RowFault) -> RowReading {
    var span = start
    // A row that was just begun has 0.
    span.minutes = try minutes("duration")
    let resolved = span.resolve(in: zone)
    var reading = RowReading(content, at: resolved, note: rest + [note])
    reading.setEnd(of: resolved, minutes: nil)
    return reading
  }

  private func nursing(from start: WallSpan, in zone: ZoneRules) throws(RowFault) -> RowReading {
    let lengths = try lengths()
    let together = lengths.values.reduce(0, +)
    var span = start
    span.minutes = try minutes("total duration", "total") ?? (together > 0 ? together : nil)
    let resolved = span.resolve(in: zone)
    let feeding = Feeding(
      method: .breast, startedSide: firstSide(of: lengths), breasts: Breasts(count: lengths.count))
    var reading = RowReading(.feeding(feeding), at: resolved)
    reading.end = resolved.end
    let isKept = reading.keep(lengths.mapValues { .minutes($0) })
    reading.note = joined([isKept ? "" : Self.text(lengths), otherSide] + rest + [note])
    return reading
  }

  /// A total adds the minutes of both breasts also where they were pumped at the same time. The app names no breast to
  /// begin with then, and it took as long as the longer one.
  private func pumping(
    from start: WallSpan, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> RowReading {
    let lengths = try lengths()
    let total = try minutes("total duration", "total")
    let together = lengths.values.reduce(0, +)
    let wereAtOnce = lengths.count == 2 && row["start side"].isEmpty && total ?? together == together
    var span = start
    span.minutes = wereAtOnce ? lengths.values.max() : total ?? (together > 0 ? together : nil)
    let resolved = span.resolve(in: zone)

    let amounts = (left: try volume("left amount", in: context), right: try volume("right amount", in: context))
    var amount = try volume("total amount", in: context) ?? amounts.left ?? amounts.right
    if row["total amount"].isEmpty, let left = amounts.left, let right = amounts.right {
      amount = left + right
    }
    let feeding = Feeding(
      method: .pumping, startedSide: firstSide(of: lengths), breasts: Breasts(count: lengths.count), amount: amount)
    var reading = RowReading(.feeding(feeding), at: resolved)
    reading.end = resolved.end
    let shares = [("left", amounts.left), ("right", amounts.right)].compactMap { side, amount in
      amount.map { "\(side) \($0.text)" }
    }
    // Of one breast the total says it.
    let isOfOne = lengths.count == 1 && shares.count == 1
    let isTotal = lengths.count == 1 && total ?? together == together
    let remarks = [
      lengths.isEmpty || isTotal ? "" : Self.text(lengths), isOfOne ? "" : shares.joined(separator: ", "), otherSide,
    ]
    reading.note = joined(remarks + rest + [note])
    return reading
  }

  /// An activity without a duration is of one moment.
  private func activity(from start: WallSpan, in zone: ZoneRules) throws(RowFault) -> RowReading {
    let name = row["other activity"]
    if normalised(name).lowercased() == "tummy time" { return try lasting(.tummyTime, from: start, in: zone) }
    var reading = try lasting(.note(.general), from: start, in: zone)
    guard reading.setActivity(name) else {
      reading.end = nil
      keepAsNote(&reading, .general, [name] + [row.cell(["duration"])?.remark ?? ""])
      return reading
    }
    reading.endUnknown = reading.end == nil
    return reading
  }

  /// Minutes at each breast, of those that have any.
  private func lengths() throws(RowFault) -> [Side: Int] {
    var lengths: [Side: Int] = [:]
    lengths[.left] = try minutes("left duration")
    lengths[.right] = try minutes("right duration")
    return lengths
  }

  private func firstSide(of lengths: [Side: Int]) -> Side? {
    lengths.count == 1 ? lengths.keys.first : startedSide
  }

  /// "left 8m, right 13m"
  private static func text(_ lengths: [Side: Int]) -> String {
    Side.allCases.compactMap { side in lengths[side].map { "\(side.rawValue) \($0)m" } }.joined(separator: ", ")
  }

  // MARK: What is of a moment

  private func moment(
    at time: FlaggedSpan, _ context: ReadingContext, milk: BottleContent?
  ) throws(RowFault) -> RowReading {
    var reading = RowReading(.note(.general), at: time)
    var remarks = rest
    switch table {
    case .bottle:
      let amount = try volume("amount", in: context)
      reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: milk))
    case .diaper:
      guard let type = diaperType else {
        keepAsNote(&reading, .general, [normalised("\(row["status"]) diaper")])
        return reading
      }
      reading.content = .diaper(type)
    case .medication: remarks = try readMedicine(into: &reading) + remarks
    case .vaccine, .milestone: try readNamed(into: &reading)
    case .temperature:
      guard let temperature = try measured(.temperature, .temperature, ["temperature"], in: context) else {
        throw .unreadable(column: row.title(["temperature"]))
      }
      reading.content = temperature
    case .diary: break
    default:
      keepAsNote(&reading, .general, [])
      return reading
    }
    // A note was made of an invalid field.
    if reading.keptAsNote == nil { reading.note = joined(remarks + [note]) }
    return reading
  }

  private var diaperType: DiaperType? {
    switch row["status"].lowercased() {
    case "wet": .wet
    case "dirty": .dirty
    case "mixed", "both": .both
    default: nil
    }
  }

  /// - Returns: what has no field: a dose without a unit that is known here, an interval that can be none.
  private func readMedicine(into reading: inout RowReading) throws(RowFault) -> [String] {
    let amount = row.cell(["amount"])
    let unit = row[""].isEmpty ? amount?.column.unit ?? "" : row[""]
    let said = normalised("\(amount?.text ?? "") \(unit)")
    let interval = try minutes("min interval")
    let name = row.cell(NighpTable.medicineNames)?.text ?? ""
    guard name.fits() else {
      keepAsNote(&reading, .medicine, [name, said] + [row.cell(["min interval"])?.remark ?? ""])
      return []
    }
    let dose = KindDeclaration.medicine.quantity?.reading(inCell: said)
    let seconds = interval.map { $0 * 60 }
    let isPossible = seconds.map { KindDeclaration.medicineIntervals.contains($0) } ?? true
    reading.content = try .medicine(
      name, dose: dose, interval: isPossible ? seconds : nil, column: row.title(NighpTable.medicineNames))
    return [dose == nil ? said : ""] + (isPossible ? [] : [row.cell(["min interval"])?.remark ?? ""])
  }

  private func readNamed(into reading: inout RowReading) throws(RowFault) {
    let (kind, field, category): (KindDeclaration, String, NoteCategory) =
      table == .vaccine ? (.vaccine, "name", .medicine) : (.milestone, "title", .milestone)
    let name = row.cell(table.columns)?.text ?? ""
    guard name.fits() else { return keepAsNote(&reading, category, [name]) }
    reading.content = try EntryContent(kind, [.init(field, .word(name))], column: row.title(table.columns))
  }

  private func measurements(at time: FlaggedSpan, _ context: ReadingContext) throws(RowFault) -> [RowReading] {
    var readings: [RowReading] = []
    for (kind, quantity, names) in Self.measures {
      guard let content = try measured(kind, quantity, names, in: context) else { continue }
      readings.append(RowReading(content, at: time))
    }
    if readings.isEmpty {
      var reading = RowReading(.note(.growth), at: time)
      keepAsNote(&reading, .growth, [])
      return [reading]
    }
    readings[0].note = joined(rest + [note])
    return readings
  }

  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory, _ remarks: [String]) {
    reading.content = .note(category)
    // A note is nothing without a text.
    reading.note = joined(remarks + rest + [note]) ?? table.word
    reading.keptAsNote = table.word
  }
}
