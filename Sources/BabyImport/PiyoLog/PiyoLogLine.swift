import BabyModel

/// The type of a line in a PiyoLog text, in Japanese, English or Chinese.
enum PiyoLogLine {
  /// Reads `2026/8/1(土)`, `Sat, Aug 1, 2026`, `Sat, 1 Aug 2026` and `2026年8月1日 周六`, also behind the app's name; nil for
  /// a month.
  static func date(_ line: String) -> LocalDate? {
    var text = line[...]
    for mark in PiyoLogBeginning.marks where text.hasPrefix(mark) { text = text.dropFirst(mark.count) }
    if let bracket = text.firstIndex(where: { $0 == "(" || $0 == "（" }) { text = text[..<bracket] }
    if let chinese = chineseDate(text) { return chinese }
    guard let day = WallTimeText(trimmed(String(text)))?.day, case .known(let date) = day else { return nil }
    return date
  }

  private static func chineseDate(_ text: Substring) -> LocalDate? {
    let parts = text.split(maxSplits: 3, omittingEmptySubsequences: false) { "年月日".contains($0) }
    guard parts.count == 4, let year = plainInteger(parts[0], digits: 4), let month = plainInteger(parts[1], digits: 2),
      let day = plainInteger(parts[2], digits: 2)
    else { return nil }
    return LocalDate(year: year, month: month, day: day)
  }

  /// Reads `ぴよこ (0歳6か月29日)` and `Eva (0y6m29d)`; nil where no name stands there.
  static func name(_ line: String) -> String? {
    guard event(line) == nil, !isTotal(line) else { return nil }
    guard line.hasSuffix(")"), let bracket = line.lastIndex(of: "(") else { return line }
    return trimmed(String(line[..<bracket]))
  }

  /// About when a child was born whose age stands behind the name: years, months and days.
  ///
  /// - Returns: the number of a day; nil where no age stands there.
  static func born(_ line: String, on date: LocalDate) -> Int? {
    guard line.hasSuffix(")"), let bracket = line.lastIndex(of: "(") else { return nil }
    let numbers = line[bracket...].split { !$0.isASCII || !$0.isNumber }.map { plainInteger($0, digits: 3) }
    guard numbers.count == 3, let years = numbers[0], let months = numbers[1], let days = numbers[2] else { return nil }
    return date.dayNumber - years * 365 - months * 30 - days
  }

  /// Reads `08:45 AM   ミルク 140ml` and `午後8:45   ミルク`.
  ///
  /// - Returns: also whether there is more than one space behind the time, as the app has it.
  static func event(_ line: String) -> (time: TimeOfDay, text: String, isFar: Bool)? {
    var rest = line[...]
    var half = takeHalf(&rest)
    let clock = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, var hour = plainInteger(parts[0], digits: 2), parts[1].utf8.count == 2,
      let minute = plainInteger(parts[1], digits: 2)
    else { return nil }
    rest = rest.dropFirst(clock.count)
    if half == nil {
      var behind = rest.drop { $0 == " " }
      half = takeHalf(&behind)
      if half != nil { rest = behind }
    }
    if let half {
      guard (0...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    guard let time = TimeOfDay(hour: hour, minute: minute), rest.first?.isWhitespace == true else { return nil }
    let text = trimmed(String(rest))
    return text.isEmpty ? nil : (time, text, rest.prefix { $0.isWhitespace }.count > 1)
  }

  /// At which hour the half of the day begins that stands here.
  private static func takeHalf(_ text: inout Substring) -> Int? {
    for (word, hour) in [("AM", 0), ("PM", 12), ("午前", 0), ("午後", 12)] where text.hasPrefix(word) {
      text = text.dropFirst(word.count)
      return hour
    }
    return nil
  }

  /// How much something was on a day: `ミルク合計　   7回 1140ml`, `Had formula 5times 1100ml`, `配方奶共  4次 180ml`.
  static func isTotal(_ line: String) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { return false }
    if first.hasSuffix("合計") || first.hasSuffix("共") || line.hasPrefix("Total ") || line.hasPrefix("Had ") {
      return true
    }
    return words.contains { word in
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      return !digits.isEmpty && ["time", "times"].contains(String(word.dropFirst(digits.count)))
    }
  }
}
