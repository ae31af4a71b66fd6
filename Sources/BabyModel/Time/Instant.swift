/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Since 1970-01-01T00:00:00Z, without leap seconds.
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// 1800-01-01 to 2199-12-31, UTC: what anything here can have happened at. Whatever comes in from outside is held
  /// against it where it is read, so that nothing has to be checked again where it is calculated with.
  public static let plausible = Instant(milliseconds: -5_364_662_400_000)...Instant(milliseconds: 7_258_118_399_999)

  public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

  public static func + (instant: Self, duration: Duration) -> Self {
    Instant(milliseconds: instant.milliseconds + duration.inMilliseconds)
  }

  public static func - (instant: Self, duration: Duration) -> Self {
    Instant(milliseconds: instant.milliseconds - duration.inMilliseconds)
  }

  /// The time that really passed between two instants, whatever wall clocks did meanwhile.
  public static func - (end: Self, start: Self) -> Duration {
    .milliseconds(end.milliseconds - start.milliseconds)
  }
}

extension Duration {
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }

  /// Whole milliseconds, towards zero.
  public var inMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// Whole seconds, towards zero.
  public var wholeSeconds: Int { Int(components.seconds) }

  /// Whole minutes, towards zero: 14 min 59 s is 14.
  public var wholeMinutes: Int64 { components.seconds / 60 }
}

extension Instant {
  /// The first instant that can be written: 0001-01-01T00:00:00.000Z.
  public static let earliestWritable = Instant(milliseconds: -62_135_596_800_000)
  /// The last instant that can be written: 9999-12-31T23:59:59.999Z.
  public static let latestWritable = Instant(milliseconds: 253_402_300_799_999)

  /// RFC 3339 in UTC, always with milliseconds: `2026-11-21T20:14:05.123Z`.
  ///
  /// Instants outside the years 1 to 9999 are written as the nearest that can be.
  public var utcText: String {
    String(unsafeUninitializedCapacity: 24, initializingUTF8With: writeUTC)
  }

  /// Writes the 24 characters of `utcText`.
  ///
  /// - Returns: 24.
  public func writeUTC(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var writer = TextWriter(buffer: buffer)
    writer.put(writable(offset: 0))
    writer.put("Z")
    return writer.position
  }

  /// UTC to the second, for names of files, which sort by it: `20261121T201405Z`.
  public var fileStamp: String { utcText.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z" }

  /// RFC 3339 with the offset in force in a zone: `2020-03-07T22:56:00.000-08:00`.
  public func text(in zone: ZoneRules) -> String {
    String(unsafeUninitializedCapacity: 29) { write(to: $0, in: zone) }
  }

  /// The same to the second, for people who copy it: `2020-03-07T22:56:00-08:00`.
  public func typedText(in zone: ZoneRules) -> String {
    let text = text(in: zone)
    return String(text.prefix { $0 != "." } + text.suffix(6))
  }

  /// Writes the 29 characters of `text(in:)`.
  ///
  /// - Returns: 29.
  public func write(to buffer: UnsafeMutableBufferPointer<UInt8>, in zone: ZoneRules) -> Int {
    let offset = zone.offset(at: self)
    var writer = TextWriter(buffer: buffer)
    writer.put(writable(offset: offset))
    writer.put(offset < 0 ? "-" : "+")
    let minutes = abs(offset) / 60
    writer.put(minutes / 60, digits: 2)
    writer.put(":")
    writer.put(minutes % 60, digits: 2)
    return writer.position
  }

  private func writable(offset: Int) -> LocalDateTime {
    let instant = min(max(self, .earliestWritable), .latestWritable)
    let wall = instant.milliseconds + Int64(offset) * 1000
    return LocalDateTime(
      wallMilliseconds: min(max(wall, Self.earliestWritable.milliseconds), Self.latestWritable.milliseconds))
  }

  /// Reads an RFC 3339 instant with `Z` or an offset, and a fraction of any length, which is cut to milliseconds.
  ///
  /// Nil for anything else: without an offset, a text is not an instant.
  public init?(rfc3339 text: some StringProtocol) {
    var text = String(text)
    guard let instant = text.withUTF8({ Instant(rfc3339: $0) }) else { return nil }
    self = instant
  }

  /// Reads the same from a text's bytes.
  public init?(rfc3339 utf8: UnsafeBufferPointer<UInt8>) {
    var reader = TextReader(bytes: utf8)
    guard let wall = reader.dateTime(), let offset = reader.offset(), reader.isAtEnd else { return nil }
    milliseconds = wall.wallMilliseconds - Int64(offset) * 1000
    guard (Self.earliestWritable...Self.latestWritable).contains(self) else { return nil }
  }
}

extension LocalDateTime {
  /// The local date and time in an RFC 3339 text, whatever its offset.
  public init?(rfc3339 text: some StringProtocol) {
    var text = String(text)
    guard let local = text.withUTF8({ LocalDateTime(rfc3339: $0) }) else { return nil }
    self = local
  }

  /// Reads the same from a text's bytes.
  public init?(rfc3339 utf8: UnsafeBufferPointer<UInt8>) {
    var reader = TextReader(bytes: utf8)
    guard let wall = reader.dateTime(), reader.offset() != nil, reader.isAtEnd else { return nil }
    self = wall
  }
}

/// Writes digits and signs into a string's storage.
struct TextWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var position = 0

  mutating func put(_ sign: Unicode.Scalar) {
    buffer[position] = UInt8(ascii: sign)
    position += 1
  }

  mutating func put(_ number: Int, digits: Int) {
    var rest = number
    for index in stride(from: position + digits - 1, through: position, by: -1) {
      buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    position += digits
  }

  /// - Parameter date: of a year from 0 to 9999.
  mutating func put(_ date: LocalDate) {
    put(date.year, digits: 4)
    put("-")
    put(date.month, digits: 2)
    put("-")
    put(date.day, digits: 2)
  }

  mutating func put(_ local: LocalDateTime) {
    put(local.date)
    put("T")
    put(local.time.hour, digits: 2)
    put(":")
    put(local.time.minute, digits: 2)
    put(":")
    put(local.time.second, digits: 2)
    put(".")
    put(local.time.milliseconds % 1000, digits: 3)
  }
}

/// Reads digits and signs from a text.
struct TextReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var number = 0
    for index in position..<position + count {
      guard let digit = digit(at: index) else { return nil }
      number = number * 10 + digit
    }
    position += count
    return number
  }

  private func digit(at index: Int) -> Int? {
    let digit = bytes[index] &- UInt8(ascii: "0")
    return digit < 10 ? Int(digit) : nil
  }

  mutating func take(_ byte: UInt8, or other: UInt8? = nil) -> Bool {
    guard position < bytes.count, bytes[position] == byte || bytes[position] == other else { return false }
    position += 1
    return true
  }

  mutating func date() -> LocalDate? {
    let dash = UInt8(ascii: "-")
    guard let year = digits(4), take(dash), let month = digits(2), take(dash), let day = digits(2) else { return nil }
    return LocalDate(year: year, month: month, day: day)
  }

  mutating func dateTime() -> LocalDateTime? {
    let colon = UInt8(ascii: ":")
    guard let date = date(), take(UInt8(ascii: "T"), or: UInt8(ascii: "t")) || take(UInt8(ascii: " ")),
      let hour = digits(2), take(colon), let minute = digits(2), take(colon), let second = digits(2),
      let time = TimeOfDay(hour: hour, minute: minute, second: second),
      let fraction = fraction()
    else { return nil }
    return LocalDateTime(date, TimeOfDay(milliseconds: time.milliseconds + fraction))
  }

  /// Milliseconds of a fraction; 0 if there is none, nil if no digits follow the point.
  private mutating func fraction() -> Int? {
    guard take(UInt8(ascii: ".")) else { return 0 }
    let first = position
    var fraction = 0
    var place = 100
    while position < bytes.count, let digit = digit(at: position) {
      fraction += digit * place
      place /= 10
      position += 1
    }
    return position > first ? fraction : nil
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int? {
    if take(UInt8(ascii: "Z"), or: UInt8(ascii: "z")) { return 0 }
    let isEast = take(UInt8(ascii: "+"))
    guard isEast || take(UInt8(ascii: "-")), let hours = digits(2), take(UInt8(ascii: ":")), let minutes = digits(2),
      hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isEast ? 60 : -60)
  }
}
