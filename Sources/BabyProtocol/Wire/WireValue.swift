package import BabyModel

/// A value with one form on the wire, and a schema that says which.
public protocol WireValue: Sendable {
  static var schema: Schema { get }

  /// A value of the type; `Schema` is made by reading samples.
  static var sample: Self { get }

  init(wire: WireInput) throws(WireError)

  func write(to writer: inout JSONWriter)
}

/// An object on the wire. `@WireMembers` makes its members of a struct's properties.
///
/// One that is written by hand names them in `init(reading:)`: decoding and the schema both come from it.
public protocol WireObject: WireValue {
  /// Name in the schema's components, for objects that several methods share.
  static var schemaName: String? { get }

  init(reading members: inout ObjectReader) throws(WireError)

  /// Refuses members that are right by themselves, but not beside each other.
  func checkMembers() throws(WireError)

  func write(to members: inout ObjectWriter)
}

extension WireObject {
  public static var schemaName: String? { nil }

  public func checkMembers() throws(WireError) {}

  /// What `init(reading:)` asks for.
  ///
  /// - Parameter kind: of entries, if it decides which members there are; nil is those of all kinds.
  private static func properties(of kind: EntryKind? = nil) -> [Schema.Property] {
    var reader = ObjectReader(describing: kind)
    _ = try? Self(reading: &reader)
    return reader.properties
  }

  /// The kinds of entries that each have members of their own; empty if no kind decides that.
  package static var kinds: [EntryKind] {
    var reader = ObjectReader()
    _ = try? Self(reading: &reader)
    return reader.kinds
  }

  /// The object as it is for one of its kinds.
  package static func schema(of kind: EntryKind) -> Schema { .object(properties(of: kind)) }

  public static var schema: Schema {
    let object = Schema.object(properties())
    return schemaName.map { .named($0, object) } ?? object
  }

  public static var sample: Self {
    var reader = ObjectReader()
    do { return try Self(reading: &reader) } catch {
      preconditionFailure("\(Self.self) refuses its own sample: \(error)")
    }
  }

  /// Reads an object and ignores members that it does not know, as clients do with answers.
  public init(wire: WireInput) throws(WireError) {
    guard wire.isObject else { throw WireError(expected: "an object", found: wire) }
    var reader = ObjectReader(wire)
    try self.init(reading: &reader)
  }

  /// Reads an object and refuses members that it does not know or that are too long, as the daemon does with params.
  public init(strictly json: JSON) throws(WireError) {
    let wire = WireInput.tree(json)
    guard wire.isObject else { throw WireError(expected: "an object", found: wire) }
    var reader = ObjectReader(wire, isStrict: true)
    try self.init(reading: &reader)
    try reader.refuseUnknownMembers { kind in Self.properties(of: kind).map(\.name) }
  }

  public func write(to writer: inout JSONWriter) {
    writer.object { write(to: &$0) }
  }
}

extension WireValue {
  /// Reads a value out of a tree.
  public init(json: JSON) throws(WireError) { try self.init(wire: .tree(json)) }

  /// The value as JSON text.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

/// An error in a value from the wire.
public struct WireError: Error, Hashable, Sendable {
  /// The members that lead to the value: `entries.0.start`.
  public var path: String
  /// A sentence without the path: `must be a string, not a number`.
  public var message: String

  /// Path and message, for a person.
  public var sentence: String {
    let text = (path.isEmpty ? "params" : path) + " " + message
    return text.hasSuffix("?") ? text : text + "."
  }

  public init(path: String = "", message: String) {
    self.path = path
    self.message = message
  }

  public init(expected: String, found: WireInput) {
    self.init(message: "must be \(expected), not \(found.typeName)")
  }

  func within(_ name: String) -> WireError {
    WireError(path: path.isEmpty ? name : "\(name).\(path)", message: message)
  }
}
