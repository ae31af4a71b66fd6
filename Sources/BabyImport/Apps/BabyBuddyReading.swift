import BabyModel

extension BabyBuddyRow {
  /// The row's entries, one for each measurement.
  ///
  /// Numbers have no unit there, so they are in the one that was decided for all files. What an entry has no field for
  /// stays in its note, and what has no kind becomes a note.
  func readings(in zone: ZoneRules, _ context: ReadingContext) throws(RowFault) -> [RowReading] {
    let clock = BabyBuddyClock(zone: zone, dates: context.dates)
    var readings = try readings(clock, context)
    if !readings.isEmpty, !rest.isEmpty { readings[0].note = joined([readings[0].note ?? ""] + rest) }
    return readings
  }

  private func readings(_ zone: BabyBuddyClock, _ context: ReadingContext) throws(RowFault) -> [RowReading] {
    guard let table else { throw .unreadable(column: "start") }
    switch table {
    case .diaperChange: return [try diaperChange(zone)]
    case .feeding: return [try feeding(zone, context)]
    case .sleep:
      return [try lasting(.sleep, zone, note: [try isTrue("nap") ? "nap" : "", self["notes"], self["tags"]])]
    case .tummyTime: return [try lasting(.tummyTime, zone, note: [self["milestone"], self["notes"], self["tags"]])]
    case .pumping:
      let content = EntryContent.feeding(Feeding(method: .pumping, amount: try amount(context)))
      return [try lasting(content, zone, note: [self["notes"], self["tags"]])]
    case .note: return [try note(.general, zone, [self["note"], self["tags"]])]
    case .temperature:
      guard let temperature = try measured(.temperature, "temperature", .temperature, context) else {
        throw .unreadable(column: "temperature")
      }
      return [try moment(temperature, zone, [self["notes"], self["tags"]])]
    case .medication: return [try medication(zone)]
    case .measurement: return try measurements(zone, context)
    }
  }

  /// A dose in an unknown unit stays in the note, and so does an unreadable time until the next one.
  private func medication(_ zone: BabyBuddyClock) throws(RowFault) -> RowReading {
    let said = normalised(self["dosage"] + " " + self["dosage_unit"])
    let dose = KindDeclaration.medicine.quantity?.reading(inCell: said)
    let seconds = BabyBuddyDuration.seconds(self["next_dose_interval"])
    let interval = seconds.flatMap { KindDeclaration.medicineIntervals.contains($0) ? $0 : nil }
    let remark =
      self["next_dose_interval"].isEmpty || seconds == 0 ? [] : ["next dose after \(self["next_dose_interval"])"]
    let others = [self["notes"], self["tags"]]
    guard !self["name"].isEmpty,
      let content = try? EntryContent.medicine(self["name"], dose: dose, interval: interval, column: "name")
    else {
      return try note(.medicine, zone, [normalised(self["name"] + " " + said)] + remark + others)
    }
    return try moment(content, zone, [dose == nil ? said : ""] + (interval == nil ? remark : []) + others)
  }

  private func measurements(_ zone: BabyBuddyClock, _ context: ReadingContext) throws(RowFault) -> [RowReading] {
    let kinds: [(KindDeclaration, String, ImportQuantity)] = [
      (.weight, "weight", .weight), (.length, "height", .length), (.head, "head_circumference", .head),
    ]
    var readings: [RowReading] = []
    for (kind, column, quantity) in kinds {
      guard let content = try measured(kind, column, quantity, context) else { continue }
      let bmi = self["bmi"].isEmpty ? "" : "BMI " + self["bmi"]
      readings.append(try moment(content, zone, readings.isEmpty ? [bmi, self["notes"], self["tags"]] : []))
    }
    guard readings.isEmpty else { return readings }
    // It follows from a weight and a length, which are kept.
    return [try note(.growth, zone, ["BMI " + self["bmi"], self["notes"], self["tags"]])]
  }

  private func measured(
    _ kind: KindDeclaration, _ column: String, _ quantity: ImportQuantity, _ context: ReadingContext
  ) throws(RowFault) -> EntryContent? {
    guard !self[column].isEmpty else { return nil }
    guard let number = cellNumber(self[column]) else { throw .unreadable(column: column) }
    return try .measured(kind, number, unit: try context.unit(of: quantity, column: column), column: column)
  }

  private func diaperChange(_ zone: BabyBuddyClock) throws(RowFault) -> RowReading {
    let notes = [self["color"], self["amount"].isEmpty ? "" : "amount " + self["amount"], self["notes"], self["tags"]]
    guard let type = DiaperType(isWet: try isTrue("wet"), isDirty: try isTrue("solid")) else {
      return try note(.general, zone, ["Dry diaper"] + notes)
    }
    return RowReading(.diaper(type), at: try time("time", zone), note: notes)
  }

  private func feeding(_ zone: BabyBuddyClock, _ context: ReadingContext) throws(RowFault) -> RowReading {
    var feeding = Feeding(method: .breast, breasts: .one)
    switch self["method"].lowercased() {
    case "left breast": feeding.startedSide = .left
    case "right breast": feeding.startedSide = .right
    case "both breasts": feeding.breasts = .both
    case "bottle": (feeding.method, feeding.breasts) = (.bottle, nil)
    // Milk out of a cup or a spoon: what is not from the breast is a bottle here.
    case _ where Self.milks.contains(self["type"].lowercased()): (feeding.method, feeding.breasts) = (.bottle, nil)
    default:
      // Solid food; how much of it is a number of anything.
      let isMoment = self["end"].isEmpty || self["end"] == self["start"]
      return try note(
        .food, zone,
        [
          self["type"], self["method"], self["amount"], isMoment ? "" : "until \(self["end"])", self["notes"],
          self["tags"],
        ])
    }
    feeding.amount = try amount(context)
    var (type, notes) = (self["type"], self["notes"])
    if feeding.method == .bottle {
      // Baby Buddy has no type for water and other milk: this program's tables write them into the notes.
      let parts = notes.split(separator: Words.separator, omittingEmptySubsequences: false).map(String.init)
      let other = parts.first.flatMap { Self.others[$0] }
      if type.lowercased() == "solid food", let other {
        (feeding.content, type) = (other, "")
        notes = joined(Array(parts.dropFirst())) ?? ""
      } else {
        let held = BottleWords(type)
        (feeding.content, type) = (held.content, held.rest)
      }
    } else if type.lowercased() == "breast milk" {
      type = ""
    }
    let way = feeding.method == .bottle && self["method"].lowercased() != "bottle" ? self["method"] : ""
    return try lasting(.feeding(feeding), zone, note: [type, way, notes, self["tags"]])
  }

  private static let others = Dictionary(
    uniqueKeysWithValues: BabyBuddyEntry.others.map { content, words in (words, content) })

  private static let milks: Set = ["breast milk", "formula", "fortified breast milk"]

  /// Kinds with a start and an end. A feed may have been logged without a duration: then they are equal.
  private func lasting(_ content: EntryContent, _ zone: BabyBuddyClock, note: [String]) throws(RowFault) -> RowReading {
    if self["start"].isEmpty { return RowReading(content, at: try time("time", zone), note: note) }
    let span = try span(zone)
    var reading = RowReading(content, at: span, note: note)
    reading.end = content.kind == .feeding && span.end == span.start ? nil : span.end
    return reading
  }

  private func note(_ category: NoteCategory, _ zone: BabyBuddyClock, _ parts: [String]) throws(RowFault) -> RowReading
  {
    var reading = try moment(.note(category), zone, parts)
    if table != .note { reading.keptAsNote = table?.rawValue }
    return reading
  }

  private func moment(_ content: EntryContent, _ zone: BabyBuddyClock, _ note: [String]) throws(RowFault) -> RowReading
  {
    let column = ["time", "start", "date"].first { !self[$0].isEmpty } ?? "time"
    return RowReading(content, at: try time(column, zone), note: note)
  }

  // MARK: Values

  /// Spreadsheets write yes and no in the language of who uses them.
  ///
  /// - Throws: `RowFault.unreadable` for what is neither.
  private func isTrue(_ column: String) throws(RowFault) -> Bool {
    let word = self[column].lowercased()
    if Self.wordsForYes.contains(word) { return true }
    guard word.isEmpty || Self.wordsForNo.contains(word) else { throw .unreadable(column: column) }
    return false
  }

  private static let wordsForYes: Set = [
    "1", "1.0", "true", "yes", "wahr", "vrai", "verdadero", "verdadeiro", "vero", "waar", "sant", "sand", "prawda",
  ]
  private static let wordsForNo: Set = [
    "0", "0.0", "false", "no", "falsch", "faux", "falso", "onwaar", "falskt", "falsk", "fałsz",
  ]

  private func amount(_ context: ReadingContext) throws(RowFault) -> Volume? {
    let text = self["amount"]
    guard !text.isEmpty else { return nil }
    guard let value = cellNumber(text) else { throw .unreadable(column: "amount") }
    if value == 0 { return nil }
    if let unit = VolumeUnit(rawValue: self["amount_unit"]) { return Volume(value, unit) }
    let unit = try context.unit(of: .volume, column: "amount")
    guard let unit = VolumeUnit(rawValue: unit) else { throw .unreadable(column: "amount") }
    return Volume(value, unit)
  }

  private func time(_ column: String, _ clock: BabyBuddyClock) throws(RowFault) -> FlaggedSpan {
    switch try clock.reading(self[column], column) {
    case .instant(let instant): return FlaggedSpan(start: instant)
    case .local(let local): return WallSpan(start: local).resolve(in: clock.zone)
    }
  }

  private func span(_ clock: BabyBuddyClock) throws(RowFault) -> FlaggedSpan {
    switch (try clock.reading(self["start"], "start"), try clock.reading(self["end"], "end")) {
    case (.local(let start), .local(let end)):
      return WallSpan(start: start, end: end, minutes: minutes).resolve(in: clock.zone)
    case (.instant(let start), .instant(let end)): return FlaggedSpan(start: start, end: end)
    default: throw .unreadable(column: "end")
    }
  }

  /// The duration, if the file contains it: `02:34:00`.
  private var minutes: Int? {
    let parts = self["duration"].split(separator: ":").map { plainInteger($0.prefix(2), digits: 2) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1] else { return nil }
    return hours * 60 + minutes
  }
}

/// Reads times of Baby Buddy's files.
private struct BabyBuddyClock {
  let zone: ZoneRules
  /// Of dates that a spreadsheet has written.
  let dates: DateStyle

  enum Reading {
    case instant(Instant)
    /// Local time in the server's zone.
    case local(LocalDateTime)
  }

  func reading(_ text: String, _ column: String) throws(RowFault) -> Reading {
    if let instant = Instant(withOffset: text) { return .instant(instant) }
    guard let time = WallTimeText(text), let date = time.date(dates), let noon = TimeOfDay(hour: 12, minute: 0) else {
      throw .unreadable(column: column)
    }
    // Measurements have a day and no time.
    guard time.timeOfDay != nil else { return .local(LocalDateTime(date, noon)) }
    guard let clock = time.timeOfDay(dates) else { throw .unreadable(column: column) }
    return .local(LocalDateTime(date, clock))
  }
}
