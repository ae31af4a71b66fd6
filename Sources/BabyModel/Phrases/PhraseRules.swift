extension PhraseReading {
  /// Reads a phrase: `bottle 4oz`, `wet and dirty`, `slept 2pm-3pm`, `left 15m at 3`, `note first smile`.
  ///
  /// What stands behind the word `note` is kept as it is, as the entry's note, or as an entry of its own.
  public init(_ text: String, in context: PhraseContext) {
    self.init(text, in: context, questions: Self.mostQuestions)
  }

  /// What is asked about one sentence at most, one question after the other.
  private static let mostQuestions = 3

  private init(_ text: String, in context: PhraseContext, questions: Int) {
    self = Self.reading(text, in: context)
    guard questions > 0, case .unclear(let choices) = self else { return }
    // A choice that contradicts what else was said is none, and neither is one that only leads to such choices.
    let readings = choices.map { ($0, PhraseReading($0, in: context, questions: questions - 1)) }
    let sound = readings.filter { if case .refused = $1 { false } else { true } }
    self = sound.isEmpty ? readings.first?.1 ?? self : .unclear(sound.map(\.0))
  }

  /// The sentence with another word in the place of one that is not known, which is likely a slip of it: `bottel 4oz`.
  public static func correcting(_ word: String, in text: String) -> String? {
    guard let place = text.firstRange(of: word), let meant = PhraseWord.nearest(to: word) else { return nil }
    return text[..<place.lowerBound] + meant + text[place.upperBound...]
  }

  /// `milk took 60ml`: from a bottle, or out of the store.
  private static func milkTaken(_ said: TokenReader) -> [String]? {
    let words = ["given", "gave", "take", "takes", "taken", "took"]
    guard said.word() == "milk", let word = said.word(1), words.contains(word) else { return nil }
    let rest = said.text(of: 2..<said.tokens.count)
    return ["bottle", "milk give"].map { rest.isEmpty ? $0 : "\($0) \(rest)" }
  }

  private static func reading(_ text: String, in context: PhraseContext) -> PhraseReading {
    guard text.utf8.count <= TextLimits.note.bytes + Phrase.longestText else { return .refused(.tooLong) }
    let whole = TokenReader(text)
    let noteWord = whole.tokens.firstIndex { $0.word == "note" || $0.word == "notes" }
    let said = TokenReader(
      String(
        decoding: whole.bytes[..<(noteWord.map { whole.tokens[$0].range.lowerBound } ?? whole.bytes.count)],
        as: UTF8.self
      ).withPlainSigns)
    guard said.bytes.count <= Phrase.longestText else { return .refused(.tooLong) }
    let note = noteWord.map { Self.note(whole, after: $0) }
    if let refusal = PhraseAside.refusal(of: said, names: context.children.map(SaidName.init)) {
      return .refused(refusal)
    }
    if let choices = milkTaken(said) {
      return PhraseReading.unclear(choices).withNote(note)
    }
    do throws(PhraseRefusal) {
      if var declared = try DeclaredPhrase(said, in: context) {
        return try declared.reading(note: note)
      }
      var reader = PhraseReader(said, in: context, leadsToNote: noteWord != nil)
      try reader.read()
      let rules = PhraseRules(parts: reader.parts, text: said, context: context)
      return try rules.reading(note: note)
    } catch {
      return .refused(error)
    }
  }

  /// What stands behind the word, without what only leads to it.
  private static func note(_ text: TokenReader, after word: Int) -> String {
    var first = word + 1
    if first < text.tokens.count, text.tokens[first].kind == .sign(UInt8(ascii: ":")) { first += 1 }
    if first < text.tokens.count, text.tokens[first].word == "that" { first += 1 }
    guard first < text.tokens.count else { return "" }
    let note = String(decoding: text.bytes[text.tokens[first].range.lowerBound...], as: UTF8.self)
    for quote in ["'", "\""] where note.utf8.count > 2 && note.hasPrefix(quote) && note.hasSuffix(quote) {
      return String(note.dropFirst().dropLast().trimmed)
    }
    return String(note[...].trimmed)
  }
}

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
    if let look = parts.looks.first, subjects.first != .diaper { throw .unknown(text.text(of: look)) }
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
    guard case .understood(var phrase) = reading else { return reading.withNote(note) }
    guard parts.day == nil || parts.hasTime || phrase.time.at != nil else { throw .timeMissing }
    let looks = parts.looks.map(text.text(of:)).joined(separator: " ")
    phrase.note = looks.isEmpty ? note : Words.line([looks] + (note.map { [$0] } ?? []))
    phrase.child = parts.child
    return .understood(phrase)
  }

  /// A unit that was left out, and which of two numbers is meant, are asked first.
  private var missingUnit: PhraseReading? {
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

  /// An amount alone is a bottle's; of anything else it has to be said what it was.
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
  static let notThere = PhraseRefusal.notKept("What did not happen", .general)

  /// What runs, each as a phrase; nil if nothing is known to.
  func running(_ what: String) -> [String]? {
    guard !context.running.isEmpty else { return nil }
    return context.running.map { timer in
      let isOwn = !timer.name.isEmpty && !KnownActivities.names.contains(timer.text)
      return fresh("\(what) \(isOwn ? "\"\(timer.name)\"" : timer.noun)")
    }
  }

  /// A phrase in other words, about the same child and the same time.
  func fresh(_ words: String) -> String { (parts.child.map { "\($0) " } ?? "") + words + timeWords }

  /// The lengths that were said. Behind `for` a number alone is one, in minutes.
  var lengths: [Range<Int>] { parts.lengths + (parts.unmeasured.map { [$0.range] } ?? []) }

  /// The words of the time, to be repeated.
  private var timeWords: String {
    var words = parts.day.map { " " + text.text(of: $0) } ?? ""
    for (prefix, range) in [("", parts.span), ("", parts.at), ("from ", parts.from), ("until ", parts.to)] {
      if let range { words += " \(prefix)\(text.text(of: range))" }
    }
    return words
  }

  /// The phrase with something else in some words' place.
  func replacing(_ range: Range<Int>, with words: String) -> String { text.text(replacing: (range, words)) }

  func replacing(_ number: PhraseParts.Number, with words: String) -> String { replacing(number.range, with: words) }
}

extension PhraseReading {
  /// A note has to be repeated with each choice.
  func withNote(_ note: String?) -> PhraseReading {
    guard case .unclear(let choices) = self, let note else { return self }
    return .unclear(choices.map { "\($0) note \(note)" })
  }
}

// MARK: Times

extension PhraseRules {
  /// The words of a point in time, with the day that was said apart from it.
  func pointText(_ range: Range<Int>) -> String {
    let words = text.pointText(range)
    return range == parts.firstTime ? withDay(words) : words
  }

  func dotted(_ number: PhraseParts.Number) -> TimeTexts { TimeTexts(at: withDay(spelled(number))) }

  private func withDay(_ words: String) -> String { parts.day.map { "\(text.text(of: $0)) \(words)" } ?? words }

  /// The words of a span, with the day that was said apart from it: `yesterday 1 to 2`.
  private func spanText(_ span: Range<Int>) -> String {
    let isLed = parts.day != nil && ["from", "between"].contains(text.tokens[span.lowerBound].word)
    return withDay(text.text(of: isLed ? span.lowerBound + 1..<span.upperBound : span))
  }

  /// A day that was said apart from the time has to be one of a time without a day.
  func refuseOtherDay() throws(PhraseRefusal) {
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
      // Both may be said, as answers do, if they say the same.
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
    // Both are told in whole minutes.
    return abs(said.components.seconds - shown.components.seconds) <= 60
  }
}

extension String {
  var replacingPoint: String { String(map { $0 == "." ? ":" : $0 }) }
}
