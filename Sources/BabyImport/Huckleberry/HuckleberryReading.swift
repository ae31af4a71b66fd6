import BabyModel

extension HuckleberryRow {
  /// What the row says: an entry, or one for each thing that was measured. What has no field stays in the note.
  func readings(in zone: ZoneRules) throws(RowFault) -> [RowReading] {
    let resolved = resolved(in: zone)
    var reading = RowReading(content: .note(.general), start: resolved.start, flags: resolved.flags)
    switch type.lowercased() {
    case "sleep":
      reading.content = .sleep
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined(conditions + [notes])
    case "tummy time":
      reading.content = .tummyTime
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined(conditions + [notes])
    case "feed": read(feed: resolved, into: &reading)
    case "pump": read(pumping: resolved, into: &reading)
    case "diaper": readDiaper(into: &reading)
    case "solids": try readSolids(into: &reading)
    case "meds", "medicine": try readMedicine(into: &reading)
    case "growth": return try measurements(like: reading)
    case "temp", "temperature": try readTemperature(into: &reading)
    case let name where Self.activities.contains(name): read(activity: resolved, into: &reading)
    default: keepAsNote(&reading, .general)
    }
    return [reading]
  }

  private func read(feed resolved: FlaggedSpan, into reading: inout RowReading) {
    switch startLocation.lowercased() {
    case "breast":
      let sides = sides
      let breasts: Breasts? = sides.isEmpty ? firstSide.map { _ in .one } : sides.count == 2 ? .both : .one
      reading.content = .feeding(Feeding(method: .breast, startedSide: firstSide, breasts: breasts))
      reading.setEnd(of: resolved, minutes: span.minutes)
      let isKept = reading.keep(sides)
      let remarks = isKept ? [] : [startCondition, endCondition].filter { !HuckleberryRow.isNoTime($0) }
      reading.note = joined(remarks + [notes])
    case "bottle":
      let amount = volume(endCondition)
      reading.content = .feeding(Feeding(method: .bottle, amount: amount))
      reading.setEnd(of: resolved, minutes: span.minutes)
      if amount == nil, !endCondition.isEmpty { reading.flags.append(.amountUnclear) }
      reading.note = joined([startCondition, amount == nil ? endCondition : "", notes])
    default: keepAsNote(&reading, .food)
    }
  }

  /// What each breast gave stands in the conditions.
  private func read(pumping resolved: FlaggedSpan, into reading: inout RowReading) {
    let parts = [startCondition, endCondition].compactMap(volume)
    let total = parts.dropFirst().reduce(parts.first) { sum, part in
      sum.map { Volume($0.value + part.converted(to: $0.unit).value, $0.unit) }
    }
    reading.content = .feeding(Feeding(method: .pumping, amount: total.flatMap { $0.value > 0 ? $0 : nil }))
    reading.setEnd(of: resolved, minutes: span.minutes)
    reading.note = joined([startCondition, endCondition].filter { !$0.isEmpty && parts.count != 1 } + [notes])
  }

  /// One that was logged without a length is of one moment.
  private func read(activity resolved: FlaggedSpan, into reading: inout RowReading) {
    guard reading.setActivity(type) else { return keepAsNote(&reading, .general) }
    reading.end = resolved.end
    reading.endUnknown = resolved.end == nil
    reading.note = joined(conditions + [notes])
  }

  private func readDiaper(into reading: inout RowReading) {
    let words = [startCondition, endCondition].joined(separator: " ").lowercased()
    let isBoth = words.contains("both")
    let isWet = isBoth || words.contains("pee") || words.contains("wet")
    let isDirty = isBoth || words.contains("poo") || words.contains("dirty")
    guard isWet || isDirty else { return keepAsNote(&reading, .general) }
    reading.content = .diaper(isWet && isDirty ? .both : isWet ? .wet : .dirty)
    // A colour stands where other rows have their length.
    let remarks = [duration, startCondition, endCondition].filter { !Self.saysTypeAlone($0) }
    reading.note = joined(remarks + [notes])
  }

  private static func saysTypeAlone(_ text: String) -> Bool { ["pee", "poo", "both"].contains(text.lowercased()) }

  private func readSolids(into reading: inout RowReading) throws(RowFault) {
    let liking: String? =
      switch endCondition.lowercased() {
      case "loved": "loved"
      case "liked": "liked"
      case "meh": "unsure"
      case "disliked", "hated": "disliked"
      case "refused": "refused"
      default: nil
      }
    guard !startCondition.isEmpty else { return keepAsNote(&reading, .food) }
    let fields: [SaidFields.Field] =
      [.init("foods", .word(startCondition))] + (liking.map { [.init("liking", .word($0))] } ?? [])
    reading.content = try EntryContent(.food, fields, column: "Start Condition")
    reading.note = joined([liking == nil ? endCondition : "", notes])
  }

  /// The dose is in the one or the other condition.
  private func readMedicine(into reading: inout RowReading) throws(RowFault) {
    guard !startLocation.isEmpty else { return keepAsNote(&reading, .medicine) }
    let doses = [startCondition, endCondition].map { KindDeclaration.medicine.quantity?.reading($0) }
    let dose = doses.compactMap(\.self).first
    reading.content = try .medicine(startLocation, dose: dose, column: "Start Location")
    let others = zip([startCondition, endCondition], doses).filter { $1 == nil }.map(\.0)
    reading.note = joined(others + [notes])
  }

  private func measurements(like reading: RowReading) throws(RowFault) -> [RowReading] {
    var readings: [RowReading] = []
    var rest: [String] = []
    let columns = [
      (KindDeclaration.weight, startCondition, "Start Condition"), (.length, startLocation, "Start Location"),
      (.head, endCondition, "End Condition"),
    ]
    for (kind, text, column) in columns where !text.isEmpty {
      guard let (number, unit) = kind.quantity?.reading(text) else {
        rest.append(text)
        continue
      }
      var measured = reading
      measured.content = try .measured(kind, number, unit: unit, column: column)
      readings.append(measured)
    }
    guard !readings.isEmpty else {
      var kept = reading
      keepAsNote(&kept, .growth)
      return [kept]
    }
    readings[0].note = joined(rest + [notes])
    return readings
  }

  private func readTemperature(into reading: inout RowReading) throws(RowFault) {
    for (index, text) in conditions.enumerated() {
      guard let (number, unit) = KindDeclaration.temperature.quantity?.reading(text) else { continue }
      reading.content = try .measured(.temperature, number, unit: unit, column: "Start Condition")
      reading.note = joined(conditions.enumerated().filter { $0.offset != index }.map(\.element) + [notes])
      return
    }
    keepAsNote(&reading, .health)
  }

  private func volume(_ text: String) -> Volume? {
    let text = text.lowercased()
    for unit in VolumeUnit.allCases where text.hasSuffix(unit.rawValue) {
      return plainNumber(trimmed(String(text.dropLast(unit.rawValue.count)))).map { Volume($0, unit) }
    }
    return nil
  }

  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory) {
    reading.content = .note(category)
    let length = span.minutes == nil ? "" : duration
    reading.note = joined([type, length] + conditions + [notes])
    reading.keptAsNote = Self.types.contains(type.lowercased()) ? type : "Other"
  }

  /// Types that are activities, as the app calls them.
  private static let activities: Set = [
    "bath", "brush teeth", "indoor play", "outdoor play", "screen time", "skin to skin", "story time",
  ]

  /// Other types that the app has. What somebody else calls so might hold anything.
  private static let types: Set = ["diaper", "feed", "growth", "meds", "potty", "solids", "temp"]
}
