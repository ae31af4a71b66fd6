import BabyModel

extension Instant {
  /// A time with its offset from UTC, as programs write it: by RFC 3339, or with a space before the offset, without its colon
  /// or its minutes, without seconds, or with UTC for it: `2021-01-09 19:12:30 +0100`, `2021-01-09 18:12 UTC`; also without
  /// separators: `20210109T181230Z`.
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
