public import BabyProtocol

/// Builds the OpenAPI document out of the operations' own types.
public enum OpenAPI {
  /// - Parameter version: of the server that serves the document.
  public static func document(version: String) -> JSON {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "babybasics-server", "version": .string(version),
        "description": "A family's log of its children. Instants are RFC 3339; every error has the form of `Error`.",
      ],
      "paths": .object(JSONObject(paths.map { ($0, path($0)) })),
      "components": [
        "schemas": .object(JSONObject(schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
        "securitySchemes": .object(JSONObject(securitySchemes)),
      ],
    ]
  }

  /// A bearer token, or what a page has in its place.
  private static let security: JSON = [["token": []], ["cookie": [], "page": []]]
  private static let securitySchemes: [(String, JSON)] = [
    ("token", ["type": "http", "scheme": "bearer"]),
    (
      "cookie",
      [
        "type": "apiKey", "in": "cookie", "name": .string(PageSession.cookie),
        "description": .string(
          "Set for a page that has signed in. Over plain HTTP it is called `\(PageSession.plainCookie)`."),
      ]
    ),
    (
      "page",
      [
        "type": "apiKey", "in": "header", "name": .string(PageSession.header),
        "description": .string(
          "`\(PageSession.headerValue)`. Without it, the cookie is ignored: another site could have sent it."),
      ]
    ),
  ]

  /// Each once, in the order of the operations.
  private static var paths: [String] {
    Operation.all.map(\.path).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static var schemas: [String: Schema] {
    let bodies = Operation.all.compactMap { $0.body?.schema } + Operation.all.compactMap { $0.answer?.schema }
    return (bodies + [APIErrorBody.schema]).reduce(into: [:]) { $0.merge($1.components) { first, _ in first } }
  }

  private static func path(_ path: String) -> JSON {
    .object(JSONObject(Operation.all.filter { $0.path == path }.map { ($0.verb.rawValue, operation($0)) }))
  }

  private static func operation(_ operation: Operation) -> JSON {
    var members: [(String, JSON)] = [
      ("operationId", .string(operation.id)),
      ("summary", .string(operation.summary)),
      ("security", operation.access == .anybody ? [] : security),
    ]
    if !operation.parameters.isEmpty { members.append(("parameters", .array(operation.parameters.map(parameter)))) }
    if let body = operation.body {
      members.append(("requestBody", ["required": true, "content": content(body.schema)]))
    }
    members.append(("responses", .object(JSONObject(responses(operation)))))
    return .object(JSONObject(members))
  }

  private static func parameter(_ parameter: Operation.Parameter) -> JSON {
    [
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
      "description": .string(parameter.summary), "required": .bool(parameter.place == .path),
      "schema": parameter.schema.json,
    ]
  }

  private static func responses(_ operation: Operation) -> [(String, JSON)] {
    var success: [(String, JSON)] = [("description", "Done.")]
    if let answer = operation.answer { success.append(("content", content(answer.schema))) }
    if operation.media != .json {
      success.append(("content", .object(JSONObject([(operation.media.rawValue, ["schema": ["type": "string"]])]))))
    }
    var responses = [(String(operation.success), JSON.object(JSONObject(success)))]
    if operation.parameters.contains(.ifNoneMatch) { responses.append(("304", ["description": "It has not changed."])) }
    let byStatus = Dictionary(grouping: operation.allErrors, by: \.status)
    for (status, codes) in byStatus.sorted(by: { $0.key < $1.key }) {
      let summaries = codes.map { "`\($0.rawValue)`: \($0.summary)" }.joined(separator: " ")
      responses.append((String(status), ["description": .string(summaries), "content": errorContent]))
    }
    return responses
  }

  /// The schema of errors, shared by all operations.
  private static let errorContent = content(APIErrorBody.schema)

  private static func content(_ schema: Schema) -> JSON { ["application/json": ["schema": schema.json]] }
}

@WireMembers
public struct Health: WireObject {
  /// `ok`.
  public var status: String
  /// Version of the server.
  public var version: String
  /// The commit that the server was built from, and its date; "development build" if it was not installed.
  public var build: String?
}
