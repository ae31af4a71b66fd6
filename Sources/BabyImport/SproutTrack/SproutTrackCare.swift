import BabyModel
import BabyProtocol

/// Sprout Track rows other than feeds and sleep.
extension SproutTrackRow {
  func readDiaper(into reading: inout RowReading) throws(RowFault) {
    var remarks = [fields["condition"].lowercased(), fields["color"].lowercased()]
    if fields.isTrue("blowout") { remarks.append("blowout") }
    if fields.isTrue("creamApplied") { remarks.append("cream") }
    switch fields["type"] {
    case "WET": reading.content = .diaper(.wet)
    case "DIRTY": reading.content = .diaper(.dirty)
    case "BOTH": reading.content = .diaper(.both)
    case "DRY":
      remarks.insert("Dry diaper", at: 0)
      reading.keptAsNote = table.rawValue
    default: throw .unreadable(column: "type")
    }
    reading.note = joined(remarks + [fields["notes"]])
  }

  func readPlay(into reading: inout RowReading) throws(RowFault) {
    var remarks = [fields["activities"]]
    switch fields["type"] {
    case "TUMMY_TIME": reading.content = .tummyTime
    case "INDOOR_PLAY": _ = reading.setActivity("indoor play")
    case "OUTDOOR_PLAY": _ = reading.setActivity("outdoor play")
    case "WALK": _ = reading.setActivity("walk")
    case "CUSTOM":
      if let name = fieldText(fields["activities"], within: TextLimits.activity), reading.setActivity(name) {
        remarks = []
      } else {
        _ = reading.setActivity("play")
      }
    default: throw .unreadable(column: "type")
    }
    reading.end = try end(after: reading.start)
    reading.endUnknown = reading.end == nil
    if reading.endUnknown, reading.content.kind == .tummyTime { reading.flags.append(.endMissing) }
    reading.note = joined(remarks + [fields["notes"]])
  }

  func readMeasurement(into reading: inout RowReading) throws(RowFault) {
    let kind: KindDeclaration
    switch fields["type"] {
    case "HEIGHT": kind = .length
    case "WEIGHT": kind = .weight
    case "HEAD_CIRCUMFERENCE": kind = .head
    case "TEMPERATURE": kind = .temperature
    default: throw .unreadable(column: "type")
    }
    guard let number = try fields.number("value") else { throw .unreadable(column: "value") }
    let name = fields["unit"].filter { $0 != "°" }
    guard let unit = kind.quantity?.unit(called: name) else { throw .unreadable(column: "unit") }
    reading.content = try .measured(kind, number, unit: unit, column: "value")
    reading.note = joined([fields["notes"]])
  }

  /// A dose in an unknown unit stays in the note unchanged: nothing is converted.
  func readDose(into reading: inout RowReading, _ catalogue: SproutTrackCatalogue) throws(RowFault) {
    guard let medicine = catalogue.medicines[fields["medicineId"]] else { throw .unreadable(column: "medicineId") }
    let quantity = KindDeclaration.medicine.quantity
    let number = try fields.number("doseAmount").flatMap { quantity?.plausible.contains($0) == true ? $0 : nil }
    let name = fields["unitAbbr"].lowercased()
    let unit = name.isEmpty ? nil : quantity?.unit(called: name == "tab" ? "tablet" : name)
    var said: [SaidFields.Field] = [.init("name", .word(medicine.name))]
    if let number, let unit { said += [.init("dose", .number(number)), .init("unit", .word(unit))] }
    if let interval = medicine.interval { said.append(.init("intervalSeconds", .number(Double(interval)))) }
    reading.content = try EntryContent(.medicine, said, column: "medicineId")
    let isKept = number != nil && unit != nil
    reading.note = joined([isKept || fields["doseAmount"] == "0" ? "" : amountText("doseAmount"), fields["notes"]])
  }

  func readVaccine(into reading: inout RowReading) throws(RowFault) {
    let number = try fields.number("doseNumber")
    let isKept = number.map { (1...20).contains($0) && $0 == $0.rounded() } ?? true
    let remarks = [isKept ? "" : "dose \(fields["doseNumber"])", fields["notes"]]
    guard let name = fieldText(fields["vaccineName"]) else {
      reading.content = .note(.medicine)
      reading.note = joined(["vaccine", fields["vaccineName"]] + remarks)
      reading.keptAsNote = table.rawValue
      return
    }
    let dose: [SaidFields.Field] = number.map { isKept ? [.init("doseNumber", .number($0))] : [] } ?? []
    reading.content = try EntryContent(.vaccine, [.init("name", .word(name))] + dose, column: "vaccineName")
    reading.note = joined(remarks)
  }

  func readMilestone(into reading: inout RowReading) throws(RowFault) {
    let category: String?
    switch fields["category"] {
    case "MOTOR": category = "movement"
    case "LANGUAGE": category = "language"
    case "SOCIAL": category = "social"
    case "CUSTOM": category = "own"
    default: category = nil
    }
    let remarks = [category == nil ? fields["category"].lowercased() : "", fields["description"]]
    guard let title = fieldText(fields["title"]) else {
      reading.content = .note(.milestone)
      reading.note = joined([fields["title"]] + remarks)
      reading.keptAsNote = table.rawValue
      return
    }
    let said: [SaidFields.Field] = category.map { [.init("category", .word($0))] } ?? []
    reading.content = try EntryContent(.milestone, [.init("title", .word(title))] + said, column: "title")
    reading.note = joined(remarks)
  }

  /// The texts in a column: of one of several, or of a list, which a database has as the text of a JSON array.
  func list(_ column: String) -> [String] {
    var json = fields[json: column]
    if case .string(let text)? = json, text.first == "[" { json = (try? JSON(parsing: Array(text.utf8))) ?? json }
    return (json?.arrayValue ?? [json].compactMap(\.self)).compactMap { element in
      let text = element.stringValue ?? element["name"]?.stringValue ?? element["id"]?.stringValue ?? ""
      return text.isEmpty ? nil : trimmed(text)
    }
  }
}
