import Glibc

/// A value as D-Bus carries it.
///
/// Arrays and dictionaries name the types of what they hold, in D-Bus's own notation, because they may be empty.
public indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  /// Without a NUL: D-Bus ends it there.
  case string(String)
  case objectPath(String)
  case signature(String)
  /// An array of bytes, in one piece.
  case bytes([UInt8])
  case array(of: String, [BusValue])
  case dictionary(key: String, value: String, [BusValue: BusValue])
  case structure([BusValue])
  case variant(BusValue)
  case descriptor(BusDescriptor)
}

/// A file descriptor in a message; closed when it is released.
public final class BusDescriptor: Hashable, Sendable {
  public let number: CInt

  /// - Parameter number: which is closed from here.
  public init(taking number: CInt) { self.number = number }

  deinit { close(number) }

  public static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension BusValue {
  /// The value's type in D-Bus's notation: `s`, `a{sv}`, `(iiay)`.
  public var type: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{\(key)\(value)}"
    case .structure(let members): "(" + members.map(\.type).joined() + ")"
    case .variant: "v"
    case .descriptor: "h"
    }
  }

  /// Named values of any types, `a{sv}`: how D-Bus interfaces pass properties and options.
  public static func properties(_ values: [String: BusValue]) -> BusValue {
    let pairs = values.map { (BusValue.string($0), BusValue.variant($1)) }
    return .dictionary(key: "s", value: "v", Dictionary(uniqueKeysWithValues: pairs))
  }

  /// `as`
  public static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map(BusValue.string)) }

  /// The text of a string, an object path or a signature; nil for anything else.
  public var text: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// A whole number of any width; nil for anything else, and for one that is too large.
  public var integer: Int? {
    switch self {
    case .byte(let number): Int(number)
    case .int16(let number): Int(number)
    case .uint16(let number): Int(number)
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    case .int64(let number): Int(exactly: number)
    case .uint64(let number): Int(exactly: number)
    case .variant(let value): value.integer
    default: nil
    }
  }

  /// The file descriptor; nil for anything else.
  public var descriptor: BusDescriptor? {
    switch self {
    case .descriptor(let descriptor): descriptor
    case .variant(let value): value.descriptor
    default: nil
    }
  }

  /// The value of a boolean; nil for anything else.
  public var truth: Bool? {
    switch self {
    case .bool(let truth): truth
    case .variant(let value): value.truth
    default: nil
    }
  }

  /// The elements of an array or a structure; nil for anything else.
  public var elements: [BusValue]? {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    case .bytes(let bytes): bytes.map(BusValue.byte)
    case .variant(let value): value.elements
    default: nil
    }
  }

  /// The value of a dictionary's key, unwrapped from its variant; nil if it is missing.
  public subscript(name: String) -> BusValue? {
    switch self {
    case .dictionary(_, _, let pairs):
      if case .variant(let value)? = pairs[.string(name)] { value } else { pairs[.string(name)] }
    case .variant(let value): value[name]
    default: nil
    }
  }
}
