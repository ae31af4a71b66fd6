/// Finds the parts of a phrase.
///
/// Each word has to be one of them, or one that says nothing by itself: what is left over is refused.
struct PhraseReader {
  private var reader: TokenReader
  private let names: [SaidName]
  private let activities: [SaidName]
  private(set) var parts = PhraseParts()
  /// The tokens of an activity's name that stands without quotation marks.
  private var activityName: Range<Int>?
  /// A time belongs to the end that was named last: `woke at 3`.
  private var isEnding = false
  /// That end is the one of a sleep: `woke`.
  private var isWakingUp = false
  /// Where what was read last ends that a following word may belong to.
  private var endOfThing: Int?
  private var saysPerson = false
  private var saysGiven = false
  private var saysSome = false
  private var saysPumpedMilk = false

  /// Words may lead to a note: `with note fussy`.
  private let leadsToNote: Bool

  init(_ reader: TokenReader, in context: PhraseContext, leadsToNote: Bool) {
    (self.reader, self.leadsToNote) = (reader, leadsToNote)
    names = context.children.map(SaidName.init)
    activities = context.activities.map(SaidName.init)
  }

  private init(_ reader: TokenReader, names: [SaidName], activities: [SaidName]) {
    (self.reader, self.names, self.activities, leadsToNote) = (reader, names, activities, false)
  }

  /// Reads all there is.
  mutating func read() throws(PhraseRefusal) {
    while !reader.isAtEnd {
      if try readBetween() { continue }
      if try readPair() { continue }
      if try readAmount() { continue }
      if try readTime() { continue }
      if try readLength() { continue }
      try readWord()
    }
    if saysPumpedMilk {
      parts.things.append(saysGiven || parts.says(any: [.feed, .bottle]) ? .milk : .pump)
    }
    if saysSome, parts.amount == nil, parts.lengths.isEmpty, parts.numbers.isEmpty, parts.unmeasured == nil {
      throw .contradiction("Say how much it was, or how long, such as bottle 4oz or tummy 5 min.")
    }
  }

  // MARK: Numbers

  private mutating func readBetween() throws(PhraseRefusal) -> Bool {
    let lead = reader.position
    let saysFor = reader.take(any: TokenReader.beforeLength)
    let start = reader.position
    guard let choices = reader.attempt({ $0.between() }) else {
      guard !saysFor || reader.attempt({ $0.pair() }) == nil else {
        throw .contradiction("Say one length with its unit, such as 8h or 10 min.")
      }
      reader.position = lead
      return false
    }
    guard parts.between == nil else { throw .contradiction("That is more than one amount or length.") }
    parts.between = (start..<reader.position, choices)
    return true
  }

  private mutating func readPair() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    guard let (first, second, saysTo) = reader.attempt({ $0.pair() }) else { return false }
    guard parts.pair == nil else { throw .contradiction("That is more than one time.") }
    parts.pair = .init(first: first, second: second, range: start..<reader.position, saysTo: saysTo)
    return true
  }

  /// Notes an amount if there is one here.
  private mutating func readAmount() throws(PhraseRefusal) -> Bool {
    let amount = reader.attempt { reader in
      _ = reader.take(any: TokenReader.about) || reader.take(sign: "~")
      return reader.amount()
    }
    guard let amount else { return false }
    guard parts.amount == nil else { throw .contradiction("That is more than one amount.") }
    parts.amount = amount
    return true
  }

  /// Notes a time if there is one here.
  private mutating func readTime() throws(PhraseRefusal) -> Bool {
    guard !reader.isFraction else { return false }
    let start = reader.position
    if let span = reader.attempt({ $0.span() }) {
      parts.spanLength = span.length
      if isWakingUp { parts.isWaking = true }
      return try note(\.span, start)
    }
    if reader.take(any: [["since"], ["from"]]) {
      if reader.attempt({ $0.point(bareHour: true) }) != nil { return try note(\.from, start + 1) }
      reader.position = start
    }
    if reader.take(any: [["until"], ["till"], ["til"], ["to"]]) {
      if reader.attempt({ $0.point(bareHour: true) }) != nil { return try note(\.to, start + 1) }
      reader.position = start
    }
    guard !reader.isDottedNumber, reader.attempt({ $0.point() }) != nil else { return false }
    return try note(isEnding ? \.to : \.at, start)
  }

  private mutating func note(
    _ part: WritableKeyPath<PhraseParts, Range<Int>?>, _ start: Int
  ) throws(PhraseRefusal) -> Bool {
    guard parts[keyPath: part] == nil else { throw .severalTimes }
    parts[keyPath: part] = start..<reader.position
    (isEnding, isWakingUp) = (false, false)
    return true
  }

  /// Notes a length, or a number without a unit, if there is one here: `for 20 minutes`, `15`.
  private mutating func readLength() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    let saysFor = reader.take(any: TokenReader.beforeLength)
    _ = reader.take(any: TokenReader.about)
    let measure = reader.position
    if reader.attempt({ $0.duration() }) != nil {
      noteLength(measure..<reader.position)
      return true
    }
    guard reader.attempt({ $0.amount() }) == nil, let figure = reader.attempt({ $0.figure() }) else {
      reader.position = start
      return false
    }
    var number = PhraseParts.Number(
      value: figure.value, range: measure..<reader.position, mayBeTime: figure.mayBeTime)
    guard number.value <= 1 || !reader.isBeforeSeveral else { throw .several }
    // `at 3 and 5`
    if !saysFor, number.value <= 24, reader.isJoined(start, to: [parts.at, parts.from, parts.to].compactMap(\.self)) {
      throw .severalTimes
    }
    if reader.take("ago") {
      number.range = measure..<reader.position
      number.isAgo = true
    }
    if parts.numbers.isEmpty, parts.lengths.isEmpty { parts.sidesBeforeLength = parts.sides.count }
    if saysFor, !number.mayBeTime, !number.isAgo {
      guard parts.unmeasured == nil else { throw .contradiction("That is more than one length.") }
      parts.unmeasured = number
      if isWakingUp { parts.isWaking = true }
    } else {
      parts.numbers.append(number)
    }
    return true
  }

  private mutating func noteLength(_ range: Range<Int>) {
    if parts.lengths.isEmpty { parts.sidesBeforeLength = parts.sides.count }
    if isEnding, parts.lengthAfterEnd == nil { parts.lengthAfterEnd = range }
    if isWakingUp { parts.isWaking = true }
    parts.lengths.append(range)
  }

  // MARK: Words

  private mutating func readWord() throws(PhraseRefusal) {
    if let name = reader.name(among: names) {
      guard parts.child == nil || parts.child == name else {
        throw .contradiction("That is about more than one child: say it of one at a time.")
      }
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
    if try readCount() { return }
    if reader.attempt({ $0.day() }) != nil { throw .timeMissing }
    guard let (word, length) = PhraseWord.reading(reader) else {
      if readActivity() { return }
      try reader.refuseWrongTime()
      throw .unknown(reader.text(of: reader.position..<reader.position + 1))
    }
    let start = reader.position
    reader.position += length
    try note(word, start)
  }

  private mutating func note(_ word: PhraseWord, _ start: Int) throws(PhraseRefusal) {
    switch word {
    case .filler(let filler): try note(filler, start)
    case .thing(let thing): note(thing)
    case .side(let side):
      if saysPerson, reader.position == start + 1 { parts.saysWhoLeft = true }
      note(side)
    case .started(let side):
      parts.startsOnSide = true
      note(side)
    case .both: parts.saysBoth = true
    case .each: parts.saysEach = true
    case .pumpedMilk: saysPumpedMilk = true
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
    case .asleep:
      parts.isAsleep = true
      isWakingUp = false
    case .awake:
      parts.isAwake = true
      (isEnding, isWakingUp) = (true, true)
    case .begins(let kind): throw .begins(kind)
    case .notKept(let what, let category): throw .notKept(what, category)
    }
  }

  private mutating func note(_ thing: PhraseThing) {
    if !parts.says(thing) { parts.things.append(thing) }
    if [.sleep, .nap, .slept].contains(thing) { isWakingUp = false }
    endOfThing = reader.position
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
      case .plain, .person, .given, .some: false
      }
    guard !isMisplaced else { throw .unknown(reader.text(of: start..<reader.position)) }
    switch filler {
    case .person: saysPerson = true
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
    guard count == 1, let (meaning, _) = PhraseWord.reading(rest), case .thing = meaning else { return false }
    reader.position = rest.position
    return true
  }

  /// Takes an activity's name that stands in quotation marks. What else can be understood is no name there.
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
    guard parts.namesActivity, parts.things.isEmpty || activityName != nil else { return false }
    let start = activityName?.lowerBound ?? reader.position
    reader.position += 1
    activityName = start..<reader.position
    parts.things = [.activity(reader.text(of: start..<reader.position))]
    return true
  }

  private static let fillerSigns = Set(",.;:!&+/()-\"'".utf8)
}
