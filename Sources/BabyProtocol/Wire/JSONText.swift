import BabyModel

/// Why bytes are not JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Bytes from the beginning of the text.
  public var offset: Int
  public var reason: String
}

/// A validated JSON text. Values are created only on access: a client shows a part of what it receives.
public final class JSONText: Sendable {
  private let bytes: [UInt8]
  /// Each value before those that it holds, and each member's name before its value.
  private let places: [Place]

  /// Parses one JSON text (RFC 8259) with nothing but white space around it.
  ///
  /// Stricter than the RFC asks where leniency could log the wrong thing: a name that stands twice in an object is an
  /// error. An object has at most 1024 members, and nesting is limited to 64 levels. The time goes up with the text's
  /// length and no faster, whatever is in it.
  ///
  /// - Parameter mostValues: how many values there may be in all, those in arrays and objects included. What strangers
  ///   send is cheap to write and dear to read: a megabyte holds half a million of them.
  public init(parsing bytes: [UInt8], mostValues: Int = .max) throws(JSONSyntaxError) {
    places = try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      var scanner = JSONScanner(bytes, mostValues: mostValues)
      try scanner.scanText()
      return scanner.places
    }
    self.bytes = bytes
  }

  enum Kind: UInt8 {
    case null, `true`, `false`, integer, number, string, escapedString, array, object
  }

  /// Where a value stands.
  struct Place {
    let kind: Kind
    /// Of a string, without the quotation marks.
    let start: UInt32
    var end: UInt32
    /// The place of what comes after the value and all that it holds.
    var next: UInt32
    /// Of an object: the marks of its members' names.
    var names: UInt64 = 0

    init(kind: Kind, start: Int, end: Int, next: Int) {
      self.kind = kind
      self.start = UInt32(truncatingIfNeeded: start)
      self.end = UInt32(truncatingIfNeeded: end)
      self.next = UInt32(truncatingIfNeeded: next)
    }

    /// The text of a string.
    func string(in bytes: UnsafeBufferPointer<UInt8>) -> String {
      if kind == .escapedString {
        var string = JSONEscapedString(bytes, position: Int(start))
        // It has been read before.
        return (try? string.unescaped()) ?? ""
      }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)]), as: UTF8.self)
    }
  }
}

// The values by their places. The first one is the whole text.
extension JSONText {
  func kind(at index: Int) -> Kind { places[index].kind }

  /// The place after a value and all that it holds.
  func next(after index: Int) -> Int { Int(places[index].next) }

  func string(at index: Int) -> String? {
    let place = places[index]
    guard place.kind == .string || place.kind == .escapedString else { return nil }
    return bytes.withUnsafeBufferPointer { place.string(in: $0) }
  }

  /// Passes on the bytes of a string; nil if the value is not one.
  func withUTF8<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    let place = places[index]
    switch place.kind {
    case .string:
      return bytes.withUnsafeBufferPointer { bytes in
        body(UnsafeBufferPointer(rebasing: bytes[Int(place.start)..<Int(place.end)]))
      }
    case .escapedString:
      var text = bytes.withUnsafeBufferPointer { place.string(in: $0) }
      return text.withUTF8(body)
    default: return nil
    }
  }

  func integer(at index: Int) -> Int64? {
    let place = places[index]
    guard place.kind == .integer else { return nil }
    let isNegative = bytes[Int(place.start)] == UInt8(ascii: "-")
    // Below zero there is one more.
    var value: Int64 = 0
    for byte in bytes[Int(place.start) + (isNegative ? 1 : 0)..<Int(place.end)] {
      value = value &* 10 &- Int64(byte & 0xF)
    }
    return isNegative ? value : 0 &- value
  }

  func number(at index: Int) -> Double? {
    let place = places[index]
    switch place.kind {
    case .integer: return integer(at: index).map { Double($0) }
    case .number: return Double(String(decoding: bytes[Int(place.start)..<Int(place.end)], as: UTF8.self))
    default: return nil
    }
  }

  /// How many elements or members a value holds.
  func count(at index: Int) -> Int {
    let (end, step) = (next(after: index), kind(at: index) == .object ? 1 : 0)
    var (place, count) = (index + 1, 0)
    while place < end {
      place = next(after: place + step)
      count += 1
    }
    return count
  }

  /// The value of a member; nil if it is missing.
  ///
  /// - Parameter hint: the position that is checked first; set to the one after the member that was found. Members are
  ///   mostly read in the order in which they come.
  func member(_ name: String, at index: Int, hint: inout Int) -> Int? {
    var name = name
    return name.withUTF8 { name in
      let object = places[index]
      // Most members that are not there leave no mark.
      guard object.names & Self.mark(of: name) != 0 else { return nil }
      let end = Int(object.next)
      let first = min(hint, end)
      guard let found = find(name, from: first, to: end) ?? find(name, from: index + 1, to: first) else { return nil }
      hint = next(after: found)
      return found
    }
  }

  /// One of 64 bits, the same for names of the same bytes.
  static func mark(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let first = name.first, let last = name.last else { return 1 }
    let middle = name[name.count / 2]
    let sum = UInt64(first) &* 5 &+ UInt64(middle) &* 3 &+ UInt64(last) &* 7 &+ UInt64(name.count)
    return 1 << (sum & 63)
  }

  static func isSame(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, as name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard end - start == name.count else { return false }
    for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
    return true
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, from first: Int, to end: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = first
      while index < end {
        let place = places[index]
        if place.kind == .string {
          if Self.isSame(bytes, from: Int(place.start), to: Int(place.end), as: name) { return index + 1 }
        } else if place.string(in: bytes).utf8.elementsEqual(name) {
          return index + 1
        }
        index = next(after: index + 1)
      }
      return nil
    }
  }

  /// A value and all that it holds.
  func json(at index: Int) -> JSON {
    switch kind(at: index) {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .integer: return .integer(integer(at: index) ?? 0)
    case .number: return .number(number(at: index) ?? 0)
    case .string, .escapedString: return .string(string(at: index) ?? "")
    case .array:
      var elements: [JSON] = []
      elements.reserveCapacity(count(at: index))
      var place = index + 1
      while place < next(after: index) {
        elements.append(json(at: place))
        place = next(after: place)
      }
      return .array(elements)
    case .object:
      var object = JSONObject()
      object.members.reserveCapacity(count(at: index))
      var place = index + 1
      while place < next(after: index) {
        object.members.append(.init(name: string(at: place) ?? "", value: json(at: place + 1)))
        place = next(after: place + 1)
      }
      return .object(object)
    }
  }
}

extension JSON {
  /// How many values a request may hold, a batch of them too. The longest batch of ordinary calls has some 4,000.
  public static let mostRequestValues = 8192

  /// Parses one JSON text as a tree, as `JSONText` does.
  public init(parsing bytes: some Sequence<UInt8>, mostValues: Int = .max) throws(JSONSyntaxError) {
    self = try JSONText(parsing: Array(bytes), mostValues: mostValues).json(at: 0)
  }
}
