/// The part of JSON Schema that the protocol's values need.
public indirect enum Schema: Hashable, Sendable {
  case any
  case boolean
  case integer(minimum: Int?)
  case number
  case string(format: String?)
  case choice([String])
  /// Any word but these.
  case otherThan([String])
  case array(Schema)
  case nullable(Schema)
  case object([Property])
  /// An object that may have other members too.
  case open([Property])
  /// As one of these.
  case either([Schema])
  /// An object that several methods share, kept once in the document's components.
  case named(String, Schema)

  public struct Property: Hashable, Sendable {
    public var name: String
    public var summary: String
    public var isRequired: Bool
    public var schema: Schema
  }

  /// The schema as JSON Schema; named objects become references to `#/components/schemas`.
  public var json: JSON {
    switch self {
    case .any: [:]
    case .boolean: ["type": "boolean"]
    case .integer(let minimum):
      minimum.map { ["type": "integer", "minimum": .integer(Int64($0))] } ?? ["type": "integer"]
    case .number: ["type": "number"]
    case .string(let format): format.map { ["type": "string", "format": .string($0)] } ?? ["type": "string"]
    case .choice(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .otherThan(let words): ["type": "string", "not": ["enum": .array(words.map { .string($0) })]]
    case .array(let element): ["type": "array", "items": element.json]
    case .nullable(let schema): ["anyOf": [schema.json, ["type": "null"]]]
    case .named(let name, _): ["$ref": .string("#/components/schemas/\(name)")]
    case .either(let schemas): ["anyOf": .array(schemas.map(\.json))]
    case .object(let properties): Self.json(of: properties, isOpen: false)
    case .open(let properties): Self.json(of: properties, isOpen: true)
    }
  }

  private static func json(of properties: [Property], isOpen: Bool) -> JSON {
    [
      "type": "object",
      "properties": .object(JSONObject(properties.map { ($0.name, $0.json) })),
      "required": .array(properties.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": .bool(isOpen),
    ]
  }

  /// The named objects in the schema, each with its own.
  public var components: [String: Schema] {
    switch self {
    case .any, .boolean, .integer, .number, .string, .choice, .otherThan: [:]
    case .array(let element), .nullable(let element): element.components
    case .either(let schemas): schemas.reduce(into: [:]) { $0.merge($1.components) { first, _ in first } }
    case .object(let properties), .open(let properties):
      properties.reduce(into: [:]) { $0.merge($1.schema.components) { first, _ in first } }
    case .named(let name, let schema): schema.components.merging([name: schema]) { first, _ in first }
    }
  }
}

extension Schema.Property {
  var json: JSON {
    guard case .object(var object) = schema.json else { return schema.json }
    object.members.append(.init(name: "description", value: .string(summary)))
    return .object(object)
  }
}
