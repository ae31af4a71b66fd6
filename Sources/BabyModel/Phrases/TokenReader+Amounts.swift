extension TokenReader {
  /// `3.15` may be an amount as well as a time.
  var isDottedNumber: Bool {
    var reader = self
    guard let number = reader.decimalNumber(), number.mayBeTime else { return false }
    // `13.11. 14:00`
    var date = self
    if reader.take(sign: ".", glued: true), date.point() != nil, date.position > reader.position { return false }
    return !["am", "pm", "a", "p", "in", "h", "hr", "hrs", "hour", "hours"].contains(reader.word() ?? "")
  }

  /// `2 1/2`, and `1/2` where no clock time follows it: a number, and no day of January.
  var isFraction: Bool {
    guard next?.isNumber == true else { return false }
    var rest = self
    guard rest.count()?.isFraction == true else { return false }
    var ago = self
    if ago.duration() != nil, ago.word() == "ago" { return false }
    return rest.attempt { $0.clock(bareHour: false) } == nil && rest.word() != "at"
  }

  /// A number with a unit of volume: `120ml`, `4.5 oz`, `four ounces`, `half an ounce`, `1 1/2 oz`.
  mutating func amount() -> (value: Double, unit: VolumeUnit)? {
    attempt { reader in
      guard let value = reader.count()?.value else { return nil }
      // `5ish oz`
      _ = reader.take("ish")
      guard let unit = reader.volumeUnit() else { return nil }
      return (value, unit)
    }
  }

  private mutating func volumeUnit() -> VolumeUnit? {
    if take("fl") { _ = take(sign: ".", glued: true) }
    let unit: VolumeUnit
    switch word() {
    case "ml", "mls", "milliliter", "milliliters", "millilitre", "millilitres", "cc", "mil", "mils":
      unit = .milliliters
    case "oz", "ounce", "ounces", "ozs", "floz": unit = .ounces
    default: return nil
    }
    position += 1
    return unit
  }

  /// A number in digits: `4`, `4.5`, `4 1/2`. With two digits behind the point, it may be a time.
  mutating func figure() -> (value: Double, mayBeTime: Bool)? {
    guard next?.isNumber == true else { return nil }
    if isFraction, let count = count() { return (count.value, false) }
    return decimalNumber()
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

  /// A range with the unit of the second number: `3 to 4 oz`, `30-45 min`. Returns both ends with the unit.
  mutating func between() -> [String]? {
    let isBetween = take("between")
    if !isBetween { _ = take("from") }
    let first = position
    guard figure() != nil else { return nil }
    let middle = position
    let isJoined = isBetween ? take("and") : take(any: [["to"], ["or"]]) || take(sign: "-")
    let second = position
    guard isJoined, figure() != nil else { return nil }
    let unit = position
    guard volumeUnit() != nil || takeTimeUnit() else { return nil }
    _ = take("ago")
    let texts = [text(of: first..<middle), text(of: second..<unit)]
    return texts.map { "\($0) \(text(of: unit..<position))" }
  }

  private mutating func takeTimeUnit() -> Bool {
    guard let word = word(), Self.seconds(inOne: word) != nil else { return false }
    position += 1
    return true
  }

  /// Two whole numbers and nothing else: `2-3`, `8 to 6`, `at 5 to 3`, which may be a time in words.
  mutating func pair() -> (first: Int, second: String, saysTo: Bool)? {
    let saysAt = take("at") || take(sign: "@")
    // `five to three` is a time in words.
    let isSpelled = next?.isNumber == false
    guard let first = number(digits: 1...3) ?? spelledNumber(), !isSpelled || !saysAt && first <= 12 && first % 5 != 0
    else { return nil }
    let saysTo = take(any: [["to"], ["till"], ["til"], ["until"]])
    guard saysTo || !saysAt && !isSpelled && take(sign: "-") else { return nil }
    let start = position
    guard number(digits: 1...3) ?? (isSpelled ? spelledNumber() : nil) != nil else { return nil }
    // A span, unless it looks like a clock time.
    if saysAt {
      guard Self.minutesBefore.contains(first) else { return nil }
      _ = take(any: [["am"], ["pm"]])
    }
    // `nine to ten thirty`
    if isSpelled, attempt({ $0.spelledNumber() }) != nil { return nil }
    if let next {
      guard next.isSpaced || isBeforeStop || next.kind == .sign(UInt8(ascii: ",")) else { return nil }
      if let word = word(), ["am", "pm", "a", "p", "o'clock", "oclock", "in", "at", "past"].contains(word) {
        return nil
      }
    }
    return (first, text(of: start..<position), saysTo)
  }

  /// Minutes that people count before an hour: `5 to 3`.
  static let minutesBefore = [5, 10, 20, 25]

  /// Whether a plural follows: `wet diapers` after `2`.
  var isBeforeSeveral: Bool {
    var rest = self
    _ = rest.take(any: ["wet", "dirty", "poopy", "messy", "soiled"].map { [$0] })
    return rest.word().map { ListedEntries(named: $0) != nil } ?? false
  }

  /// The number of `left ten, right five`, of which nothing that follows says what it counts.
  mutating func spelledMinutes() -> (value: Double, mayBeTime: Bool)? {
    guard let number = spelledNumber() else { return nil }
    let isEnd =
      switch PhraseWord.reading(self)?.0 {
      case .side, .filler(.leading): true
      default: isAtEnd || next?.kind == .sign(UInt8(ascii: ","))
      }
    return isEnd ? (Double(number), false) : nil
  }

  /// `1 wet diaper`, `1 poop`: one of them, and no time.
  var isBeforeOneDiaper: Bool {
    var rest = self
    guard rest.number(digits: 1...1) == 1, case .thing(let thing)? = PhraseWord.reading(rest)?.0 else { return false }
    return [.wet, .dirty, .diaper, .mixed].contains(thing)
  }

  /// Whether a token follows one of some times with only `and` or a comma in between.
  func isJoined(_ start: Int, to ranges: [Range<Int>]) -> Bool {
    ranges.contains { range in
      (1...2).contains(start - range.upperBound)
        && tokens[range.upperBound..<start].allSatisfy {
          $0.word == "and" || $0.kind == .sign(UInt8(ascii: ",")) || $0.kind == .sign(UInt8(ascii: "&"))
        }
    }
  }

  /// The words before a duration.
  static let beforeLength = [["for"], ["lasted"], ["lasting"], ["took"]]

  /// Takes where it was: `in the car`, `in her cot`, `on me`.
  mutating func takePlace() -> Bool {
    attempt { reader -> Bool? in
      guard reader.take(any: [["in"], ["on"]]) else { return nil }
      if reader.take(any: Self.people) { return true }
      let isOwn = reader.take(any: ["the", "her", "his", "my", "our", "their", "a"].map { [$0] })
      return reader.take(any: Self.places) || isOwn && reader.take("bed") ? true : nil
    } ?? false
  }

  private static let people = ["me", "mom", "mum", "mommy", "mummy", "dad", "daddy", "grandma", "nan"].map { [$0] }
  private static let places =
    [["car", "seat"], ["moses", "basket"], ["play", "mat"]]
    + [
      "car", "carseat", "stroller", "pram", "buggy", "pushchair", "carrier", "sling", "wrap", "swing", "crib", "cot",
      "bassinet", "bouncer", "rocker", "arms", "lap", "chest", "shoulder", "couch", "sofa", "playpen", "playmat", "mat",
      "floor", "garden", "park", "plane", "train", "bus",
    ].map { [$0] }

  /// `-5` comes next: a number below zero, which nothing has.
  var isBeforeNegative: Bool {
    guard let next, next.kind == .sign(UInt8(ascii: "-")), next.isSpaced, let number = peek(1) else { return false }
    return number.isNumber && !number.isSpaced
  }

  /// The mark of `20'` comes next, which stands for a unit.
  var isBeforeUnitMark: Bool {
    guard let next, next.kind == .quote || next.kind == .sign(UInt8(ascii: "'")), isGlued, position > 0 else {
      return false
    }
    return tokens[position - 1].isNumber
  }

  /// Refuses an invalid time after a word that leads to one, such as `at 3:75pm`, and a day without a time.
  func refuseWrongTime() throws(PhraseRefusal) {
    var rest = self
    if rest.take("in") {
      let start = position
      if rest.attempt({ $0.duration() }) != nil {
        let words = text(of: start..<rest.position)
        throw .contradiction(
          "\"\(words)\" may be how long it took, or when it will be. Say \"for\(words.dropFirst(2))\" for the first; "
            + "only what has happened is logged.")
      }
      throw .unknown(text(of: start..<min(place(from: rest.position), tokens.count)))
    }
    // `Nov 31`
    if rest.monthName() != nil, rest.number(digits: 1...2) != nil {
      throw .notATime(text(of: position..<rest.position))
    }
    guard
      rest.take(any: ["at", "around", "by", "since", "from", "until", "till", "til", "to"].map { [$0] })
        || rest.take(sign: "@")
    else { return }
    if rest.attempt({ $0.day() }) != nil { throw .timeMissing }
    let start = rest.position
    while let next = rest.next, !next.isSpaced || rest.position == start { rest.position += 1 }
    let range = start..<rest.position
    guard tokens[range].contains(where: \.isNumber) else {
      guard rest.word() != nil || !range.isEmpty else { return }
      throw .unknown(text(of: position..<min(place(from: start), tokens.count)))
    }
    throw .notATime(text(of: range))
  }
}

extension TokenReader {
  /// Where the words for a place or an occasion end: `the car`, `bedtime`.
  private func place(from start: Int) -> Int {
    var rest = self
    rest.position = start
    _ = rest.take(any: ["the", "her", "his", "my", "our", "a"].map { [$0] })
    return rest.position + 1
  }

  /// The kind that a later word begins a phrase about.
  var laterKind: KindDeclaration? {
    var rest = self
    while !rest.isAtEnd {
      rest.position += 1
      if case .begins(let kind)? = PhraseWord.reading(rest)?.0 { return kind }
    }
    return nil
  }
}

extension PhraseRefusal {
  static let severalChildren = PhraseRefusal.contradiction(
    "That is about more than one child: say it of one at a time.")
  static let correction = PhraseRefusal.instead(
    "That corrects something. Say only what is right, or change what was logged.", command: "bbctl edit --help")
  static func later(_ words: String) -> PhraseRefusal {
    .instead(
      "\"\(words)\" says that it is still to come, and only what has happened is logged.",
      command: "bbctl remind add --help")
  }
  static let several = PhraseRefusal.contradiction("That is more than one: log one at a time, each with its time.")
  static let severalTimes = PhraseRefusal.contradiction("That is more than one time: log one at a time.")
  static let timeMissing = PhraseRefusal.contradiction(
    "A day needs a time, such as yesterday at 22:10 or yesterday 14:00-15:00.")
}
