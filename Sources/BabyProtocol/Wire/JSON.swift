/// A JSON value as it stands on the wire.
///
/// Foundation's coders would cost each client a millisecond of start-up and the daemon three times the CPU of a call,
/// so the protocol brings its own small codec: `JSONText`, this tree and `JSONWriter`.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number with a fraction or an exponent, or beyond 64 bits.
  case number(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  public var arrayValue: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var integerValue: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The member of an object; nil if it is missing, or if this is not an object.
  public subscript(_ name: String) -> JSON? { objectValue?[name] }

  /// The type's name as an error message says it.
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of an object in the order in which they came. Objects here are small: a look-up is a walk.
///
/// Names are the same when their bytes are, as RFC 8259 has it, and not when they look alike.
public struct JSONObject: Hashable, Sendable {
  public var members: [Member]

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON
  }

  public init(_ members: [(String, JSON)] = []) {
    self.members = members.map { Member(name: $0.0, value: $0.1) }
  }

  public subscript(_ name: String) -> JSON? {
    let length = name.utf8.count
    // By their places: nothing is copied of those that it is not.
    for place in members.indices where members[place].name.utf8.count == length {
      if members[place].name.hasSameBytes(as: name) { return members[place].value }
    }
    return nil
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
  public init(nilLiteral: ()) { self = .null }
}

extension String {
  /// Whether both are the same UTF-8. `==` takes texts for equal that look alike, and a long time to find that out.
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (own, other) = (self, other)
    return own.withUTF8 { own in other.withUTF8 { own.elementsEqual($0) } }
  }
}
