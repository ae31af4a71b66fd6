/// A value that came over the wire and is about to be read: where it stands in its text, or a tree.
public enum WireInput: Sendable {
  case text(JSONText, at: Int)
  case tree(JSON)

  /// The whole text.
  public init(_ text: JSONText) { self = .text(text, at: 0) }

  /// The value as a tree.
  public var json: JSON {
    switch self {
    case .text(let text, let index): text.json(at: index)
    case .tree(let json): json
    }
  }

  public var isNull: Bool {
    switch self {
    case .text(let text, let index): text.kind(at: index) == .null
    case .tree(.null): true
    case .tree: false
    }
  }

  public var boolValue: Bool? {
    switch self {
    case .text(let text, let index):
      switch text.kind(at: index) {
      case .true: true
      case .false: false
      default: nil
      }
    case .tree(.bool(let value)): value
    case .tree: nil
    }
  }

  public var integerValue: Int64? {
    switch self {
    case .text(let text, let index): text.integer(at: index)
    case .tree(let json): json.integerValue
    }
  }

  /// A number, whole or not.
  var numberValue: Double? {
    switch self {
    case .text(let text, let index): text.number(at: index)
    case .tree(.integer(let value)): Double(value)
    case .tree(.number(let value)): value
    case .tree: nil
    }
  }

  public var stringValue: String? {
    switch self {
    case .text(let text, let index): text.string(at: index)
    case .tree(let json): json.stringValue
    }
  }

  /// Passes on a string's bytes without creating a string; nil if the value is not one.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    switch self {
    case .text(let text, let index): return text.withUTF8(at: index, body)
    case .tree(let json):
      guard var text = json.stringValue else { return nil }
      return text.withUTF8(body)
    }
  }

  var isObject: Bool {
    switch self {
    case .text(let text, let index): text.kind(at: index) == .object
    case .tree(let json): json.objectValue != nil
    }
  }

  /// The member of an object; nil if it is missing, or if this is not an object.
  public subscript(_ name: String) -> WireInput? {
    var hint = 0
    return member(name, hint: &hint)
  }

  /// - Parameter hint: of the last call for the same object; at first 0.
  func member(_ name: String, hint: inout Int) -> WireInput? {
    switch self {
    case .text(let text, let index):
      guard text.kind(at: index) == .object else { return nil }
      hint = max(hint, index + 1)
      return text.member(name, at: index, hint: &hint).map { .text(text, at: $0) }
    case .tree(let json): return json[name].map { .tree($0) }
    }
  }

  /// How many members or elements there are; 0 for what holds none.
  var count: Int {
    switch self {
    case .text(let text, let index): text.count(at: index)
    case .tree(.object(let object)): object.members.count
    case .tree(.array(let elements)): elements.count
    case .tree: 0
    }
  }

  /// The elements of an array; nil if the value is not one.
  var elements: Elements? {
    switch self {
    case .text(let text, let index):
      text.kind(at: index) == .array ? Elements(array: self, index: index + 1, end: text.next(after: index)) : nil
    case .tree(.array(let elements)): Elements(array: self, index: 0, end: elements.count)
    case .tree: nil
    }
  }

  /// The type's name as an error message says it.
  var typeName: String { json.typeName }

  struct Elements: IteratorProtocol {
    fileprivate let array: WireInput
    fileprivate var index: Int
    fileprivate let end: Int

    mutating func next() -> WireInput? {
      guard index < end else { return nil }
      switch array {
      case .text(let text, _):
        defer { index = text.next(after: index) }
        return .text(text, at: index)
      case .tree(let json):
        defer { index += 1 }
        return json.arrayValue.map { .tree($0[index]) }
      }
    }
  }
}
