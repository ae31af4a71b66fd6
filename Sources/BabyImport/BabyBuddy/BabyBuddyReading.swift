import BabyModel

extension BabyBuddyRow {
  /// What the row says, as an entry holds it.
  ///
  /// Amounts have no unit there, so they are in the one that is set here. What an entry has no field for stays in its
  /// note, and what is not kept here becomes a note.
  func reading(in zone: ZoneRules, units: VolumeUnit) throws(RowFault) -> RowReading {
    guard let table else { throw .unreadable(column: "start") }
    switch table {
    case .diaperChange: return try diaperChange(zone)
    case .feeding: return try feeding(zone, units)
    case .sleep:
      return try lasting(.sleep, zone, note: [self["notes"], self["tags"]])
    case .tummyTime:
      return try lasting(.tummyTime, zone, note: [self["milestone"], self["notes"], self["tags"]])
    case .pumping:
      let content = EntryContent.feeding(Feeding(method: .pumping, amount: try amount(units)))
      return try lasting(content, zone, note: [self["notes"], self["tags"]])
    case .note: return try note(.general, zone, [self["note"], self["tags"]])
    case .temperature: return try note(.health, zone, ["Temperature " + self["temperature"], self["notes"]])
    case .medication:
      let dose = normalised([self["name"], self["dosage"], self["dosage_unit"]].joined(separator: " "))
      return try note(.medicine, zone, [dose, self["notes"]])
    case .measurement:
      let found = Self.measures.filter { !self[$0.column].isEmpty }.map { "\($0.title) \(self[$0.column])" }
      return try note(.growth, zone, found + [self["notes"]])
    }
  }

  private func diaperChange(_ zone: ZoneRules) throws(RowFault) -> RowReading {
    let notes = [self["color"], self["amount"].isEmpty ? "" : "amount " + self["amount"], self["notes"], self["tags"]]
    let type: DiaperType
    switch (isTrue("wet"), isTrue("solid")) {
    case (true, true): type = .both
    case (true, false): type = .wet
    case (false, true): type = .dirty
    case (false, false): return try note(.general, zone, ["Dry diaper"] + notes)
    }
    let time = try time("time", zone)
    var reading = RowReading(content: .diaper(type), start: time.start, flags: time.flags)
    reading.note = joined(notes)
    return reading
  }

  private func feeding(_ zone: ZoneRules, _ units: VolumeUnit) throws(RowFault) -> RowReading {
    var feeding = Feeding(method: .breast, breasts: .one, amount: try amount(units))
    switch self["method"] {
    case "left breast": feeding.startedSide = .left
    case "right breast": feeding.startedSide = .right
    case "both breasts": feeding.breasts = .both
    case "bottle": (feeding.method, feeding.breasts) = (.bottle, nil)
    default:
      // Solid food, fed by somebody or by the child itself.
      return try note(.food, zone, [self["type"], self["method"], self["amount"], self["notes"], self["tags"]])
    }
    let contents = feeding.method == .bottle ? self["type"] : ""
    return try lasting(.feeding(feeding), zone, note: [contents, self["notes"], self["tags"]])
  }

  /// What has a start and an end. A feed may have been logged without a length: then they are the same.
  private func lasting(_ content: EntryContent, _ zone: ZoneRules, note: [String]) throws(RowFault) -> RowReading {
    if self["start"].isEmpty {
      let time = try time("time", zone)
      var reading = RowReading(content: content, start: time.start, flags: time.flags)
      reading.note = joined(note)
      return reading
    }
    let span = try span(zone)
    var reading = RowReading(content: content, start: span.start, flags: span.flags)
    reading.end = content.kind == .feeding && span.end == span.start ? nil : span.end
    reading.note = joined(note)
    return reading
  }

  private func note(_ category: NoteCategory, _ zone: ZoneRules, _ parts: [String]) throws(RowFault) -> RowReading {
    let column = ["time", "start", "date"].first { !self[$0].isEmpty } ?? "time"
    let time = try time(column, zone)
    var reading = RowReading(content: .note(category), start: time.start, flags: time.flags)
    reading.note = joined(parts)
    if table != .note { reading.keptAsNote = table?.rawValue }
    return reading
  }

  // MARK: Values

  private func isTrue(_ column: String) -> Bool { ["1", "true", "True"].contains(self[column]) }

  private func amount(_ units: VolumeUnit) throws(RowFault) -> Volume? {
    let text = self["amount"]
    guard !text.isEmpty else { return nil }
    guard let value = plainNumber(text) else { throw .unreadable(column: "amount") }
    return value == 0 ? nil : Volume(value, VolumeUnit(rawValue: self["amount_unit"]) ?? units)
  }

  private func time(_ column: String, _ zone: ZoneRules) throws(RowFault) -> FlaggedSpan {
    switch try clock(column) {
    case .instant(let instant): return FlaggedSpan(start: instant)
    case .local(let local): return WallSpan(start: local).resolve(in: zone)
    }
  }

  private func span(_ zone: ZoneRules) throws(RowFault) -> FlaggedSpan {
    switch (try clock("start"), try clock("end")) {
    case (.local(let start), .local(let end)):
      return WallSpan(start: start, end: end, minutes: minutes).resolve(in: zone)
    case (.instant(let start), .instant(let end)): return FlaggedSpan(start: start, end: end)
    default: throw .unreadable(column: "end")
    }
  }

  /// The length, where the file tells it: `02:34:00`.
  private var minutes: Int? {
    let parts = self["duration"].split(separator: ":").map { plainInteger($0.prefix(2), digits: 2) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1] else { return nil }
    return hours * 60 + minutes
  }

  private enum Clock {
    case instant(Instant)
    /// What the clocks of the server's zone showed.
    case local(LocalDateTime)
  }

  private func clock(_ column: String) throws(RowFault) -> Clock {
    let text = self[column]
    if let instant = Instant(rfc3339: text) { return .instant(instant) }
    if let local = LocalDateTime(rfc3339: text + "Z") { return .local(local) }
    // What was measured has a day and no time.
    if let day = LocalDate(text), let noon = TimeOfDay(hour: 12, minute: 0) { return .local(LocalDateTime(day, noon)) }
    throw .unreadable(column: column)
  }
}
