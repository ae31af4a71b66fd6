extension Words {
  /// "Feed", "Tummy time"
  public static func title(_ kind: EntryKind) -> String { kind.declaration.title }

  /// The next due event: "Next feed", "Next diaper"
  public static func next(_ kind: EntryKind) -> String { "Next \(title(kind).lowercased())" }

  /// An entry's title: "Left breast", "Bottle", "Wet diaper", "Sleep", "Milestone", "Bath"
  public static func title(_ entry: Entry) -> String { title(of: entry.content) }

  static func title(of content: EntryContent) -> String {
    switch content {
    case .feeding(let feeding): title(feeding)
    case .diaper(let type): "\(title(type)) diaper"
    case .sleep, .tummyTime: title(content.kind)
    case .declared(let kind, let values): TimerKey(.declared(kind), name: kind.name(in: values) ?? "").title
    case .note(let category): title(category)
    }
  }

  private static func title(_ feeding: Feeding) -> String {
    switch (feeding.method, feeding.breasts, feeding.startedSide) {
    case (.bottle, _, _): "Bottle"
    case (.pumping, _, _): "Pumping"
    case (.breast, .both, _): "Both breasts"
    case (.breast, _, let side?): "\(title(side)) breast"
    case (.breast, _, nil): "Breast feed"
    }
  }

  /// "Left", "Right"
  public static func title(_ side: Side) -> String { side == .left ? "Left" : "Right" }

  /// "Wet", "Dirty", "Wet and dirty"
  public static func title(_ type: DiaperType) -> String {
    switch type {
    case .wet: "Wet"
    case .dirty: "Dirty"
    case .both: "Wet and dirty"
    }
  }

  /// "Note", "Milestone", "Health note"
  public static func title(_ category: NoteCategory) -> String {
    switch category {
    case .general: "Note"
    case .milestone: "Milestone"
    case .health: "Health note"
    case .medicine: "Medicine note"
    case .growth: "Growth note"
    case .food: "Food note"
    }
  }

  static func noun(_ entry: Entry) -> String { entry.content.name ?? title(entry).lowercased() }

  /// "L", "R", "L+R"; nil if no side is known.
  public static func sides(_ feeding: Feeding) -> String? {
    if feeding.breasts == .both { return "L+R" }
    return feeding.startedSide.map { $0 == .left ? "L" : "R" }
  }

  /// "Started on Left, then switched"; nil for one breast, or if the first is unknown.
  public static func switched(_ feeding: Feeding) -> String? {
    guard feeding.breasts == .both, let side = feeding.startedSide else { return nil }
    return "Started on \(title(side)), then switched"
  }

  /// The fields of a declared kind as text, without the entry's name: "37.5 °C", "ear"
  static func said(
    _ values: [FieldValue?], of kind: KindDeclaration, in measures: MeasureUnits = MeasureUnits()
  ) -> [String] {
    zip(kind.fields, values).compactMap { kind.isNamed(by: $0) ? nil : said($1, of: $0, in: measures) }
  }

  static func said(
    _ value: FieldValue?, of field: FieldDeclaration, in measures: MeasureUnits = MeasureUnits()
  ) -> String? {
    switch (field.type, value) {
    case (.choice(let words), .choice(let place)?): spaced(words[place])
    case (.quantity(let quantity), .quantity(let number, let unit)?):
      quantity.text(number, unit: unit, in: measures)
    case (.seconds, .seconds(let seconds)?):
      line([field.alsoSaid.first, length(.seconds(seconds))].compactMap(\.self), separator: " ")
    case (.count, .count(let count)?): "\(field.alsoSaid.first ?? spaced(field.name)) \(count)"
    case (.text, .text(let text)?): text
    // Clock times need the zone and are added elsewhere.
    case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): nil
    }
  }

  /// An entry's measures: "120 ml", "120 ml formula", "15 min"; "end unknown" if it was not recorded.
  public static func measures(
    _ entry: Entry, units: VolumeUnit, _ measures: MeasureUnits = MeasureUnits()
  ) -> [String] {
    var parts: [String] = []
    switch entry.content {
    case .feeding(let feeding):
      let held = [feeding.amount.map { amount($0, in: units) }, feeding.content.map(name(of:))].compactMap(\.self)
      if !held.isEmpty { parts.append(line(held, separator: " ")) }
    case .declared(let kind, let values): parts += said(values, of: kind, in: measures)
    case .diaper, .sleep, .tummyTime, .note: break
    }
    if let duration = entry.duration { parts.append(length(duration)) }
    if case .feeding(let feeding) = entry.content, feeding.tellsSides(of: entry) { parts += sideLengths(entry) }
    if entry.endUnknown, !entry.kind.declaration.isNamed { parts.append("end unknown") }
    return parts
  }

  /// Time at each breast, without the current turn: "left 12 min", "right 4 min"; empty if it was not counted.
  static func sideLengths(_ entry: Entry) -> [String] {
    guard case .feeding(let feeding) = entry.content else { return [] }
    return feeding.sidesInOrder.compactMap { side in
      feeding[side].flatMap { $0 > .zero ? "\(side.rawValue) \(length($0))" : nil }
    }
  }

  /// An entry in a timeline: "Left breast · 15 min", "Bottle · 120 ml", "Wet diaper", "Milestone · first smile",
  /// "Temperature · 37.5 °C · ear"
  ///
  /// A running entry has no duration, which the client adds: "Sleeping", "Feeding left". The note is included only for
  /// entries of kind note.
  public static func line(_ entry: Entry, units: VolumeUnit, _ measures: MeasureUnits = MeasureUnits()) -> String {
    if entry.isRunning { return running(entry) }
    var parts = [title(entry)] + self.measures(entry, units: units, measures)
    if case .feeding(let feeding) = entry.content {
      if feeding.method == .pumping, let side = pumpedSide(feeding) { parts.insert(side, at: 1) }
      if let switched = switched(feeding) { parts.append(switched) }
    }
    if entry.kind == .note, let note = noteLine(entry) { parts.append(note) }
    return line(parts)
  }

  private static func running(_ entry: Entry) -> String {
    if let turn = entry.turn { return turn.isPaused ? "Feed paused" : "Feeding \(turn.side.rawValue)" }
    return entry.kind == .sleep ? "Sleeping" : "\(entry.timer.title), running"
  }

  private static func pumpedSide(_ feeding: Feeding) -> String? {
    feeding.breasts == .both ? "Both breasts" : feeding.startedSide.map { "\(title($0)) breast" }
  }

  /// An entry's note on one line; nil without one.
  public static func noteLine(_ entry: Entry) -> String? {
    let words = (entry.note ?? "").split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : line(words.map { String($0) }, separator: " ")
  }

  /// An entry to be copied: "Feed · 120 ml · 8:24 PM", "Diaper · Wet · 8:24 PM"
  ///
  /// - Parameter start: nil for one of a day.
  public static func summary(_ entry: Entry, at start: TimeOfDay?, units: VolumeUnit, format: TimeFormat) -> String {
    let measures = measures(entry, units: units)
    let details: [String] =
      switch entry.content {
      case .feeding(let feeding) where feeding.method == .bottle && feeding.amount != nil: measures
      case .feeding: entry.isRunning ? ["running"] : [title(entry)] + measures
      case .diaper(let type): [title(type)]
      case .sleep, .tummyTime, .declared: entry.isRunning ? ["running"] : measures
      case .note: [noteLine(entry)].compactMap(\.self)
      }
    let heading = entry.kind == .note ? title(entry) : entry.timer.title
    return line([heading] + details + [start.map { clock($0, format: format) }].compactMap(\.self))
  }

  /// The fields that only this kind has: "Started side" "left", "Amount" "4.5 oz", "Left" "12 min"
  ///
  /// As in a line, a breast at which no time has been counted yet is left out.
  ///
  /// - Parameter clock: what the child's clocks show then.
  public static func fields(
    _ content: EntryContent, clock: (Instant) -> String
  ) -> [(title: String, value: String)] {
    zip(content.kind.declaration.fields, content.values).compactMap { field, value in
      if case .feeding = content, value == .seconds(0) { return nil }
      let words = if case .instant(let instant)? = value { Optional(clock(instant)) } else { said(value, of: field) }
      return words.map { (title(of: field), $0) }
    }
  }

  /// "startedSide" becomes "Started side"; the unit of a length in seconds is dropped.
  private static func title(of field: FieldDeclaration) -> String {
    var name = field.name[...]
    if case .seconds = field.type, name.hasSuffix("Seconds") { name = name.dropLast("Seconds".count) }
    return spaced(name).capitalizedFirst
  }

  /// "doseNumber" is "dose number".
  static func spaced(_ name: some StringProtocol) -> String {
    name.reduce(into: "") { text, letter in text += letter.isUppercase ? " " + letter.lowercased() : "\(letter)" }
  }
}

extension Feeding {
  /// Whether the time at each breast says more than how long the feed was, and which breast it was at.
  fileprivate func tellsSides(of entry: Entry) -> Bool {
    guard let together = sidesTogether else { return false }
    return left != nil && right != nil || entry.duration.map { $0.wholeMinutes != together.wholeMinutes } ?? true
  }
}
