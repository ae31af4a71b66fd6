extension PhraseReading {
  /// Reads a phrase: `bottle 4oz`, `wet and dirty`, `slept 2pm-3pm`, `left 15m at 3`, `note first smile`.
  ///
  /// What stands behind the word `note` is kept as it is, as the entry's note, or as an entry of its own.
  public init(_ text: String, in context: PhraseContext) {
    self = Self.reading(text, in: context)
    guard case .unclear(let choices) = self else { return }
    // A choice that contradicts what else was said is none.
    let readings = choices.map { ($0, Self.reading($0, in: context)) }
    let sound = readings.filter { if case .refused = $1 { false } else { true } }
    self = sound.isEmpty ? readings.first?.1 ?? self : .unclear(sound.map(\.0))
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
        as: UTF8.self))
    guard said.bytes.count <= Phrase.longestText else { return .refused(.tooLong) }
    let note = noteWord.map { Self.note(whole, after: $0) }
    if let choices = milkTaken(said) {
      return .unclear(note.map { note in choices.map { "\($0) note \(note)" } } ?? choices)
    }
    do throws(PhraseRefusal) {
      if var declared = DeclaredPhrase(said, in: context) {
        return try declared.reading(note: note)
      }
      var reader = PhraseReader(said, in: context)
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

  private enum Subject: Hashable {
    case feeding, diaper, sleep, tummyTime
    case activity(String)
  }

  func reading(note: String?) throws(PhraseRefusal) -> PhraseReading {
    if let note, note.isEmpty { throw .contradiction("There is no note to log.") }
    var subjects: [Subject] = []
    if isFeeding { subjects.append(.feeding) }
    if parts.says(any: [.diaper, .wet, .dirty, .mixed]) { subjects.append(.diaper) }
    if parts.isAsleep || parts.isAwake || parts.says(any: [.sleep, .nap, .slept]) {
      subjects.append(.sleep)
    }
    if parts.says(.tummy) { subjects.append(.tummyTime) }
    for case .activity(let name) in parts.things { subjects.append(.activity(name)) }
    guard subjects.count < 2 else { throw .severalThings }
    let reading: PhraseReading
    switch subjects.first {
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
    switch reading {
    case .understood(var phrase):
      phrase.note = note
      phrase.child = parts.child
      return .understood(phrase)
    // A note would have to be repeated with each.
    case .unclear(let choices): return .unclear(note.map { note in choices.map { "\($0) note \(note)" } } ?? choices)
    case .refused: return reading
    }
  }

  private func plainNote(_ note: String) throws(PhraseRefusal) -> PhraseReading {
    guard parts.amount == nil, parts.numbers.isEmpty, parts.lengths.isEmpty, !parts.starts, !parts.stops else {
      throw .contradiction("A note has no amount and no length.")
    }
    return .understood(Phrase(action: .note, time: try pointTime(), note: note, child: parts.child))
  }

  /// An amount alone is a bottle's; of anything else it has to be said what it was.
  private func nothingNamed() throws(PhraseRefusal) -> PhraseReading {
    if parts.starts { return .unclear(Self.usualTimers.map { "\($0) start\(timeWords)" }) }
    if parts.stops {
      if context.running.count == 1, parts.lengths.isEmpty, parts.numbers.isEmpty, parts.amount == nil {
        return .understood(try timer(context.running[0], starts: false))
      }
      return .unclear(running("stop") ?? Self.usualTimers.map { "\($0) stop\(timeWords)" })
    }
    if let length = parts.lengths.first, parts.lengths.count == 1, parts.numbers.isEmpty {
      return .unclear(["left", "right", "nap", "tummy"].map { "\($0) \(text.text(of: length))\(timeWords)" })
    }
    if let number = parts.numbers.first, parts.numbers.count == 1, parts.lengths.isEmpty, !number.mayBeTime {
      let minutes = ["left", "right", "nap"].map { "\($0) \(spelled(number)) min\(timeWords)" }
      return .unclear(amounts(number).map { "bottle \($0)\(timeWords)" } + minutes)
    }
    throw .contradiction("Say what it was, such as bottle 4oz, wet, nap 1h or left 15m.")
  }

  private static let usualTimers = ["sleep", "feed", "tummy"]

  /// What runs, each as a phrase; nil if nothing is known to.
  private func running(_ what: String) -> [String]? {
    guard !context.running.isEmpty else { return nil }
    return context.running.map { timer in
      let isOwn = !timer.name.isEmpty && !KnownActivities.names.contains(timer.text)
      return "\(what) \(isOwn ? "\"\(timer.name)\"" : timer.noun)\(timeWords)"
    }
  }

  /// The words of the time, to be repeated.
  private var timeWords: String {
    var words = ""
    for (prefix, range) in [("", parts.span), ("", parts.at), ("from ", parts.from), ("until ", parts.to)] {
      if let range { words += " \(prefix)\(text.text(of: range))" }
    }
    return words
  }
}

// MARK: Feeds

extension PhraseRules {
  private var isFeeding: Bool {
    !parts.sides.isEmpty || (parts.saysBoth && !parts.says(any: [.diaper, .wet, .dirty])) || parts.amount != nil
      || parts.says(any: [.feed, .bottle, .milk, .breast, .pump]) || parts.switches || parts.pauses || parts.resumes
  }

  private func feeding() throws(PhraseRefusal) -> PhraseReading {
    if let action = try goingOn() {
      let point = (parts.at ?? parts.from ?? parts.to).map(pointText)
      return .understood(Phrase(action: action, time: TimeTexts(at: point)))
    }
    let isPump = parts.says(.pump)
    let saysBreast = parts.says(.breast) || (!isPump && (!parts.sides.isEmpty || parts.saysBoth))
    let saysBottle = parts.says(.bottle) || (parts.says(.milk) && !isPump && !saysBreast)
    guard [isPump, saysBreast, saysBottle].filter(\.self).count < 2 else { throw .severalThings }
    var method: FeedingMethod? = isPump ? .pumping : saysBreast ? .breast : saysBottle ? .bottle : nil
    if method == .breast, parts.amount != nil { throw .contradiction("A feed at the breast has no amount.") }

    var lengths = parts.lengths
    if method == .breast {
      guard lengths.isEmpty || parts.numbers.isEmpty else { throw .contradiction("That is more than one length.") }
      if lengths.isEmpty { lengths = parts.numbers.map(\.range) }
    } else if let number = parts.numbers.first {
      guard parts.numbers.count == 1, parts.amount == nil else {
        throw .contradiction("That is more than one amount.")
      }
      guard number.value > 0 else { throw .contradiction("An amount has to be more than 0.") }
      guard case .understood(let value) = try self.amount(number, method) else {
        return .unclear(choices(number, method))
      }
      return try .understood(feed(method ?? .bottle, lengths, amount: value))
    }
    if method == nil, parts.amount == nil, !lengths.isEmpty {
      method = context.feedingStyle == .bottle ? .bottle : .breast
    }
    return try .understood(feed(method, lengths, amount: nil))
  }

  private func feed(
    _ method: FeedingMethod?, _ lengths: [Range<Int>], amount: Double?
  ) throws(PhraseRefusal) -> Phrase {
    let isBoth = parts.saysBoth || parts.sides.count == 2
    let breasts: Breasts? = isBoth ? .both : parts.sides.isEmpty ? nil : .one
    var phrase = Phrase(
      action: .feeding(
        method ?? (parts.amount == nil ? nil : .bottle), startedSide: parts.sides.first, breasts: breasts,
        amount: amount ?? parts.amount?.value, unit: parts.amount?.unit),
      time: try time(length: totalLength(lengths)))
    if lengths.count == 2, parts.sides.count == 2 {
      let each = lengths.compactMap { Duration(text: text.text(of: $0), bareMinutes: true) }
      let left = parts.sides.first == .left ? 0 : 1
      if each.count == 2 { (phrase.left, phrase.right) = (each[left], each[1 - left]) }
    }
    return phrase
  }

  /// What happens to a breast feed that goes on; nil where one is told that is over.
  private func goingOn() throws(PhraseRefusal) -> Phrase.Action? {
    let isMeasured = parts.amount != nil || !parts.lengths.isEmpty || !parts.numbers.isEmpty
    // `left 10m then switched right 5m`, `done nursing left 15m`
    if isMeasured, !parts.starts, !parts.pauses, !parts.resumes { return nil }
    let isOpen = parts.at == nil && parts.to == nil && parts.span == nil
    let starts = parts.starts || parts.isNursing && !parts.stops && !parts.switches && !parts.saysBoth && isOpen
    guard starts || parts.stops || parts.switches || parts.pauses || parts.resumes else { return nil }
    guard !parts.says(any: [.bottle, .milk, .pump]), parts.amount == nil else {
      throw .contradiction("Only a feed at the breast has a timer: log the rest when it is over, such as bottle 4oz.")
    }
    guard !isMeasured else {
      throw .contradiction("Say when it was, such as start left 5 min ago, or log what is over, such as left 15m.")
    }
    guard [parts.starts, parts.stops, parts.switches, parts.pauses, parts.resumes].count(where: \.self) < 2,
      !parts.saysBoth, parts.sides.count < 2, parts.span == nil,
      [parts.at, parts.from, parts.to].compactMap(\.self).count < 2
    else { throw .contradiction("Say one thing at a time: start left, switch sides, pause, resume or done feeding.") }
    let side = parts.sides.first
    if parts.switches { return .nursing(.switchSides(to: side)) }
    if parts.pauses { return .nursing(.pause) }
    if parts.resumes { return .nursing(.resume(side)) }
    return parts.stops ? .stop(.feeding) : .startFeeding(side)
  }

  /// What two sides took together; nil without a length.
  private func totalLength(_ lengths: [Range<Int>]) throws(PhraseRefusal) -> String? {
    let texts = lengths.map(text.text(of:))
    guard lengths.count > 1 || parts.sides.count > 1 else { return texts.first }
    guard let first = texts.first else { return nil }
    if lengths.count == 1, parts.sidesBeforeLength != 1 || parts.saysBoth { return first }
    guard lengths.count == 2, parts.sides.count == 2 else {
      throw .contradiction("Say how long each side took, such as left 10m right 5m, or both together: both 15m.")
    }
    let parsed = texts.compactMap { Duration(text: $0, bareMinutes: true) }
    guard parsed.count == 2 else { throw .contradiction("Say how long each side took, such as left 10m right 5m.") }
    return "\((parsed[0] + parsed[1]).components.seconds)s"
  }

  private enum NumberReading { case understood(Double), unclear }

  /// A number without a unit: the amount in the unit that is set, where it is a likely one and can be nothing else.
  private func amount(_ number: PhraseParts.Number, _ method: FeedingMethod?) throws(PhraseRefusal) -> NumberReading {
    guard !number.mayBeTime || parts.hasTime, isLikely(number.value, context.units, method) else { return .unclear }
    guard
      method != nil || context.feedingStyle == .bottle || number.value > Self.longestPlainFeed
        || !parts.lengths.isEmpty
    else { return .unclear }
    return context.feedingStyle == .breast && method == nil && number.value <= Self.longestPlainFeed
      ? .unclear : .understood(number.value)
  }

  /// Minutes: nobody who says a number alone of a feed means a longer one.
  private static let longestPlainFeed = 60.0

  private func isLikely(_ value: Double, _ unit: VolumeUnit, _ method: FeedingMethod?) -> Bool {
    let milliliters = Volume(value, unit).milliliters
    let most = method == .pumping ? EntryLimits.pumpingMilliliters : EntryLimits.feedMilliliters
    return milliliters >= (unit == .milliliters ? QuickLog.leastMilliliters : unit.milliliters / 4)
      && milliliters <= most
  }

  private func choices(_ number: PhraseParts.Number, _ method: FeedingMethod?) -> [String] {
    var said = amounts(number, method)
    if method == nil, number.value <= Self.longestPlainFeed, number.value == number.value.rounded(),
      parts.lengths.isEmpty
    {
      said.append("\(spelled(number)) min")
    }
    if number.mayBeTime, !parts.hasTime { said.append("at \(spelled(number).replacingPoint)") }
    return said.map { replacing(number, with: $0) }
  }

  /// The amount that a number may be: in the unit that is set or, where that is not likely, in the other.
  private func amounts(_ number: PhraseParts.Number, _ method: FeedingMethod? = nil) -> [String] {
    let units = [context.units] + VolumeUnit.allCases.filter { $0 != context.units }
    let unit = units.first { isLikely(number.value, $0, method) } ?? context.units
    return ["\(spelled(number)) \(unit.rawValue)"]
  }

  private func spelled(_ number: PhraseParts.Number) -> String { text.text(of: number.range) }

  /// The phrase with something else in a number's place.
  private func replacing(_ number: PhraseParts.Number, with words: String) -> String {
    let before = text.text(of: 0..<number.range.lowerBound)
    let after = text.text(of: number.range.upperBound..<text.tokens.count)
    return [before, words, after].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

// MARK: Diapers, sleep, tummy time and other activities

extension PhraseRules {
  private func diaper() throws(PhraseRefusal) -> PhraseReading {
    guard parts.lengths.isEmpty else { throw .contradiction("A diaper has no length.") }
    guard !parts.starts, !parts.stops else { throw .contradiction("A diaper cannot be started or ended.") }
    let isWet = parts.says(.wet)
    let isDirty = parts.says(.dirty)
    let isBoth = isWet && isDirty || parts.says(.mixed) || parts.saysBoth
    let type: DiaperType? = isBoth ? .both : isWet ? .wet : isDirty ? .dirty : nil
    if let number = parts.numbers.first, parts.numbers.count == 1, !parts.hasTime {
      if number.mayBeTime { return .understood(Phrase(action: .diaper(type), time: dotted(number))) }
      return .unclear([
        replacing(number, with: "at \(spelled(number))"), replacing(number, with: "\(spelled(number)) min ago"),
      ])
    }
    try refuseNumbers()
    return .understood(Phrase(action: .diaper(type), time: try pointTime()))
  }

  private func tummyTime() throws(PhraseRefusal) -> PhraseReading {
    try refuseFeedWords()
    if parts.starts || parts.stops { return .understood(try timer(.tummyTime, starts: parts.starts)) }
    return .understood(Phrase(action: .tummyTime, time: try time(length: oneLength())))
  }

  private func activity(_ name: String) throws(PhraseRefusal) -> PhraseReading {
    try refuseFeedWords()
    let timer = TimerKey(.declared(.activity), name: name)
    let isWhole =
      !parts.lengths.isEmpty || !parts.numbers.isEmpty || parts.span != nil
      || (parts.from ?? parts.at) != nil && parts.to != nil
    if parts.starts || (parts.stops && !isWhole) { return .understood(try self.timer(timer, starts: parts.starts)) }
    // `walk since 3pm` goes on, and `walk until 4pm` has ended.
    if !isWhole, parts.from != nil || parts.to != nil {
      return .understood(try self.timer(timer, starts: parts.from != nil))
    }
    let fields = SaidFields([.init("name", .word(name))])
    return .understood(Phrase(action: .declared(.activity, fields), time: try time(length: oneLength())))
  }

  /// What runs was never started.
  private func cancelled(_ subject: Subject?, note: String?) throws(PhraseRefusal) -> PhraseReading {
    guard !parts.starts, !parts.stops, !parts.hasTime, parts.lengths.isEmpty, parts.numbers.isEmpty,
      parts.amount == nil, note == nil
    else { throw .contradiction("What is cancelled has no time: say cancel and what it was, such as cancel bath.") }
    let timer: TimerKey
    switch subject {
    case .feeding: timer = .feeding
    case .sleep: timer = .sleep
    case .tummyTime: timer = .tummyTime
    case .activity(let name): timer = TimerKey(.declared(.activity), name: name)
    case .diaper: throw .contradiction("A diaper does not run. What was logged last is taken back by undo.")
    case nil where context.running.count == 1: timer = context.running[0]
    case nil: return .unclear(running("cancel") ?? Self.usualTimers.map { "cancel \($0)" })
    }
    return .understood(Phrase(action: .cancel(timer)))
  }

  private func sleep() throws(PhraseRefusal) -> PhraseReading {
    try refuseFeedWords()
    let starts = parts.isAsleep || parts.starts
    let ends = parts.isAwake || parts.stops
    if let number = parts.numbers.first, parts.numbers.count == 1, parts.lengths.isEmpty, !number.mayBeTime {
      return try sleep(number, starts || ends)
    }
    // `asleep for 20 minutes` may be over, or not.
    if parts.isAsleep, !ends, let length = parts.lengths.first, !parts.hasTime {
      let words = text.text(of: length)
      return .unclear(["sleep start \(words) ago", "slept \(words)"])
    }
    let isWhole = !parts.lengths.isEmpty || parts.span != nil || (parts.from ?? parts.at) != nil && parts.to != nil
    if isWhole { return .understood(Phrase(action: .sleep, time: try time(length: oneLength()))) }
    try refuseNumbers()
    guard !(starts && ends) else { throw .contradiction("A sleep cannot start and end at once.") }
    if ends || (parts.to != nil) { return .understood(try timer(.sleep, starts: false)) }
    if starts || parts.from != nil { return .understood(try timer(.sleep, starts: true)) }
    if let at = parts.at {
      let words = text.text(of: at)
      return .unclear(["sleep start \(words)", "sleep stop \(words)"])
    }
    if parts.says(.slept) { throw .contradiction("Say how long it was, such as slept 2h, or from when to when.") }
    return .unclear(parts.says(.nap) ? ["sleep start", "nap 10 min"] : ["sleep start", "sleep stop"])
  }

  /// A number without a unit, said of a sleep: hours, if it is small, or minutes.
  private func sleep(_ number: PhraseParts.Number, _ isTimer: Bool) throws(PhraseRefusal) -> PhraseReading {
    if isTimer {
      return .unclear(["at \(spelled(number))", "\(spelled(number)) min ago"].map { replacing(number, with: $0) })
    }
    let mostHours = parts.says(.nap) ? 4.0 : 14.0
    guard number.value > mostHours, number.value == number.value.rounded() else {
      return .unclear(["h", "min"].map { replacing(number, with: "\(spelled(number)) \($0)") })
    }
    return .understood(Phrase(action: .sleep, time: try time(length: spelled(number))))
  }

  private func timer(_ timer: TimerKey, starts: Bool) throws(PhraseRefusal) -> Phrase {
    guard !(parts.starts && parts.stops), parts.lengths.isEmpty, parts.span == nil,
      [parts.at, parts.from, parts.to].compactMap(\.self).count < 2
    else { throw .contradiction("Say when it was: a length, or one time for its start or its end.") }
    try refuseNumbers()
    let point = (parts.at ?? parts.from ?? parts.to).map(pointText)
    return Phrase(action: starts ? .start(timer) : .stop(timer), time: TimeTexts(at: point))
  }

  private func refuseFeedWords() throws(PhraseRefusal) {
    guard parts.numbers.allSatisfy({ !$0.mayBeTime }) else {
      throw .contradiction("Say the time with a colon, such as 3:15.")
    }
  }

  private func refuseNumbers() throws(PhraseRefusal) {
    guard let number = parts.numbers.first else { return }
    throw .unknown(spelled(number))
  }

  /// The one length that was said, in a unit or in minutes.
  private func oneLength() throws(PhraseRefusal) -> String? {
    let ranges = parts.lengths + parts.numbers.map(\.range)
    guard ranges.count < 2 else { throw .contradiction("That is more than one length.") }
    return ranges.first.map(text.text(of:))
  }
}

// MARK: Times

extension PhraseRules {
  private func pointText(_ range: Range<Int>) -> String { text.pointText(range) }

  private func dotted(_ number: PhraseParts.Number) -> TimeTexts { TimeTexts(at: spelled(number)) }

  /// When something was that does not last.
  private func pointTime() throws(PhraseRefusal) -> TimeTexts {
    guard parts.span == nil, parts.from == nil, parts.to == nil else {
      throw .contradiction("That has one time, not a span.")
    }
    return TimeTexts(at: parts.at.map(pointText))
  }

  private func time(length: String?) throws(PhraseRefusal) -> TimeTexts {
    if let span = parts.span {
      guard length == nil, parts.at == nil, parts.from == nil, parts.to == nil else {
        throw .contradiction("That is more than one time.")
      }
      return TimeTexts(at: text.text(of: span))
    }
    guard parts.at == nil || parts.from == nil else { throw .contradiction("That is more than one time.") }
    let start = (parts.from ?? parts.at).map(pointText)
    let end = parts.to.map(pointText)
    guard start == nil || end == nil || length == nil else { throw .contradiction("That is more than one time.") }
    guard end != nil || length != nil else { return TimeTexts(at: start) }
    return TimeTexts(for: length, from: start, to: end)
  }
}

extension String {
  fileprivate var replacingPoint: String { String(map { $0 == "." ? ":" : $0 }) }
}
