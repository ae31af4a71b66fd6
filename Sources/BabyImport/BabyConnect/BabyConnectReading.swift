import BabyModel

extension BabyConnectRow {
  /// What the row says, as an entry holds it.
  ///
  /// What an entry has no field for stays in its note: what a bottle held, the share of each breast of what was pumped,
  /// how full a diaper was. A row of a kind that is not kept here becomes a note with the row's sentence.
  ///
  /// - Parameter child: the name by which the sentence may call the child.
  func reading(of child: String, in zone: ZoneRules) -> RowReading {
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
      if let declared = declared(of: child) {
        reading.content = declared.content
        reading.note = joined(declared.remarks + [notes])
      } else if !readActivity(resolved, into: &reading) {
        keepAsNote(&reading)
      }
    }
    return reading
  }

  /// One that was logged without a length is of one moment.
  ///
  /// - Returns: false for what stays a note, as does what ends before it begins.
  private func readActivity(_ resolved: FlaggedSpan, into reading: inout RowReading) -> Bool {
    guard let name = activityName else { return false }
    let passed = resolved.end.map { $0 - resolved.start } ?? .zero
    guard (.zero...EntryLimits.longest).contains(passed), reading.setActivity(name) else { return false }
    if passed > .zero {
      reading.setEnd(of: resolved, minutes: span.minutes)
    } else {
      reading.endUnknown = true
    }
    let saysMore = activity == "Bath" && !sentence.statement.lowercased().hasSuffix(" bath")
    reading.note = joined([
      saysMore ? sentence.statement : "", sentence.bracket, normalised("\(quantity) \(extraData)"), notes,
    ])
    return true
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

/// The app's other activities, and the note that each of them becomes.
private let otherActivities: [String: NoteCategory] = [
  "Activity": .general, "Bath": .general, "Behavior": .general, "Cup": .food, "Diary": .general,
  "Doctor Question": .health, "Doctor Visit": .health, "Eating": .food, "Head Size": .growth, "Height": .growth,
  "Incident": .health, "Location": .general, "Medical": .health, "Medicine": .medicine, "Message": .general,
  "Milestone": .milestone, "Mood": .general, "Need": .general, "Photo": .general, "Potty": .general,
  "Sickness": .health, "Solid": .food, "Temperature": .health, "Vaccine": .medicine, "Weight": .growth,
]
