/// A day of the proleptic Gregorian calendar, without a zone.
public struct LocalDate: Hashable, Sendable {
  /// On a wall clock: a day on which the clocks change has more or fewer.
  package static var millisecondsPerDay: Int64 { 86_400_000 }

  /// 1 to 9999; calculations with days can go beyond.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Nil for a day that the calendar does not have, or a year outside 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `2026-11-21`. Nil for any other form.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    let date = text.withUTF8 { bytes -> LocalDate? in
      var reader = TextReader(bytes: bytes)
      guard let date = reader.date(), reader.isAtEnd else { return nil }
      return date
    }
    guard let date else { return nil }
    self = date
  }

  /// Days since 1970-01-01.
  public var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// - Parameter dayNumber: days since 1970-01-01.
  public init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date this many days later; earlier if negative.
  public func adding(days: Int) -> LocalDate { LocalDate(dayNumber: dayNumber + days) }

  /// 0 is Monday, 6 is Sunday.
  public var weekday: Int { (dayNumber + 3).flooredRemainder(by: 7) }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension LocalDate: Comparable {
  public static func < (a: Self, b: Self) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}

extension LocalDate: CustomStringConvertible {
  /// `2026-11-21`
  public var description: String {
    // No calendar that is kept here has longer years.
    guard (0...9999).contains(year) else { return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
    return String(unsafeUninitializedCapacity: 10) { buffer in
      var writer = TextWriter(buffer: buffer)
      writer.put(self)
      return writer.position
    }
  }
}

/// A clock time from 00:00 to 23:59:59.999, without a day or a zone.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Since midnight: 0..<86,400,000.
  public let milliseconds: Int

  public static let midnight = TimeOfDay(milliseconds: 0)
  public static let noon = TimeOfDay(milliseconds: 43_200_000)

  /// - Parameter milliseconds: since midnight, 0..<86,400,000.
  init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Nil outside 00:00:00...23:59:59.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
  }

  /// Reads `07:30`. Nil for any other form.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    let digits = text.withUTF8 { bytes -> [Int]? in
      guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
      let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 0x30 }
      return digits.contains { !(0...9).contains($0) } ? nil : digits
    }
    guard let digits else { return nil }
    self.init(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3])
  }

  public var hour: Int { milliseconds / 3_600_000 }
  public var minute: Int { milliseconds / 60_000 % 60 }
  public var second: Int { milliseconds / 1000 % 60 }

  public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }
}

extension TimeOfDay: CustomStringConvertible {
  /// `07:30`
  public var description: String { "\(padded(hour, 2)):\(padded(minute, 2))" }
}

/// A date and a time of day, without a zone.
public struct LocalDateTime: Hashable, Comparable, Sendable {
  public var date: LocalDate
  public var time: TimeOfDay

  public init(_ date: LocalDate, _ time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Milliseconds since 1970-01-01T00:00 on the same wall clock.
  var wallMilliseconds: Int64 { Int64(date.dayNumber) * LocalDate.millisecondsPerDay + Int64(time.milliseconds) }

  init(wallMilliseconds: Int64) {
    date = LocalDate(dayNumber: Int(wallMilliseconds.flooredQuotient(by: LocalDate.millisecondsPerDay)))
    time = TimeOfDay(milliseconds: Int(wallMilliseconds.flooredRemainder(by: LocalDate.millisecondsPerDay)))
  }

  /// What the same wall clock shows that many hours later, if it does not change.
  public func adding(hours: Int) -> LocalDateTime {
    LocalDateTime(wallMilliseconds: wallMilliseconds + Int64(hours) * 3_600_000)
  }

  public static func < (a: Self, b: Self) -> Bool { a.wallMilliseconds < b.wallMilliseconds }
}

extension BinaryInteger {
  func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  func flooredRemainder(by divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

/// A number, padded to a minimum number of digits.
///
/// Digit by digit: clock times are in nearly every line, and the library resolves at run time how to write a number.
func padded(_ number: Int, _ width: Int) -> String {
  guard number >= 0 else { return String(number) }
  var (digits, rest) = (1, number)
  while rest >= 10 { (digits, rest) = (digits + 1, rest / 10) }
  return String(unsafeUninitializedCapacity: max(digits, width)) { buffer in
    var writer = TextWriter(buffer: buffer)
    writer.put(number, digits: max(digits, width))
    return writer.position
  }
}

extension LocalDate {
  /// The day that people name: `2026-01-31`, `Jan 31 2026`, `31 January`, `31.1.2026`, `1/31/2026`, `yesterday`,
  /// `3 weeks ago`.
  ///
  /// - Parameter today: where it is named; of a day without its year the nearest is meant.
  /// - Throws: `BabyError.timeNotUnderstood` for what is not a day; `.timeUnclear` for `3/1/2026` while no order of dates
  ///   is set.
  public init(said text: String, today: LocalDate, order: DateOrder) throws(BabyError) {
    if let date = LocalDate(text) ?? LocalDate(dotted: text) {
      self = date
      return
    }
    var reader = TokenReader(text.prefix(TimeExpression.longestText))
    guard text.utf8.count <= TimeExpression.longestText, let day = reader.whole({ $0.day() })?.day else {
      throw .timeNotUnderstood(text)
    }
    let dates = try order.dates(of: day, from: today, text)
    guard let date = dates.min(by: { abs($0.dayNumber - today.dayNumber) < abs($1.dayNumber - today.dayNumber) }) else {
      throw .timeNotUnderstood(text)
    }
    self = date
  }

  /// `31.1.2026`: where dates are written with dots, the day comes first.
  private init?(dotted text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, parts[2].count == 4, let day = Int(parts[0]),
      let month = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
