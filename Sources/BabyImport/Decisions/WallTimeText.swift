import BabyModel

/// A date and a clock time as an app writes them, before it is known which number is the day and which the month:
/// `12/9/20 8:01 PM`, `1/1/2021 19:12`, `2021-01-09 19:12:30`, `9.1.21, 19:12`, `Jan 9, 2021 7:12 PM`, `9. Jan. 2021
/// 19:12`, `2021-01-09T19:12:30.000`, `9.1.2021 19.12`, `9/1/2021 7:12 p. m.`, `2021. 1. 9. 오후 7:12`,
/// `20210109T191230`, `44205.8`.
struct WallTimeText: Hashable {
  enum Day: Hashable {
    /// Written with the year first or with the month's name.
    case known(LocalDate)
    /// Two numbers, either of which may be the month.
    case numbers(Int, Int, year: Int)
    /// A number of days, and how many digits behind it tell the time.
    case serial(LocalDate, decimals: Int)
  }

  enum Clock: Hashable { case twelveHours, twentyFourHours }

  /// The longest text that is looked at, in bytes.
  private static let limit = 48

  let day: Day
  /// Nil if only a day stands there.
  let timeOfDay: TimeOfDay?
  let clock: Clock?

  init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    if let serial = SerialTime(text) {
      let decimals = serial.timeOfDay == nil ? 0 : text.utf8.count - 6
      (day, timeOfDay, clock) = (.serial(serial.date, decimals: decimals), serial.timeOfDay, nil)
      return
    }
    var words = Self.words(of: text)
    // ISO has a T between them.
    if let first = words.first, first.first?.isNumber == true, let mark = first.firstIndex(of: "t"),
      first[..<mark].contains("-") || first[..<mark].utf8.count == 8
    {
      words.replaceSubrange(0...0, with: [String(first[..<mark]), String(first[first.index(after: mark)...])])
    }
    guard let day = Self.takeBasicDay(&words) ?? Self.takeDay(&words) else { return nil }
    self.day = day
    if words.isEmpty {
      (timeOfDay, clock) = (nil, nil)
    } else {
      guard let (time, clock) = Self.takeTime(&words), words.isEmpty else { return nil }
      (timeOfDay, self.clock) = (time, clock)
    }
  }

  /// A clock time without a day, on an arbitrary day. It has a colon, because `7.30` is more likely a number, or is a
  /// fraction of a day: `0.3125`.
  init?(clock text: String) {
    let isPart = SerialTime.clock(text) != nil
    guard isPart || text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    self.init(isPart ? "36526" + text.dropFirst() : "2000-01-01 " + text)
  }

  private static func words(of text: String) -> [String] {
    // Most times have no other signs than these; asking Unicode takes several times as long as all the rest.
    guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      let seen = spelledOut(withoutFormats(text))
      return joiningNoons(seen.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() })
    }
    return joiningNoons(
      text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }.map { Substring($0).lowercased() })
  }

  /// `p. m.` as one word.
  private static func joiningNoons(_ words: [String]) -> [String] {
    guard words.count > 2, words.last == "m.", let half = words.dropLast().last, noons[half + "m."] != nil else {
      return words
    }
    return words.dropLast(2) + [half + "m."]
  }

  /// The signs of the East of Asia as others write them: `2021-1-9 pm 7:12` of `2021年1月9日 下午7:12`.
  private static func spelledOut(_ text: String) -> String {
    var spelled = ""
    for letter in text {
      switch letter {
      case "年", "월", "月", "년": spelled += "-"
      case "日", "일": spelled += " "
      default: spelled.append(letter)
      }
    }
    for (word, half) in easternNoons { spelled = spelled.replacing(word, with: half) }
    return spelled.replacing("- ", with: "-")
  }

  private static let easternNoons = [
    ("上午", " am "), ("午前", " am "), ("오전", " am "), ("下午", " pm "), ("午後", " pm "), ("오후", " pm "),
  ]

  /// The parts between signs of ASCII, also empty ones.
  private static func parts(of word: some StringProtocol, at separator: Unicode.Scalar) -> [Substring] {
    String(word).utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  // MARK: The day

  /// `20210109`, and the time behind it without colons, too: `191230`.
  private static func takeBasicDay(_ words: inout [String]) -> Day? {
    guard let digits = words.first, digits.utf8.count == 8, let year = plainInteger(digits.prefix(4), digits: 4),
      (1990...2099).contains(year), let month = plainInteger(digits.dropFirst(4).prefix(2), digits: 2),
      let day = plainInteger(digits.suffix(2), digits: 2), let date = LocalDate(year: year, month: month, day: day)
    else { return nil }
    words.removeFirst()
    if let time = words.first {
      let count = time.utf8.prefix { (0x30...0x39).contains($0) }.count
      if count == 4 || count == 6 {
        let parts = stride(from: 0, to: count, by: 2).map { String(time.dropFirst($0).prefix(2)) }
        words[0] = parts.joined(separator: ":") + time.dropFirst(count)
      }
    }
    return .known(date)
  }

  private static func takeDay(_ words: inout [String]) -> Day? {
    if words.count > 1, weekdays.contains(words[0].hasSuffix(".") ? String(words[0].dropLast()) : words[0]) {
      var rest = Array(words.dropFirst())
      if let day = takeDay(&rest) {
        words = rest
        return day
      }
    }
    guard let first = words.first else { return nil }
    for separator: Unicode.Scalar in ["/", "-", "."] {
      var parts = parts(of: first, at: separator)
      // `2021.1.9.`
      if parts.count == 4, separator == ".", parts[3].isEmpty { parts.removeLast() }
      guard parts.count == 3 else { continue }
      words.removeFirst()
      return day(of: parts)
    }
    if let day = takeSpacedDay(&words) { return day }
    return takeNamedDay(&words)
  }

  /// `9. 1. 2021`, `2021. 1. 9.`
  private static func takeSpacedDay(_ words: inout [String]) -> Day? {
    guard words.count >= 3, words[0].hasSuffix("."), words[1].hasSuffix("."), words[1].first?.isNumber == true else {
      return nil
    }
    let last = words[2].hasSuffix(".") ? words[2].dropLast() : words[2][...]
    let parts = [words[0].dropLast(), words[1].dropLast(), last]
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

  /// `jan 9 2021`, `9 jan 2021`, `9 de enero de 2021`, `9th of january 2021`
  private static func takeNamedDay(_ words: inout [String]) -> Day? {
    words.removeAll { $0 == "de" || $0 == "of" }
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

  /// `9`, `9.`, `9th`
  private static func dayNumber(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    return ["", ".", "st", "nd", "rd", "th"].contains(text[digits.endIndex...]) ? plainInteger(digits, digits: 2) : nil
  }

  /// A year of this century, where two digits stand for it.
  private static func year(_ text: Substring) -> Int? {
    guard text.utf8.count == 2 || text.utf8.count == 4, let year = plainInteger(text, digits: 4) else { return nil }
    return text.utf8.count == 2 ? 2000 + year : year
  }

  /// - Returns: nil also for what two languages begin different months with.
  private static func month(_ text: Substring) -> Int? {
    let name = text.hasSuffix(".") ? text.dropLast() : text
    guard name.count >= 3 else { return nil }
    let found = months.indices.filter { month in months[month].contains { $0.hasPrefix(name) } }
    return found.count == 1 ? found[0] + 1 : nil
  }

  // MARK: The clock

  /// `8:01 pm`, `8:01pm`, `19:12`, `19:12:30`, `8:01:05 p.m.`, `pm 8:01`, `19.12`, `19h12`
  private static func takeTime(_ words: inout [String]) -> (TimeOfDay, Clock)? {
    if let first = words.first, ["at", "-", "–", "um", "kl.", "klo", "à"].contains(first) { words.removeFirst() }
    if words.last == "uhr" { words.removeLast() }
    if words.count == 2, noons[words[0]] != nil { words.swapAt(0, 1) }
    guard let first = words.first.map(withColons) else { return nil }
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

  /// A time whose parts other signs part: `19.12.30`, `19h12`.
  private static func withColons(_ word: String) -> String {
    guard !word.utf8.contains(UInt8(ascii: ":")) else { return word }
    let time = word.utf8.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "h") }
    let parts = time.split(omittingEmptySubsequences: false) { !(0x30...0x39).contains($0) }
    guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return word }
    let rest = Substring(word.utf8.dropFirst(time.count))
    return parts.map { String(Substring($0)) }.joined(separator: ":") + rest
  }

  /// At which hour the half of the day begins that a time is of.
  private static let noons = ["am": 0, "pm": 12, "a.m.": 0, "p.m.": 12, "a": 0, "p": 12]
  /// Days of the week, in English, German, French, Spanish, Italian and Dutch.
  private static let weekdays = Set(
    """
    mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday mo montag di \
    dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag lun lundi mar mardi mer mercredi jeu \
    jeudi ven vendredi sam samedi dim dimanche lunes martes mié miércoles jue jueves vie viernes sáb sábado dom domingo \
    lunedì martedì mercoledì gio giovedì venerdì sabato domenica ma maandag dinsdag wo woensdag donderdag vr vrijdag za \
    zaterdag zo zondag
    """.split(separator: " ").map(String.init))
  /// In English, German, French, Spanish, Italian, Portuguese, Dutch and the languages of Scandinavia.
  private static let months = [
    ["january", "januar", "janvier", "enero", "gennaio", "janeiro"],
    ["february", "februar", "février", "fevrier", "febrero", "febbraio", "fevereiro"],
    ["march", "märz", "maerz", "mrz", "mars", "marzo", "março", "maart", "mrt", "marts"],
    ["april", "avril", "abril", "aprile"],
    ["may", "mai", "mayo", "maggio", "maio", "mei", "maj"],
    ["june", "juni", "juin", "junio", "giugno", "junho"],
    ["july", "juli", "juillet", "julio", "luglio", "julho"],
    ["august", "août", "aout", "agosto", "augustus", "augusti"],
    ["september", "septembre", "septiembre", "settembre", "setembro"],
    ["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    ["november", "novembre", "noviembre", "novembro"],
    ["december", "dezember", "décembre", "decembre", "diciembre", "dicembre", "dezembro", "desember"],
  ]
}
