/// What is found in a phrase's words, before anything is decided.
struct PhraseParts {
  /// A number without a unit, and where it stands.
  struct Number: Hashable {
    var value: Double
    var range: Range<Int>
    /// `15.40`: it may be a time.
    var mayBeTime: Bool
  }

  var things: [PhraseThing] = []
  var sides: [Side] = []
  var saysBoth = false
  var starts = false
  var switches = false
  var pauses = false
  var resumes = false
  /// `nursing`: it goes on, where nothing else is said.
  var isNursing = false
  var stops = false
  var cancels = false
  /// The name of an activity may follow, whatever it is.
  var namesActivity = false
  var isAsleep = false
  var isAwake = false
  var amount: (value: Double, unit: VolumeUnit)?
  var numbers: [Number] = []
  /// Tokens that say how long.
  var lengths: [Range<Int>] = []
  var at: Range<Int>?
  var from: Range<Int>?
  var to: Range<Int>?
  var span: Range<Int>?
  var child: String?
  /// How many sides were named before the first length.
  var sidesBeforeLength = 0

  var hasTime: Bool { at != nil || from != nil || to != nil || span != nil }
  func says(_ thing: PhraseThing) -> Bool { things.contains(thing) }
  func says(any wanted: [PhraseThing]) -> Bool { things.contains { wanted.contains($0) } }
}

/// Finds the parts of a phrase.
struct PhraseReader {
  private var reader: TokenReader
  private let names: [SaidName]
  private let activities: [SaidName]
  private(set) var parts = PhraseParts()
  /// The tokens of an activity's name that stands without quotation marks.
  private var activityName: Range<Int>?
  /// A time belongs to the end that was named last: `woke at 3`.
  private var isEnding = false

  var text: TokenReader { reader }

  init(_ reader: TokenReader, in context: PhraseContext) {
    self.reader = reader
    names = context.children.map(SaidName.init)
    activities = context.activities.map(SaidName.init)
  }

  private init(_ reader: TokenReader, names: [SaidName], activities: [SaidName]) {
    (self.reader, self.names, self.activities) = (reader, names, activities)
  }

  /// Reads all there is.
  mutating func read() throws(PhraseRefusal) {
    while !reader.isAtEnd {
      if try readAmount() { continue }
      if try readTime() { continue }
      if readLength() { continue }
      try readWord()
    }
  }

  /// Notes an amount if there is one here.
  private mutating func readAmount() throws(PhraseRefusal) -> Bool {
    guard let amount = reader.attempt({ $0.amount() }) else { return false }
    guard parts.amount == nil else { throw .contradiction("That is more than one amount.") }
    parts.amount = amount
    return true
  }

  /// Notes a time if there is one here.
  private mutating func readTime() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    if reader.attempt({ $0.span() }) != nil { return try note(\.span, start) }
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
    guard parts[keyPath: part] == nil else { throw .contradiction("That is more than one time.") }
    parts[keyPath: part] = start..<reader.position
    isEnding = false
    return true
  }

  /// Notes a length, or a number without a unit, if there is one here: `for 20 minutes`, `15`.
  private mutating func readLength() -> Bool {
    let start = reader.position
    let saysFor = reader.take(any: [["for"], ["lasted"], ["lasting"], ["took"]])
    let measure = reader.position
    if reader.attempt({ $0.duration() }) != nil {
      noteLength(measure..<reader.position)
      return true
    }
    guard reader.attempt({ $0.amount() }) == nil, let number = reader.attempt({ $0.decimalNumber() }) else {
      reader.position = start
      return false
    }
    if saysFor, !number.mayBeTime {
      noteLength(measure..<reader.position)
    } else {
      if parts.numbers.isEmpty, parts.lengths.isEmpty { parts.sidesBeforeLength = parts.sides.count }
      parts.numbers.append(.init(value: number.value, range: measure..<reader.position, mayBeTime: number.mayBeTime))
    }
    return true
  }

  private mutating func noteLength(_ range: Range<Int>) {
    if parts.lengths.isEmpty { parts.sidesBeforeLength = parts.sides.count }
    parts.lengths.append(range)
  }

  private mutating func readWord() throws(PhraseRefusal) {
    if let name = readName() {
      guard parts.child == nil || parts.child == name else {
        throw .contradiction("That is about more than one child: say it of one at a time.")
      }
      parts.child = name
      return
    }
    if let name = reader.name(among: activities) {
      if !parts.says(.activity(name)) { parts.things.append(.activity(name)) }
      return
    }
    if readQuotedActivity() { return }
    if let next = reader.next, case .sign(let sign) = next.kind, Self.fillerSigns.contains(sign), !isMinus {
      reader.position += 1
      return
    }
    if reader.attempt({ $0.day() }) != nil {
      throw .contradiction("A day needs a time, such as yesterday at 22:10 or yesterday 14:00-15:00.")
    }
    guard let (word, length) = PhraseWord.reading(reader) else {
      if readActivity() { return }
      throw .unknown(reader.text(of: reader.position..<reader.position + 1))
    }
    reader.position += length
    switch word {
    case .filler: break
    case .thing(let thing): if !parts.says(thing) { parts.things.append(thing) }
    case .side(let side): if !parts.sides.contains(side) { parts.sides.append(side) }
    case .both: parts.saysBoth = true
    case .start: parts.starts = true
    case .cancel: parts.cancels = true
    case .activity: parts.namesActivity = true
    case .switchSides: parts.switches = true
    case .pause: parts.pauses = true
    case .resume: parts.resumes = true
    case .nursing:
      parts.isNursing = true
      if !parts.says(.breast) { parts.things.append(.breast) }
    case .stop:
      parts.stops = true
      isEnding = true
    case .asleep: parts.isAsleep = true
    case .awake:
      parts.isAwake = true
      isEnding = true
    case .begins(let kind): throw .begins(kind)
    case .notKept(let what, let category): throw .notKept(what, category)
    }
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

  /// Nobody means a number below zero.
  private var isMinus: Bool {
    guard reader.next?.kind == .sign(UInt8(ascii: "-")), reader.next?.isSpaced == true, let number = reader.peek(1),
      case .number = number.kind
    else { return false }
    return !number.isSpaced
  }

  private static let fillerSigns = Set(",.;:!&+/()-\"'".utf8)

  private mutating func readName() -> String? { reader.name(among: names) }
}

/// A child's name as it can be said.
struct SaidName {
  let name: String
  let words: [String]

  init(_ name: String) {
    self.name = name
    words = TokenReader(name).tokens.map(\.word)
  }
}

extension TokenReader {
  /// Takes the name of one of the children: `Eva`, `Eva's`.
  mutating func name(among names: [SaidName]) -> String? {
    for name in names where !name.words.isEmpty {
      let words = name.words
      let isHere = words.indices.allSatisfy { index in
        let said = word(index)
        return said == words[index] || (index == words.count - 1 && said == words[index] + "'s")
      }
      guard isHere else { continue }
      position += words.count
      return name.name
    }
    return nil
  }

  /// `3.15` may be an amount as well as a time.
  var isDottedNumber: Bool {
    var reader = self
    guard let number = reader.decimalNumber(), number.mayBeTime else { return false }
    return !["am", "pm", "a", "p", "in", "h", "hr", "hrs", "hour", "hours"].contains(reader.word() ?? "")
  }

  /// A number with a unit of volume: `120ml`, `4.5 oz`, `four ounces`.
  fileprivate mutating func amount() -> (value: Double, unit: VolumeUnit)? {
    attempt { reader in
      guard let value = reader.decimalNumber()?.value ?? reader.spelledNumber().map(Double.init) else { return nil }
      _ = reader.take("fl")
      let unit: VolumeUnit
      switch reader.word() {
      case "ml", "mls", "milliliter", "milliliters", "millilitre", "millilitres", "cc", "mil", "mils":
        unit = .milliliters
      case "oz", "ounce", "ounces", "ozs", "floz": unit = .ounces
      default: return nil
      }
      reader.position += 1
      return (value, unit)
    }
  }

  /// `4`, `4.5`, `4,5`; at most five digits before the point. With two behind it, it may be a time.
  mutating func decimalNumber() -> (value: Double, mayBeTime: Bool)? {
    guard let whole = number(digits: 1...5) else { return nil }
    let wholeDigits = tokens[position - 1].range.count
    let fraction = attempt { reader -> (Double, Int)? in
      let isPoint = reader.take(sign: ".", glued: true)
      guard isPoint || reader.take(sign: ",", glued: true), let digits = reader.next?.range.count,
        let fraction = reader.number(digits: 1...3, glued: true)
      else { return nil }
      return (Double(fraction) / [10, 100, 1000][digits - 1], isPoint ? digits : 0)
    }
    let mayBeTime = fraction?.1 == 2 && wholeDigits <= 2 && whole < 24
    return (Double(whole) + (fraction?.0 ?? 0), mayBeTime)
  }
}
