import BabyModel

extension BabyConnectRow {
  /// The row as an entry.
  ///
  /// Data without a field stays in the note: the share of each breast of a pumping, how full a diaper was. A row of
  /// another kind becomes a note with the row's sentence.
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
      reading.note = joined([beyond(["slept"]), sentence.bracket, columns, notes])
    case "Bottle":
      let held = bottle
      reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: held.content))
      reading.setEnd(of: resolved, minutes: span.minutes)
      let said = beyond(wordsOfMilk.union(words(of: extraData)).union(held.said))
      reading.note = joined([
        unreadAmount(flagging: &reading), otherQuantity, held.rest, said, sentence.bracket, notes,
      ])
    case "Nursing":
      reading.content = .feeding(Feeding(method: .breast, startedSide: sides.first, breasts: breasts))
      let (keepsSides, remark) = reading.setNursing(resolved, minutes: span.minutes, sideLengths)
      let isSaid = keepsSides || breasts != .both && saysSidesAlone
      let said = beyond(Set(["nursed", "on", "the", "side", "breast"] + sides.map(\.rawValue)))
      reading.note = joined([isSaid ? "" : details, remark, said, columns, notes])
    case "Pumping", "Expressed":
      reading.content = .feeding(
        Feeding(method: .pumping, startedSide: sides.first, breasts: breasts, amount: amount))
      reading.setEnd(of: resolved, minutes: span.minutes)
      let said = beyond(wordsOfMilk.union(["expressed", "pumped", "l", "r", "left", "right"]))
      reading.note = joined([
        unreadAmount(flagging: &reading), otherQuantity, breasts == .both ? text : said, saysUnit ? "" : extraData,
        notes,
      ])
    case "Activity" where text.lowercased().contains("tummy time"):
      reading.content = .tummyTime
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([beyond(["is", "doing", "did", "had", "tummy", "time"]), sentence.bracket, columns, notes])
    case "Diaper":
      if let diaperType {
        reading.content = .diaper(diaperType)
        let isSaid = words(of: extraData).isSubset(of: ["bm", "wet", "and", "both", "dirty"])
        reading.note = joined([
          details, beyond(["had", "a", "bm", "and", "wet", "diaper"]), quantity, isSaid ? "" : extraData,
          lengthOfMoment, notes,
        ])
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
    // Unknown names are counted together: they might contain anything, and any number of them.
    let isKnown = activity == "Diaper" || otherActivities[activity] != nil
    reading.keptAsNote = isKnown ? activity : "Other"
    let said = words(of: text)
    let others = [quantity, extraData].filter { !words(of: $0).isSubset(of: said) }
    let title = text.isEmpty || !isKnown && !words(of: activity).isSubset(of: said) ? activity : ""
    reading.note = joined([title, text] + others + [sentence.length == nil ? lengthOfMoment : "", notes])
  }

  /// The quantity, if it is not an amount of the entry.
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
