extension TokenReader {
  /// A length of time as people write it: `40m`, `1h 20m`, `1h30`, `1.5h`, `90 min`, `an hour and a half`,
  /// `half an hour`, `forty minutes`; `m` is minutes. Each unit comes once, the larger ones first.
  mutating func duration() -> Duration? {
    attempt { reader in
      if let seconds = reader.fractionOfHour() { return .seconds(seconds) }
      var seconds = 0
      var last: Int?
      while let (part, unit) = reader.attempt({ $0.measure(below: last) }) {
        seconds += part
        last = unit
      }
      return last == nil ? nil : .seconds(seconds)
    }
  }

  /// `half an hour`, `a quarter of an hour`, `three quarters of an hour`.
  private mutating func fractionOfHour() -> Int? {
    attempt { reader in
      let quarters: Int
      if reader.take(any: [["a", "half"], ["half"]]) {
        quarters = 2
      } else if reader.take(any: [["three", "quarters"]]) {
        quarters = 3
      } else if reader.take(any: [["a", "quarter"], ["quarter"]]) {
        quarters = 1
      } else {
        return nil
      }
      _ = reader.take("of")
      _ = reader.take(any: [["an"], ["a"]])
      return reader.take("hour") ? quarters * 900 : nil
    }
  }

  /// One number with its unit, in seconds, and the unit's own.
  private mutating func measure(below last: Int?) -> (seconds: Int, unit: Int)? {
    if let last {
      if take(any: [["and", "a", "half"]]) { return last > 1 ? (last / 2, max(1, last / 60)) : nil }
      _ = take("and") || take(sign: ",")
    }
    let isGlued = isGlued
    guard let (thousandths, isNumeral) = quantity() else { return nil }
    if let unit = word().flatMap(Self.seconds(inOne:)), unit < last ?? .max {
      position += 1
      // An abbreviation's point.
      if isNumeral, next?.isSpaced == false, peek(1)?.isSpaced ?? true { _ = take(sign: ".") }
      return (thousandths * unit / 1000, unit)
    }
    // `1h30`, and `1 hr 20` where nothing follows that could belong to the number
    guard last == 3600, isNumeral, thousandths < 60_000, thousandths % 1000 == 0,
      isGlued ? gluedWord == nil : endsMinutes
    else { return nil }
    return (thousandths / 1000 * 60, 60)
  }

  /// Whether the two digits that were read last are minutes for all that follows them.
  private var endsMinutes: Bool {
    guard tokens[position - 1].range.count == 2 || word() == "ago" else { return false }
    guard let next else { return true }
    if case .word(let word) = next.kind { return next.isSpaced && Self.behindMinutes.contains(word) }
    return next.kind == .sign(UInt8(ascii: ",")) && peek(1)?.isSpaced ?? true
  }

  private static let behindMinutes: Set<String> = [
    "ago", "at", "from", "since", "until", "till", "on", "ending", "today", "yesterday", "this", "last", "note",
    "notes",
  ]

  /// How many, in thousandths: `20`, `1.5`, `an`, `two`, `one and a half`; and whether it was written in digits. At most
  /// five digits: no baby sleeps longer, and nothing overflows.
  private mutating func quantity() -> (thousandths: Int, isNumeral: Bool)? {
    if let thousandths = attempt({ $0.thousandths() }) { return (thousandths, false) }
    if let number = number(digits: 1...5) {
      let fraction = attempt { reader in
        guard reader.take(sign: ".", glued: true) || reader.take(sign: ",", glued: true),
          let digits = reader.next?.range
        else { return nil as Int? }
        return reader.number(digits: 1...3, glued: true).map { $0 * [100, 10, 1][digits.count - 1] }
      }
      return (number * 1000 + (fraction ?? (take(any: [["and", "a", "half"]]) ? 500 : 0)), true)
    }
    if take(any: [["a", "couple", "of"], ["a", "couple"]]) { return (2000, false) }
    if take(any: [["a"], ["an"]]) { return (1000, false) }
    guard let number = spelledNumber() else { return nil }
    return (number * 1000 + (take(any: [["and", "a", "half"]]) ? 500 : 0), false)
  }

  /// `1 1/2`, `3/4`, `one and a half`. Nil for a third, which is not a whole number of thousandths.
  private mutating func thousandths() -> Int? {
    guard let count = count(), count.isFraction, count.value * 8 == (count.value * 8).rounded() else { return nil }
    return Int(count.value * 1000)
  }

  /// `15`, `ten`, `10.5`, with one digit behind the point: `1.30` may be meant as an hour and a half.
  fileprivate mutating func bareMinutes() -> Duration? {
    guard let minutes = number(digits: 1...5) ?? spelledNumber() else { return nil }
    let tenths = attempt { reader in
      reader.take(sign: ".", glued: true) || reader.take(sign: ",", glued: true)
        ? reader.number(digits: 1...1, glued: true) : nil
    }
    return .seconds(minutes * 60 + (tenths ?? 0) * 6)
  }

  static func seconds(inOne unit: String) -> Int? {
    switch unit {
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "m", "min", "mins", "minute", "minutes": 60
    case "s", "sec", "secs", "second", "seconds": 1
    default: nil
    }
  }

  /// A number in words up to 999.
  mutating func spelledNumber() -> Int? {
    if take(any: [["a", "hundred"], ["hundred"]]) { return 100 + belowHundred() }
    guard let number = smallNumber() else { return nil }
    guard number < 10, take("hundred") else { return number }
    return number * 100 + belowHundred()
  }

  /// The part after the hundreds: `and twenty`; 0 if there is none.
  private mutating func belowHundred() -> Int {
    attempt { reader in
      _ = reader.take("and")
      return reader.smallNumber()
    } ?? 0
  }

  /// A number in words up to ninety-nine.
  private mutating func smallNumber() -> Int? {
    guard let number = word().flatMap({ Self.numbers[$0] }) else { return nil }
    position += 1
    guard number >= 20 else { return number }
    let ones = attempt { reader in
      _ = reader.take(sign: "-", glued: true)
      guard let ones = reader.word().flatMap({ Self.numbers[$0] }), ones < 10 else { return nil as Int? }
      reader.position += 1
      return ones
    }
    return number + (ones ?? 0)
  }

  private static let numbers: [String: Int] = {
    let small = [
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    let all = small.enumerated().map { ($1, $0 + 1) } + tens.enumerated().map { ($1, ($0 + 2) * 10) }
    return Dictionary(uniqueKeysWithValues: all)
  }()
}

extension Duration {
  /// Reads a length of time as people write it: `40m`, `1h 20m`, `1h30`, `1.5h`, `90 min`, `half an hour`, `for 40m`;
  /// `m` is minutes.
  ///
  /// Nil for anything else. Zero is accepted; the caller decides whether it makes sense.
  /// - Parameter bareMinutes: a number without a unit means minutes, `10.5` among them.
  public init?(text: some StringProtocol, bareMinutes: Bool = false) {
    guard text.utf8.count <= TimeExpression.longestText else { return nil }
    var reader = TokenReader(text)
    _ = reader.take("for")
    let minutes = bareMinutes ? reader.whole { $0.bareMinutes() } : nil
    guard let length = minutes ?? reader.whole({ $0.duration() }) else { return nil }
    self = length
  }
}
