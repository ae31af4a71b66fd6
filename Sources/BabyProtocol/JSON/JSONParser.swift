import BabyModel

/// Why bytes are no JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Bytes from the beginning of the text.
  public var offset: Int
  public var reason: String
}

extension JSON {
  /// How many values a request may hold, a batch of them too. The longest batch of ordinary calls has some 4,000.
  public static let mostRequestValues = 8192

  /// Parses one JSON text (RFC 8259) with nothing but white space around it.
  ///
  /// Stricter than the RFC asks where leniency could log the wrong thing: a name that stands twice in an object is an
  /// error. An object has at most 1024 members, and nesting is limited to 64 levels. The time goes up with the text's
  /// length and no faster, whatever is in it.
  ///
  /// - Parameter mostValues: how many values there may be in all, those in arrays and objects included. What strangers
  ///   send is cheap to write and dear to read: a megabyte holds half a million of them.
  public init(parsing bytes: some Sequence<UInt8>, mostValues: Int = .max) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: Array(bytes), mostValues: mostValues)
    self = try parser.parseText()
  }
}

private struct JSONParser {
  private static let mostMembers = 1024

  let bytes: [UInt8]
  let mostValues: Int
  var position = 0
  private var valueCount = 0

  init(bytes: [UInt8], mostValues: Int) {
    self.bytes = bytes
    self.mostValues = mostValues
  }

  mutating func parseText() throws(JSONSyntaxError) -> JSON {
    let value = try parseValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw failure("there is something after the value") }
    return value
  }

  private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth < 64 else { throw failure("nested deeper than 64 levels") }
    valueCount += 1
    guard valueCount <= mostValues else { throw failure("there are more than \(mostValues) values") }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): return .object(try parseObject(depth: depth))
    case UInt8(ascii: "["): return .array(try parseArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"): return try parseNumber()
    case let digit? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit): return try parseNumber()
    case nil: throw failure("the text ends too early")
    default: throw failure("expected a value")
    }
  }

  private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSONObject {
    position += 1
    var object = JSONObject()
    var names = MemberNames()
    skipSpace()
    if take(UInt8(ascii: "}")) { return object }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
      guard object.members.count < Self.mostMembers else {
        throw failure("an object has more than \(Self.mostMembers) members")
      }
      let name = try parseString()
      guard names.insert(name, into: object) else { throw failure("the name \"\(name.excerpt)\" appears twice") }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("expected ':'") }
      object.members.append(.init(name: name, value: try parseValue(depth: depth + 1)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return object }
      guard take(UInt8(ascii: ",")) else { throw failure("expected ',' or '}'") }
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> [JSON] {
    position += 1
    var elements: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try parseValue(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw failure("expected ',' or ']'") }
    }
  }

  private mutating func parseString() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    var union: UInt8 = 0
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      union |= byte
      position += 1
    }
    guard peek() == UInt8(ascii: "\"") else { return try parseEscapedString(from: start) }
    defer { position += 1 }
    // Most strings are ASCII, where nothing can be invalid; looking for it takes longer than all of the parsing.
    guard union < 0x80 else { return try text(bytes[start..<position]) }
    return String(unsafeUninitializedCapacity: position - start) { buffer in
      buffer.initialize(fromContentsOf: bytes[start..<position])
    }
  }

  private mutating func parseEscapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var unescaped = Array(bytes[start..<position])
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(unescaped[...])
      case UInt8(ascii: "\\"): try parseEscape(into: &unescaped)
      case 0..<0x20: throw failure("a control character must be escaped")
      default: unescaped.append(byte)
      }
    }
    throw failure("the text ends inside a string")
  }

  private mutating func parseEscape(into unescaped: inout [UInt8]) throws(JSONSyntaxError) {
    guard let letter = peek() else { throw failure("the text ends inside a string") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(letter)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0c)
    case UInt8(ascii: "n"): unescaped.append(0x0a)
    case UInt8(ascii: "r"): unescaped.append(0x0d)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): try parseUnicodeEscape(into: &unescaped)
    default: throw failure("unknown escape")
    }
  }

  private mutating func parseUnicodeEscape(into unescaped: inout [UInt8]) throws(JSONSyntaxError) {
    var value = UInt32(try parseHexWord())
    if (0xd800..<0xdc00).contains(value) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure("half a surrogate pair") }
      let low = UInt32(try parseHexWord())
      guard (0xdc00..<0xe000).contains(low) else { throw failure("half a surrogate pair") }
      value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
      throw failure("half a surrogate pair")
    }
    unescaped.append(contentsOf: encoded)
  }

  private mutating func parseHexWord() throws(JSONSyntaxError) -> UInt16 {
    guard position + 4 <= bytes.count else { throw failure("expected four hexadecimal digits") }
    var word: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = hexDigit(byte) else { throw failure("expected four hexadecimal digits") }
      word = word << 4 | UInt16(digit)
    }
    position += 4
    return word
  }

  private mutating func parseNumber() throws(JSONSyntaxError) -> JSON {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let firstDigit = peek()
    let whole = skipDigits()
    guard whole > 0 else { throw failure("expected a digit") }
    guard whole == 1 || firstDigit != UInt8(ascii: "0") else { throw failure("a number must not begin with 0") }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard skipDigits() > 0 else { throw failure("expected a digit") }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw failure("expected a digit") }
    }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(digits) { return .integer(integer) }
    guard let number = Double(digits), number.isFinite else { throw failure("a number is out of range") }
    return .number(number)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func parseWord(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    let length = word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { throw failure("expected a value") }
    position += length
    return value
  }

  private func text(_ utf8: ArraySlice<UInt8>) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw failure("a string is not valid UTF-8") }
    return text
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private func failure(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: position, reason: reason) }
}

/// The names of the object that is being read, as far as they are needed to find one that stands twice: a handful is
/// walked through, which is faster than hashing.
private struct MemberNames {
  private static let mostWalked = 16
  private var hashed: Set<Name> = []

  private struct Name: Hashable {
    let text: String

    static func == (a: Name, b: Name) -> Bool { a.text.hasSameBytes(as: b.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Takes in the name of the object's next member.
  ///
  /// - Returns: false when another member has it.
  mutating func insert(_ name: String, into object: JSONObject) -> Bool {
    guard object.members.count >= Self.mostWalked else { return object[name] == nil }
    if hashed.isEmpty { hashed = Set(object.members.map { Name(text: $0.name) }) }
    return hashed.insert(Name(text: name)).inserted
  }
}
