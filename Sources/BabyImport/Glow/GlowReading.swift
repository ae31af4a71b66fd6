import BabyModel

extension GlowRow {
  /// The row's entries, one for each measurement. Data without a field stays in the note.
  func readings(
    at time: LocalDateTime, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> [RowReading] {
    if table == .sleep { return [try sleep(from: time, in: zone, context)] }
    let resolved = WallSpan(start: time).resolve(in: zone)
    var reading = RowReading(content: .note(.general), start: resolved.start, flags: resolved.flags)
    switch table {
    case .diaper: readDiaper(into: &reading)
    case .bottle: try readBottle(into: &reading)
    case .solids: try readSolids(into: &reading)
    case .growth: return try measurements(like: reading)
    case .sleep: break
    }
    return [reading]
  }

  private func sleep(
    from start: LocalDateTime, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> RowReading {
    var span = WallSpan(start: start)
    if let end = row.cell(["end time"]) {
      let time = try context.wallTime(end.text, column: end.column.title, in: zone)
      // One that was just begun ends as it begins.
      span.end = time == start ? nil : time
    }
    let resolved = span.resolve(in: zone)
    var reading = RowReading(content: .sleep, start: resolved.start, flags: resolved.flags)
    reading.setEnd(of: resolved, minutes: nil)
    reading.note = joined(rest)
    return reading
  }

  private func readDiaper(into reading: inout RowReading) {
    let said = row["in the diaper"]
    let words = wordsSaid(said)
    let (isWet, isDirty) = (words.contains("pee"), words.contains { $0 == "poo" || $0 == "poop" })
    let saysMore = said.lowercased().split { !$0.isLetter }.contains { !["pee", "poo", "poop", "and"].contains($0) }
    let remarks = [saysMore ? said : "", row["color"], row["texture"]] + rest
    guard isWet || isDirty else { return keepAsNote(&reading, .general, ["\(said) diaper"] + remarks.dropFirst()) }
    reading.content = .diaper(isWet && isDirty ? .both : isWet ? .wet : .dirty)
    reading.note = joined(remarks)
  }

  private func readBottle(into reading: inout RowReading) throws(RowFault) {
    guard let quantity = KindDeclaration.amount else { return }
    let measure = try measure(of: quantity, "amount")
    let amount = measure.flatMap { measure in VolumeUnit(rawValue: measure.unit).map { Volume(measure.number, $0) } }
    let held = BottleWords(row["milk type"])
    reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: held.content))
    reading.note = joined([held.rest, flagged(measure, in: &reading)] + rest)
  }

  private func readSolids(into reading: inout RowReading) throws(RowFault) {
    let foods = row["ingredients"].split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty }
      .joined(separator: ", ")
    let said = row["baby's reaction"]
    let amount = normalised("\(row["amount"]) \(row["unit type"])")
    guard foods.fits() else { return keepAsNote(&reading, .food, [foods, amount, said] + rest) }
    var fields: [SaidFields.Field] = [.init("foods", .word(foods))]
    switch said.lowercased().filter(\.isLetter) {
    case "loveit": fields.append(.init("liking", .word("loved")))
    case "likeit": fields.append(.init("liking", .word("liked")))
    case "hateit": fields.append(.init("liking", .word("disliked")))
    default: if said.fits() { fields.append(.init("reaction", .word(said))) }
    }
    reading.content = try EntryContent(.food, fields, column: row.title(["ingredients"]))
    reading.note = joined([amount, fields.count == 1 ? said : ""] + rest)
  }

  private func measurements(like reading: RowReading) throws(RowFault) -> [RowReading] {
    var readings: [RowReading] = []
    for (kind, name) in [(KindDeclaration.weight, "weight"), (.length, "height"), (.head, "head circ.")] {
      guard let quantity = kind.quantity, let measure = try measure(of: quantity, name) else { continue }
      var measured = reading
      measured.content = try .measured(kind, measure.number, unit: measure.unit, column: row.title([name]))
      let other = flagged(measure, in: &measured)
      measured.note = joined([other] + (readings.isEmpty ? rest : []))
      readings.append(measured)
    }
    guard readings.isEmpty else { return readings }
    var kept = reading
    keepAsNote(&kept, .growth, rest)
    return [kept]
  }

  /// The value in the other unit, if it differs.
  private func flagged(_ measure: Measure?, in reading: inout RowReading) -> String {
    guard let other = measure?.other else { return "" }
    reading.flags.append(.unitsDiffer)
    return other
  }

  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory, _ remarks: [String]) {
    let word = table.rawValue.prefix(1).uppercased() + table.rawValue.dropFirst()
    reading.content = .note(category)
    // A note is nothing without a text.
    reading.note = joined(remarks) ?? word
    reading.keptAsNote = word
  }
}
