extension Words {
  /// "Feed", "Diaper", "Sleep", "Tummy time", "Note"
  public static func title(_ kind: EntryKind) -> String {
    switch kind {
    case .feeding: "Feed"
    case .diaper: "Diaper"
    case .sleep: "Sleep"
    case .tummyTime: "Tummy time"
    case .note: "Note"
    }
  }

  /// What is due: "Next feed", "Next diaper"
  public static func next(_ kind: EntryKind) -> String { "Next \(title(kind).lowercased())" }

  /// What an entry is: "Left breast", "Bottle", "Wet diaper", "Sleep", "Milestone"
  public static func title(_ entry: Entry) -> String { title(of: entry.content) }

  static func title(of content: EntryContent) -> String {
    switch content {
    case .feeding(let feeding): title(feeding)
    case .diaper(let type): "\(title(type)) diaper"
    case .sleep, .tummyTime: title(content.kind)
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

  static func noun(_ entry: Entry) -> String { title(entry).lowercased() }

  /// "L", "R", "L+R"; nil where no side is known.
  public static func sides(_ feeding: Feeding) -> String? {
    if feeding.breasts == .both { return "L+R" }
    return feeding.startedSide.map { $0 == .left ? "L" : "R" }
  }

  /// "Started on Left, then switched"; nil for one breast, or where nobody recorded the first.
  public static func switched(_ feeding: Feeding) -> String? {
    guard feeding.breasts == .both, let side = feeding.startedSide else { return nil }
    return "Started on \(title(side)), then switched"
  }

  /// What an entry measures: "120 ml", "15 min"; "end unknown" where nobody recorded it.
  public static func measures(_ entry: Entry, units: VolumeUnit) -> [String] {
    var parts: [String] = []
    if case .feeding(let feeding) = entry.content, let amount = feeding.amount {
      parts.append(self.amount(amount, in: units))
    }
    if let duration = entry.duration { parts.append(length(duration)) }
    if entry.endUnknown { parts.append("end unknown") }
    return parts
  }

  /// An entry in a timeline: "Left breast · 15 min", "Bottle · 120 ml", "Wet diaper", "Milestone · first smile"
  ///
  /// A running one says so and leaves the time that passes to the client: "Sleeping". The note of what is no note is not
  /// in it.
  public static func line(_ entry: Entry, units: VolumeUnit) -> String {
    if entry.isRunning { return entry.kind == .sleep ? "Sleeping" : "Tummy time, running" }
    var parts = [title(entry)] + measures(entry, units: units)
    if case .feeding(let feeding) = entry.content {
      if feeding.method == .pumping, let side = pumpedSide(feeding) { parts.insert(side, at: 1) }
      if let switched = switched(feeding) { parts.append(switched) }
    }
    if entry.kind == .note, let note = noteLine(entry) { parts.append(note) }
    return line(parts)
  }

  private static func pumpedSide(_ feeding: Feeding) -> String? {
    feeding.breasts == .both ? "Both breasts" : feeding.startedSide.map { "\(title($0)) breast" }
  }

  /// An entry's note on one line; nil without one.
  public static func noteLine(_ entry: Entry) -> String? {
    let words = (entry.note ?? "").split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// An entry to be copied: "Feed · 120 ml · 8:24 PM", "Diaper · Wet · 8:24 PM"
  public static func summary(_ entry: Entry, at start: TimeOfDay, units: VolumeUnit, format: TimeFormat) -> String {
    let measures = measures(entry, units: units)
    let details: [String] =
      switch entry.content {
      case .feeding(let feeding) where feeding.method == .bottle && feeding.amount != nil: measures
      case .feeding: [title(entry)] + measures
      case .diaper(let type): [title(type)]
      case .sleep, .tummyTime: entry.isRunning ? ["running"] : measures
      case .note: [noteLine(entry)].compactMap(\.self)
      }
    let heading = entry.kind == .note ? title(entry) : title(entry.kind)
    return line([heading] + details + [clock(start, format: format)])
  }

  /// What the fields of an entry say that only its kind has: "Started side" "left", "Amount" "4.5 oz"
  public static func fields(_ content: EntryContent) -> [(title: String, value: String)] {
    zip(content.kind.declaration.fields, content.values).compactMap { field, value in
      switch (field.type, value) {
      case (.choice(let words), .choice(let index)?): (title(ofField: field.name), words[index])
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        (title(ofField: field.name), "\(decimalText(number, places: 2)) \(quantity.units[unit].word)")
      default: nil
      }
    }
  }

  /// "startedSide" is "Started side".
  private static func title(ofField name: String) -> String {
    let spaced = name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? " " + letter.lowercased() : "\(letter)"
    }
    return spaced.prefix(1).uppercased() + spaced.dropFirst()
  }
}
