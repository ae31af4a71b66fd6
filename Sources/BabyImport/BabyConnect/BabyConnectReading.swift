import BabyModel

extension BabyConnectRow {
  /// What the row says, as an entry holds it.
  ///
  /// What an entry has no field for stays in its note: what a bottle held, the share of each breast of what was pumped,
  /// how full a diaper was. A row of a kind that is not kept here becomes a note with the row's sentence.
  func reading(in zone: ZoneRules) -> RowReading {
    let resolved = span.resolve(in: zone)
    var reading = RowReading(content: .note(.general), start: resolved.start, flags: resolved.flags)
    reading.author = caregiver.isEmpty ? nil : caregiver
    switch activity {
    case "Sleep":
      reading.content = .sleep
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([notes])
    case "Bottle":
      reading.content = .feeding(Feeding(method: .bottle, amount: amount))
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([unreadAmount(flagging: &reading), extraData, notes])
    case "Nursing":
      reading.content = .feeding(Feeding(method: .breast, startedSide: sides.first, breasts: breasts))
      reading.setEndOfNursing(resolved, minutes: span.minutes)
      let isKept = reading.keep(sideLengths)
      reading.note = joined([breasts == .both && !isKept ? details : "", notes])
    case "Pumping", "Expressed":
      reading.content = .feeding(
        Feeding(method: .pumping, startedSide: sides.first, breasts: breasts, amount: amount))
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([unreadAmount(flagging: &reading), breasts == .both ? text : "", notes])
    case "Activity" where text.lowercased().contains("tummy time"):
      reading.content = .tummyTime
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([notes])
    case "Diaper":
      if let diaperType {
        reading.content = .diaper(diaperType)
        reading.note = joined([details, notes])
      } else {
        keepAsNote(&reading)
      }
    default:
      keepAsNote(&reading)
    }
    return reading
  }

  private func keepAsNote(_ reading: inout RowReading) {
    reading.content = .note(otherActivities[activity] ?? .general)
    reading.note = joined([text.isEmpty ? activity : text, notes])
    // Names that nobody knows are counted together: they might hold anything, and any number of them.
    reading.keptAsNote = activity == "Diaper" || otherActivities[activity] != nil ? activity : "Other"
  }

  /// The quantity, when it is no amount of the entry.
  private func unreadAmount(flagging reading: inout RowReading) -> String {
    guard amount == nil, !quantity.isEmpty else { return "" }
    reading.flags.append(.amountUnclear)
    return quantity
  }
}

/// What a row says, before it has an id.
struct RowReading {
  var content: EntryContent
  var start: Instant
  var end: Instant?
  var endUnknown = false
  var note: String?
  var flags: [ImportFlag] = []
  var author: String?
  /// The app's word for what is kept as a note.
  var keptAsNote: String?

  init(content: EntryContent, start: Instant, flags: [ImportFlag]) {
    self.content = content
    self.start = start
    self.flags = flags
  }

  /// Clock times count, and the minutes are checked against them; both are whole minutes, so they may be one apart.
  fileprivate mutating func setEnd(of span: FlaggedSpan, minutes: Int?) {
    end = span.end
    if end == nil, content.kind.declaration.runsWithoutEnd {
      endUnknown = true
      flags.append(.endMissing)
    }
    if let minutes, let passed = span.minutes, abs(passed - minutes) > 1 { flags.append(.durationDiffers) }
  }

  /// The minutes of a nursing are those at the breast, without the pauses that lie between its clock times; they are how
  /// long a feed lasted.
  fileprivate mutating func setEndOfNursing(_ span: FlaggedSpan, minutes: Int?) {
    end = span.end
    guard let minutes, let passed = span.minutes else { return }
    if passed - minutes > 1 {
      end = start + .seconds(minutes * 60)
      flags.append(.pausesLeftOut)
    } else if minutes - passed > 1 {
      flags.append(.durationDiffers)
    }
  }

  /// Keeps the time at each breast, which is in whole minutes, as the feed's is: so they may be one apart.
  ///
  /// - Returns: false where there is none, or it is more than the feed has.
  fileprivate mutating func keep(_ lengths: [Side: Duration]) -> Bool {
    guard case .feeding(var feeding) = content, !lengths.isEmpty else { return false }
    let together = lengths.values.reduce(.zero, +)
    guard together > .zero, together <= end.map({ $0 - start + .minutes(1) }) ?? EntryLimits.feed else { return false }
    end = max(end ?? start, start + together)
    (feeding.left, feeding.right) = (lengths[.left], lengths[.right])
    feeding.settleSides()
    content = .feeding(feeding)
    return true
  }
}

/// The parts that say something, as one note.
func joined(_ parts: [String]) -> String? {
  let parts = parts.filter { !$0.isEmpty }
  return parts.isEmpty ? nil : parts.joined(separator: " · ")
}

/// The app's other activities, and the note that each of them becomes.
private let otherActivities: [String: NoteCategory] = [
  "Activity": .general, "Bath": .general, "Behavior": .general, "Cup": .food, "Diary": .general,
  "Doctor Question": .health, "Doctor Visit": .health, "Eating": .food, "Head Size": .growth, "Height": .growth,
  "Incident": .health, "Location": .general, "Medical": .health, "Medicine": .medicine, "Message": .general,
  "Milestone": .milestone, "Mood": .general, "Need": .general, "Photo": .general, "Potty": .general,
  "Sickness": .health, "Solid": .food, "Temperature": .health, "Vaccine": .medicine, "Weight": .growth,
]
