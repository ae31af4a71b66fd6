import BabyModel

/// An event of a PiyoLog text in progress: more lines of its note, and other events of that minute, may follow.
struct PiyoLogReading {
  let event: PiyoLogEvent
  /// Nil for what the family has named itself.
  let kind: PiyoLogKind?
  let target: ImportTarget
  /// Of a wake-up the time at which the sleep began.
  var start: LocalDateTime
  var reading: RowReading
  /// Data without a field, in the app's words.
  var remarks: [String] = []
  /// The note's lines.
  var note: String
  /// How long a sleep was that ended, in minutes.
  private(set) var minutes: Int?

  /// - Throws: `RowFault`; for an event without a date too.
  init(_ event: PiyoLogEvent, of target: ImportTarget) throws(RowFault) {
    guard let date = event.date else { throw .unreadable(column: "date") }
    self.event = event
    self.target = target
    start = LocalDateTime(date, event.time)
    let span = WallSpan(start: start).resolve(in: target.zone)
    reading = RowReading(.note(.general), at: span)
    guard let (kind, word, rest) = PiyoLogKind.word(event.text) else {
      kind = nil
      note = event.text
      reading.keptAsNote = "Other"
      return
    }
    self.kind = kind
    note = ""
    var text = PiyoLogText(rest, behind: word)
    try read(kind, word, &text)
    note = text.note
  }

  private mutating func read(_ kind: PiyoLogKind, _ word: String, _ text: inout PiyoLogText) throws(RowFault) {
    switch kind {
    case .breast: try readBreast(&text)
    case .formula, .expressed:
      let content: BottleContent = kind == .formula ? .formula : .breastMilk
      reading.content = .feeding(Feeding(method: .bottle, amount: try text.takeVolume(), content: content))
    case .pumping: reading.content = .feeding(Feeding(method: .pumping, amount: try text.takeVolume()))
    case .sleep: reading.content = .sleep
    case .wake: minutes = text.takeMinutes()
    case .pee: reading.content = .diaper(.wet)
    case .poop: reading.content = .diaper(.dirty)
    case .temperature: try readMeasured(.temperature, .health, word, &text)
    case .weight: try readMeasured(.weight, .growth, word, &text)
    case .length: try readMeasured(.length, .growth, word, &text)
    case .head: try readMeasured(.head, .growth, word, &text)
    case .bath, .walk:
      _ = reading.setActivity(kind == .bath ? "bath" : "walk")
      setLength(text.takeMinutes())
    case .tummyTime:
      reading.content = .tummyTime
      setLength(text.takeMinutes())
      if reading.endUnknown { reading.flags.append(.endMissing) }
    // Whether they have a name is only known with all lines of their note.
    case .food, .medicine, .vaccine, .milestone: remarks = [word]
    case .memo: break
    case .drink: keepAsNote(.food, word)
    case .body: keepAsNote(.growth, word)
    case .health: keepAsNote(.health, word)
    }
  }

  private mutating func keepAsNote(_ category: NoteCategory, _ word: String) {
    reading.content = .note(category)
    reading.keptAsNote = word
    remarks = [word]
  }

  private mutating func setLength(_ minutes: Int?) {
    if let minutes, minutes > 0 { reading.end = reading.start + .minutes(minutes) }
    reading.endUnknown = reading.end == nil
  }

  private mutating func readBreast(_ text: inout PiyoLogText) throws(RowFault) {
    let sides = text.takeSides()
    reading.content = .feeding(
      Feeding(
        method: .breast, startedSide: sides.first, breasts: Breasts(count: sides.lengths.count),
        amount: try text.takeVolume()))
    if !reading.keep(sides.lengths), !sides.lengths.isEmpty { remarks = [sides.text] }
  }

  private mutating func readMeasured(
    _ kind: KindDeclaration, _ category: NoteCategory, _ word: String, _ text: inout PiyoLogText
  ) throws(RowFault) {
    guard let (number, unit) = try text.takeQuantity(kind.quantity) else { return keepAsNote(category, word) }
    reading.content = try .measured(kind, number, unit: unit, column: word)
  }

  // MARK: What comes after it

  mutating func add(_ line: String) {
    guard note.utf8.count <= TextLimits.note.bytes else { return }
    note += note.isEmpty ? line : "\n" + line
  }

  /// Combines a diaper's contents: the app has an event for each.
  ///
  /// - Returns: false if they do not belong together.
  mutating func join(_ other: PiyoLogReading) -> Bool {
    guard case .diaper(let own) = reading.content, case .diaper(let added) = other.reading.content, own != added,
      own != .both
    else { return false }
    reading.content = .diaper(.both)
    if !other.note.isEmpty { add(other.note) }
    return true
  }

  /// A sleep that this event began ended.
  mutating func end(with wake: PiyoLogReading) {
    let span = WallSpan(start: start, end: wake.start, minutes: wake.minutes).resolve(in: target.zone)
    reading.start = span.start
    reading.flags = span.flags
    reading.setEnd(of: span, minutes: wake.minutes)
    if !wake.note.isEmpty { add(wake.note) }
  }

  /// Turns a wake-up with a duration into a sleep.
  mutating func becomeSleep() {
    guard let minutes, minutes > 0 else { return }
    reading.content = .sleep
    reading.end = reading.start
    reading.start = reading.start - .minutes(minutes)
    start = target.zone.local(reading.start)
  }

  // MARK: The end of it

  /// The row with all lines of its note.
  var row: ReadRow {
    var reading = reading
    reading.note = joined(remarks + [note])
    switch kind {
    case .food: name(&reading, .food, "foods", .food)
    case .medicine: name(&reading, .medicine, "name", .medicine)
    case .vaccine: name(&reading, .vaccine, "name", .medicine)
    case .milestone: name(&reading, .milestone, "title", .milestone)
    // One without a text is a picture, which is not in the text.
    case .memo where note.isEmpty: reading.note = event.text
    case .sleep where reading.end == nil:
      reading.endUnknown = true
      reading.flags.append(.endMissing)
    case .wake where reading.end == nil:
      reading.note = joined([String(event.text.prefix { !$0.isWhitespace && $0 != "(" }), note])
      reading.keptAsNote = "起きる"
    default: break
    }
    var identity = ["PiyoLog", "\(start.date)T\(start.time)"]
    switch kind {
    case nil: identity += ["other", event.text.components(before: "   ")]
    case .wake? where reading.end != nil: identity.append(PiyoLogKind.sleep.identity)
    case let kind?: identity.append(kind.identity)
    }
    return ReadRow([reading], RowIdentity(identity), of: target, line: event.line)
  }

  /// The note is the name, if it is a valid one; otherwise it stays a note.
  private func name(
    _ reading: inout RowReading, _ kind: KindDeclaration, _ field: String, _ category: NoteCategory
  ) {
    let names = note.split { "\n、，".contains($0) }.map { normalised(String($0)) }.filter { !$0.isEmpty }
    // A sentence is not a name.
    let areNames = names.allSatisfy { name in name.count <= 40 && !name.contains { "。！？!?…".contains($0) } }
    let isOne = kind == .food || names.count == 1
    if areNames, isOne, let text = fieldText(names.joined(separator: ", ")),
      let content = try? EntryContent(kind, [.init(field, .word(text))], column: field)
    {
      reading.content = content
      reading.note = nil
    } else {
      reading.content = .note(category)
      reading.keptAsNote = remarks.first
    }
  }
}

extension String {
  /// The text before a separator; all of it if there is none.
  fileprivate func components(before text: String) -> String {
    var rest = self[...]
    while !rest.isEmpty, !rest.hasPrefix(text) { rest = rest.dropFirst() }
    return String(self[..<rest.startIndex])
  }
}
