import BabyModel

/// Goes through a JSON text once, checks it, and notes where its values stand.
struct JSONScanner {
  private static let mostMembers = 1024

  private let bytes: UnsafeBufferPointer<UInt8>
  private let mostValues: Int
  private var position = 0
  private var valueCount = 0
  private(set) var places: [JSONText.Place] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, mostValues: Int) {
    self.bytes = bytes
    self.mostValues = mostValues
    // A value with its name takes about 12 bytes: most texts fit into this.
    places.reserveCapacity(bytes.count / 12 + 8)
  }

  mutating func scanText() throws(JSONSyntaxError) {
    guard bytes.count < Int(UInt32.max) else { throw failure("the text is too long") }
    try scanValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw failure("there is something after the value") }
  }

  private mutating func scanValue(depth: Int) throws(JSONSyntaxError) {
    guard depth < 64 else { throw failure("nested deeper than 64 levels") }
    valueCount += 1
    guard valueCount <= mostValues else { throw failure("there are more than \(mostValues) values") }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): try scanObject(depth: depth)
    case UInt8(ascii: "["): try scanArray(depth: depth)
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "t"): try scanWord("true", .true)
    case UInt8(ascii: "f"): try scanWord("false", .false)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    case UInt8(ascii: "-"): try scanNumber()
    case let byte? where byte.isDigit: try scanNumber()
    case nil: throw failure("the text ends too early")
    default: throw failure("expected a value")
    }
  }

  private mutating func scanObject(depth: Int) throws(JSONSyntaxError) {
    let object = open(.object)
    var names = MemberNames(object: object)
    var count = 0
    skipSpace()
    if take(UInt8(ascii: "}")) { return close(object) }
    defer { places[object].names = names.seen }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
      guard count < Self.mostMembers else { throw failure("an object has more than \(Self.mostMembers) members") }
      let name = places.count
      try scanString()
      guard names.insert(name, after: count, in: places, bytes) else {
        throw failure("the name \"\(places[name].string(in: bytes).excerpt)\" appears twice")
      }
      count += 1
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("expected ':'") }
      try scanValue(depth: depth + 1)
      skipSpace()
      if take(UInt8(ascii: "}")) { return close(object) }
      guard take(UInt8(ascii: ",")) else { throw failure("expected ',' or '}'") }
    }
  }

  private mutating func scanArray(depth: Int) throws(JSONSyntaxError) {
    let array = open(.array)
    skipSpace()
    if take(UInt8(ascii: "]")) { return close(array) }
    while true {
      try scanValue(depth: depth + 1)
      skipSpace()
      if take(UInt8(ascii: "]")) { return close(array) }
      guard take(UInt8(ascii: ",")) else { throw failure("expected ',' or ']'") }
    }
  }

  private mutating func open(_ kind: JSONText.Kind) -> Int {
    places.append(.init(kind: kind, start: position, end: position, next: places.count + 1))
    position += 1
    return places.count - 1
  }

  private mutating func close(_ place: Int) {
    places[place].end = UInt32(truncatingIfNeeded: position)
    places[place].next = UInt32(truncatingIfNeeded: places.count)
  }

  private mutating func append(_ kind: JSONText.Kind, from start: Int, to end: Int) {
    places.append(.init(kind: kind, start: start, end: end, next: places.count + 1))
  }

  private mutating func scanString() throws(JSONSyntaxError) {
    let start = position + 1
    var end = start
    var isASCII = true
    while true {
      end = plainEnd(from: end)
      guard end < bytes.count, bytes[end] >= 0x80 else { break }
      isASCII = false
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      var string = JSONEscapedString(bytes, position: start)
      _ = try string.unescaped()
      append(.escapedString, from: start, to: string.position - 1)
      position = string.position
      return
    }
    // Most strings are ASCII, where nothing can be invalid.
    if !isASCII, !isUTF8(start..<end) {
      position = end
      throw failure("a string is not valid UTF-8")
    }
    append(.string, from: start, to: end)
    position = end + 1
  }

  /// Reading mends what is invalid, and nothing else. The library's own check asks at run time what it is to go through.
  private func isUTF8(_ range: Range<Int>) -> Bool {
    let part = UnsafeBufferPointer(rebasing: bytes[range])
    var text = String(decoding: part, as: UTF8.self)
    return text.withUTF8 { $0.elementsEqual(part) }
  }

  /// Where the first byte is that is a quotation mark, a backslash, a control character or not ASCII; else the end.
  private func plainEnd(from start: Int) -> Int {
    var end = start
    // Eight bytes at a time.
    if let base = UnsafeRawBufferPointer(bytes).baseAddress {
      let ones: UInt64 = 0x0101_0101_0101_0101
      while end + 8 <= bytes.count {
        let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        // The first of the bytes whose top bit is set here is one of them. A subtraction borrows from those behind it.
        let (quotes, backslashes) = (word ^ (0x22 &* ones), word ^ (0x5c &* ones))
        let marks = (quotes &- ones) | (backslashes &- ones) | (word &- (0x20 &* ones)) | word
        let found = marks & (0x80 &* ones)
        if found != 0 { return end + found.trailingZeroBitCount / 8 }
        end += 8
      }
    }
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
      end += 1
    }
    return end
  }

  private mutating func scanNumber() throws(JSONSyntaxError) {
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
    // This many digits always fit.
    if isInteger, whole <= 18 { return append(.integer, from: start, to: position) }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, Int64(digits) != nil { return append(.integer, from: start, to: position) }
    guard let number = Double(digits), number.isFinite else { throw failure("a number is out of range") }
    append(.number, from: start, to: position)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < bytes.count, bytes[position].isDigit { position += 1 }
    return position - start
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONText.Kind) throws(JSONSyntaxError) {
    let start = position
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { throw failure("expected a value") }
    position += word.utf8CodeUnitCount
    append(kind, from: start, to: position)
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
      position += 1
    }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private func failure(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: position, reason: reason) }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}

/// The names of the object that is being read, as far as they are needed to find one that stands twice: a handful is
/// walked through, which is faster than hashing.
private struct MemberNames {
  private static let mostWalked = 32

  let object: Int
  /// A bit for each name that was seen: most names need no further check.
  private(set) var seen: UInt64 = 0
  private var hashed: Set<Name> = []

  init(object: Int) { self.object = object }

  private struct Name: Hashable {
    let text: String
    /// Calculated once, however often the set grows.
    private let hash: Int

    init(_ text: String) {
      var (text, hasher) = (text, Hasher())
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      (self.text, hash) = (text, hasher.finalize())
    }

    static func == (a: Name, b: Name) -> Bool { a.hash == b.hash && a.text.hasSameBytes(as: b.text) }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// Takes in the name of the object's next member.
  ///
  /// - Parameters:
  ///   - name: its place, the last one of all.
  ///   - count: how many members there are before it.
  /// - Returns: false when another member has it.
  mutating func insert(
    _ name: Int, after count: Int, in places: [JSONText.Place], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let mark = places[name].mark(in: bytes)
    defer { seen |= mark }
    guard count >= Self.mostWalked else {
      guard seen & mark != 0 else { return true }
      var other = object + 1
      while other < name {
        if places[other].isSame(as: places[name], bytes) { return false }
        other = Int(places[other + 1].next)
      }
      return true
    }
    var other = object + 1
    while hashed.count < count, other < name {
      hashed.insert(Name(places[other].string(in: bytes)))
      other = Int(places[other + 1].next)
    }
    return hashed.insert(Name(places[name].string(in: bytes))).inserted
  }
}

extension JSONText.Place {
  /// The mark of a name. One with escapes may be any.
  fileprivate func mark(in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if kind == .escapedString { return .max }
    return JSONText.mark(of: UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)]))
  }

  fileprivate func isSame(as other: Self, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if kind == .string, other.kind == .string {
      return JSONText.isSame(
        bytes, from: Int(start), to: Int(end),
        as: UnsafeBufferPointer(rebasing: bytes[Int(other.start)..<Int(other.end)]))
    }
    return string(in: bytes).hasSameBytes(as: other.string(in: bytes))
  }
}
