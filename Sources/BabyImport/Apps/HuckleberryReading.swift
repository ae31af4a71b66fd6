import BabyModel

extension HuckleberryRow {
  /// The row's entries, one for each measurement. Data without a field stays in the note.
  func readings(in zone: ZoneRules) throws(RowFault) -> [RowReading] {
    let resolved = resolved(in: zone)
    var reading = RowReading(.note(.general), at: resolved)
    reading.author = author
    var readings = try readings(resolved, reading)
    if !readings.isEmpty, !rest.isEmpty { readings[0].note = joined([readings[0].note ?? ""] + rest) }
    return readings
  }

  private func readings(_ resolved: FlaggedSpan, _ reading: RowReading) throws(RowFault) -> [RowReading] {
    var reading = reading
    switch type.lowercased() {
    case "sleep":
      reading.content = .sleep
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined(conditions + [otherDuration, notes])
    case "tummy time":
      reading.content = .tummyTime
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined(conditions + [otherDuration, notes])
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
      // One condition may be a time, and the other a person's text.
      let remarks = [startCondition, endCondition].filter { condition in
        !HuckleberryRow.isNotATime(condition) && !(isKept && HuckleberryRow.isTime(condition))
      }
      reading.note = joined(remarks + [otherDuration, notes])
    case "bottle":
      let amounts = [endCondition, otherDuration].map(volume)
      let amount = amounts[0] ?? amounts[1]
      let held = BottleWords(startCondition)
      reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: held.content))
      reading.setEnd(of: resolved, minutes: span.minutes)
      if amount == nil, !endCondition.isEmpty { reading.flags.append(.amountUnclear) }
      reading.note = joined([
        held.rest, amounts[0] == nil ? endCondition : "",
        amounts[0] == nil && amounts[1] != nil ? "" : otherDuration, notes,
      ])
    default: keepAsNote(&reading, .food)
    }
  }

  /// The conditions contain the amount of each breast.
  private func read(pumping resolved: FlaggedSpan, into reading: inout RowReading) {
    let parts = [startCondition, endCondition].compactMap(volume)
    let total = parts.dropFirst().reduce(parts.first) { sum, part in sum.map { $0 + part } }
    reading.content = .feeding(Feeding(method: .pumping, amount: total.flatMap { $0.value > 0 ? $0 : nil }))
    reading.setEnd(of: resolved, minutes: span.minutes)
    let remarks = [startCondition, endCondition].filter { parts.count != 1 || volume($0) == nil }
    reading.note = joined(remarks + [startLocation, otherDuration, notes])
  }

  /// An activity without a duration is of one moment.
  private func read(activity resolved: FlaggedSpan, into reading: inout RowReading) {
    guard reading.setActivity(type) else { return keepAsNote(&reading, .general) }
    reading.setEnd(of: resolved, minutes: span.minutes)
    reading.flags.removeAll { $0 == .endMissing }
    reading.note = joined(conditions + [otherDuration, notes])
  }

  private func readDiaper(into reading: inout RowReading) {
    let words = [startCondition, endCondition].flatMap(wordsSaid).joined(separator: " ")
    let isBoth = words.contains("both")
    let isWet = isBoth || words.contains("pee") || words.contains("wet")
    let isDirty = isBoth || words.contains("poo") || words.contains("dirty")
    guard let type = DiaperType(isWet: isWet, isDirty: isDirty) else { return keepAsNote(&reading, .general) }
    reading.content = .diaper(type)
    // A colour stands where other rows have their length.
    let remarks = [startCondition, startLocation, endCondition].filter { !Self.saysTypeAlone($0) }
    reading.note = joined([otherDuration] + remarks + remarksOfMoment + [notes])
  }

  private static func saysTypeAlone(_ text: String) -> Bool { ["pee", "poo", "both"].contains(text.lowercased()) }

  private func readSolids(into reading: inout RowReading) throws(RowFault) {
    let liking = Self.likings[endCondition.lowercased()]
    guard !startCondition.isEmpty else { return keepAsNote(&reading, .food) }
    let fields: [FieldInputs.Field] =
      [.init("foods", .word(startCondition))] + (liking.map { [.init("liking", .word($0))] } ?? [])
    reading.content = try EntryContent(.food, fields, column: "Start Condition")
    reading.note = joined([liking == nil ? endCondition : "", startLocation] + remarksOfLength + [notes])
  }

  /// How a food was taken, by the app's words for it.
  private static let likings = [
    "loved": "loved", "liked": "liked", "meh": "unsure", "disliked": "disliked", "hated": "disliked",
    "refused": "refused",
  ]

  /// The dose is in one of the conditions. A name in the duration column counts if its own column is empty.
  private func readMedicine(into reading: inout RowReading) throws(RowFault) {
    let isMoved = startLocation.isEmpty && !otherDuration.isEmpty && otherDuration.allSatisfy(Self.isOfName)
    let name = isMoved ? otherDuration : startLocation
    guard !name.isEmpty else { return keepAsNote(&reading, .medicine) }
    let doses = [startCondition, endCondition].map { KindDeclaration.medicine.quantity?.reading(inCell: $0) }
    let dose = doses.compactMap(\.self).first
    reading.content = try .medicine(name, dose: dose, column: isMoved ? "Duration" : "Start Location")
    // Of two doses one is the entry's.
    let place = doses.firstIndex { $0 != nil }
    let others = [startCondition, endCondition].enumerated().filter { $0.offset != place }.map(\.element)
    reading.note = joined(others + (isMoved ? remarksOfEnd : remarksOfLength) + [notes])
  }

  private static func isOfName(_ letter: Character) -> Bool { letter.isLetter || letter == " " || letter == "-" }

  private func measurements(like reading: RowReading) throws(RowFault) -> [RowReading] {
    var readings: [RowReading] = []
    var others: [String] = []
    let columns = [
      (KindDeclaration.weight, startCondition, "Start Condition"), (.length, startLocation, "Start Location"),
      (.head, endCondition, "End Condition"),
    ]
    for (kind, text, column) in columns where !text.isEmpty {
      guard let (number, unit) = kind.quantity?.reading(inCell: text) else {
        others.append(text)
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
    readings[0].note = joined(others + remarksOfLength + [notes])
    return readings
  }

  private func readTemperature(into reading: inout RowReading) throws(RowFault) {
    for (index, text) in conditions.enumerated() {
      guard let (number, unit) = KindDeclaration.temperature.quantity?.reading(inCell: text) else {
        continue
      }
      reading.content = try .measured(.temperature, number, unit: unit, column: "Start Condition")
      let others = conditions.enumerated().filter { $0.offset != index }.map(\.element)
      reading.note = joined(others + remarksOfLength + [notes])
      return
    }
    keepAsNote(&reading, .health)
  }

  private func volume(_ text: String) -> Volume? {
    guard let (number, word) = KindDeclaration.amount?.reading(inCell: text) else { return nil }
    return VolumeUnit(rawValue: word).map { Volume(number, $0) }
  }

  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory) {
    reading.content = .note(category)
    reading.note = joined([type] + remarksOfLength + conditions + [notes])
    reading.keptAsNote = Self.types.contains(type.lowercased()) ? type : "Other"
  }

  /// Types that are activities, as the app calls them.
  private static let activities: Set = [
    "bath", "brush teeth", "indoor play", "outdoor play", "screen time", "skin to skin", "story time",
  ]

  /// The app's other types. Unknown types might contain anything.
  private static let types: Set = ["diaper", "feed", "growth", "meds", "potty", "solids", "temp"]
}
