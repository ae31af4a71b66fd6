/// A UUID that knows what it names, so that a child's id cannot be passed where an entry's is meant.
///
/// New ids are version 7 (`IDGenerator`): they sort by the time they were made. Imported rows get version 5 ids,
/// so that the same row is the same entry each time it is read.
public struct Identifier<Subject>: Hashable, Sendable {
  /// The first 64 bits: of version 7, the milliseconds since 1970 and random bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 36-character form, in either case. Nil for anything else.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let id = text.withUTF8({ Self(utf8: $0) }) else { return nil }
    self = id
  }

  /// Reads the 36-character form, in either case. Nil for anything else.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8.count == 36 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for index in 0..<36 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard utf8[index] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexDigit(utf8[index]) else { return nil }
      // The 16 digits of the first word have two dashes among them.
      if index < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    self.init(high: high, low: low)
  }

  /// Whether it was derived from a name and its origin, such as an imported row: its version is 5.
  public var isDerived: Bool { high >> 12 & 0xf == 5 }

  /// The 16 bytes in network order.
  public var bytes: [UInt8] {
    (0..<16).map { index in
      let word = index < 8 ? high : low
      return UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (index % 8)))
    }
  }

  /// The id in 16 bytes in network order. Nil when there are not 16.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.init(high: high, low: low)
  }
}

/// Names an entry.
public typealias EntryID = Identifier<Entry>
/// Names a child.
public typealias ChildID = Identifier<Child>

extension Identifier: CustomStringConvertible {
  /// The usual lower-case form: `0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f`.
  public var description: String { String(unsafeUninitializedCapacity: 36, initializingUTF8With: write) }

  /// The last six characters of `description`, by which people take an entry.
  public var lastDigits: String {
    String(unsafeUninitializedCapacity: 6) { buffer in
      for position in 0..<6 { buffer[position] = Self.digit(low >> UInt64(20 - 4 * position)) }
      return 6
    }
  }

  private static func digit(_ bits: UInt64) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits) & 0xf
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Writes the 36 characters of `description`.
  ///
  /// - Returns: 36.
  public func write(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var position = 0
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        buffer[position] = UInt8(ascii: "-")
        position += 1
      }
      let word = digit < 16 ? high : low
      buffer[position] = Self.digit(word >> UInt64(60 - 4 * (digit % 16)))
      position += 1
    }
    return position
  }
}

extension Identifier: Comparable {
  public static func < (a: Self, b: Self) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

/// Makes version 7 UUIDs (RFC 9562): 48 bits of milliseconds, then random bits.
public struct IDGenerator: Sendable {
  private let random: @Sendable () -> UInt64

  /// - Parameter random: 64 random bits a call; tests pass a counter.
  public init(random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }) {
    self.random = random
  }

  /// A new id; ids made in the same millisecond are in no order.
  public func next<Subject>(at now: Instant) -> Identifier<Subject> {
    let time = UInt64(bitPattern: now.milliseconds) & 0xffff_ffff_ffff
    let high = time << 16 | 0x7000 | (random() & 0x0fff)
    let low = 0x8000_0000_0000_0000 | (random() & 0x3fff_ffff_ffff_ffff)
    return Identifier(high: high, low: low)
  }
}
