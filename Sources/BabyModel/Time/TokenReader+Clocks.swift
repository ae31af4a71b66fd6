/// A clock time as it was written, without its day.
enum ClockReading: Hashable {
  /// `14:05`, `09:30`, `3pm`, `noon`; and whether the half of the day is given.
  case exact(TimeOfDay, saysHalf: Bool)
  /// `3:15`, which is what it looks like on a 24-hour clock alone.
  case eitherFormat(TimeOfDay)
  /// `at 3`, `half past three`: before noon or after it. The time before noon.
  case eitherHalf(TimeOfDay)
  /// `half 3`: half past two to some, and half past three to others.
  case eitherHour
  case midnight
}

/// A part of the day that says which half of it is meant: `this morning`, `in the evening`.
enum DayPart: String {
  case morning, afternoon, evening, night

  /// Nil for a time that is not in this part of a day: 3pm is not in the morning.
  func applied(to clock: ClockReading) -> ClockReading? {
    switch clock {
    case .midnight: return self == .night ? .exact(.midnight, saysHalf: true) : nil
    case .eitherHour: return clock
    case .exact(let time, saysHalf: true): return holds(time) ? clock : nil
    case .exact(let time, saysHalf: false) where !(1...12).contains(time.hour):
      return holds(time) ? .exact(time, saysHalf: true) : nil
    case .exact(let time, saysHalf: false), .eitherFormat(let time):
      return half(of: time.inHalf(isAfternoon: false))
    case .eitherHalf(let time): return half(of: time)
    }
  }

  private func half(of time: TimeOfDay) -> ClockReading? {
    let times = [time, time.inHalf(isAfternoon: true)].filter(holds)
    return times.count == 1 ? .exact(times[0], saysHalf: true) : nil
  }

  private func holds(_ time: TimeOfDay) -> Bool {
    switch self {
    case .morning: time.hour < 12
    case .afternoon: (12...18).contains(time.hour)
    case .evening: (16...23).contains(time.hour)
    case .night: time.hour >= 18 || time.hour < 6
    }
  }
}

extension ClockReading {
  /// Without a half of the day, an hour that both formats have may be of either.
  fileprivate var inEitherFormat: ClockReading {
    if case .exact(let time, saysHalf: false) = self, (1...12).contains(time.hour) { .eitherFormat(time) } else { self }
  }
}

extension TimeOfDay {
  /// The same on a twelve-hour clock, before noon or after it.
  func inHalf(isAfternoon: Bool) -> TimeOfDay {
    TimeOfDay(milliseconds: milliseconds % 43_200_000 + (isAfternoon ? 43_200_000 : 0))
  }
}

extension TokenReader {
  /// A clock time: `14:05`, `14:05:30`, `15.40`, `0230`, `2:30am`, `3.15pm`, `2 pm`, `noon`, `midnight`,
  /// `half past three`, `3 o'clock`, each with or without `in the morning`.
  ///
  /// - Parameter bareHour: `3`, `three` and `three thirty` are times, too.
  mutating func clock(bareHour: Bool) -> ClockReading? {
    attempt { reader in
      guard let clock = reader.plainClock(bareHour: true), let part = reader.dayPart() else { return nil }
      return part.applied(to: clock)
    } ?? attempt { $0.plainClock(bareHour: bareHour) }
  }

  /// `in the morning`, `at night`.
  private mutating func dayPart() -> DayPart? {
    if take(any: [["at", "night"]]) { return .night }
    return take(any: [["in", "the"]]) ? partOfDay() : nil
  }

  mutating func partOfDay() -> DayPart? {
    guard let part = word().flatMap(DayPart.init) else { return nil }
    position += 1
    return part
  }

  private mutating func plainClock(bareHour: Bool) -> ClockReading? {
    guard let clock = exactClock(bareHour: bareHour) else { return nil }
    // `3ish`
    _ = take("ish")
    return clock
  }

  private mutating func exactClock(bareHour: Bool) -> ClockReading? {
    if take(any: [["noon"], ["midday"], ["noonish"]]) { return .exact(.noon, saysHalf: true) }
    if take("midnight") || attempt({ $0.endOfDay() }) != nil { return .midnight }
    return attempt { $0.halfHour() } ?? attempt { $0.spokenClock() } ?? attempt { $0.digitalClock() }
      ?? attempt { $0.hour(isAllowed: bareHour) }
  }

  /// `24:00`
  private mutating func endOfDay() -> Bool? {
    guard number(digits: 2...2) == 24, take(sign: ":", glued: true), number(digits: 2...2, glued: true) == 0,
      gluedWord == nil
    else { return nil }
    return true
  }

  /// `half 3`, `half three`, each with or without am or pm.
  private mutating func halfHour() -> ClockReading? {
    guard take("half"), let hour = number(digits: 1...2) ?? spelledNumber(), (1...12).contains(hour) else { return nil }
    _ = half()
    return gluedWord == nil && takesNoUnit ? .eitherHour : nil
  }

  /// The readings of a time with `half 3` in it: with `half past 2` and with `half past 3` in its place.
  static func hoursOfHalf(in text: String) -> [String] {
    let reader = TokenReader(text)
    guard let half = reader.tokens.firstIndex(where: { $0.word == "half" }) else { return [] }
    var rest = reader
    rest.position = half + 1
    guard let hour = rest.number(digits: 1...2) ?? rest.spelledNumber() else { return [] }
    return [hour == 1 ? 12 : hour - 1, hour].map { reader.text(replacing: (half..<rest.position, "half past \($0)")) }
  }

  /// Whether the word after a number is not a unit of a length or an amount.
  private var takesNoUnit: Bool {
    guard let word = word() else { return true }
    return !["hour", "hours", "h", "hr", "hrs", "min", "mins", "minutes", "oz", "ounces", "ml"].contains(word)
  }

  /// `15h30`, `15h`, as they are written where French is spoken: a time only where one is expected.
  mutating func clockInHours() -> ClockReading? {
    guard let hour = number(digits: 1...2), gluedWord == "h" else { return nil }
    position += 1
    let minute = isGlued ? number(digits: 2...2, glued: true) : 0
    guard let minute, let time = TimeOfDay(hour: hour, minute: minute), gluedWord == nil else { return nil }
    return .exact(time, saysHalf: false)
  }

  /// `half past three`, `quarter to 5`, `ten past 3`. Ten to two is a time only in words, since `10 to 2` is a span.
  private mutating func spokenClock() -> ClockReading? {
    _ = take("a")
    let minutes: Int
    var isInWords = true
    if take("half") {
      minutes = 30
    } else if take("quarter") {
      minutes = 15
    } else if let number = number(digits: 1...2) {
      minutes = number
      isInWords = take(any: [["minutes"], ["min"], ["mins"]])
    } else if let number = spelledNumber() {
      minutes = number
      // Nine to six is a span.
      isInWords = take("minutes") || number % 5 == 0
    } else {
      return nil
    }
    let isBefore: Bool
    if take(any: [["past"], ["after"]]) {
      isBefore = false
    } else if isInWords, minutes != 30, take(any: [["to"], ["before"], ["till"]]) {
      isBefore = true
    } else {
      return nil
    }
    guard (1...59).contains(minutes) else { return nil }
    if let twelve = take(any: [["midnight"]]) ? 0 : take(any: [["noon"], ["midday"]]) ? 720 : nil {
      let time = (twelve + (isBefore ? 1440 - minutes : minutes)) % 1440
      return .exact(TimeOfDay(milliseconds: time * 60_000), saysHalf: true)
    }
    guard let hour = number(digits: 1...2) ?? spelledNumber(), (1...12).contains(hour)
    else {
      return nil
    }
    _ = take(any: [["o'clock"], ["oclock"]])
    let time = hour % 12 * 60 + (isBefore ? 720 - minutes : minutes)
    return inHalf(TimeOfDay(milliseconds: time % 720 * 60_000))
  }

  /// Digits with minutes, or with am or pm.
  private mutating func digitalClock() -> ClockReading? {
    if let number = number(digits: 3...4) {
      let isWhole = tokens[position - 1].range.count == 4
      let half = half()
      return isWhole || half != nil ? Self.reading(number / 100, number % 100, 0, half) : nil
    }
    guard let hour = number(digits: 1...2) else { return nil }
    // A twelve-hour clock is not written 09:30.
    let isPadded = hour < 10 && tokens[position - 1].range.count == 2
    if take(sign: ":", glued: true) {
      guard let minute = number(digits: 2...2, glued: true) else { return nil }
      let second = attempt { $0.take(sign: ":", glued: true) ? $0.number(digits: 2...2, glued: true) : nil }
      let reading = Self.reading(hour, minute, second ?? 0, half())
      return isPadded ? reading : reading?.inEitherFormat
    }
    if take(sign: ".", glued: true) {
      guard let minute = number(digits: 2...2, glued: true) else { return nil }
      let half = half()
      let reading = gluedWord == nil ? Self.reading(hour, minute, 0, half) : nil
      return isPadded ? reading : reading?.inEitherFormat
    }
    return half().flatMap { Self.reading(hour, 0, 0, $0) }
  }

  private mutating func hour(isAllowed: Bool) -> ClockReading? {
    if let hour = number(digits: 1...2) {
      if take(any: [["o'clock"], ["oclock"]]) { return hourReading(hour) }
      let endsHere = [",", "-", ":"].contains { next?.kind == .sign(UInt8(ascii: $0)) } || isBeforeStop
      if gluedWord == "ish" { return hourReading(hour) }
      guard isAllowed, !isGlued || endsHere && !isBeforeMinutes else { return nil }
      return hourReading(hour)
    }
    guard let hour = spelledNumber(), hour <= 12 else { return nil }
    if take(any: [["o'clock"], ["oclock"]]) { return hourReading(hour) }
    let minutes = attempt { reader in
      if reader.take(any: [["oh"]]) { return reader.spelledNumber().flatMap { $0 < 10 ? $0 : nil } }
      return reader.spelledNumber().flatMap { (10...59).contains($0) ? $0 : nil }
    }
    let clock = inHalf(TimeOfDay(milliseconds: (hour % 12 * 60 + (minutes ?? 0)) * 60_000))
    if case .exact = clock { return clock }
    return isAllowed ? clock : nil
  }

  /// A full stop that ends a sentence comes next.
  var isBeforeStop: Bool { next?.kind == .sign(UInt8(ascii: ".")) && isGlued && (peek(1)?.isSpaced ?? true) }

  /// `:75` comes next, which makes no time of an hour.
  private var isBeforeMinutes: Bool {
    guard next?.kind == .sign(UInt8(ascii: ":")), let minutes = peek(1), !minutes.isSpaced else { return false }
    if case .number = minutes.kind { return true }
    return false
  }

  private mutating func hourReading(_ hour: Int) -> ClockReading? {
    switch hour {
    case 1...12: inHalf(TimeOfDay(milliseconds: hour % 12 * 3_600_000))
    default: TimeOfDay(hour: hour, minute: 0).map { .exact($0, saysHalf: false) }
    }
  }

  /// A time before noon with the half of the day that follows.
  private mutating func inHalf(_ time: TimeOfDay) -> ClockReading {
    half().map { .exact(time.inHalf(isAfternoon: $0), saysHalf: true) } ?? .eitherHalf(time)
  }

  /// `am`, `p.m.`, or the `p` of `8:10p`: whether it is after noon.
  private mutating func half() -> Bool? {
    switch word() {
    case "am", "pm":
      defer { position += 1 }
      return word() == "pm"
    case "a", "p":
      let isAfternoon = word() == "p"
      let isGlued = isGlued
      return attempt { reader in
        reader.position += 1
        if reader.take(sign: ".", glued: true) {
          guard reader.gluedWord == "m" else { return nil }
          reader.position += 1
          _ = reader.take(sign: ".", glued: true)
          return isAfternoon
        }
        return isGlued ? isAfternoon : nil
      }
    default: return nil
    }
  }

  private static func reading(_ hour: Int, _ minute: Int, _ second: Int, _ isAfternoon: Bool?) -> ClockReading? {
    guard let isAfternoon else {
      return TimeOfDay(hour: hour, minute: minute, second: second).map { .exact($0, saysHalf: false) }
    }
    guard (1...12).contains(hour), let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
    return .exact(time.inHalf(isAfternoon: isAfternoon), saysHalf: true)
  }
}
