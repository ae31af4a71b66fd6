import BabyModel

/// When a row says that something was: clock times without a zone, and how many minutes it took.
struct WallSpan {
  var start: LocalDateTime
  var end: LocalDateTime?
  var minutes: Int?

  /// The instants meant.
  ///
  /// In the night in which clocks go back, a time stands for two instants. The length decides: of the choices in which
  /// the end is not before the start, it is the one that fits the minutes best. Where they do not decide, the first
  /// instant is taken and flagged. A time that the clocks left out is taken as the first instant after it and flagged.
  /// What ended as it began and took some minutes ended after them.
  func resolve(in zone: ZoneRules) -> FlaggedSpan {
    let end = end == start && minutes ?? 0 > 0 ? nil : end
    let starts = zone.instants(of: start)
    let ends = end.map(zone.instants(of:))
    var resolved = FlaggedSpan(start: starts.earliest, end: ends?.earliest)
    if starts.isInGap || ends?.isInGap == true { resolved.flags.append(.skippedTime) }

    var best = Int.max
    var isUndecided = false
    for start in starts.all {
      for end in ends?.all.map(Optional.some) ?? [nil] where end.map({ $0 >= start }) ?? true {
        let choice = FlaggedSpan(start: start, end: end, flags: resolved.flags)
        let misfit = choice.misfit(to: minutes)
        if misfit == best { isUndecided = true }
        if misfit < best {
          best = misfit
          isUndecided = false
          resolved = choice
        }
      }
    }
    if isUndecided { resolved.flags.append(.ambiguousTime) }
    if end == nil, let minutes { resolved.end = resolved.start + .seconds(minutes * 60) }
    return resolved
  }
}

struct FlaggedSpan: Hashable {
  var start: Instant
  var end: Instant?
  var flags: [ImportFlag] = []

  /// The whole minutes that really passed.
  var minutes: Int? { end.map { Int(($0 - start).wholeMinutes) } }

  /// By how many minutes the length differs; 0 if there is nothing to compare.
  fileprivate func misfit(to expected: Int?) -> Int {
    guard let minutes, let expected else { return 0 }
    return abs(minutes - expected)
  }
}

extension LocalInstants {
  fileprivate var isInGap: Bool {
    if case .never = self { true } else { false }
  }
}

extension Instant {
  /// A time with its offset from UTC, as programs write it: by RFC 3339, or with a space before the offset, without its
  /// colon or its minutes, without seconds, or with UTC for it: `2021-01-09 19:12:30 +0100`, `2021-01-09 18:12 UTC`;
  /// also without separators: `20210109T181230Z`.
  init?(withOffset text: String) {
    if let instant = Instant(rfc3339: text) {
      self = instant
      return
    }
    guard text.utf8.count <= 48, let (local, offset) = Self.parts(of: text) else { return nil }
    // An offset has to do with a whole date.
    guard let time = WallTimeText(local), case .known(let date) = time.day, let clock = time.timeOfDay else {
      return nil
    }
    guard local.utf8.contains(UInt8(ascii: ":")) else {
      guard let second = Instant(rfc3339: "\(date)T00:00:00\(offset)") else { return nil }
      self = second + .milliseconds(clock.milliseconds)
      return
    }
    let seconds = local.utf8.count { $0 == UInt8(ascii: ":") } == 1 ? ":00" : ""
    self.init(rfc3339: local.replacing(" ", with: "T") + seconds + offset)
  }

  /// The text before the offset, and the offset in the format of RFC 3339.
  private static func parts(of text: String) -> (local: String, offset: String)? {
    for word in ["UTC", "GMT", "Z"] where text.hasSuffix(word) {
      return (trimmed(String(text.dropLast(word.count))), "Z")
    }
    // A day has such a sign, too, but behind its hours there is only the offset's.
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
      let clock = text.firstIndex(of: "T") ?? text.firstIndex(of: ":"), clock < sign
    else { return nil }
    let offset = text[text.index(after: sign)...]
    let digits = offset.filter { $0 != ":" }
    // A range is not an offset: `19:12-19:40`, and `09:00-10:00` may also be one.
    let local = text[..<sign]
    let mayBeSpan =
      text[sign] == "-" && offset.count != 4 && local.last?.isNumber == true && !local.contains("T")
      && local.utf8.count { $0 == UInt8(ascii: ":") } == 1
    guard !mayBeSpan, let hours = plainInteger(digits.prefix(2), digits: 2), hours <= 14,
      digits.count == 2 || digits.count == 4, ["", "00", "30", "45"].contains(digits.dropFirst(2))
    else { return nil }
    let minutes = digits.count == 2 ? "00" : digits.dropFirst(2)
    return (trimmed(String(local)), "\(text[sign])\(digits.prefix(2)):\(minutes)")
  }
}
