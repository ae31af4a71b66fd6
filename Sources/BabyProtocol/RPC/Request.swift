/// One JSON-RPC 2.0 request, or a notification when it has no id.
public struct Request: Hashable, Sendable {
  /// Bytes of a method's name, and of an id, which is sent back.
  public static let longestName = 256

  public var id: RequestID?
  public var method: String
  /// Always an object here; left out is the same as empty.
  public var params: JSON

  public init(id: RequestID?, method: String, params: JSON = [:]) {
    self.id = id
    self.method = method
    self.params = params
  }

  /// Reads one request out of a parsed line or a batch's element.
  public init(json: JSON) throws(InvalidRequest) {
    guard case .object(let object) = json else {
      throw InvalidRequest(id: nil, reason: "a request must be an object, not \(json.typeName)")
    }
    let id: RequestID?
    switch object["id"] {
    case nil: id = nil
    case .integer(let number): id = .number(number)
    case .string(let text):
      guard text.utf8.count <= Self.longestName else {
        throw InvalidRequest(id: nil, reason: "id must have at most \(Self.longestName) bytes")
      }
      id = .text(text)
    case let other?:
      throw InvalidRequest(id: nil, reason: "id must be a string or a whole number, not \(other.typeName)")
    }
    guard object["jsonrpc"] == .string("2.0") else {
      throw InvalidRequest(id: id, reason: "jsonrpc must be \"2.0\"")
    }
    guard let method = object["method"]?.stringValue else {
      throw InvalidRequest(id: id, reason: "method must be a string")
    }
    guard method.utf8.count <= Self.longestName else {
      throw InvalidRequest(id: id, reason: "method must have at most \(Self.longestName) bytes")
    }
    let params = object["params"] ?? [:]
    guard case .object = params else {
      throw InvalidRequest(id: id, reason: "params must be an object with names, not \(params.typeName)")
    }
    self.init(id: id, method: method, params: params)
  }

  /// The request as one line, without the line feed.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { members in
      members.field("jsonrpc", "2.0")
      if let id { members.raw("id") { id.write(to: &$0) } }
      members.field("method", method)
      members.raw("params") { $0.json(params) }
    }
    return writer.bytes
  }
}

/// Links an answer to its request.
public enum RequestID: Hashable, Sendable {
  case number(Int64)
  case text(String)

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): writer.integer(number)
    case .text(let text): writer.string(text)
    }
  }

  public init?(json: JSON) {
    switch json {
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }
}

/// A JSON value that is not a request. The id is known if it could be read.
public struct InvalidRequest: Error, Hashable, Sendable {
  public var id: RequestID?
  public var reason: String
}

/// The content of one line.
public enum RequestLine: Sendable {
  case single(Result<Request, InvalidRequest>)
  /// A batch: its elements in order, good and bad. Never empty.
  case batch([Result<Request, InvalidRequest>])

  /// - Parameter longestBatch: a longer one is refused without looking at its elements.
  /// - Throws: `JSONSyntaxError` for a line that is not JSON or has more than `JSON.mostRequestValues` values,
  ///   `InvalidRequest` for an empty batch or one that is too long.
  public init(parsing line: some Sequence<UInt8>, longestBatch: Int = .max) throws {
    let json = try JSON(parsing: line, mostValues: JSON.mostRequestValues)
    guard case .array(let elements) = json else {
      self = .single(Self.request(json))
      return
    }
    guard !elements.isEmpty else { throw InvalidRequest(id: nil, reason: "a batch must not be empty") }
    guard elements.count <= longestBatch else {
      throw InvalidRequest(
        id: nil, reason: "a batch holds at most \(longestBatch) requests, not \(elements.count)")
    }
    self = .batch(elements.map(Self.request))
  }

  private static func request(_ json: JSON) -> Result<Request, InvalidRequest> {
    Result { () throws(InvalidRequest) in try Request(json: json) }
  }
}

/// Answers as bytes, without the line feed.
public enum Response {
  /// - Parameter result: the result's JSON text, an object.
  public static func success(id: RequestID, result: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: result.count + 64)
    writer.object { members in
      members.field("jsonrpc", "2.0")
      members.raw("id") { id.write(to: &$0) }
      members.raw("result") { $0.encoded(result) }
    }
    return writer.bytes
  }

  /// - Parameter id: nil, written as null, when the request's id could not be read.
  public static func failure(id: RequestID?, _ error: RPCError) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { members in
      members.field("jsonrpc", "2.0")
      members.raw("id") { writer in
        if let id { id.write(to: &writer) } else { writer.null() }
      }
      members.field("error", error)
    }
    return writer.bytes
  }
}
