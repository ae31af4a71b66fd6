import BabyModel

/// Writes JSON straight into bytes, without building a tree first.
///
///     var writer = JSONWriter()
///     writer.object { $0.field("id", 7) }
///     writer.bytes  // {"id":7}
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init(reservingCapacity capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  public mutating func null() { raw("null") }

  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  public mutating func integer(_ value: Int) { integer(Int64(value)) }

  /// Digit by digit: the library finds out at run time what it is to write, which takes 8,000 instructions of a client's
  /// 300,000.
  public mutating func integer(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var power: UInt64 = 1
    while value.magnitude / power >= 10 { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value.magnitude / power % 10))
      power /= 10
    }
  }

  /// Whole numbers are written without a fraction. JSON has no infinity: it becomes null.
  public mutating func number(_ value: Double) {
    if let whole = Int64(exactly: value) {
      integer(whole)
    } else if let thousandths = Self.thousandths(value) {
      decimal(thousandths)
    } else if value.isFinite {
      bytes.append(contentsOf: value.description.utf8)
    } else {
      null()
    }
  }

  /// Nil for a number with more than three decimal places. Numbers with at most three are distinct, so this is the
  /// shortest text that identifies the number, as for all others.
  private static func thousandths(_ value: Double) -> Int64? {
    guard value.magnitude < 1e9 else { return nil }
    let whole = (value * 1000).rounded()
    return whole / 1000 == value ? Int64(whole) : nil
  }

  private mutating func decimal(_ thousandths: Int64) {
    if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    integer(Int64(whole))
    bytes.append(UInt8(ascii: "."))
    var (rest, power) = (fraction, UInt64(100))
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / power))
      (rest, power) = (rest % power, power / 10)
    }
  }

  /// A text without escapes: digits, letters and signs from the caller's own set.
  ///
  /// - Parameters:
  ///   - count: its bytes.
  ///   - write: writes them and returns how many there are.
  mutating func plain(count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    bytes.append(UInt8(ascii: "\""))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      let written = write(buffer)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<written]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func string(_ text: some StringProtocol) { string(String(text)) }

  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      if Self.needEscape(utf8) {
        appendEscaped(utf8)
      } else {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: utf8)
        bytes.append(UInt8(ascii: "\""))
      }
    }
  }

  /// Whether any byte of a text needs one: eight at a time, for hardly ever one does.
  private static func needEscape(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = 0
    while index + 8 <= utf8.count {
      let word = UnsafeRawBufferPointer(utf8).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5c)
      // The highest bit of each byte that is below 0x20, or 0 in the other two.
      let controls = (word &- ones &* 0x20) & ~word
      if (controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & highs != 0 { return true }
      index += 8
    }
    return utf8[index...].contains(where: needsEscape)
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var rest = utf8[...]
    while let end = rest.firstIndex(where: Self.needsEscape) {
      bytes.append(contentsOf: rest[..<end])
      escape(utf8[end])
      rest = rest[(end + 1)...]
    }
    bytes.append(contentsOf: rest)
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func object(_ body: (inout ObjectWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    var members = ObjectWriter(writer: self)
    bytes = []
    body(&members)
    // Before the bytes are back here: while both hold them, appending would copy all that has been written.
    members.writer.bytes.append(UInt8(ascii: "}"))
    self = members.writer
  }

  public mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void)
  {
    bytes.append(UInt8(ascii: "["))
    self.elements(elements, write)
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes what stands between the brackets of an array.
  mutating func elements<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(&self, element)
    }
  }

  /// Writes a tree.
  public mutating func json(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements): array(elements) { $0.json($1) }
    case .object(let object):
      self.object { writer in
        for member in object.members { writer.raw(member.name) { $0.json(member.value) } }
      }
    }
  }

  /// Copies bytes that are JSON already.
  public mutating func encoded(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  private mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0a: raw("\\n")
    case 0x0c: raw("\\f")
    case 0x0d: raw("\\r")
    default:
      raw("\\u00")
      bytes.append(contentsOf: [byte].hexadecimal.utf8)
    }
  }
}

/// Writes the members of one object.
public struct ObjectWriter: Sendable {
  fileprivate var writer: JSONWriter
  private var isEmpty = true

  fileprivate init(writer: JSONWriter) { self.writer = writer }

  public mutating func field(_ name: String, _ value: some WireValue) {
    raw(name) { value.write(to: &$0) }
  }

  /// Leaves the member out when there is no value.
  public mutating func field(_ name: String, _ value: (some WireValue)?) {
    if let value { field(name, value) }
  }

  /// Writes null when there is no value: for members that are always there.
  public mutating func nullable(_ name: String, _ value: (some WireValue)?) {
    if let value { field(name, value) } else { raw(name) { $0.null() } }
  }

  /// A flag that stands in the object only when it is set.
  public mutating func flag(_ name: String, _ isSet: Bool) {
    if isSet { field(name, true) }
  }

  /// Writes a member by hand.
  public mutating func raw(_ name: String, _ write: (inout JSONWriter) -> Void) {
    if !isEmpty { writer.append(UInt8(ascii: ",")) }
    isEmpty = false
    writer.string(name)
    writer.append(UInt8(ascii: ":"))
    write(&writer)
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ byte: UInt8) { bytes.append(byte) }
}

extension JSON {
  /// The value as compact JSON text.
  public var text: String {
    var writer = JSONWriter()
    writer.json(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
