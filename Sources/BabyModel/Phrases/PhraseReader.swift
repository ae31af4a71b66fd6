/// Finds the parts of a phrase.
///
/// Each word has to be one of them, or one without a meaning of its own: unknown words are refused.
struct PhraseReader {
  var reader: TokenReader
  let names: [NameMatcher]
  let activities: [NameMatcher]
  var parts = PhraseParts()
  /// The tokens of an activity's name that stands without quotation marks.
  var activityName: Range<Int>?
  /// A time belongs to the end that was named last: `woke at 3`.
  var isEnding = false
  /// That end is the one of a sleep: `woke`.
  var isWakingUp = false
  /// The end of the last subject that a following word may belong to.
  var endOfThing: Int?
  var saysPerson = false
  var saysGiven = false
  var saysSome = false
  var pumpedMilk: Range<Int>?
  /// Where `pumped` stands, and where the word for a bottle.
  var pumpedAt: Int?
  var bottleAt: Int?

  /// Words may lead to a note: `with note fussy`.
  let leadsToNote: Bool
  /// A few words that no rule takes are left over, and do not end the reading.
  var leavesWords = false
  var leftOver: [Int] = []

  init(_ reader: TokenReader, in context: PhraseContext, leadsToNote: Bool) {
    (self.reader, self.leadsToNote) = (reader, leadsToNote)
    names = context.children.map(NameMatcher.init)
    activities = context.activities.map(NameMatcher.init)
  }

  init(_ reader: TokenReader, names: [NameMatcher], activities: [NameMatcher]) {
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
      let start = reader.position
      do throws(PhraseRefusal) { try readWord() } catch {
        guard leavesWords, error.isOfUnknownWord else { throw error }
        reader.position = start
        reader.position += PhraseWord.reading(reader)?.length ?? 1
        leftOver += start..<reader.position
        guard leftOver.count <= Self.mostLeftOver else { throw error }
      }
    }
    settlePumped()
    if let pumpedMilk {
      let isGiven = saysGiven || parts.says(any: [.feed, .bottle])
      parts.things.append(isGiven ? .milk : .pump)
      note(.breastMilk)
      if !isGiven, parts.remarks.contains(where: { $0.of == .milk }) { parts.pumpedOrGiven = pumpedMilk }
    }
    guard parts.contents.count < 2 else { throw Self.mixed }
    // `she left in the car`
    if parts.sides.count == 1, parts.remarks.contains(where: { $0.of == nil }) { parts.saysWhoLeft = true }
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
    if parts.amount == nil {
      parts.amount = amount
    } else if parts.secondAmount == nil, saysPump, !parts.sides.isEmpty {
      parts.secondAmount = amount
    } else {
      throw parts.contents.isEmpty ? .contradiction("That is more than one amount.") : Self.mixed
    }
    return true
  }

  private var saysPump: Bool { parts.says(.pump) || pumpedAt != nil }

  /// Decides what `pumped` is: a bottle's content if a bottle was given, otherwise a pumping.
  private mutating func settlePumped() {
    guard let pumpedAt else { return }
    // `bottle 60ml pumped`, `expressed bottle 60ml`, and not `pumped a 4oz bottle`
    let isOfBottle = bottleAt.map { $0 < pumpedAt || $0 == pumpedAt + 1 } ?? false
    let isGiven = reader.tokens.contains { ["gave", "give", "given", "fed"].contains($0.word) }
    if isOfBottle || isGiven, !reader.tokens.contains(where: \.joinsThings) {
      note(.breastMilk)
    } else {
      parts.things.append(.pump)
    }
  }

  /// Of a bottle with two milks in it, each is counted by itself.
  private static let mixed = PhraseRefusal.contradiction(
    "Log what a bottle held one by one, such as bottle 60ml formula, and then bottle 30ml breast milk.")

  /// Notes a time if there is one here.
  private mutating func readTime() throws(PhraseRefusal) -> Bool {
    guard !reader.isFraction else { return false }
    let start = reader.position
    if let span = reader.attempt({ $0.span() }) {
      parts.spanLength = span.length
      if isWakingUp { parts.isWaking = true }
      return try note(\.span, start)
    }
    // `awake since 3` is when the sleep ended.
    let isSinceEnd = isEnding && reader.word() == "since"
    if reader.take(any: [["since"], ["from"]]) {
      if reader.attempt({ $0.point(bareHour: true) }) != nil { return try note(isSinceEnd ? \.to : \.from, start + 1) }
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
    // `pumped 3oz in 15 min` is over.
    let saysFor = reader.take(any: TokenReader.beforeLength) || parts.amount != nil && saysPump && reader.take("in")
    _ = reader.take(any: TokenReader.about) || reader.take(sign: "~")
    let measure = reader.position
    if reader.attempt({ $0.duration() }) != nil {
      noteLength(measure..<reader.position)
      return true
    }
    if !saysFor, parts.things.isEmpty, parts.sides.isEmpty, reader.isBeforeOneDiaper {
      reader.position += 1
      return true
    }
    let isOfSide = !parts.sides.isEmpty
    guard reader.attempt({ $0.amount() }) == nil,
      let figure = reader.attempt({ $0.figure() ?? (isOfSide ? $0.spelledMinutes() : nil) })
    else {
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
}

extension Token {
  /// The words on its two sides may be separate things.
  fileprivate var joinsThings: Bool {
    switch kind {
    case .word(let word): ["and", "then"].contains(word)
    case .sign(let sign): [UInt8(ascii: ","), UInt8(ascii: "&"), UInt8(ascii: "+")].contains(sign)
    case .number: false
    }
  }
}
