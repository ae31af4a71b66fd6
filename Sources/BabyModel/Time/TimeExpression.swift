/// A point in time as people write it, read but not yet resolved: no clock and no zone is needed to read it.
public enum TimeExpression: Hashable, Sendable {
  /// `now`
  case now
  /// `20m ago`
  case ago(Duration)
  /// `2:30am`, `yesterday 22:10`, `2026-11-14 22:10`
  case clock(TimeOfDay, on: Day)
  /// RFC 3339 with `Z` or an offset; the one way to name one of the two instants of a doubled hour.
  case instant(Instant)

  /// The day that a clock time is of.
  public enum Day: Hashable, Sendable {
    /// A bare time: the latest one that is past.
    case latest
    case today
    case yesterday
    /// A night is from 18:00 to 6:00. Its evening is yesterday's, its small hours are the latest that are past.
    case lastNight
    case date(LocalDate)
  }

  /// Bytes of the longest text that is looked at: no way to say a time needs as many.
  static let longestText = 128

  /// Reads a time. Nil for what is none, and for a date without a time.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longestText else { return nil }
    if let instant = Instant(rfc3339: text) {
      self = .instant(instant)
      return
    }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if words == "now" {
      self = .now
    } else if let instant = Instant(rfc3339: words) ?? Self.instantWithoutSeconds(words) {
      self = .instant(instant)
    } else if words.hasSuffix(" ago") {
      guard !words.hasPrefix("for "), let duration = Duration(text: words.dropLast(4)) else { return nil }
      self = .ago(duration)
    } else if let rest = words.dropping(prefix: "last night ") {
      guard let time = ClockText(rest)?.timeInNight else { return nil }
      self = .clock(time, on: .lastNight)
    } else {
      let (day, rest) = Self.day(words)
      guard let clock = ClockText(rest) else { return nil }
      self = .clock(clock.time, on: day)
    }
  }

  /// `2026-11-14t22:10z`: ISO 8601 lets the seconds be left out. Only with a `T`, since `2026-11-14 22:10-05:40` is a
  /// span.
  private static func instantWithoutSeconds(_ words: String) -> Instant? {
    guard words.dropFirst(10).first == "t", words.utf8.count > 16 else { return nil }
    return Instant(rfc3339: words.prefix(16) + ":00" + words.dropFirst(16))
  }

  private static func day(_ words: String) -> (Day, Substring) {
    if let rest = words.dropping(prefix: "today ") { return (.today, rest) }
    if let rest = words.dropping(prefix: "yesterday ") { return (.yesterday, rest) }
    let separator = words.dropFirst(10).first
    if separator == " " || separator == "t", let date = LocalDate(words.prefix(10)) {
      return (.date(date), words.dropFirst(11))
    }
    return (.latest, words[...])
  }
}

/// A clock time as it was written: `14:05`, `14:05:30`, `2:30am`, `2 pm`.
struct ClockText {
  let time: TimeOfDay
  /// It was written with am or pm.
  private let saysHalfOfDay: Bool

  /// - Parameter text: lower-case.
  init?(_ text: Substring) {
    var digits = text
    var isAfternoon: Bool?
    if text.hasSuffix("am") || text.hasSuffix("pm") {
      isAfternoon = text.hasSuffix("pm")
      digits = text.dropLast(2).trimmed
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), var hour = decimal(parts[0])
    else { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    } else if parts.count == 1 {
      return nil
    }
    guard let minute = parts.count > 1 ? decimal(parts[1]) : 0, let second = parts.count > 2 ? decimal(parts[2]) : 0,
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { return nil }
    self.time = time
    saysHalfOfDay = isAfternoon != nil
  }

  /// The time as one of a night, from 18:00 to 6:00: nobody calls half past nine in the morning last night, so `9:30`
  /// without am or pm is 21:30. Nil for a time that is in no night.
  var timeInNight: TimeOfDay? {
    switch time.hour {
    case 18...23, 0...5: time
    case 6...11 where !saysHalfOfDay: TimeOfDay(milliseconds: time.milliseconds + 43_200_000)
    default: nil
    }
  }
}

extension String {
  /// What follows a prefix; nil without it.
  func dropping(prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
