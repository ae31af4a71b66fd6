// Words of a phrase, with what each of them adds to its parts.
extension PhraseReader {
  mutating func readWord() throws(PhraseRefusal) {
    let isWithOthers = reader.position > 0 && reader.tokens[reader.position - 1].word == "with"
    if let name = reader.name(among: names) {
      guard !isWithOthers else { throw .severalChildren }
      guard parts.child == nil || parts.child == name else { throw .severalChildren }
      parts.child = name
      return
    }
    if let name = reader.name(among: activities) {
      if !parts.says(.activity(name)) { parts.things.append(.activity(name)) }
      endOfThing = reader.position
      return
    }
    if readQuotedActivity() { return }
    if let next = reader.next, case .sign(let sign) = next.kind, Self.fillerSigns.contains(sign),
      !reader.isBeforeNegative
    {
      guard !reader.isBeforeUnitMark else { throw .unknown(reader.text(of: reader.position - 1..<reader.position + 1)) }
      reader.position += 1
      return
    }
    guard !reader.isBeforeNegative else {
      throw .contradiction("A number below zero is neither an amount nor a length of time.")
    }
    if try readCount() { return }
    let start = reader.position
    if reader.attempt({ $0.day() }) != nil { return try noteDay(start) }
    if reader.takePlace() { return parts.remarks.append((start..<reader.position, nil)) }
    // `morning nap at 9`
    if parts.day == nil, reader.take(any: [["morning"], ["afternoon"]]) {
      parts.day = "this \(reader.tokens[start].word)"
      return
    }
    guard let (word, length) = PhraseWord.reading(reader) else {
      if readActivity() { return }
      try reader.refuseWrongTime()
      // `flu shot`
      if parts.things.isEmpty, parts.sides.isEmpty, let kind = reader.laterKind { throw .begins(kind) }
      throw .unknown(reader.text(of: reader.position..<reader.position + 1))
    }
    reader.position += length
    // `over 4oz`
    if reader.tokens[start].word == "over", reader.attempt({ $0.amount() }) != nil {
      throw .unknown(reader.text(of: start..<start + 1))
    }
    try note(word, start)
  }

  /// Notes a day without a time, which may appear elsewhere.
  private mutating func noteDay(_ start: Int) throws(PhraseRefusal) {
    guard parts.day == nil else { throw .severalTimes }
    parts.day = reader.text(of: start..<reader.position)
    // `last night at noon`: with its time it is not a night.
    var rest = reader
    guard rest.take(any: [["at"], ["around"]]), rest.attempt({ $0.clock(bareHour: true) }) != nil else { return }
    throw .notATime(reader.text(of: start..<rest.position))
  }

  /// `no 120ml` after an amount corrects it.
  private func refuseCorrection() throws(PhraseRefusal) {
    guard parts.amount != nil || !parts.numbers.isEmpty || !parts.lengths.isEmpty || parts.hasTime else { return }
    var rest = reader
    _ = rest.take(sign: ",") || rest.take("at")
    guard rest.next?.isNumber == true else { return }
    throw .correction
  }

  private mutating func note(_ word: PhraseWord, _ start: Int) throws(PhraseRefusal) {
    switch word {
    case .filler(let filler): try note(filler, start)
    case .thing(let thing):
      // `activity swim class`: a known word can begin another name.
      if parts.namesActivity, parts.things.isEmpty, case .activity = thing { activityName = start..<reader.position }
      note(thing)
    case .content(let content), .namedContent(let content):
      if case .namedContent = word { parts.remarks.append((start..<reader.position, nil)) }
      note(content)
      endOfThing = reader.position
    case .side(let side):
      if saysPerson, reader.position == start + 1 { parts.saysWhoLeft = true }
      note(side)
    case .started(let side):
      parts.startsOnSide = true
      note(side)
    case .both: parts.saysBoth = true
    case .each: parts.saysEach = true
    case .pumpedMilk: pumpedMilk = start..<reader.position
    case .pumped:
      pumpedAt = pumpedAt ?? start
      endOfThing = reader.position
    case .without(let thing): parts.without.append(thing)
    case .start: parts.starts = true
    case .cancel: parts.cancels = true
    case .activity: parts.namesActivity = true
    case .switchSides: parts.switches = true
    case .pause: parts.pauses = true
    case .resume: parts.resumes = true
    case .nursing:
      parts.isNursing = true
      note(.breast)
    case .stop:
      parts.stops = true
      (isEnding, isWakingUp) = (true, false)
    case .asleep, .bedtime:
      if word == .bedtime { parts.saysBedtime = true }
      parts.isAsleep = true
      isWakingUp = false
    case .awake:
      parts.isAwake = true
      (isEnding, isWakingUp) = (true, true)
    case .begins(let kind):
      // `first bottle of the day`
      let isOrdinal = kind == .milestone && PhraseWord.reading(reader)?.0.isThing == true
      throw isOrdinal ? .unknown(reader.text(of: start..<reader.position)) : .begins(kind)
    case .fed:
      parts.saysFed = true
      note(.feed)
    case .remark(let what): parts.remarks.append((start..<reader.position, what))
    case .remarkable(let thing):
      parts.remarks.append((start..<reader.position, nil))
      note(thing)
    case .children: throw .severalChildren
    case .later: throw .later(reader.text(of: start..<reader.position))
    case .corrects: throw .correction
    case .notKept(let what, let category):
      try refuseCorrection()
      throw .notKept(what, category)
    }
  }

  private mutating func note(_ thing: PhraseTopic) {
    if !parts.says(thing) { parts.things.append(thing) }
    if thing == .bottle { bottleAt = bottleAt ?? reader.position - 1 }
    if [.sleep, .nap, .slept].contains(thing) { isWakingUp = false }
    endOfThing = reader.position
  }

  mutating func note(_ content: BottleContent) {
    if !parts.contents.contains(content) { parts.contents.append(content) }
  }

  private mutating func note(_ side: Side) {
    if !parts.sides.contains(side) { parts.sides.append(side) }
    endOfThing = reader.position
  }

  private mutating func note(_ filler: Filler, _ start: Int) throws(PhraseRefusal) {
    let isMisplaced =
      switch filler {
      case .leading: reader.isAtEnd && !leadsToNote
      case .time: endOfThing != start
      // `and then some`
      case .some: reader.isAtEnd
      case .plain, .person, .given: false
      }
    guard !isMisplaced else { throw .unknown(reader.text(of: start..<reader.position)) }
    switch filler {
    case .person:
      // `up with baby`
      guard start == 0 || reader.tokens[start - 1].word != "with" else {
        throw .unknown(reader.text(of: start - 1..<reader.position))
      }
      saysPerson = true
    case .given: saysGiven = true
    case .some: saysSome = true
    case .plain, .leading, .time: break
    }
  }

  /// `one wet diaper` is what `wet diaper` is; `two bottles` are several.
  private mutating func readCount() throws(PhraseRefusal) -> Bool {
    var rest = reader
    guard let count = rest.spelledNumber() else { return false }
    guard count == 1 || !rest.isBeforeSeveral else { throw .several }
    guard count == 1, let (meaning, _) = PhraseWord.reading(rest), meaning.isThing else { return false }
    reader.position = rest.position
    return true
  }

  /// Takes an activity's name in quotation marks, unless the text has another meaning.
  private mutating func readQuotedActivity() -> Bool {
    let isExpected = parts.namesActivity || parts.starts || parts.stops || parts.cancels
    guard isExpected, parts.things.isEmpty, reader.next?.kind == .quote else { return false }
    let start = reader.position + 1
    guard let end = reader.tokens[start...].firstIndex(where: { $0.kind == .quote }), end > start else { return false }
    let name = reader.text(of: start..<end)
    var inner = PhraseReader(TokenReader(name), names: names, activities: activities)
    if (try? inner.read()) != nil { return false }
    parts.things.append(.activity(name))
    reader.position = end + 1
    return true
  }

  /// Takes a word that is known from nowhere as one of an activity's name: `activity music class 45m`.
  private mutating func readActivity() -> Bool {
    guard parts.namesActivity, parts.things.isEmpty || activityName?.upperBound == reader.position else { return false }
    let start = activityName?.lowerBound ?? reader.position
    reader.position += 1
    activityName = start..<reader.position
    parts.things = [.activity(reader.text(of: start..<reader.position))]
    return true
  }

  private static let fillerSigns = Set(",.;:!&+/()-\"'".utf8)
}
