/// A point in time as it was read.
struct PointReading {
  var expression: TimeExpression
  /// The half of the day is given, or not needed.
  var saysHalf = true
  /// It was written with am or pm, so that another time without them might be either.
  var isTwelveHour = false

  /// It may be before or after noon, compared with another time that has am or pm.
  var lacksHalf: Bool {
    guard !saysHalf else { return false }
    switch expression {
    case .clock(let time, _): return (1...12).contains(time.hour)
    case .eitherHalf, .eitherFormat: return true
    default: return false
    }
  }
}

extension TokenReader {
  /// A point in time: `now`, `20m ago`, `-20m`, `2:30am`, `at 3`, `yesterday at 22:10`, `10:30 last night`.
  ///
  /// - Parameter bareHour: `3` is a time without `at`, too.
  mutating func point(bareHour: Bool = false) -> PointReading? {
    let point =
      attempt { $0.relativePoint().map { PointReading(expression: $0) } }
      ?? attempt { $0.dayOfClock(bareHour: bareHour) } ?? attempt { $0.clockOfDay(bareHour: bareHour) }
    if point != nil, isBeforeStop { position += 1 }
    return point
  }

  private mutating func relativePoint() -> TimeExpression? {
    if take(any: [["now"], ["just", "now"], ["right", "now"]]) { return .now }
    if let instant = attempt({ $0.instant() }) { return .instant(instant) }
    if take(sign: "-") { return isGlued ? duration().map { .ago($0) } : nil }
    if let days = attempt({ $0.daysAgo() }) {
      // `2 days ago at 14:00` is a clock time of that day.
      guard attempt({ $0.clockAfterDay() }) == nil else { return nil }
      return .sameTime(daysAgo: days)
    }
    _ = take(any: Self.about) || take(sign: "~")
    guard let duration = attempt({ $0.shownDuration() }) ?? duration(), take("ago") else { return nil }
    return .ago(duration)
  }

  /// `1:20`, as clocks show a length, where `ago` says that it is one.
  private mutating func shownDuration() -> Duration? {
    guard let hours = number(digits: 1...2), take(sign: ":", glued: true),
      let minutes = number(digits: 2...2, glued: true),
      minutes < 60, word() == "ago"
    else { return nil }
    return .minutes(hours * 60 + minutes)
  }

  /// RFC 3339 without spaces, and ISO 8601 without seconds.
  private mutating func instant() -> Instant? {
    guard let first = next, case .number = first.kind, first.range.count == 4 else { return nil }
    var end = position + 1
    // It has at most 16 tokens.
    while end < min(tokens.count, position + 17), !tokens[end].isSpaced { end += 1 }
    let text = text(of: position..<end)
    guard let instant = Instant(rfc3339: text) ?? Self.instantWithoutSeconds(text) else { return nil }
    position = end
    return instant
  }

  /// `2026-11-14t22:10z`. Only with a `T`, since `2026-11-14 22:10-05:40` is a span.
  private static func instantWithoutSeconds(_ text: String) -> Instant? {
    let separator = text.dropFirst(10).first
    guard separator == "t" || separator == "T", text.utf8.count > 16 else { return nil }
    return Instant(rfc3339: text.prefix(16) + ":00" + text.dropFirst(16))
  }

  /// Words before an approximate time or amount.
  static let about = [
    ["about"], ["around"], ["approx"], ["approximately"], ["roughly"], ["almost"], ["nearly"], ["ca"],
    ["like"],
  ]

  private mutating func takeAt() -> Bool {
    take(any: [["at", "about"], ["at", "around"], ["at"], ["around"], ["about"], ["by"]]) || take(sign: "@")
      || take(sign: "~")
  }

  private mutating func clockAfterDay() -> ClockReading? {
    _ = take(sign: ",", glued: true)
    guard takeAt() else { return clock(bareHour: false) }
    return attempt { $0.clockInHours() } ?? clock(bareHour: true)
  }

  /// The day first: `yesterday at 22:10`, `this morning at 7`, `Nov 3 14:00`.
  private mutating func dayOfClock(bareHour: Bool) -> PointReading? {
    let isISO = beginsISODate
    guard let (day, part) = day() else { return nil }
    // In the part of a day that is named, and at night, an hour alone says enough.
    let isBareHour = bareHour || part != nil || day == .lastNight
    let isPadded = isISO && beginsPaddedClock
    guard let clock = attempt({ $0.clockAfterDay() }) ?? (isBareHour ? clock(bareHour: true) : nil) else { return nil }
    return Self.point(isPadded ? clock.asWritten : clock, on: day, part)
  }

  /// `2026-11-14`: the only day that begins with four digits.
  private var beginsISODate: Bool {
    guard let date = word() == "on" || word() == "at" ? peek(1) : next, case .number = date.kind else { return false }
    return date.range.count == 4
  }

  /// `10:00`, with `at` before it or not: two digits and a colon, as clock times are written beside such a date.
  private var beginsPaddedClock: Bool {
    var rest = self
    _ = rest.take(sign: ",", glued: true)
    _ = rest.takeAt()
    return rest.number(digits: 2...2) != nil && rest.take(sign: ":", glued: true)
  }

  /// The clock first: `22:10 yesterday`, `at 7 this morning`, `3pm`.
  private mutating func clockOfDay(bareHour: Bool) -> PointReading? {
    let saysAt = takeAt()
    let isBareHour = saysAt || bareHour
    let isPadded = beginsPaddedClock
    // An hour alone is one where a day follows it.
    let clockOnly = (saysAt ? attempt { $0.clockInHours() } : nil) ?? attempt { $0.clock(bareHour: isBareHour) }
    if let clockOnly {
      let isISO = beginsISODate
      guard let (day, part) = attempt({ $0.day() }) else { return Self.point(clockOnly, on: .latest, nil) }
      return Self.point(isPadded && isISO ? clockOnly.asWritten : clockOnly, on: day, part)
    }
    guard let clock = clock(bareHour: true), let (day, part) = day() else { return nil }
    return Self.point(clock, on: day, part)
  }

  private static func point(_ clock: ClockReading, on day: TimeExpression.Day, _ part: DayPart?) -> PointReading? {
    if day == .lastNight, clock != .eitherHour {
      guard let time = clock.timeInNight else { return nil }
      return PointReading(expression: .clock(time, on: .lastNight))
    }
    guard let clock = part.map({ $0.applied(to: clock) }) ?? clock else { return nil }
    switch clock {
    case .exact(let time, let saysHalf):
      return PointReading(
        expression: .clock(time, on: day), saysHalf: saysHalf, isTwelveHour: saysHalf && part == nil)
    case .eitherFormat(let time): return PointReading(expression: .eitherFormat(time, on: day), saysHalf: false)
    case .eitherHalf(let time): return PointReading(expression: .eitherHalf(time, on: day), saysHalf: false)
    case .eitherHour: return PointReading(expression: .eitherHour(on: day))
    case .midnight: return PointReading(expression: day == .latest ? .clock(.midnight, on: day) : .midnight(of: day))
    }
  }
}

/// Two parsed points in time, with their texts.
struct SpanReading {
  let from: TimeText
  let to: TimeText
  /// How long clocks show it to be, where both are times of a clock: the same for each half of the day that may be meant.
  let length: Duration?
}

extension TokenReader {
  /// From when to when: `22:10-05:40`, `yesterday 22:10 to 5:40`, `from 2 to 3`, `between 9 and 10pm`.
  mutating func span() -> SpanReading? {
    attempt { reader in
      let isBetween = reader.take("between")
      let isFrom = isBetween || reader.take("from")
      let first = reader.position
      // The hour of `2-3pm` counts too, so that the error can show how to write it.
      guard var from = reader.point(bareHour: isFrom) ?? reader.point(bareHour: true) else { return nil }
      var middle = reader.position
      var saysTo = isBetween && reader.take("and") || reader.takeTo()
      if !saysTo, isFrom {
        // `from ten to two`, which could be a time as well
        reader.position = first
        guard let hour = reader.spelledHour() else { return nil }
        (from, middle) = (hour, reader.position)
        saysTo = reader.takeTo()
      }
      guard saysTo else { return nil }
      let second = reader.position
      guard let to = reader.point(bareHour: true) else { return nil }
      let texts = (reader.text(of: first..<middle), reader.text(of: second..<reader.position))
      // `2-3` alone might be anything.
      if !isFrom, case .eitherHalf(_, on: .latest) = from.expression, !to.saysHalf,
        reader.tokens[first].word != "at", !texts.1.utf8.contains(UInt8(ascii: ":"))
      {
        return nil
      }
      let (start, end) = Self.settled(from, to)
      return SpanReading(
        from: TimeText(texts.0, start), to: TimeText(texts.1, end), length: Self.length(from: start, to: end))
    }
  }

  /// `ten`, as an hour.
  private mutating func spelledHour() -> PointReading? {
    guard let hour = spelledNumber(), (1...12).contains(hour) else { return nil }
    let time = TimeOfDay(milliseconds: hour % 12 * 3_600_000)
    return PointReading(expression: .eitherHalf(time, on: .latest), saysHalf: false)
  }

  private mutating func takeTo() -> Bool { take(any: [["to"], ["until"], ["till"], ["til"]]) || take(sign: "-") }

  /// If only one of two times has am or pm, the other is the one less than twelve hours away.
  private static func settled(_ from: PointReading, _ to: PointReading) -> (TimeExpression, TimeExpression) {
    guard let (start, startDay) = from.expression.shown, let (end, endDay) = to.expression.shown else {
      return (from.expression, to.expression)
    }
    switch (from.lacksHalf, to.lacksHalf) {
    case (true, false) where to.isTwelveHour:
      let isMorning = start.inHalf(isAfternoon: false).isWithinHalfADay(before: end)
      return (.clock(start.inHalf(isAfternoon: !isMorning), on: startDay), to.expression)
    case (false, true) where from.isTwelveHour:
      let isMorning = start.isWithinHalfADay(before: end.inHalf(isAfternoon: false))
      return (from.expression, .clock(end.inHalf(isAfternoon: !isMorning), on: endDay))
    default: return (from.expression, to.expression)
    }
  }

  /// Less than a day; of times that may be before noon as well as after it, less than half a day.
  private static func length(from: TimeExpression, to: TimeExpression) -> Duration? {
    guard let (start, _) = from.shown, let (end, _) = to.shown else { return nil }
    var round = 86_400_000
    for case .eitherHalf in [from, to] { round = 43_200_000 }
    return .milliseconds((end.milliseconds - start.milliseconds).flooredRemainder(by: round))
  }
}

extension Token {
  var word: String { if case .word(let word) = kind { word } else { "" } }
}

extension ClockReading {
  /// Beside an ISO date `10:00` is the time of a 24-hour clock that it looks like, whichever clock a family reads.
  fileprivate var asWritten: ClockReading {
    if case .eitherFormat(let time) = self { .exact(time, saysHalf: true) } else { self }
  }

  /// The time in a night, from 18:00 to 6:00: half past nine in the morning is not last night, so `9:30` without am or
  /// pm is 21:30. Nil for a time outside the night.
  fileprivate var timeInNight: TimeOfDay? {
    switch self {
    case .midnight: .midnight
    case .eitherHour: nil
    case .eitherHalf(let time): time.inNight
    case .eitherFormat(let time): time.inHalf(isAfternoon: false).inNight
    case .exact(let time, let saysHalf):
      switch time.hour {
      case 18...23, 0...5: time
      case 6...11 where !saysHalf: time.inHalf(isAfternoon: true)
      default: nil
      }
    }
  }
}

extension TimeExpression {
  /// The clock time and its day; nil if it is not a clock time.
  fileprivate var shown: (TimeOfDay, Day)? {
    switch self {
    case .clock(let time, let day), .eitherFormat(let time, let day), .eitherHalf(let time, let day): (time, day)
    default: nil
    }
  }
}

extension TimeOfDay {
  fileprivate func isWithinHalfADay(before other: TimeOfDay) -> Bool {
    (other.milliseconds - milliseconds).flooredRemainder(by: 86_400_000) < 43_200_000
  }

  /// A time before noon on a twelve-hour clock as one of a night.
  fileprivate var inNight: TimeOfDay { hour < 6 ? self : inHalf(isAfternoon: true) }
}
