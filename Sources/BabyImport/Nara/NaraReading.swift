import BabyModel

extension NaraRow {
  /// What the row says: no entry, one, or one for each thing that it tells.
  ///
  /// - Parameter zone: of clock times that have no milliseconds beside them; nil where the row names one that nobody knows.
  func readings(in zone: ZoneRules?) throws(RowFault) -> [RowReading] {
    guard !isProfile else { return [] }
    let time = try start(in: zone)
    return try contents(at: time.start, in: zone).enumerated().map { index, content in
      var reading = RowReading(content: content.content, start: time.start, flags: time.flags)
      reading.end = content.end
      if content.end == nil, reading.content.kind.declaration.runsWithoutEnd {
        reading.endUnknown = true
        // Of an activity that is how one without a length is kept.
        if reading.content.kind == .sleep { reading.flags.append(.endMissing) }
      }
      if let sides = content.sides { _ = reading.keep(sides) }
      reading.note = joined(content.remarks + (index == 0 ? [note] : []))
      reading.author = author
      reading.keptAsNote = content.keptAsNote
      return reading
    }
  }

  private struct Content {
    var content: EntryContent
    var end: Instant?
    var sides: [Side: Duration]?
    /// What no field of the entry has room for.
    var remarks: [String] = []
    var keptAsNote: String?
  }

  private func contents(at start: Instant, in zone: ZoneRules?) throws(RowFault) -> [Content] {
    switch type {
    case "Breastfeed": return [try breastFeed("Breastfeed")]
    case "Bottle Feed": return [try bottle("Bottle Feed")]
    case "Combo Feed": return [try breastFeed("Combo Feed"), try bottle("Combo Feed")]
    case "Diaper": return [diaper()]
    case "Sleep": return [Content(content: .sleep, end: try end("Sleep", after: start, in: zone))]
    case "Pump": return [try pumping(at: start, in: zone)]
    case "Growth": return try measurements()
    case "Medical": return try medical()
    default: return [try other()]
    }
  }

  private func breastFeed(_ group: String) throws(RowFault) -> Content {
    let left = try seconds(group, "Left Duration (Seconds)")
    let right = try seconds(group, "Right Duration (Seconds)")
    var sides: [Side: Duration] = [:]
    sides[.left] = left
    sides[.right] = right
    let began = side(value(group, "Begin Side"))
    let feeding = Feeding(
      method: .breast, startedSide: sides.count == 1 ? sides.keys.first : began,
      breasts: sides.isEmpty ? nil : sides.count == 2 ? .both : .one)
    return Content(content: .feeding(feeding), sides: sides)
  }

  /// "RIGHT.nonTimer" was typed and not timed.
  private func side(_ text: String) -> Side? {
    switch text.prefix(while: { $0 != "." }).uppercased() {
    case "LEFT": .left
    case "RIGHT": .right
    default: nil
    }
  }

  private func bottle(_ group: String) throws(RowFault) -> Content {
    let milk = try volume(group, "Breast Milk Volume")
    let formula = try volume(group, "Formula Volume")
    let parts = [milk.map { ("breast milk", $0) }, formula.map { ("formula", $0) }].compactMap(\.self)
    let amount: Volume?
    if let total = try volume(group, "Volume") {
      amount = total
    } else if let milk, let formula {
      amount = Volume(milk.value + formula.converted(to: milk.unit).value, milk.unit)
    } else {
      amount = milk ?? formula
    }
    let contents =
      parts.count == 2
      ? parts.map { "\($0.0) \(Words.amount($0.1, in: $0.1.unit))" }.joined(separator: ", ")
      : value(group, "Type").lowercased()
    return Content(
      content: .feeding(Feeding(method: .bottle, amount: amount)), remarks: [contents, value(group, "Formula Name")])
  }

  private func diaper() -> Content {
    let words = value("Diaper", "Type").lowercased()
    let (isWet, isDirty) = (words.contains("wet"), words.contains("dirty"))
    let remarks = ["Detail", "Dirty Color", "Dirty Texture"].map { value("Diaper", $0).lowercased() }
    guard isWet || isDirty else { return kept(.general, ["Diaper: \(words)"] + remarks) }
    return Content(content: .diaper(isWet && isDirty ? .both : isWet ? .wet : .dirty), remarks: remarks)
  }

  private func pumping(at start: Instant, in zone: ZoneRules?) throws(RowFault) -> Content {
    let sides = [("left", try volume("Pump", "Left Volume")), ("right", try volume("Pump", "Right Volume"))]
      .compactMap { name, volume in volume.map { (name, $0) } }
    var amount = try volume("Pump", "Total Volume") ?? sides.first?.1
    if value("Pump", "Total Volume").isEmpty, sides.count == 2, let first = amount {
      amount = Volume(first.value + sides[1].1.converted(to: first.unit).value, first.unit)
    }
    return Content(
      content: .feeding(Feeding(method: .pumping, amount: amount)), end: try end("Pump", after: start, in: zone),
      remarks: sides.map { "\($0.0) \(Words.amount($0.1, in: $0.1.unit))" })
  }

  private func measurements() throws(RowFault) -> [Content] {
    var contents: [Content] = []
    for (name, kind) in [("Weight", KindDeclaration.weight), ("Height", .length), ("Head Size", .head)] {
      guard let content = try measurement(kind, "Growth", name) else { continue }
      contents.append(Content(content: content))
    }
    return contents.isEmpty ? [try other()] : contents
  }

  private func medical() throws(RowFault) -> [Content] {
    var contents: [Content] = []
    let name = value("Medical", "Medication")
    if !name.isEmpty {
      contents.append(Content(content: try .medicine(name, dose: nil, column: "[Medical] Medication")))
    }
    if let temperature = try measurement(.temperature, "Medical", "Temperature") {
      contents.append(Content(content: temperature))
    }
    return contents.isEmpty ? [try other()] : contents
  }

  private func measurement(_ kind: KindDeclaration, _ group: String, _ name: String) throws(RowFault) -> EntryContent? {
    guard let number = try number(group, name) else { return nil }
    let column = "[\(group)] \(name) Unit"
    guard let unit = kind.quantity?.unit(called: value(group, "\(name) Unit")) else {
      throw .unreadable(column: column)
    }
    return try .measured(kind, number, unit: unit, column: "[\(group)] \(name)")
  }

  private func other() throws(RowFault) -> Content {
    guard !type.isEmpty else { throw .unreadable(column: "Type") }
    switch type {
    case "Solids":
      let foods = value("Solids", "Food").isEmpty ? value("Solids", "Foods") : value("Solids", "Food")
      guard !foods.isEmpty else { return kept(.food, [details("Solids")]) }
      return Content(content: try EntryContent(.food, [.init("foods", .word(foods))], column: "[Solids] Food"))
    case "Milestone":
      let title =
        value("Milestone", "Milestone").isEmpty ? value("Milestone", "Title") : value("Milestone", "Milestone")
      guard !title.isEmpty else { return kept(.milestone, [details("Milestone")]) }
      return Content(
        content: try EntryContent(.milestone, [.init("title", .word(title))], column: "[Milestone] Milestone"))
    case "Routine":
      let name = value("Routine", "Routine").lowercased()
      guard let activity = try? EntryContent.activity(name) else { return kept(.general, [details(type)]) }
      return Content(content: activity)
    case "Growth": return kept(.growth, [details(type)])
    case "Medical": return kept(.health, [details(type)])
    default: return kept(.general, [details(type)])
    }
  }

  /// As a note, which is nothing without a text.
  private func kept(_ category: NoteCategory, _ remarks: [String]) -> Content {
    let isEmpty = joined(remarks + [note]) == nil
    return Content(content: .note(category), remarks: isEmpty ? [type] : remarks, keptAsNote: Self.known(type))
  }

  /// Names that nobody knows are counted together: they might hold anything, and any number of them.
  private static func known(_ type: String) -> String {
    ["Diaper", "Growth", "Medical", "Milestone", "Routine", "Solids"].contains(type) ? type : "Other"
  }
}
