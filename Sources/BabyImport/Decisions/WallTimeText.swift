import BabyModel

/// A date and a time of the clock as an app writes them, before anybody knows which number is the day and which the
/// month: `12/9/20 8:01 PM`, `1/1/2021 19:12`, `2021-01-09 19:12:30`, `9.1.21, 19:12`, `Jan 9, 2021 7:12 PM`,
/// `9. Jan. 2021 19:12`, `2021-01-09T19:12:30.000`.
struct WallTimeText: Hashable {
  enum Day: Hashable {
    /// Written with the year first or with the month's name.
    case known(LocalDate)
    /// Two numbers, either of which may be the month.
    case numbers(Int, Int, year: Int)
  }

  enum Clock: Hashable { case twelveHours, twentyFourHours }

  /// The longest text that is looked at, in bytes.
  private static let limit = 48

  let day: Day
  /// Nil where only a day stands there.
  let timeOfDay: TimeOfDay?
  let clock: Clock?

  init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    var words = Self.words(of: text)
    // ISO has a T between them.
    if let first = words.first, first.first?.isNumber == true, let mark = first.firstIndex(of: "t"),
      first[..<mark].contains("-")
    {
      words.replaceSubrange(0...0, with: [String(first[..<mark]), String(first[first.index(after: mark)...])])
    }
    guard let day = Self.takeDay(&words) else { return nil }
    self.day = day
    if words.isEmpty {
      (timeOfDay, clock) = (nil, nil)
    } else {
      guard let (time, clock) = Self.takeTime(&words), words.isEmpty else { return nil }
      (timeOfDay, self.clock) = (time, clock)
    }
  }

  /// - Parameter order: of the file; nil where nobody knows it.
  /// - Returns: nil where the day is not one, or may be either of two.
  func date(_ order: DateOrder?) -> LocalDate? {
    switch day {
    case .known(let date): date
    case .numbers(let first, let second, let year):
      switch order {
      case .monthDay: LocalDate(year: year, month: first, day: second)
      case .dayMonth: LocalDate(year: year, month: second, day: first)
      case .ask, nil: first == second ? LocalDate(year: year, month: first, day: second) : nil
      }
    }
  }

  /// Nil also where only a day stands there.
  func time(_ order: DateOrder?) -> LocalDateTime? {
    guard let timeOfDay, let date = date(order) else { return nil }
    return LocalDateTime(date, timeOfDay)
  }

  private static func words(of text: String) -> [String] {
    // Most times have no other signs than these; asking Unicode takes several times as long as all the rest.
    guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      return text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
    }
    return text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }.map { Substring($0).lowercased() }
  }

  /// The parts between signs of ASCII, also empty ones.
  private static func parts(of word: some StringProtocol, at separator: Unicode.Scalar) -> [Substring] {
    String(word).utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  // MARK: The day

  private static func takeDay(_ words: inout [String]) -> Day? {
    guard let first = words.first else { return nil }
    for separator: Unicode.Scalar in ["/", "-", "."] {
      let parts = parts(of: first, at: separator)
      guard parts.count == 3 else { continue }
      words.removeFirst()
      return day(of: parts)
    }
    if let day = takeSpacedDay(&words) { return day }
    return takeNamedDay(&words)
  }

  /// `9. 1. 2021`
  private static func takeSpacedDay(_ words: inout [String]) -> Day? {
    guard words.count >= 3, words[0].hasSuffix("."), words[1].hasSuffix("."), words[1].first?.isNumber == true else {
      return nil
    }
    let parts = [words[0].dropLast(), words[1].dropLast(), words[2][...]]
    guard let day = day(of: parts) else { return nil }
    words.removeFirst(3)
    return day
  }

  private static func day(of parts: [Substring]) -> Day? {
    if parts[0].utf8.count == 4 {
      guard let year = plainInteger(parts[0], digits: 4), let month = plainInteger(parts[1], digits: 2),
        let day = plainInteger(parts[2], digits: 2)
      else { return nil }
      return LocalDate(year: year, month: month, day: day).map(Day.known)
    }
    guard let year = year(parts[2]), let one = plainInteger(parts[0], digits: 2) else { return nil }
    if let month = month(parts[1]) { return LocalDate(year: year, month: month, day: one).map(Day.known) }
    guard let two = plainInteger(parts[1], digits: 2), (1...31).contains(one), (1...31).contains(two),
      min(one, two) <= 12
    else { return nil }
    return .numbers(one, two, year: year)
  }

  /// `jan 9 2021`, `9 jan 2021`, `sat jan 9 2021`
  private static func takeNamedDay(_ words: inout [String]) -> Day? {
    if let first = words.first, weekdays.contains(String(first.prefix(3))) { words.removeFirst() }
    guard words.count >= 3, let year = year(words[2][...]) else { return nil }
    let date: LocalDate?
    if let month = month(words[0][...]), let day = dayNumber(words[1]) {
      date = LocalDate(year: year, month: month, day: day)
    } else if let day = dayNumber(words[0]), let month = month(words[1][...]) {
      date = LocalDate(year: year, month: month, day: day)
    } else {
      date = nil
    }
    words.removeFirst(3)
    return date.map(Day.known)
  }

  /// `9`, `9.`
  private static func dayNumber(_ text: String) -> Int? {
    plainInteger(text.hasSuffix(".") ? text.dropLast() : text[...], digits: 2)
  }

  /// A year of this century, where two digits stand for it.
  private static func year(_ text: Substring) -> Int? {
    guard text.utf8.count == 2 || text.utf8.count == 4, let year = plainInteger(text, digits: 4) else { return nil }
    return text.utf8.count == 2 ? 2000 + year : year
  }

  private static func month(_ text: Substring) -> Int? {
    let name = text.hasSuffix(".") ? text.dropLast() : text
    guard name.utf8.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  // MARK: The clock

  /// `8:01 pm`, `8:01pm`, `19:12`, `19:12:30`, `8:01:05 p.m.`
  private static func takeTime(_ words: inout [String]) -> (TimeOfDay, Clock)? {
    if words.first == "at" { words.removeFirst() }
    guard let first = words.first else { return nil }
    words.removeFirst()
    let digits = Substring(first.utf8.prefix { (0x30...0x3a).contains($0) })
    var half = String(first.utf8.dropFirst(digits.utf8.count)) ?? ""
    // Parts of a second are behind a point: no app counts them.
    if half.first == ".", half.utf8.count > 1, half.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) {
      half = ""
    }
    if half.isEmpty, let next = words.first, noons[next] != nil { half = words.removeFirst() }
    let parts = parts(of: digits, at: ":")
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      let hour = plainInteger(parts[0], digits: 2), let minute = plainInteger(parts[1], digits: 2)
    else { return nil }
    var second = 0
    if parts.count == 3 {
      guard let last = plainInteger(parts[2], digits: 2) else { return nil }
      second = last
    }
    if half.isEmpty {
      return TimeOfDay(hour: hour, minute: minute, second: second).map { ($0, .twentyFourHours) }
    }
    guard let noon = noons[half], (1...12).contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + noon, minute: minute, second: second).map { ($0, .twelveHours) }
  }

  /// At which hour the half of the day begins that a time is of.
  private static let noons = ["am": 0, "pm": 12, "a.m.": 0, "p.m.": 12]
  private static let weekdays: Set = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
}
