import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

/// A request as handlers see it.
struct Call: Sendable {
  let operation: Operation
  let path: [String: String]
  let query: [String: String]
  /// By name in lower case.
  let headers: [String: String]
  let body: [UInt8]
  /// Where it came from: see `NetworkAddress.network`.
  let network: [UInt8]
  /// Nil for a bearer token or an anonymous request.
  let page: PageRequest?
  let now: Instant

  /// Reads the body and refuses members that are not known.
  fileprivate func decode<Body: WireObject>(_ type: Body.Type) throws(APIError) -> Body {
    let json: JSON
    do { json = try JSON(parsing: body, mostValues: JSON.mostRequestValues) } catch {
      throw APIError(.invalid, "The body is not JSON: \(error.reason) at byte \(error.offset).")
    }
    do { return try Body(strictly: json) } catch {
      throw .invalid(error.path.isEmpty ? "body" : error.path, error.message)
    }
  }

  /// An id in the path. An invalid one matches nothing.
  func id<Subject>(_ name: String) throws(APIError) -> Identifier<Subject> {
    guard let id = path[name].flatMap({ Identifier<Subject>($0) }) else { throw .nothing }
    return id
  }

  /// A parameter of the query; nil when it is not there.
  func parameter<Value>(
    _ name: String, _ expected: String, _ parse: (String) -> Value?
  ) throws(APIError) -> Value? {
    guard let text = query[name] else { return nil }
    guard let value = parse(text) else { throw .invalid(name, "must be \(expected)") }
    return value
  }

  /// A number of the query; nil when it is not there.
  func number(_ name: String, _ range: ClosedRange<Int>) throws(APIError) -> Int? {
    try parameter(name, "a number from \(range.lowerBound) to \(range.upperBound)") {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func limit(default value: Int) throws(APIError) -> Int { try number("limit", 1...1000) ?? value }

  /// Refuses parameters that the operation does not have: a misspelt one would answer another question.
  func refuseUnknownParameters() throws(APIError) {
    let known = operation.parameters.filter { $0.place == .query }.map(\.name)
    guard let unknown = query.keys.sorted().first(where: { !known.contains($0) }) else { return }
    throw .invalid(unknown, "is not known")
  }

  /// The text that is searched for. A longer one finds nothing more, and costs.
  func search() throws(APIError) -> String? {
    try parameter("q", "a text of at most \(Self.searchLimit) bytes") { $0.utf8.count <= Self.searchLimit ? $0 : nil }
  }

  private static let searchLimit = 200

  /// Bytes that it takes on the disk, about: what was sent, and what is kept beside it.
  var writtenBytes: Int { body.count + 500 }

  // MARK: Headers

  var token: String? { bearerToken(headers["authorization"]) ?? page?.token }

  /// Hash of the secret that identifies a machine that has logged in before.
  ///
  /// - Throws: `invalid` for one that is easily guessed, or too long.
  func device() throws(APIError) -> [UInt8]? {
    guard let secret = headers["babybasics-device"] ?? page?.device else { return nil }
    guard (32...200).contains(secret.utf8.count) else {
      throw .invalid("Babybasics-Device", "must have 32 to 200 characters")
    }
    return Secrets.hash(secret)
  }

  /// - Throws: `invalid` for a key that is empty or too long.
  func idempotencyKey() throws(APIError) -> String? {
    guard operation.takesIdempotencyKey, let key = headers["idempotency-key"] else { return nil }
    guard (1...200).contains(key.utf8.count) else {
      throw .invalid("Idempotency-Key", "must have 1 to 200 characters")
    }
    return key
  }

  /// Identifies the request, whatever its conditions.
  var fingerprint: [UInt8] {
    let parameters = path.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    return Secrets.hash(Array("\(operation.id)\n\(parameters)\n".utf8) + body)
  }

  /// Whether the header `name` holds an entity tag, `*` included. Nil when there is no such header.
  func matches(_ name: String, _ tag: String) -> Bool? {
    headers[name].map { isNamed(tag, in: $0) }
  }
}

/// Whether the header of a condition names an entity tag, weak or not, or all of them.
func isNamed(_ tag: String, in header: String) -> Bool {
  header.split(separator: ",").contains { part in
    let name = part.filter { $0 != " " }
    return name == "*" || name.trimmingPrefix("W/") == tag.trimmingPrefix("W/")
  }
}

/// A request to one operation, which says what it takes and what it is answered with.
struct OperationCall<Body: Sendable, Answer: Sendable>: Sendable {
  let request: Call

  /// - Throws: `invalid` for a body that is not as the operation says.
  func body() throws(APIError) -> Body where Body: WireObject { try request.decode(Body.self) }

  func answer(_ answer: Answer, tag: String? = nil) -> CallAnswer where Answer: WireValue {
    CallAnswer(request.operation, answer, tag: tag)
  }

  /// - Parameter body: an answer's text in the operation's form.
  func answer(encoded body: [UInt8], tag: String? = nil) -> CallAnswer {
    var answer = CallAnswer(status: request.operation.success, tag: tag)
    answer.media = request.operation.media
    answer.body = body
    return answer
  }

  func done() -> CallAnswer where Answer == Never { CallAnswer(status: request.operation.success) }
}

struct CallAnswer: Sendable {
  var status: Int
  var tag: String?
  var body: [UInt8] = []
  /// The form of the body.
  fileprivate(set) var media = Operation.Media.json
  /// Stored in place of the body for a repeated call, if the body can be rebuilt from the call and this.
  var kept: [UInt8]?
  var retryAfter: Int?
  /// How long the answer stays valid without changes; nil if unknown.
  var validity: Range<Instant>?
  /// The session, if the answer can be reused from memory.
  var session: SessionStamp?
  /// The subscription of a streaming answer.
  private(set) var subscription: EventSubscription?

  fileprivate init(_ operation: Operation, _ body: some WireValue, tag: String? = nil) {
    status = operation.success
    self.body = body.encoded
    self.tag = tag
  }

  /// An answer without a body.
  init(status: Int, tag: String? = nil) {
    self.status = status
    self.tag = tag
  }

  /// An answer that goes on for as long as its session lives.
  init(following subscription: EventSubscription) {
    status = 200
    self.subscription = subscription
  }

  init(_ stored: StoredHTTPAnswer) {
    status = stored.status
    tag = stored.tag
    body = stored.body
  }

  init(_ error: APIError) {
    status = error.code.status
    body = APIErrorBody(error).encoded
    retryAfter = error.retryAfter
  }
}
