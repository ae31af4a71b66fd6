/// Decides what the parts of a phrase mean together.
struct PhraseRules {
  let parts: PhraseParts
  let text: TokenReader
  let context: PhraseContext

  enum Subject: Hashable {
    case feeding, diaper, sleep, tummyTime
    case activity(String)
  }

  func reading(note: String?) throws(PhraseRefusal) -> PhraseReading {
    if let note, note.isEmpty { throw .contradiction("There is no note to log.") }
    try refuseOtherDay()
    if let reading = missingUnit { return reading.withNote(note) }
    var subjects: [Subject] = []
    if isFeeding { subjects.append(.feeding) }
    if parts.says(any: [.diaper, .wet, .dirty, .mixed]) { subjects.append(.diaper) }
    if parts.isAsleep || parts.isAwake || parts.says(any: [.sleep, .nap, .slept]) {
      subjects.append(.sleep)
    }
    if parts.says(.tummy) { subjects.append(.tummyTime) }
    for case .activity(let name) in parts.things { subjects.append(.activity(name)) }
    guard subjects.count < 2 else { throw .severalThings }
    guard parts.without.isEmpty || subjects.first == .diaper else { throw Self.notThere }
    if let other = parts.remarks.first(where: { !isSaid($0.of, of: subjects.first) }) {
      throw .unknown(text.text(of: other.range))
    }
    let reading: PhraseReading
    switch subjects.first {
    case let subject where parts.pair != nil: reading = try pair(subject)
    case let subject where parts.cancels: reading = try cancelled(subject, note: note)
    case .feeding: reading = try feeding()
    case .diaper: reading = try diaper()
    case .sleep: reading = try sleep()
    case .tummyTime: reading = try tummyTime()
    case .activity(let name): reading = try activity(name)
    case nil:
      if let note { return try plainNote(note) }
      reading = try nothingNamed()
    }
    let remarks = self.remarks
    guard case .understood(var phrase) = reading else { return reading.withNote(note, and: remarks) }
    guard parts.day == nil || parts.hasTime || phrase.time.at != nil else { throw .timeMissing }
    phrase.note = remarks.isEmpty ? note : Words.line(remarks + (note.map { [$0] } ?? []))
    if case .nursing = phrase.action, phrase.note != nil {
      throw .contradiction("A feed gets its note when it starts or ends, such as done feeding note sleepy.")
    }
    phrase.child = parts.child
    return .understood(phrase)
  }

  private func isSaid(_ remark: Remark?, of subject: Subject?) -> Bool {
    switch remark {
    case nil, .manner: subject != nil
    case .look: subject == .diaper
    case .milk: subject == .feeding && (isOfBottleOrPump || parts.saysFed && parts.amount != nil)
    }
  }

  /// The words that go into the note; those that stand together are one text.
  private var remarks: [String] {
    var ranges: [Range<Int>] = []
    for (range, _) in parts.remarks {
      if let last = ranges.last, range.lowerBound == last.upperBound || text.isJoined(range.lowerBound, to: [last]) {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map(text.text(of:))
  }

  /// These are asked first: a missing unit, which of two numbers is meant, and whether `frozen pumped milk` was pumped
  /// or given.
  private var missingUnit: PhraseReading? {
    if let range = parts.pumpedOrGiven {
      return .unclear(["gave \(text.text(of: 0..<text.tokens.count))", replacing(range, with: "pumped")])
    }
    if let (range, choices) = parts.between { return .unclear(choices.map { replacing(range, with: $0) }) }
    guard let number = parts.numbers.first(where: \.isAgo) else { return nil }
    let digits = text.text(of: number.range.lowerBound..<number.range.upperBound - 1)
    return .unclear(
      ["min", "h"].filter { $0 == "min" || number.value <= 24 }.map {
        replacing(number.range, with: "\(digits) \($0) ago")
      })
  }

  /// `2-3` may be two times of a clock, or two lengths or amounts of which one is meant; `5 to 3` may be 2:55.
  private func pair(_ subject: Subject?) throws(PhraseRefusal) -> PhraseReading {
    guard let pair = parts.pair else { throw .severalThings }
    let second = Int(pair.second)
    let isBefore =
      pair.saysTo && TokenReader.minutesBefore.contains(pair.first) && (second.map { (1...12).contains($0) } ?? true)
    let before = isBefore ? ["at \(pair.first) minutes to \(pair.second)"] : []
    if subject == .diaper || subject == nil, let time = before.first {
      return PhraseReading(replacing(pair.range, with: time), in: context)
    }
    let isClock = pair.first <= 24 && (second ?? 0) <= 24 && !text.text(of: pair.range).hasPrefix("0")
    var choices = isClock ? ["from \(pair.first) to \(pair.second)"] : []
    let numbers = ["\(pair.first)", pair.second]
    switch subject {
    case .feeding where isOfBottleOrPump:
      choices += numbers.map { "\($0) \(likelyUnit(Double(pair.first)).rawValue)" }
    case .feeding, .tummyTime, .activity: choices += numbers.map { "\($0) min" }
    case .sleep: if !isClock { choices += numbers.map { "\($0) min" } }
    case .diaper, nil: throw .severalTimes
    }
    return .unclear((choices + before).map { replacing(pair.range, with: $0) })
  }

  private func plainNote(_ note: String) throws(PhraseRefusal) -> PhraseReading {
    guard parts.amount == nil, parts.numbers.isEmpty, lengths.isEmpty, !parts.starts, !parts.stops else {
      throw .contradiction("A note has no amount and no length.")
    }
    return .understood(Phrase(action: .note, time: try pointTime(), note: note, child: parts.child))
  }

  /// An amount alone belongs to a bottle; anything else needs a kind.
  private func nothingNamed() throws(PhraseRefusal) -> PhraseReading {
    if parts.starts { return .unclear(Self.usualTimers.map { fresh("\($0) start") }) }
    if parts.stops {
      if context.running.count == 1, lengths.isEmpty, parts.numbers.isEmpty, parts.amount == nil {
        return .understood(try timer(context.running[0], starts: false))
      }
      return .unclear(running("stop") ?? Self.usualTimers.map { fresh("\($0) stop") })
    }
    if let length = lengths.first, lengths.count == 1, parts.numbers.isEmpty {
      let unit = parts.unmeasured == nil ? "" : " min"
      return .unclear(["left", "right", "nap", "tummy"].map { fresh("\($0) \(text.text(of: length))\(unit)") })
    }
    if let number = parts.numbers.first, parts.numbers.count == 1, lengths.isEmpty, !number.mayBeTime {
      let minutes = ["left", "right", "nap"].map { fresh("\($0) \(spelled(number)) min") }
      return .unclear(amounts(number).map { fresh("bottle \($0)") } + minutes)
    }
    throw .contradiction("Say what it was, such as bottle 4oz, wet, nap 1h or left 15m.")
  }

  static let usualTimers = ["sleep", "feed", "tummy"]
  static let notThere = PhraseRefusal.notKept("things that did not happen", .general)

  /// The running timers, each as a phrase; nil if none is known.
  func running(_ what: String) -> [String]? {
    guard !context.running.isEmpty else { return nil }
    return context.running.map { timer in
      let isOwn = !timer.name.isEmpty && !KnownActivities.names.contains(timer.text)
      return fresh("\(what) \(isOwn ? "\"\(timer.name)\"" : timer.noun)")
    }
  }

  /// A phrase in other words, about the same child and the same time.
  func fresh(_ words: String) -> String { (parts.child.map { "\($0) " } ?? "") + words + timeWords }

  /// All durations. After `for`, a plain number is one, in minutes.
  var lengths: [Range<Int>] { parts.lengths + (parts.unmeasured.map { [$0.range] } ?? []) }

  /// The words of the time, to be repeated.
  private var timeWords: String {
    var words = parts.day.map { " " + $0 } ?? ""
    for (prefix, range) in [("", parts.span), ("", parts.at), ("from ", parts.from), ("until ", parts.to)] {
      if let range { words += " \(prefix)\(text.text(of: range))" }
    }
    return words
  }

  /// The phrase with some words replaced.
  func replacing(_ range: Range<Int>, with words: String) -> String { text.text(replacing: (range, words)) }

  func replacing(_ number: PhraseParts.Number, with words: String) -> String { replacing(number.range, with: words) }
}

extension PhraseReading {
  /// A note has to be repeated with each choice, and so has a remark that a choice in other words has lost.
  func withNote(_ note: String?, and remarks: [String] = []) -> PhraseReading {
    guard case .unclear(let choices) = self else { return self }
    return .unclear(
      choices.map { choice in
        let words = TokenReader(choice).tokens.map(\.word)
        let lost = remarks.filter { words.firstRange(of: TokenReader($0).tokens.map(\.word)) == nil }
        let notes = lost + (note.map { [$0] } ?? [])
        return notes.isEmpty ? choice : "\(choice) note \(Words.line(notes))"
      })
  }
}

// MARK: Times

extension PhraseRules {
  /// The words of a point in time, with a day that is apart from it.
  func pointText(_ range: Range<Int>) -> String {
    let words = text.pointText(range)
    if range == parts.firstTime, parts.day != nil { return withDay(words) }
    let isBedtime = range == parts.at && parts.saysBedtime && parts.to == nil && lengths.isEmpty
    return isBedtime ? inEvening(words) ?? words : words
  }

  func dotted(_ number: PhraseParts.Number) -> TimeTexts { TimeTexts(at: withDay(spelled(number))) }

  private func withDay(_ words: String) -> String { parts.day.map { "\($0) \(words)" } ?? words }

  /// `went to bed at 8` means the evening. Nil for a time that is already unambiguous, or that is not in the evening.
  private func inEvening(_ words: String) -> String? {
    guard case .eitherHalf(_, on: .latest)? = TimeExpression(words) else { return nil }
    let evening = "\(words) in the evening"
    return TimeExpression(evening) == nil ? nil : evening
  }

  /// `went to bed at 7:30`: in the evening, or in the morning as a 24-hour clock shows it.
  var unclearBedtime: PhraseReading? {
    guard parts.saysBedtime, parts.day == nil, let at = parts.at else { return nil }
    let words = text.pointText(at)
    guard case .eitherFormat(_, on: .latest)? = TimeExpression(words) else { return nil }
    let both = ["evening", "morning"].map { "\(words) in the \($0)" }.filter { TimeExpression($0) != nil }
    return both.count == 2 ? .unclear(both.map { replacing(at, with: $0) }) : nil
  }

  /// The words of a span, with a day that is apart from it: `yesterday 1 to 2`.
  private func spanText(_ span: Range<Int>) -> String {
    let isLed = parts.day != nil && ["from", "between"].contains(text.tokens[span.lowerBound].word)
    return withDay(text.text(of: isLed ? span.lowerBound + 1..<span.upperBound : span))
  }

  /// A day apart from the time must belong to a time without a day.
  private func refuseOtherDay() throws(PhraseRefusal) {
    guard parts.day != nil, let first = parts.firstTime else { return }
    var reader = TokenReader(parts.span == nil ? pointText(first) : spanText(first))
    guard reader.whole({ $0.span() }) == nil, reader.whole({ $0.point() }) == nil else { return }
    throw .severalTimes
  }

  /// When something was that does not last.
  func pointTime() throws(PhraseRefusal) -> TimeTexts {
    guard parts.span == nil, parts.from == nil, parts.to == nil else {
      throw .contradiction("That has one time, not a span.")
    }
    return TimeTexts(at: parts.at.map(pointText))
  }

  func time(length: String?) throws(PhraseRefusal) -> TimeTexts {
    if let span = parts.span {
      // Both may be given, as answers do, if they agree.
      guard length == nil || isSpanLength(length), parts.at == nil, parts.from == nil, parts.to == nil else {
        throw .contradiction("That is more than one time.")
      }
      return TimeTexts(at: spanText(span))
    }
    guard parts.at == nil || parts.from == nil else { throw .contradiction("That is more than one time.") }
    let start = (parts.from ?? parts.at).map(pointText)
    let end = parts.to.map(pointText)
    guard start == nil || end == nil || length == nil else { throw .contradiction("That is more than one time.") }
    guard end != nil || length != nil else { return TimeTexts(at: start) }
    return TimeTexts(for: length, from: start, to: end)
  }

  private func isSpanLength(_ length: String?) -> Bool {
    guard let said = length.flatMap({ Duration(text: $0, bareMinutes: true) }), let shown = parts.spanLength else {
      return false
    }
    // Both are shown in whole minutes.
    return abs(said.components.seconds - shown.components.seconds) <= 60
  }
}

extension String {
  var replacingPoint: String { String(map { $0 == "." ? ":" : $0 }) }
}
