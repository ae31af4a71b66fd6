import BabyModel

extension SproutTrackRow {
  /// The row's entries. Data without a field stays in the note, and a row without a kind here becomes one.
  func readings(_ catalogue: SproutTrackCatalogue) throws(RowFault) -> [RowReading] {
    var reading = RowReading(content: .note(.general), start: try start(), flags: [])
    switch table {
    case .feed: try readFeed(into: &reading)
    case .foodTry: try readFood(into: &reading, catalogue)
    case .diaper: try readDiaper(into: &reading)
    case .sleep:
      reading.content = .sleep
      try setEnd(of: &reading, remarks: [word("type"), fields["location"], remark("quality")])
    case .pumping: try readPumping(into: &reading)
    case .play: try readPlay(into: &reading)
    case .bath:
      _ = reading.setActivity("bath")
      reading.endUnknown = true
      let used = [("soapUsed", "soap"), ("shampooUsed", "shampoo")].filter { fields.isTrue($0.0) }.map(\.1)
      reading.note = joined([word("bathType")] + used + [fields["notes"]])
    case .measurement: try readMeasurement(into: &reading)
    case .dose: try readDose(into: &reading, catalogue)
    case .vaccine: try readVaccine(into: &reading)
    case .milestone: try readMilestone(into: &reading)
    case .note:
      let category = NoteCategory(rawValue: fields["category"].lowercased())
      reading.content = .note(category ?? .general)
      reading.note = joined([category == nil ? fields["category"] : "", fields["content"]])
    case .mood:
      let minutes = fields["duration"]
      let intensity = fields["intensity"]
      keepAsNote(
        &reading, .general,
        [
          remark("mood"), intensity.isEmpty ? "" : "strength \(intensity) of 5",
          minutes.isEmpty ? "" : "\(minutes) minutes",
        ])
    case .milk: keepAsNote(&reading, .food, ["milk store", amountText("amount"), fields["reason"]])
    case .allergen:
      keepAsNote(
        &reading, .health, ["allergen", fields["name"], word("allergenType"), fields["reactionDescription"]])
    case .baby, .caretaker, .food, .medicine: return []
    }
    if !rest.isEmpty { reading.note = joined([reading.note ?? ""] + rest) }
    return [reading]
  }

  /// A reaction to a feed, and its cause.
  var reaction: String {
    guard fields.isTrue("hadReaction") else { return "" }
    let details = [fields["reactionDescription"], fields["reactionCause"]].filter { !$0.isEmpty }
    return details.isEmpty ? "reaction" : "reaction: " + details.joined(separator: ", ")
  }

  /// A word of the app's as people read it: "night sleep" of `NIGHT_SLEEP`.
  private func word(_ column: String) -> String {
    String(fields[column].lowercased().map { $0 == "_" ? " " : $0 })
  }

  /// The same behind the column's name: "quality good"
  private func remark(_ column: String) -> String {
    fields[column].isEmpty ? "" : "\(column) \(word(column))"
  }

  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory, _ remarks: [String]) {
    reading.content = .note(category)
    reading.note = joined(remarks + [fields["notes"]])
    reading.keptAsNote = table.rawValue
  }

  private func setEnd(of reading: inout RowReading, remarks: [String]) throws(RowFault) {
    reading.end = try end(after: reading.start)
    if reading.end == nil, reading.content.kind.declaration.runsWithoutEnd {
      reading.endUnknown = true
      reading.flags.append(.endMissing)
    }
    reading.note = joined(remarks + [fields["notes"]])
  }

  // MARK: Feeds

  private func readFeed(into reading: inout RowReading) throws(RowFault) {
    switch fields["type"] {
    case "BOTTLE":
      let (amount, unclear) = try volume("amount")
      if !unclear.isEmpty { reading.flags.append(.amountUnclear) }
      let held = try bottle(amount)
      reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: held.content))
      if let end = try instant("endTime"), end > reading.start { reading.end = end }
      reading.note = joined([unclear, held.rest, reaction, fields["notes"]])
    case "SOLIDS":
      let remarks = [amountText("amount"), reaction]
      guard let foods = fieldText(fields["food"]) else { return keepAsNote(&reading, .food, ["solids"] + remarks) }
      reading.content = try EntryContent(.food, [.init("foods", .word(foods))], column: "food")
      reading.note = joined(remarks + [fields["notes"]])
    // `BREAST` is read elsewhere.
    default: throw .unreadable(column: "type")
    }
  }

  /// A bottle's content; for a mixed one the amounts of each, for the note.
  private func bottle(_ amount: Volume?) throws(RowFault) -> BottleWords {
    var held = BottleWords(fields["bottleType"].lowercased())
    let (milk, unclear) = try volume("breastMilkAmount")
    if !unclear.isEmpty { held.rest = joined([held.rest, "breast milk \(unclear)"]) ?? "" }
    guard let milk, milk != amount else { return held }
    guard let amount, milk.value < amount.value else {
      held.rest = joined([held.rest, "breast milk \(milk.text)"]) ?? ""
      return held
    }
    let parts = [("breast milk", milk), ("formula", Volume(amount.value - milk.value, amount.unit))]
    return BottleWords(rest: parts.map { "\($0.0) \($0.1.text)" }.joined(separator: ", "))
  }

  private func readFood(into reading: inout RowReading, _ catalogue: SproutTrackCatalogue) throws(RowFault) {
    let likings = [
      "LOVED": "loved", "LIKED": "liked", "NEUTRAL": "unsure", "DISLIKED": "disliked", "HATED": "disliked",
    ]
    let liking = likings[fields["enjoyment"]]
    guard liking != nil || fields["enjoyment"].isEmpty else { throw .unreadable(column: "enjoyment") }
    let foods = foods(in: catalogue)
    let description = fields.isTrue("hadReaction") ? fieldText(fields["reactionDescription"]) : nil
    let remarks = [
      fields["enjoyment"] == "HATED" ? "hated" : "", amountText("amount"),
      description == nil ? reaction : "",
    ]
    guard let names = fieldText(foods.map(\.name).joined(separator: ", ")) else {
      return keepAsNote(&reading, .food, [liking ?? ""] + remarks)
    }
    let allergens = fieldText(foods.filter(\.isAllergen).map(\.name).joined(separator: ", "))
    let said: [(String, String?)] = [
      ("foods", names), ("liking", liking), ("reaction", description), ("allergens", allergens),
    ]
    reading.content = try EntryContent(
      .food, said.compactMap { name, text in text.map { .init(name, .word($0)) } }, column: "foodId")
    reading.note = joined(remarks + [fields["notes"]])
  }

  /// One by its id, or a list of ids or names; unknown ids are ignored.
  private func foods(in catalogue: SproutTrackCatalogue) -> [SproutTrackCatalogue.Food] {
    for column in ["foods", "foodIds", "foodId", "food"] {
      let texts = list(column)
      if texts.isEmpty { continue }
      return texts.prefix(100).compactMap { text in
        if let food = catalogue.foods[text] { return food }
        return column.hasSuffix("Id") || column.hasSuffix("Ids") ? nil : .init(name: text, isAllergen: false)
      }
    }
    return []
  }

  private func readPumping(into reading: inout RowReading) throws(RowFault) {
    let sides = try [("left", volume("leftAmount")), ("right", volume("rightAmount"))]
    let total = try volume("totalAmount")
    var amount = total.volume
    for case (_, (let volume?, _)) in sides where total.volume == nil {
      amount = Volume((amount?.value ?? 0) + volume.value, volume.unit)
    }
    reading.content = .feeding(Feeding(method: .pumping, amount: amount))
    let unclear = ([("total", total)] + sides).filter { !$0.1.remark.isEmpty }.map { "\($0.0) \($0.1.remark)" }
    if !unclear.isEmpty { reading.flags.append(.amountUnclear) }
    let shares = sides.compactMap { name, side in side.volume.map { "\(name) \($0.text)" } }
    try setEnd(of: &reading, remarks: unclear + shares + [word("pumpAction")])
  }
}

/// One row of a Sprout Track backup: an entry of one of its tables.
struct SproutTrackRow {
  /// The tables that are read, in the order of their names, in which a database returns them: so children, medicines
  /// and foods come before rows about them. Settings, accounts and everything else with secrets are not among them.
  enum Table: String, CaseIterable {
    case baby = "Baby"
    case allergen = "BabyAllergen"
    case bath = "BathLog"
    case milk = "BreastMilkAdjustment"
    case caretaker = "Caretaker"
    case diaper = "DiaperLog"
    case feed = "FeedLog"
    case food = "Food"
    case foodTry = "FoodLog"
    case measurement = "Measurement"
    case medicine = "Medicine"
    case dose = "MedicineLog"
    case milestone = "Milestone"
    case mood = "MoodLog"
    case note = "Note"
    case play = "PlayLog"
    case pumping = "PumpLog"
    case sleep = "SleepLog"
    case vaccine = "VaccineLog"

    /// The column that says when it was.
    var timeColumn: String {
      switch self {
      case .play, .pumping, .sleep: "startTime"
      case .measurement, .milestone: "date"
      // When an allergy began is unknown.
      case .allergen: "createdAt"
      default: "time"
      }
    }

    /// Whether a database has it before the caretakers.
    var isBeforeCaretakers: Bool { self == .baby || self == .allergen || self == .bath || self == .milk }
  }

  let table: Table
  let fields: JSONFields
  let line: Int

  /// A side of a nursing, which may have other rows for the other side.
  var isNursing: Bool { table == .feed && fields["type"] == "BREAST" }

  /// Columns of entries that a reader has a use for, or that follow from others. What ends in "Id" names a row.
  private static let known: Set = [
    "id", "time", "startTime", "endTime", "date", "duration", "type", "createdAt", "updatedAt", "deletedAt",
    "feedDuration", "pauseDuration", "amount", "unitAbbr", "side", "food", "foods", "foodIds", "notes", "hadReaction",
    "reactionDescription", "reactionCause", "bottleType", "breastMilkAmount", "condition", "color", "blowout",
    "creamApplied", "mood", "intensity", "content", "category", "title", "description", "ageInDays", "leftAmount",
    "rightAmount", "totalAmount", "pumpAction", "activities", "bathType", "soapUsed", "shampooUsed", "value", "unit",
    "doseAmount", "vaccineName", "doseNumber", "enjoyment", "name", "allergenType", "reason", "location", "quality",
  ]

  /// Columns of later versions, for the note.
  var rest: [String] {
    fields.names.filter { !$0.hasSuffix("Id") && !Self.known.contains($0) && !fields[$0].isEmpty }
      .map { "\($0) \(fields[$0])" }
  }

  /// The same in every backup: the app's own id. Rows without one are known by when they were.
  var identity: [String] {
    let id = fields["id"]
    return ["Sprout Track", table.rawValue] + (id.isEmpty ? [fields[table.timeColumn], fields["type"]] : [id])
  }

  /// - Throws: `RowFault.unreadable` for none.
  func start() throws(RowFault) -> Instant {
    guard let start = try instant(table.timeColumn) else { throw .unreadable(column: table.timeColumn) }
    return start
  }

  func instant(_ column: String) throws(RowFault) -> Instant? {
    try fields.instant(column, countedIn: .milliseconds, isUTC: true)
  }

  /// When it ended, or how many minutes it took; nil if the row says neither.
  func end(after start: Instant) throws(RowFault) -> Instant? {
    if let end = try instant("endTime") { return end }
    return try fields.duration("duration", unit: 60).flatMap { $0 > .zero ? start + $0 : nil }
  }

  /// A number in a column, as people read it with its unit: "2 tbsp".
  func amountText(_ column: String) -> String {
    let number = fields[column]
    return number.isEmpty ? "" : normalised(number + " " + fields["unitAbbr"].lowercased())
  }

  /// An amount of milk; none for 0. Where the row has no unit, the number is in the remark.
  ///
  /// - Throws: `RowFault.unreadable` for a unit that is not for milk.
  func volume(_ column: String) throws(RowFault) -> (volume: Volume?, remark: String) {
    guard let number = try fields.number(column), number != 0 else { return (nil, "") }
    guard Volume.plausible.contains(number) else { throw .unreadable(column: column) }
    switch fields["unitAbbr"].uppercased() {
    case "ML": return (Volume(number, .milliliters), "")
    case "OZ": return (Volume(number, .ounces), "")
    case "": return (nil, fields[column])
    default: throw .unreadable(column: "unitAbbr")
    }
  }
}
