import BabyModel

extension NaraRow {
  /// The row's entries: none, one, or one for each thing that it contains.
  ///
  /// - Parameter zone: of clock times without milliseconds; nil if the row names an unknown one.
  func readings(in zone: ZoneRules?) throws(RowFault) -> [RowReading] {
    guard !isProfile else { return [] }
    let time = try start(in: zone)
    let contents = try contents(at: time.start, in: zone)
    let used = contents.reduce(into: Set<String>()) { used, content in
      used.formUnion(content.used.map { "[\(content.group)] \($0)" })
    }
    let rest = rest(besides: used, of: contents.first?.group ?? type)
    return contents.enumerated().map { index, content in
      var reading = RowReading(content.content, at: time)
      reading.end = content.end
      if content.end == nil, reading.content.kind.declaration.runsWithoutEnd {
        reading.endUnknown = true
        // Of an activity that is how one without a length is kept.
        if reading.content == .sleep || reading.content == .tummyTime { reading.flags.append(.endMissing) }
      }
      if let sides = content.sides { _ = reading.keep(sides) }
      reading.note = joined(content.remarks + (index == 0 ? rest + [note] : []))
      reading.author = author
      reading.keptAsNote = content.keptAsNote
      return reading
    }
  }

  private struct Content {
    var content: EntryContent
    /// The prefix of its columns: "[Sleep] …"
    var group: String
    /// The names of those that the entry has, or its remarks.
    var used: Set<String> = []
    var end: Instant?
    var sides: [Side: Duration]?
    /// Data without a field of the entry.
    var remarks: [String] = []
    var keptAsNote: String?
  }

  private func contents(at start: Instant, in zone: ZoneRules?) throws(RowFault) -> [Content] {
    switch type {
    case "Breastfeed": return [try breastFeed("Breastfeed")]
    case "Bottle Feed": return [try bottle("Bottle Feed")]
    case "Combo Feed": return [try breastFeed("Combo Feed"), try bottle("Combo Feed")]
    case "Diaper": return [diaper()]
    case "Sleep":
      return [
        Content(content: .sleep, group: type, used: Self.times, end: try end("Sleep", after: start, in: zone))
      ]
    case "Pump": return [try pumping(at: start, in: zone)]
    case "Growth": return try measurements()
    case "Medical": return try medical()
    case "Routine": return [try routine(at: start, in: zone)]
    default: return [try other()]
    }
  }

  /// The columns of how long something took.
  private static let times: Set = ["Duration (Seconds)", "End Date/time"]

  private func breastFeed(_ group: String) throws(RowFault) -> Content {
    let left = try seconds(group, "Left Duration (Seconds)")
    let right = try seconds(group, "Right Duration (Seconds)")
    var sides: [Side: Duration] = [:]
    sides[.left] = left
    sides[.right] = right
    let began = side(value(group, "Begin Side"))
    let feeding = Feeding(
      method: .breast, startedSide: sides.count == 1 ? sides.keys.first : began,
      breasts: Breasts(count: sides.count))
    return Content(
      content: .feeding(feeding), group: group,
      used: began == nil
        ? ["Left Duration (Seconds)", "Right Duration (Seconds)"]
        : ["Begin Side", "Left Duration (Seconds)", "Right Duration (Seconds)"], sides: sides)
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
    var parts: [(content: BottleContent, volume: Volume)] = []
    if let milk { parts.append((.breastMilk, milk)) }
    if let formula { parts.append((.formula, formula)) }
    let amount: Volume?
    if let total = try volume(group, "Volume") {
      amount = total
    } else if let milk, let formula {
      amount = milk + formula
    } else {
      amount = milk ?? formula
    }
    let type = value(group, "Type").lowercased()
    var held = BottleWords(type)
    let shares = parts.map { "\(Words.name(of: $0.content)) \($0.volume.text)" }.joined(separator: ", ")
    if parts.count == 2 || parts.count == 1 && parts[0].volume != amount {
      held = BottleWords(rest: joined([shares, saysMilkAlone(type) ? "" : type]) ?? "")
    } else if let content = parts.first?.content, content != held.content {
      // The column of the volume implies the content, unless the type differs.
      held = type.isEmpty ? BottleWords(content: content, rest: "") : BottleWords(rest: joined([shares, type]) ?? "")
    }
    let volumes = ["Volume", "Breast Milk Volume", "Formula Volume"]
    return Content(
      content: .feeding(Feeding(method: .bottle, amount: amount, content: held.content)), group: group,
      used: Set(volumes + volumes.map { "\($0) Unit" } + ["Type", "Formula Name"]),
      remarks: [held.rest, value(group, "Formula Name")])
  }

  /// Whether a type adds nothing to the volumes of a bottle's contents.
  private func saysMilkAlone(_ type: String) -> Bool {
    lowercaseWords(of: type).allSatisfy { ["breast", "milk", "formula", "and"].contains($0) }
  }

  private func diaper() -> Content {
    let type = value("Diaper", "Type").lowercased()
    let words = wordsSaid(type).joined(separator: " ")
    let (isWet, isDirty) = (words.contains("wet"), words.contains("dirty"))
    let remarks = ["Detail", "Dirty Color", "Dirty Texture"].map { value("Diaper", $0).lowercased() }
    guard let content = DiaperType(isWet: isWet, isDirty: isDirty) else {
      return kept(.general, ["Diaper: \(type)"] + remarks)
    }
    let isSaid = lowercaseWords(of: type).allSatisfy { ["wet", "dirty", "and"].contains($0) }
    return Content(
      content: .diaper(content), group: "Diaper",
      used: ["Type", "Detail", "Dirty Color", "Dirty Texture"], remarks: [isSaid ? "" : type] + remarks)
  }

  private func pumping(at start: Instant, in zone: ZoneRules?) throws(RowFault) -> Content {
    let sides = [("left", try volume("Pump", "Left Volume")), ("right", try volume("Pump", "Right Volume"))]
      .compactMap { name, volume in volume.map { (name, $0) } }
    var amount = try volume("Pump", "Total Volume") ?? sides.first?.1
    if value("Pump", "Total Volume").isEmpty, sides.count == 2, let first = amount {
      amount = first + sides[1].1
    }
    let volumes = ["Left Volume", "Right Volume", "Total Volume"]
    return Content(
      content: .feeding(Feeding(method: .pumping, amount: amount)), group: "Pump",
      used: Self.times.union(volumes + volumes.map { "\($0) Unit" }), end: try end("Pump", after: start, in: zone),
      remarks: sides.map { "\($0.0) \($0.1.text)" })
  }

  private func measurements() throws(RowFault) -> [Content] {
    var contents: [Content] = []
    for (name, kind) in [("Weight", KindDeclaration.weight), ("Height", .length), ("Head Size", .head)] {
      guard let content = try measurement(kind, "Growth", name) else { continue }
      contents.append(Content(content: content, group: "Growth", used: [name, "\(name) Unit"]))
    }
    return contents.isEmpty ? [try other()] : contents
  }

  private func medical() throws(RowFault) -> [Content] {
    var contents: [Content] = []
    let name = value("Medical", "Medication")
    if !name.isEmpty {
      let dose = KindDeclaration.medicine.quantity?.reading(
        inCell: normalised("\(value("Medical", "Dose")) \(value("Medical", "Dose Unit"))"))
      contents.append(
        Content(
          content: try .medicine(name, dose: dose, column: "[Medical] Medication"), group: "Medical",
          used: dose == nil ? ["Medication"] : ["Medication", "Dose", "Dose Unit"]))
    }
    if let temperature = try measurement(.temperature, "Medical", "Temperature") {
      contents.append(Content(content: temperature, group: "Medical", used: ["Temperature", "Temperature Unit"]))
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
      let column = value("Solids", "Food").isEmpty ? "Foods" : "Food"
      guard let foods = fieldText(value("Solids", column)) else { return kept(.food, [details("Solids")]) }
      return Content(
        content: try EntryContent(.food, [.init("foods", .word(foods))], column: "[Solids] \(column)"),
        group: type, used: [column])
    case "Milestone":
      let column = value("Milestone", "Milestone").isEmpty ? "Title" : "Milestone"
      guard let title = fieldText(value("Milestone", column)) else { return kept(.milestone, [details("Milestone")]) }
      return Content(
        content: try EntryContent(.milestone, [.init("title", .word(title))], column: "[Milestone] \(column)"),
        group: type, used: [column])
    case "Growth": return kept(.growth, [details(type)])
    case "Medical": return kept(.health, [details(type)])
    default: return kept(.general, [details(type)])
    }
  }

  /// Tummy time is a routine there, among others.
  private func routine(at start: Instant, in zone: ZoneRules?) throws(RowFault) -> Content {
    let name = normalised(value("Routine", "Routine")).lowercased()
    let content: EntryContent
    if name == "tummy time" {
      content = .tummyTime
    } else {
      guard let activity = try? EntryContent.activity(name) else { return kept(.general, [details(type)]) }
      content = activity
    }
    return Content(
      content: content, group: "Routine", used: Self.times.union(["Routine"]),
      end: try end("Routine", after: start, in: zone))
  }

  /// As a note, which is nothing without a text.
  private func kept(_ category: NoteCategory, _ remarks: [String]) -> Content {
    let isEmpty = joined(remarks + [note]) == nil
    // An unknown type becomes the subject of the note.
    let isKnown = Self.known(type) == type
    return Content(
      content: .note(category), group: type, used: columns(of: type),
      remarks: isEmpty ? [type] : isKnown ? remarks : [type] + remarks, keptAsNote: Self.known(type))
  }

  /// Unknown names are counted together: they might contain anything, and any number of them.
  private static func known(_ type: String) -> String {
    ["Diaper", "Growth", "Medical", "Milestone", "Routine", "Solids"].contains(type) ? type : "Other"
  }
}
