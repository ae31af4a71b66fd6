import BabyModel

/// The text after the app's word in an event of a PiyoLog text, parsed piece by piece from its beginning. The remainder
/// is the note.
struct PiyoLogText {
  private(set) var rest: Substring
  /// The app's word, by which a value is named that cannot be read.
  private let word: String
  /// Text after wide space is a note.
  private var isNoteAlone = false

  init(_ rest: Substring, behind word: String) {
    self.rest = rest
    self.word = word
    goOn(to: rest)
  }

  private mutating func goOn(to behind: Substring) {
    rest = behind.drop { $0.isWhitespace }
    isNoteAlone = isNoteAlone || behind.prefix { $0.isWhitespace }.count >= 3
  }

  /// The remaining text, without brackets around all of it.
  var note: String {
    let text = trimmed(String(rest))
    // So the app marks a sleep whose other end it does not know.
    if text.filter({ $0 != " " }) == "(!)" { return "" }
    guard text.hasPrefix("("), text.hasSuffix(")"), text.dropFirst().dropLast().allSatisfy({ $0 != "(" && $0 != ")" })
    else { return text }
    return trimmed(String(text.dropFirst().dropLast()))
  }

  /// Takes `140ml`, also in brackets; nil if no number stands.
  ///
  /// - Throws: `RowFault.unreadable` for a number with another unit.
  mutating func takeVolume() throws(RowFault) -> Volume? {
    guard !isNoteAlone else { return nil }
    var text = rest
    let isInBrackets = text.first == "("
    if isInBrackets { text = text.dropFirst() }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard !digits.isEmpty else { return nil }
    text = text.dropFirst(digits.count).drop { $0 == " " }
    let name = text.prefix { $0.isASCII && $0.isLetter || $0 == "." }
    text = text.dropFirst(name.count)
    let isClosed = !isInBrackets || text.first == ")"
    if isInBrackets { text = text.dropFirst() }
    let unit: VolumeUnit? =
      switch name.lowercased() {
      case "ml", "cc": .milliliters
      case "oz", "oz.": .ounces
      default: nil
      }
    guard isClosed, let unit, let number = plainNumber(digits), Volume.plausible.contains(number) else {
      throw .unreadable(column: word)
    }
    goOn(to: text)
    return number > 0 ? Volume(number, unit) : nil
  }

  /// Takes what was measured, `36.4°C`, `2.64kg`, `5 lb 3 oz`; nil if nothing stands.
  ///
  /// - Throws: `RowFault.unreadable` if it is not one.
  mutating func takeQuantity(_ quantity: QuantityDeclaration?) throws(RowFault) -> (number: Double, unit: String)? {
    guard !isNoteAlone, let first = rest.first, let quantity else { return nil }
    guard first.isNumber else { return nil }
    // The longest beginning that is one: a number and its unit are two words at most, and pounds have ounces.
    let words = rest.split(maxSplits: 4, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    for count in stride(from: min(4, words.count), to: 0, by: -1) {
      let text = words[..<count].joined(separator: " ")
      guard let reading = quantity.reading(text) else { continue }
      goOn(to: rest[words[count - 1].endIndex...])
      return reading
    }
    throw .unreadable(column: word)
  }

  /// Takes a length of time in brackets: `(8時間40分)`, `(8h40m)`; nil if none stands.
  mutating func takeMinutes() -> Int? {
    guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
    var text = rest[..<end].dropFirst()
    var minutes: Int?
    for (names, factor) in [
      (["時間", "小时", "小時", "hours", "hour", "hr", "h"], 60), (["分钟", "分鐘", "分", "minutes", "minute", "min", "m"], 1),
    ] {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let behind = text.dropFirst(digits.count).drop { $0 == " " }
      guard let number = plainInteger(digits, digits: 4), let name = names.first(where: behind.hasPrefix) else {
        continue
      }
      minutes = (minutes ?? 0) + number * factor
      text = behind.dropFirst(name.count).drop { $0 == " " }
    }
    guard let minutes, text.isEmpty, .minutes(minutes) <= EntryLimits.longest else { return nil }
    goOn(to: rest[rest.index(after: end)...])
    return minutes
  }

  /// Time at each breast, and the first one if the app shows it with an arrow.
  struct Sides {
    var lengths: [Side: Duration] = [:]
    var first: Side?
    /// As the app has it.
    var text = ""
  }

  /// Takes `左 7分 / 右 5分`, `左 7分 ▶ 右 5分`, `L 7m ◀ R 5m`.
  mutating func takeSides() -> Sides {
    var sides = Sides()
    var text = rest
    var isBackwards: Bool?
    while let side = Self.takeSide(&text) {
      let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
      let behind = text.drop { $0 == " " }.dropFirst(digits.count).drop { $0 == " " }
      guard let minutes = plainInteger(digits, digits: 4), sides.lengths[side] == nil,
        let unit = ["分钟", "分鐘", "分", "mins", "min", "m"].first(where: behind.hasPrefix)
      else { break }
      sides.lengths[side] = .minutes(minutes)
      if sides.first == nil || isBackwards == true { sides.first = side }
      text = behind.dropFirst(unit.count).drop { $0 == " " }
      sides.text = trimmed(String(rest[..<text.startIndex]))
      let mark = text.first
      if let mark, "/▶▷→◀◁←".contains(mark) {
        isBackwards = "◀◁←".contains(mark) ? true : mark == "/" ? nil : false
        text = text.dropFirst().drop { $0 == " " }
      }
    }
    guard !sides.lengths.isEmpty else { return sides }
    goOn(to: rest.dropFirst(sides.text.count))
    sides.lengths = sides.lengths.filter { $0.value > .zero }
    // A slash does not tell with which it began.
    if sides.lengths.count == 2, isBackwards == nil { sides.first = nil }
    if sides.lengths.count == 1 { sides.first = sides.lengths.keys.first }
    return sides
  }

  private static func takeSide(_ text: inout Substring) -> Side? {
    for (word, side) in [
      ("左", Side.left), ("右", .right), ("Left", .left), ("Right", .right), ("L", .left), ("R", .right),
    ]
    where text.hasPrefix(word) {
      let behind = text.dropFirst(word.count)
      guard behind.first.map({ $0 == " " || $0.isASCII && $0.isNumber }) ?? true else { continue }
      text = behind
      return side
    }
    return nil
  }
}

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

  /// Reads `ぴよこ (0歳6か月29日)` and `Eva (0y6m29d)`; nil if no name stands there.
  static func name(_ line: String) -> String? {
    guard event(line) == nil, !isTotal(line) else { return nil }
    guard line.hasSuffix(")"), let bracket = line.lastIndex(of: "(") else { return line }
    return trimmed(String(line[..<bracket]))
  }

  /// About when a child was born whose age stands behind the name: years, months and days.
  ///
  /// - Returns: the number of a day; nil if no age stands there.
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
