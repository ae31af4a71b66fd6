extension PhraseRules {
  func diaper() throws(PhraseRefusal) -> PhraseReading {
    if let length = parts.lengths.first, parts.lengths.count == 1, !parts.hasTime, parts.numbers.isEmpty,
      parts.unmeasured == nil, !saysFor(length)
    {
      let words = text.text(of: length)
      // `15h30`
      let times = ["at \(words)"].filter { TimeExpression($0) != nil }
      return .unclear((["\(words) ago"] + times).map { replacing(length, with: $0) })
    }
    guard lengths.isEmpty else { throw .contradiction("A diaper has no length.") }
    guard !parts.starts, !parts.stops else { throw .contradiction("A diaper cannot be started or ended.") }
    let isWet = parts.says(.wet)
    let isDirty = parts.says(.dirty)
    guard parts.without.allSatisfy({ !parts.says($0) }) else { throw .contradiction("That contradicts itself.") }
    guard parts.without.isEmpty || isWet || isDirty else { throw Self.notThere }
    // `both pooped`
    guard !parts.saysBoth || isWet == isDirty else { throw .severalChildren }
    let isBoth = isWet && isDirty || parts.says(.mixed) || parts.saysBoth
    let type: DiaperType? = isBoth ? .both : isWet ? .wet : isDirty ? .dirty : nil
    if let look = parts.remarks.first(where: { $0.of != nil })?.range, type == nil {
      throw .contradiction("Say whether it was wet or dirty, such as dirty, \(text.text(of: look)).")
    }
    if let number = parts.numbers.first, parts.numbers.count == 1, !parts.hasTime {
      if number.mayBeTime { return .understood(Phrase(action: .diaper(type), time: dotted(number))) }
      guard number.value == number.value.rounded() else { throw .unknown(spelled(number)) }
      return .unclear(
        (number.value <= 24 ? ["at \(spelled(number))"] : []).map { replacing(number, with: $0) }
          + [replacing(number, with: "\(spelled(number)) min ago")])
    }
    try refuseNumbers()
    return .understood(Phrase(action: .diaper(type), time: try pointTime()))
  }

  /// `for 5 minutes`
  private func saysFor(_ length: Range<Int>) -> Bool {
    length.lowerBound > 0 && TokenReader.beforeLength.contains([text.tokens[length.lowerBound - 1].word])
  }

  /// `nap ended 20 min`: that long ago, or after so long.
  private func unclearEnd(_ timer: String) -> PhraseReading? {
    guard parts.stops, !parts.starts, let length = parts.lengthAfterEnd, lengths.count == 1, !parts.hasTime,
      !saysFor(length), parts.numbers.isEmpty
    else { return nil }
    let words = text.text(of: length)
    return .unclear([fresh("\(timer) stop \(words) ago"), fresh("\(timer) \(words)")])
  }

  func tummyTime() throws(PhraseRefusal) -> PhraseReading {
    try refuseFeedWords()
    if let reading = unclearEnd("tummy") { return reading }
    if parts.starts || parts.stops { return .understood(try timer(.tummyTime, starts: parts.starts)) }
    if let timer = try openTimer(.tummyTime) { return .understood(timer) }
    return .understood(Phrase(action: .tummyTime, time: try time(length: oneLength())))
  }

  private var isWhole: Bool {
    !lengths.isEmpty || !parts.numbers.isEmpty || parts.span != nil
      || (parts.from ?? parts.at) != nil && parts.to != nil
  }

  /// `walk since 3pm` is running, and `walk until 4pm` has ended.
  private func openTimer(_ timer: TimerKey) throws(PhraseRefusal) -> Phrase? {
    guard !isWhole, parts.from != nil || parts.to != nil else { return nil }
    return try self.timer(timer, starts: parts.from != nil)
  }

  func activity(_ name: String) throws(PhraseRefusal) -> PhraseReading {
    try refuseFeedWords()
    let timer = TimerKey(.declared(.activity), name: name)
    let isKnown = KnownActivities.names.contains(name)
    if let reading = unclearEnd(isKnown ? name : "activity \"\(name)\"") { return reading }
    if parts.starts || (parts.stops && !isWhole) { return .understood(try self.timer(timer, starts: parts.starts)) }
    if let timer = try openTimer(timer) { return .understood(timer) }
    let fields = FieldInputs([.init("name", .word(name))])
    return .understood(Phrase(action: .declared(.activity, fields), time: try time(length: oneLength())))
  }

  /// Cancels a running timer.
  func cancelled(_ subject: Subject?, note: String?) throws(PhraseRefusal) -> PhraseReading {
    guard !parts.starts, !parts.stops, !parts.hasTime, lengths.isEmpty, parts.numbers.isEmpty,
      parts.amount == nil, note == nil, parts.remarks.isEmpty
    else { throw .contradiction("A cancellation has no time: say cancel and the timer's name, such as cancel bath.") }
    let timer: TimerKey
    switch subject {
    case .feeding where isOfBottleOrPump:
      throw .contradiction("A bottle does not run. What was logged last is taken back by undo.")
    case .feeding: timer = .feeding
    case .sleep: timer = .sleep
    case .tummyTime: timer = .tummyTime
    case .activity(let name): timer = TimerKey(.declared(.activity), name: name)
    case .diaper: throw .contradiction("A diaper does not run. What was logged last is taken back by undo.")
    case nil where context.running.count == 1: timer = context.running[0]
    case nil: return .unclear(running("cancel") ?? Self.usualTimers.map { fresh("cancel \($0)") })
    }
    return .understood(Phrase(action: .cancel(timer)))
  }

  func sleep() throws(PhraseRefusal) -> PhraseReading {
    try refuseFeedWords()
    let starts = parts.isAsleep || parts.starts
    let ends = parts.isAwake || parts.stops
    let saysSleep = parts.isAsleep || parts.says(any: [.sleep, .nap, .slept])
    let isWhole = !lengths.isEmpty || parts.span != nil || (parts.from ?? parts.at) != nil && parts.to != nil
    guard !parts.isWaking, !parts.isAwake || saysSleep || !isWhole else { return try waking(saysSleep) }
    // `up at 6, down at 7` is not a sleep from 7 to 6.
    if parts.isAwake, let end = parts.to, let start = parts.at ?? parts.from, end.lowerBound < start.lowerBound {
      throw .contradiction("Say one thing at a time: when the baby woke up, and when the next sleep began.")
    }
    if let number = parts.unmeasured, parts.numbers.isEmpty, parts.lengths.isEmpty {
      guard !starts, !ends else {
        let minutes = "\(spelled(number)) min"
        return .unclear(["sleep \(starts ? "start" : "stop") \(minutes) ago", "slept \(minutes)"].map(fresh))
      }
      return try sleep(number, false)
    }
    if let number = parts.numbers.first, parts.numbers.count == 1, lengths.isEmpty, !number.mayBeTime {
      return try sleep(number, starts || ends)
    }
    if let reading = unclearEnd(parts.says(.nap) ? "nap" : "sleep") { return reading }
    // `asleep for 20 minutes` may be over, or not.
    if parts.isAsleep, !ends, let length = parts.lengths.first, !parts.hasTime {
      let words = text.text(of: length)
      return .unclear([fresh("sleep start \(words) ago"), fresh("slept \(words)")])
    }
    if isWhole { return .understood(Phrase(action: .sleep, time: try time(length: oneLength()))) }
    try refuseNumbers()
    guard !(starts && ends) else { throw .contradiction("A sleep cannot start and end at once.") }
    if let reading = unclearBedtime { return reading }
    if ends || (parts.to != nil) { return .understood(try timer(.sleep, starts: false)) }
    if starts || parts.from != nil { return .understood(try timer(.sleep, starts: true)) }
    if parts.at != nil {
      return .unclear([fresh("sleep start"), fresh("sleep stop")])
    }
    if parts.says(.slept) { throw .contradiction("Say how long it was, such as slept 2h, or from when to when.") }
    return .unclear((parts.says(.nap) ? ["sleep start", "nap 10 min"] : ["sleep start", "sleep stop"]).map(fresh))
  }

  /// `awake for 20 minutes`: of a child that woke up then, or only briefly.
  private func waking(_ saysSleep: Bool) throws(PhraseRefusal) -> PhraseReading {
    let name = KindDeclaration.briefWaking.title.lowercased()
    var (choices, length): ([String], Duration?) = ([], parts.spanLength)
    if let said = lengths.first {
      var words = text.text(of: said) + (parts.unmeasured == nil ? "" : " min")
      length = Duration(text: words)
      // `an hour`
      if let length, text.tokens[said.lowerBound].word != "" { words = Words.length(length) }
      // Behind `awake`, a time was noted as an end.
      let points = [parts.at, parts.from, parts.to].compactMap(\.self)
      guard !saysSleep, lengths.count == 1, parts.span == nil, points.count < 2, parts.numbers.isEmpty else {
        throw Self.interrupted
      }
      let isEnd = parts.to.map { $0.lowerBound > 0 && !["at", "@"].contains(text.tokens[$0.lowerBound].word) } ?? false
      guard !isEnd else { throw Self.interrupted }
      let time = points.first.map { " " + pointText($0) } ?? ""
      choices = (points.isEmpty ? ["woke up \(words) ago"] : []) + ["\(name) \(words)\(time)"]
      choices = choices.map { (parts.child.map { "\($0) " } ?? "") + $0 }
    } else {
      guard !saysSleep, parts.numbers.isEmpty else { throw Self.interrupted }
      choices = [fresh(name)]
    }
    let isBrief = length.map { $0 <= KindDeclaration.briefWaking.longest ?? .zero } ?? true
    if !isBrief || !context.kinds.contains(.briefWaking) { choices.removeLast() }
    guard !choices.isEmpty else { throw Self.interrupted }
    return .unclear(choices)
  }

  private static let interrupted = PhraseRefusal.instead(
    "Being awake is not logged. A sleep that was interrupted for long is two: end the first one when the baby woke.",
    command: "bbctl edit --help")

  /// A number without a unit in a phrase about sleep: hours if it is small, otherwise minutes.
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

  func timer(_ timer: TimerKey, starts: Bool) throws(PhraseRefusal) -> Phrase {
    guard !(parts.starts && parts.stops), lengths.isEmpty, parts.span == nil,
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

  /// The only duration in the phrase, in a unit or in minutes.
  private func oneLength() throws(PhraseRefusal) -> String? {
    let ranges = lengths + parts.numbers.map(\.range)
    guard ranges.count < 2 else { throw .contradiction("That is more than one length.") }
    guard let number = parts.numbers.first, Duration(text: spelled(number), bareMinutes: true) == nil else {
      return ranges.first.map(text.text(of:))
    }
    throw .contradiction("Say the length with its unit, such as \(number.value) min.")
  }
}
