import BabyModel

/// The format of a file's dates, as far as the whole file determines it.
struct DateStyle: Hashable, Sendable {
  /// Of dates of two numbers; nil if it is unknown.
  var order: DateOrder?
  /// Whether numbers are days, as spreadsheets count them.
  var takesSerials = false
  /// Whether only some times have am or pm: `5:51` is then ambiguous.
  var mixesClocks = false
}

extension WallTimeText {
  /// - Parameter style: of the file.
  /// - Returns: nil if the day is not one, or may be either of two.
  func date(_ style: DateStyle) -> LocalDate? {
    switch day {
    case .known(let date): date
    case .serial(let date, _): style.takesSerials ? date : nil
    case .numbers(let first, let second, let year):
      switch style.order {
      case .monthDay: LocalDate(year: year, month: first, day: second)
      case .dayMonth: LocalDate(year: year, month: second, day: first)
      case .ask, nil: first == second ? LocalDate(year: year, month: first, day: second) : nil
      }
    }
  }

  /// Nil also where only a day stands there.
  func time(_ style: DateStyle) -> LocalDateTime? {
    guard let time = timeOfDay(style), let date = date(style) else { return nil }
    return LocalDateTime(date, time)
  }

  /// The time of the clock alone; nil also if it may be before noon or after it.
  func timeOfDay(_ style: DateStyle) -> TimeOfDay? {
    guard let timeOfDay, date(style) != nil else { return nil }
    let hour = timeOfDay.milliseconds / 3_600_000
    return style.mixesClocks && clock == .twentyFourHours && (1...12).contains(hour) ? nil : timeOfDay
  }
}

/// A date and a time as spreadsheets count them: days since 1899-12-30, and a fraction of a day. A file has them if its
/// cells have lost their style: `45989.604` is 2025-11-28 14:30.
struct SerialTime {
  let date: LocalDate
  /// Nil if only a day stands there.
  let timeOfDay: TimeOfDay?

  /// From 2000 to 2099.
  private static let days = 36_526...73_050
  /// Of 1970-01-01.
  private static let epoch = 25_569
  /// The longest text that is looked at, in bytes.
  private static let longest = 24
  /// Digits that tell a second, and those that tell a minute.
  private static let exact = 5
  static let minutes = 3

  /// - Returns: nil also for a fraction of a day that is too rounded to give the minute.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let parts = Self.parts(text)
    guard let days = parts.first.flatMap({ plainInteger($0, digits: 5) }), Self.days.contains(days) else { return nil }
    let day = LocalDate(dayNumber: days - Self.epoch)
    guard parts.count == 2 else {
      guard parts.count == 1 else { return nil }
      (date, timeOfDay) = (day, nil)
      return
    }
    guard let seconds = Self.seconds(parts[1]) else { return nil }
    date = seconds < 86_400 ? day : day.adding(days: 1)
    guard let time = Self.time(seconds % 86_400) else { return nil }
    timeOfDay = time
  }

  /// A time of the clock alone: `0.604`.
  static func clock(_ text: String) -> TimeOfDay? {
    secondsOfFraction(text).flatMap { $0 < 86_400 ? time($0) : nil }
  }

  /// A length of less than a day: `0.0194444`. In whole minutes.
  static func length(_ text: String) -> Int? {
    secondsOfFraction(text).map { ($0 + 30) / 60 }
  }

  private static func secondsOfFraction(_ text: String) -> Int? {
    guard text.utf8.count <= longest else { return nil }
    let parts = parts(text)
    guard parts.count == 2, parts[0] == "0", parts[1].utf8.count >= minutes else { return nil }
    return seconds(parts[1])
  }

  private static func parts(_ text: String) -> [Substring] {
    text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      .map { Substring($0) }
  }

  /// Many digits tell the second, fewer the minute. With one or two a time is only one that is a whole minute then.
  private static func seconds(_ digits: Substring) -> Int? {
    guard (1...15).contains(digits.utf8.count), let part = plainNumber("0." + digits) else { return nil }
    if digits.utf8.count >= exact { return Int((part * 86_400).rounded()) }
    let wanted = part * 1440
    let minute = wanted.rounded()
    guard digits.utf8.count >= minutes || abs(wanted - minute) < 0.001 else { return nil }
    return Int(minute) * 60
  }

  private static func time(_ seconds: Int) -> TimeOfDay? {
    TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
  }
}

/// Whether the times of a file are counted as spreadsheets do. That is certain only if all of them are: if some are
/// written otherwise, the spreadsheet may have swapped days and months in those that it understood.
struct SerialEvidence: Sendable {
  private var count = 0
  private var others = 0
  /// Whether a time is precise to the minute, and whether one may be a rounded fraction of a day.
  private var hasExact = false
  private var hasRound = false
  private(set) var first: LocalDateTime?

  mutating func add(_ date: LocalDate, _ time: TimeOfDay?, decimals: Int) {
    count += 1
    guard let time else { return }
    if first == nil { first = LocalDateTime(date, time) }
    if decimals >= SerialTime.minutes { hasExact = true }
    // Morning, noon, evening and midnight are quarters of a day.
    if time.milliseconds % 21_600_000 != 0 { hasRound = true }
  }

  mutating func addOther() { others += 1 }

  var isCertain: Bool { count > 0 && others == 0 && (hasExact || !hasRound) }
}
