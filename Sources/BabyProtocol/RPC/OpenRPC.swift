import BabyModel

public enum Discover: RPCMethod {
  public static let name = "rpc.discover"
  public static let summary = "Returns this protocol as an OpenRPC document."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  /// The document; see https://spec.open-rpc.org.
  @WireMembers
  public struct Answer: WireObject {
    /// Version of the OpenRPC specification.
    public var openrpc: String
    /// Title and version.
    public var info: JSON
    /// The methods.
    public var methods: [JSON]
    /// Schemas and errors that the methods share.
    public var components: JSON
  }
}

/// Builds the OpenRPC document out of the methods' own types.
public enum OpenRPC {
  /// - Parameter version: of the daemon that serves the document.
  public static func document(version: String) -> Discover.Answer {
    let parts = allMethods.map { components(of: $0) } + Topic.allCases.map(\.schema.components) + notifications
    let schemas = parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    return Discover.Answer(
      openrpc: "1.3.2",
      info: [
        "title": "babybasicsd", "version": .string(version),
        "description": "JSON-RPC 2.0, one JSON object per line, over a Unix socket.",
      ],
      methods: allMethods.map { method($0) },
      components: [
        "schemas": .object(JSONObject(schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
        "errors": .object(JSONObject(ErrorCode.all.map { ($0.name, error($0)) })),
        "topics": .object(JSONObject(Topic.allCases.map { ($0.rawValue, topic($0)) })),
      ])
  }

  private static func method<Method: RPCMethod>(_ method: Method.Type) -> JSON {
    let kinds = Method.Params.kinds
    var object = JSONObject([
      ("name", .string(method.name)),
      ("summary", .string(method.summary)),
      ("paramStructure", "by-name"),
      ("params", .array(properties(of: Method.Params.self).map(contentDescriptor))),
    ])
    if !kinds.isEmpty { object.members.append(.init(name: "x-paramsByKind", value: params(Method.Params.self, kinds))) }
    object.members += [
      .init(name: "result", value: ["name": "answer", "schema": Method.Answer.schema.json]),
      .init(name: "errors", value: .array(method.errors.map { ["$ref": .string("#/components/errors/\($0.name)")] })),
      .init(name: "x-write", value: .bool(method.isWrite)),
      .init(name: "x-press", value: .bool((method as? any WriteMethod.Type)?.coalescesPresses ?? false)),
      .init(name: "x-access", value: .string(method.access.rawValue)),
    ]
    return .object(object)
  }

  /// The params as an object that is one of several, by its member `kind`: a list of params cannot say that.
  private static func params(_ params: any WireObject.Type, _ kinds: [EntryKind]) -> JSON {
    [
      "oneOf": .array(kinds.map { params.schema(of: $0).json }),
      "discriminator": ["propertyName": "kind"],
    ]
  }

  private static func contentDescriptor(_ property: Schema.Property) -> JSON {
    [
      "name": .string(property.name), "description": .string(property.summary),
      "required": .bool(property.isRequired), "schema": property.schema.json,
    ]
  }

  private static var notifications: [[String: Schema]] {
    [ChangeEvent.schema.components, ChangesEnded.schema.components]
  }

  private static func topic(_ topic: Topic) -> JSON {
    ["description": .string(topic.summary), "schema": topic.schema.json, "x-state": .bool(topic.isState)]
  }

  private static func error(_ code: ErrorCode) -> JSON {
    [
      "code": .integer(Int64(code.number)), "message": .string(code.summary),
      "data": ["name": .string(code.name), "retryable": .bool(code.isRetryable), "hint": .string(code.hint)],
      "x-exitStatus": .integer(Int64(code.exitStatus.rawValue)),
    ]
  }

  private static func properties(of type: any WireObject.Type) -> [Schema.Property] {
    switch type.schema {
    case .object(let properties), .named(_, .object(let properties)): properties
    default: []
    }
  }

  private static func components<Method: RPCMethod>(of method: Method.Type) -> [String: Schema] {
    Method.Params.schema.components.merging(Method.Answer.schema.components) { first, _ in first }
  }
}
