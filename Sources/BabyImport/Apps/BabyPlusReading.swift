import BabyModel

extension BabyPlusRow {
  /// The record's entries, one for each measurement. Data without a field stays in the note.
  func readings(_ context: ReadingContext) throws(RowFault) -> [RowReading] {
    var readings = try ownReadings(context)
    // Records with unknown members keep all of them in the note.
    let isWhole = readings.first.map { $0.keptAsNote != nil && list != .nappy } ?? true
    if !isWhole, list != .temperature, !rest.isEmpty { readings[0].note = joined([readings[0].note ?? ""] + rest) }
    return readings
  }

  private func ownReadings(_ context: ReadingContext) throws(RowFault) -> [RowReading] {
    var reading = RowReading(content: .note(.general), start: try start(), flags: [])
    switch list {
    case .bottle:
      let content: BottleContent? =
        fields["isFormula"].isEmpty ? nil : fields.isTrue("isFormula") ? .formula : .breastMilk
      reading.content = .feeding(Feeding(method: .bottle, amount: try volume(), content: content))
      reading.note = joined([fields["note"]])
    case .nursing: try readNursing(into: &reading)
    case .pumping:
      try readPumping(into: &reading)
    case .sleep:
      reading.content = .sleep
      try setEnd(of: &reading)
    case .crying:
      _ = reading.setActivity("crying")
      try setEnd(of: &reading)
    case .nappy: try readNappy(into: &reading)
    case .growth: return try measurements(like: reading)
    case .temperature: try readTemperature(into: &reading, context)
    case .milestone: try readMilestone(into: &reading)
    case .diary: reading.note = fields.first("note", "text", "content", "details")
    case .solids: keepAsNote(&reading, .food, "Solids")
    case .tooth: keepAsNote(&reading, .health, "Tooth")
    case .medicine: try readMedicine(into: &reading)
    case .vaccine: keepAsNote(&reading, .medicine, "Vaccine")
    case .appointment: keepAsNote(&reading, .health, "Appointment")
    case .question: keepAsNote(&reading, .health, "Question")
    case .moment: keepAsNote(&reading, .general, "Moment")
    }
    return [reading]
  }

  private static let notSaid: Set = ["pk", "babyid", "date", "startDate", "endDate"]

  /// All of the record's data: the meaning of its members is unknown.
  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory, _ title: String) {
    let until = (try? end(after: reading.start)).map { "until \($0.utcText)" }
    reading.content = .note(category)
    reading.note = joined([title, fields.text(without: Self.notSaid), until ?? ""])
    reading.keptAsNote = list.rawValue
  }

  private func end(after start: Instant) throws(RowFault) -> Instant? {
    if let end = try instant("endDate") { return end > start ? end : nil }
    return try fields.duration("durationSeconds").flatMap { $0 > .zero ? start + $0 : nil }
  }

  private func setEnd(of reading: inout RowReading) throws(RowFault) {
    reading.end = try instant("endDate")
    reading.endUnknown = reading.end == nil
    if reading.endUnknown, reading.content == .sleep { reading.flags.append(.endMissing) }
    reading.note = joined([fields["note"]])
  }

  /// Seconds at each breast are kept where they fit between the start and the end, between which pauses may lie, too.
  private func readNursing(into reading: inout RowReading) throws(RowFault) {
    let start = reading.start
    var lengths: [Side: Duration] = [:]
    for (side, column) in [(Side.left, "leftDuration"), (.right, "rightDuration")] {
      if let length = try fields.duration(column), length > .zero { lengths[side] = length }
    }
    let named: [Side]
    switch fields["nursingSide"].lowercased() {
    case "left": named = [.left]
    case "right": named = [.right]
    case "both": named = [.left, .right]
    default: named = Side.allCases.filter { lengths[$0] != nil }
    }
    let first = Side(rawValue: fields["startingBreast"].lowercased())
    reading.content = .feeding(
      Feeding(
        method: .breast, startedSide: named.count == 1 ? named[0] : first,
        breasts: Breasts(count: named.count)))
    reading.end = try end(after: start)
    reading.leaveOutPauses(atBreast: lengths.isEmpty ? nil : lengths.values.reduce(.zero, +))
    let isKept = reading.keep(lengths)
    let remarks = isKept ? [] : ["leftDuration", "rightDuration"].filter { !["", "0"].contains(fields[$0]) }
    reading.note = joined(remarks.map { "\($0) \(fields[$0])" } + [fields["note"]])
  }

  /// The app counts millilitres, whatever it shows.
  private func readPumping(into reading: inout RowReading) throws(RowFault) {
    let side = Side(rawValue: fields["expressingSide"].lowercased())
    let isBoth = fields["expressingSide"].lowercased() == "both"
    reading.content = .feeding(
      Feeding(
        method: .pumping, startedSide: side, breasts: isBoth ? .both : side == nil ? nil : .one, amount: try volume()))
    reading.end = try end(after: reading.start)
    var shares: [String] = []
    for (word, column) in [("left", "leftAmount"), ("right", "rightAmount")] where isBoth {
      if let number = try measured(column) {
        shares.append("\(word) \(Volume(number, .milliliters).text)")
      }
    }
    reading.note = joined([shares.joined(separator: ", "), fields["note"]])
  }

  /// A dose that is not a number with a unit stays in the note.
  private func readMedicine(into reading: inout RowReading) throws(RowFault) {
    guard fields["name"].fits() else { return keepAsNote(&reading, .medicine, "Medicine") }
    let dose = KindDeclaration.medicine.quantity?.reading(fields["dose"])
    reading.content = try .medicine(fields["name"], dose: dose, column: "name")
    reading.note = joined([dose == nil ? fields["dose"] : "", fields["note"]])
  }

  private func readNappy(into reading: inout RowReading) throws(RowFault) {
    let details = fields["details"].lowercased()
    var remarks = [details == "none" ? "" : details, fields["note"]]
    switch fields["type"].lowercased() {
    case "wet": reading.content = .diaper(.wet)
    case "soiled", "dirty": reading.content = .diaper(.dirty)
    case "mixed", "both": reading.content = .diaper(.both)
    case "dry", "clean":
      remarks.insert("Dry diaper", at: 0)
      reading.keptAsNote = list.rawValue
    default: throw .unreadable(column: "type")
    }
    reading.note = joined(remarks)
  }

  /// The app keeps kilograms and centimetres, whatever it shows.
  private func measurements(like reading: RowReading) throws(RowFault) -> [RowReading] {
    let kinds: [(String, KindDeclaration, String)] = [
      ("weight", .weight, "kg"), ("height", .length, "cm"), ("head", .head, "cm"),
    ]
    var readings: [RowReading] = []
    for (column, kind, unit) in kinds {
      guard let number = try measured(column) else { continue }
      var measured = reading
      measured.content = try .measured(kind, number, unit: unit, column: column)
      if readings.isEmpty { measured.note = joined([fields["note"]]) }
      readings.append(measured)
    }
    guard !readings.isEmpty else { throw .unreadable(column: "weight") }
    return readings
  }

  private static let temperatureColumns = ["temperature", "value"]

  /// A temperature without a unit.
  var temperature: Double? {
    guard list == .temperature else { return nil }
    return Self.temperatureColumns.lazy.compactMap { try? measured($0) }.first
  }

  private func readTemperature(into reading: inout RowReading, _ context: ReadingContext) throws(RowFault) {
    guard let number = temperature else { throw .unreadable(column: "temperature") }
    let unit = try context.unit(of: .temperature, column: "temperature")
    reading.content = try .measured(.temperature, number, unit: unit, column: "temperature")
    let said = Self.notSaid.union(Self.temperatureColumns)
    reading.note = joined([fields.text(without: said)])
  }

  /// Its name is written as one word: "LooksInDirectionOfVoice".
  private func readMilestone(into reading: inout RowReading) throws(RowFault) {
    var title = ""
    for letter in fields.first("title", "name", "id").prefix(TextLimits.field.characters) {
      if letter.isUppercase, let last = title.last, !last.isWhitespace, !last.isUppercase { title += " " }
      title += title.isEmpty ? String(letter) : letter.lowercased()
    }
    let category = Self.categories[fields["category"].lowercased()]
    let remarks = [category == nil ? fields["category"].lowercased() : "", fields["note"]]
    guard let title = fieldText(title) else { throw .unreadable(column: "id") }
    let said: [FieldInputs.Field] = category.map { [.init("category", .word($0))] } ?? []
    reading.content = try EntryContent(.milestone, [.init("title", .word(title))] + said, column: "id")
    reading.note = joined(remarks)
  }

  /// A milestone's categories by the app's words for them.
  private static let categories = [
    "language": "language", "communication": "language", "social": "social", "social and emotional": "social",
    "motor": "movement", "movement": "movement", "physical": "movement", "gross motor": "movement",
    "fine motor": "hands",
  ]
}
