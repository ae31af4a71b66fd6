/// A list whose parts may have been encoded before. On the wire it is a list like any other: whoever answers with mostly
/// the same elements each time encodes each of them once.
public struct EncodedList<Element: WireValue & Hashable>: WireValue {
  /// Elements that stand together, and what they are on the wire.
  public final class Part: Sendable {
    public let elements: [Element]
    /// With a comma between two of them.
    let json: [UInt8]

    public init(_ elements: [Element]) {
      self.elements = elements
      var writer = JSONWriter()
      writer.elements(elements) { $1.write(to: &$0) }
      json = writer.bytes
    }

    /// In bytes, as JSON.
    public var size: Int { json.count }
  }

  private enum Content {
    case elements([Element])
    case parts([Part])
  }

  private var content: Content

  public init(_ elements: [Element] = []) { content = .elements(elements) }

  /// - Parameter parts: none is empty.
  public init(parts: [Part]) { content = .parts(parts) }

  public var elements: [Element] {
    switch content {
    case .elements(let elements): elements
    case .parts(let parts): parts.flatMap(\.elements)
    }
  }

  public static var schema: Schema { [Element].schema }
  public static var sample: Self { Self() }

  public init(wire: WireInput) throws(WireError) { self.init(try [Element](wire: wire)) }

  public func write(to writer: inout JSONWriter) {
    switch content {
    case .elements(let elements): elements.write(to: &writer)
    case .parts(let parts):
      // And for what stands after the list: without it all would be copied for that.
      writer.reserve(parts.reduce(1024) { $0 + $1.size + 1 })
      writer.array(parts) { $0.encoded($1.json) }
    }
  }
}

extension EncodedList: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.elements == other.elements }
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
