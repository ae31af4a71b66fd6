public import BabyModel

// How plain values and the model's own stand on the wire.

extension Bool: WireValue {
  public static var schema: Schema { .boolean }
  public static var sample: Bool { false }

  public init(wire: WireInput) throws(WireError) {
    guard let value = wire.boolValue else { throw WireError(expected: "a boolean", found: wire) }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: WireValue {
  public static var schema: Schema { .integer(minimum: nil) }
  public static var sample: Int { 0 }

  public init(wire: WireInput) throws(WireError) {
    guard let value = wire.integerValue else { throw WireError(expected: "a whole number", found: wire) }
    self = Int(value)
  }

  public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: WireValue {
  public static var schema: Schema { .number }
  public static var sample: Double { 0 }

  public init(wire: WireInput) throws(WireError) {
    guard let value = wire.numberValue else { throw WireError(expected: "a number", found: wire) }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension String: WireValue {
  public static var schema: Schema { .string(format: nil) }
  public static var sample: String { "" }

  public init(wire: WireInput) throws(WireError) {
    guard let value = wire.stringValue else { throw WireError(expected: "a string", found: wire) }
    self = value
  }

  public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension JSON: WireValue {
  public static var schema: Schema { .any }
  public static var sample: JSON { .null }

  public init(wire: WireInput) { self = wire.json }

  public func write(to writer: inout JSONWriter) { writer.json(self) }
}

extension Array: WireValue where Element: WireValue {
  public static var schema: Schema { .array(Element.schema) }
  public static var sample: [Element] { [] }

  public init(wire: WireInput) throws(WireError) {
    guard var elements = wire.elements else { throw WireError(expected: "an array", found: wire) }
    self = []
    reserveCapacity(wire.count)
    while let element = elements.next() {
      do { append(try Element(wire: element)) } catch { throw error.within(String(count)) }
    }
  }

  public func write(to writer: inout JSONWriter) { writer.array(self) { $1.write(to: &$0) } }
}

extension Identifier: WireValue {
  public static var schema: Schema { .string(format: "uuid") }
  public static var sample: Self { Identifier(high: 0, low: 0) }

  public init(wire: WireInput) throws(WireError) {
    guard let id = wire.withUTF8({ Self(utf8: $0) }) ?? nil else {
      throw WireError(message: "must be a UUID, such as \"0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f\"")
    }
    self = id
  }

  public func write(to writer: inout JSONWriter) { writer.plain(count: 36, write) }
}

extension Instant: WireValue {
  public static var schema: Schema { .string(format: "date-time") }
  public static var sample: Instant { Instant(milliseconds: 0) }

  public init(wire: WireInput) throws(WireError) {
    guard let instant = wire.withUTF8({ Instant(rfc3339: $0) }) ?? nil else {
      throw WireError(message: "must be an instant, such as \"2026-11-21T20:14:05.000Z\"")
    }
    guard Instant.plausible.contains(instant) else {
      throw WireError(message: "must be an instant of the years 1800 to 2199")
    }
    self = instant
  }

  /// RFC 3339 in UTC, always with milliseconds.
  public func write(to writer: inout JSONWriter) { writer.plain(count: 24, writeUTC) }
}

extension LocalDate: WireValue {
  public static var schema: Schema { .string(format: "date") }
  public static var sample: LocalDate { LocalDate(dayNumber: 0) }

  public init(wire: WireInput) throws(WireError) {
    guard let text = wire.stringValue, let date = LocalDate(text) else {
      throw WireError(message: "must be a date, such as \"2026-11-21\"")
    }
    self = date
  }

  public func write(to writer: inout JSONWriter) { writer.string(description) }
}

extension ServerAddress: WireValue {
  public static var schema: Schema { .string(format: "uri") }
  public static var sample: ServerAddress { .example }

  /// Whether plain http is allowed is decided at login, and not checked again here.
  public init(wire: WireInput) throws(WireError) {
    guard let text = wire.stringValue else { throw WireError(expected: "a string", found: wire) }
    do { self = try ServerAddress(text, insecureHTTP: true) } catch {
      throw WireError(message: "must be a server's address, such as \"\(ServerAddress.example)\"")
    }
  }

  public func write(to writer: inout JSONWriter) { writer.string(description) }
}

/// Enumerations whose cases are words on the wire.
public protocol WireEnum: WireValue, CaseIterable, RawRepresentable where RawValue == String {}

extension WireEnum {
  public static var schema: Schema { .choice(allCases.map(\.rawValue)) }

  public static var sample: Self {
    guard let first = allCases.first else { preconditionFailure("\(Self.self) has no words") }
    return first
  }

  public init(wire: WireInput) throws(WireError) {
    guard let text = wire.stringValue, let word = Self(rawValue: text) else {
      throw WireError(expected: Self.allCases.map(\.rawValue), found: wire)
    }
    self = word
  }

  public func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension WireError {
  init(expected words: [String], found wire: WireInput) {
    let nearest = wire.stringValue.flatMap { nearestName(to: $0, among: words) }.map { "; did you mean \"\($0)\"?" }
    self.init(message: "must be one of " + words.joined(separator: ", ") + (nearest ?? ""))
  }
}

extension EntryKind: WireEnum {}
extension FeedingMethod: WireEnum {}
extension BottleContent: WireEnum {}
extension Side: WireEnum {}
extension Breasts: WireEnum {}
extension DiaperType: WireEnum {}
extension NoteCategory: WireEnum {}
extension VolumeUnit: WireEnum {}
extension BodyWeightUnit: WireEnum {}
extension TimeFormat: WireEnum {}
extension WeightUnit: WireEnum {}
extension TemperatureUnit: WireEnum {}
extension Palette: WireEnum {}
extension CategoryStrategy: WireEnum {}
extension IconStyle: WireEnum {}
extension ThemeMode: WireEnum {}
extension DesktopPreference: WireEnum {}
extension Sex: WireEnum {}
extension FeedingStyle: WireEnum {}
extension ReminderKind: WireEnum {}
extension PredictionKind: WireEnum {}
extension PredictionGap: WireEnum {}
extension PredictionVerdict: WireEnum {}
extension Role: WireEnum {}
extension SharedRole: WireEnum {}
extension AccountState: WireEnum {}
extension TokenPlace: WireEnum {}
extension QueueState: WireEnum {}
extension SettingHome: WireEnum {}
extension InboxItem.Kind: WireEnum {}
