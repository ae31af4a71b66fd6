extension Instant {
  /// RFC 3339 in UTC, always with milliseconds: `2026-11-21T20:14:05.123Z`.
  public var utcText: String { text(offset: nil) }

  /// RFC 3339 with the offset in force in a zone: `2020-03-07T22:56:00.000-08:00`.
  public func text(in zone: ZoneRules) -> String { text(offset: zone.offset(at: self)) }

  /// - Parameter offset: seconds east of UTC; nil writes `Z`.
  private func text(offset: Int?) -> String {
    let local = LocalDateTime(wallMilliseconds: milliseconds + Int64(offset ?? 0) * 1000)
    return String(unsafeUninitializedCapacity: 29) { buffer in
      var position = 0
      func put(_ byte: Character) {
        buffer[position] = byte.asciiValue ?? 0
        position += 1
      }
      func put(_ number: Int, digits: Int) {
        var rest = number
        for index in stride(from: position + digits - 1, through: position, by: -1) {
          buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        position += digits
      }
      put(local.date.year, digits: 4)
      put("-")
      put(local.date.month, digits: 2)
      put("-")
      put(local.date.day, digits: 2)
      put("T")
      put(local.time.hour, digits: 2)
      put(":")
      put(local.time.minute, digits: 2)
      put(":")
      put(local.time.second, digits: 2)
      put(".")
      put(local.time.milliseconds % 1000, digits: 3)
      guard let offset else {
        put("Z")
        return position
      }
      put(offset < 0 ? "-" : "+")
      let minutes = abs(offset) / 60
      put(minutes / 60, digits: 2)
      put(":")
      put(minutes % 60, digits: 2)
      return position
    }
  }

  /// Reads an RFC 3339 instant with `Z` or an offset, and a fraction of any length, which is cut to milliseconds.
  ///
  /// Nil for anything else: without an offset, a text is no instant.
  public init?(rfc3339 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    var position = 0
    func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      var number = 0
      for byte in bytes[position..<position + count] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      position += count
      return number
    }
    func take(_ options: UInt8...) -> UInt8? {
      guard position < bytes.count, options.contains(bytes[position]) else { return nil }
      position += 1
      return bytes[position - 1]
    }
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard let year = digits(4), take(dash) != nil, let month = digits(2), take(dash) != nil, let day = digits(2),
      take(UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")) != nil,
      let hour = digits(2), take(colon) != nil, let minute = digits(2), take(colon) != nil, let second = digits(2),
      let date = LocalDate(year: year, month: month, day: day),
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { return nil }
    var fraction = 0
    if take(UInt8(ascii: ".")) != nil {
      var place = 100
      let first = position
      while let digit = digits(1) {
        fraction += digit * place
        place /= 10
      }
      guard position > first else { return nil }
    }
    var offset = 0
    if take(UInt8(ascii: "Z"), UInt8(ascii: "z")) == nil {
      guard let sign = take(UInt8(ascii: "+"), dash), let hours = digits(2), take(colon) != nil,
        let minutes = digits(2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (sign == dash ? -60 : 60)
    }
    guard position == bytes.count else { return nil }
    let wall = LocalDateTime(date, time).wallMilliseconds
    self.init(milliseconds: wall + Int64(fraction) - Int64(offset) * 1000)
  }
}
