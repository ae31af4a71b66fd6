import AsyncHTTPClient
package import BabyModel
import BabyAPI
import BabyProtocol
import NIOCore
import NIOHTTP1
import Synchronization

/// Our own family server, as one account sees it.
package final class HTTPUpstream: Upstream {
  package let address: ServerAddress
  private let token: SessionToken?
  /// Identifies this machine to the server at login.
  let device: String?
  /// The name of new sessions.
  let sessionName: String?
  let connections: ServerConnections
  private let lastSkew = Mutex<Duration?>(nil)

  /// - Parameters:
  ///   - token: of the account's session; nil to register or log in.
  ///   - device: a secret of this machine's for this server, 32 to 200 characters: where it has logged in before,
  ///     strangers' wrong passwords do not keep it out.
  ///   - sessionName: what a session is called that begins here: host and program, 1 to 60 characters.
  package init(
    _ address: ServerAddress, token: SessionToken? = nil, device: String? = nil, sessionName: String? = nil,
    over connections: ServerConnections
  ) {
    self.address = address
    self.token = token
    self.device = device
    self.sessionName = sessionName
    self.connections = connections
  }

  package var skew: Duration? { lastSkew.withLock { $0 } }

  // MARK: Calls

  /// One call of an operation of the API.
  struct Call<Body: Sendable> {
    let operation: Operation
    let path: [PathValue]
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    let body: [UInt8]?
    /// The largest accepted answer, in bytes: the longest note with each byte as `\u00XX`, and room for the rest.
    var limit = 6 * TextLimits.note.bytes + 64 * 1024

    init<Question: WireObject>(
      _ operation: TypedOperation<Question, Body>, at path: PathValue..., sending body: Question
    ) {
      self.operation = operation.operation
      self.path = path
      self.body = body.encoded
    }

    init(_ operation: TypedOperation<Never, Body>, at path: PathValue...) {
      self.operation = operation.operation
      self.path = path
      body = nil
    }
  }

  /// A valid answer: 304 if a condition holds, otherwise the operation's success.
  struct Answer<Body: Sendable> {
    let status: Int
    let tag: String?
    let body: [UInt8]

    /// - Throws: `CallFailure` if it violates the API.
    func decoded() throws(CallFailure) -> Body where Body: WireObject {
      do { return try Body(json: try json()) } catch let failure as CallFailure { throw failure } catch {
        throw .unavailable(.badAnswer("JSON of an unexpected form"))
      }
    }

    func json() throws(CallFailure) -> JSON {
      do { return try JSON(parsing: body) } catch { throw .unavailable(.badAnswer("something other than JSON")) }
    }
  }

  func perform<Body>(_ call: Call<Body>) async throws(CallFailure) -> Answer<Body> {
    let request: HTTPClient.Request
    do { request = try self.request(for: call) } catch {
      throw .unavailable(.network("\(address) is not a server's address"))
    }
    let sentAt = connections.now()
    let response: HTTPClient.Response
    do { response = try await connections.exchange(request, limit: call.limit) } catch { throw .unavailable(error) }
    note(date: response.headers.first(name: "Date"), sentAt: sentAt)
    let answer = Answer<Body>(
      status: Int(response.status.code), tag: response.headers.first(name: "ETag"),
      body: response.body.map { Array($0.readableBytesView) } ?? [])
    try check(answer, response.headers, call)
    return answer
  }

  func request<Body>(for call: Call<Body>) throws -> HTTPClient.Request {
    var url = call.path.reduce("\(address)" + call.operation.path) {
      $0.replacing("{\($1.name)}", with: $1.text)
    }
    if !call.query.isEmpty {
      url += "?" + call.query.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }
    var headers = HTTPHeaders(call.headers.map { ($0.name, $0.value) })
    headers.add(name: "User-Agent", value: "babybasicsd/\(version)")
    headers.add(name: "Accept", value: call.operation.media.rawValue)
    if call.operation.access != .anybody, let token {
      headers.add(name: "Authorization", value: "Bearer \(token.secret)")
    }
    if call.body != nil { headers.add(name: "Content-Type", value: "application/json") }
    return try HTTPClient.Request(
      url: url, method: HTTPMethod(rawValue: call.operation.verb.rawValue.uppercased()), headers: headers,
      body: call.body.map { .bytes($0) })
  }

  /// - Throws: `CallFailure` unless the answer is usable.
  private func check<Body>(
    _ answer: Answer<Body>, _ headers: HTTPHeaders, _ call: Call<Body>
  ) throws(CallFailure) {
    let isJSON = headers.first(name: "Content-Type")?.lowercased().hasPrefix("application/json") ?? false
    switch answer.status {
    case 304 where call.operation.verb == .get && call.headers.contains { $0.name == "If-None-Match" }: return
    case call.operation.success:
      guard call.operation.answer == nil || isJSON else { throw .unavailable(.badAnswer("something other than JSON")) }
    case 429: throw .rateLimited(retryAfter: headers.retryAfter)
    case 300..<400: throw .unavailable(.badAnswer("a redirect, which is never followed"))
    case 400..<500:
      guard isJSON,
        let error = ErrorAnswer(status: answer.status, body: answer.body, retryAfter: headers.retryAfter)
      else { throw .unavailable(.badAnswer("status \(answer.status) without a reason")) }
      throw .answered(error)
    case 500...: throw .unavailable(.server(status: answer.status))
    default: throw .unavailable(.badAnswer("status \(answer.status)"))
    }
  }

  /// The date was written at some time between the question and the answer, and cut to seconds.
  private func note(date: String?, sentAt: Instant) {
    guard let date = date.flatMap({ Instant(httpDate: $0) }) else { return }
    let receivedAt = connections.now()
    let (earliest, latest) = (date - receivedAt, date + .seconds(1) - sentAt)
    lastSkew.withLock { $0 = (earliest + latest) / 2 }
  }
}

/// Everything but letters, digits and `-._~` as `%xx` (RFC 3986).
func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte in
    let character = Character(Unicode.Scalar(byte))
    if character.isASCII, character.isLetter || character.isNumber || "-._~".contains(character) {
      return String(character)
    }
    return "%" + [byte].hexadecimal
  }.joined()
}

// An older server answers an operation that it does not have with "not found". Its own document lists its operations,
// and is requested only then.
extension HTTPUpstream {
  /// - Throws: `UpstreamError`: `tooOld` where the server does not have the operation.
  func answer<Body: WireObject>(_ call: Call<Body>) async throws(UpstreamError) -> Body {
    try await asking(call) { () async throws(CallFailure) in try await perform(call).decoded() }
  }

  /// - Throws: as `answer`.
  func done(_ call: Call<Never>) async throws(UpstreamError) {
    try await asking(call) { () async throws(CallFailure) in _ = try await perform(call) }
  }

  private func asking<Body, Answer>(
    _ call: Call<Body>, _ body: () async throws(CallFailure) -> Answer
  ) async throws(UpstreamError) -> Answer {
    do throws(CallFailure) { return try await body() } catch {
      if case .answered(let answer) = error, answer.status == 404 || answer.status == 405,
        try await !hasOperation(call.operation)
      {
        throw .tooOld
      }
      throw UpstreamError(error)
    }
  }

  /// In bytes; today's has a fifth of it.
  private static let documentLimit = 1024 * 1024

  private func hasOperation(_ operation: Operation) async throws(UpstreamError) -> Bool {
    var call = Call(Operations.openAPIGet)
    call.limit = Self.documentLimit
    let document: JSON
    do throws(CallFailure) { document = try await perform(call).json() } catch { throw UpstreamError(error) }
    return document["paths"]?[operation.path]?[operation.verb.rawValue] != nil
  }
}

extension Instant {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads the `Date` header of an HTTP message (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// Nil for anything else, the two forms that are obsolete included.
  init?(httpDate text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].last == ",", parts[5] == "GMT",
      let month = Self.months.firstIndex(of: String(parts[2]))
    else { return nil }
    self.init(rfc3339: "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
  }
}

/// A server's error, as far as it can be read: a newer one may know more codes and kinds of entries.
struct ErrorAnswer: Error {
  /// The longest text of the server's that is shown.
  private static let longest = 500

  /// 400 to 499.
  let status: Int
  /// One of `APIErrorCode`, or one that is not known here.
  let code: String
  let message: String
  let details: [FieldError]
  /// The entry that is in the way.
  let entry: Entry?
  let retryAfter: Duration?

  /// Nil if it is not a family server's error but, for example, a proxy's or a hotel's.
  init?(status: Int, body: [UInt8], retryAfter: Duration?) {
    guard let error = (try? JSON(parsing: body))?["error"], let code = error["code"]?.stringValue,
      let message = error["message"]?.stringValue
    else { return nil }
    self.status = status
    self.code = code
    self.message = String(message.prefix(Self.longest))
    self.retryAfter = retryAfter
    details = (error["details"]?.arrayValue ?? []).prefix(20).compactMap { detail in
      guard let field = detail["field"]?.stringValue, let message = detail["message"]?.stringValue else { return nil }
      return FieldError(String(field.prefix(Self.longest)), String(message.prefix(Self.longest)))
    }
    entry = error["entry"].flatMap { try? EntryRecord(json: $0).entry }
  }

  func isCode(_ known: APIErrorCode) -> Bool { code == known.rawValue }

  /// Whether an earlier server refused a body because of members that it does not have yet.
  func refusesToKnow(_ members: [String]) -> Bool {
    isCode(.invalid) && details.contains { members.contains($0.field) && $0.message.hasPrefix("is not known") }
  }

  var refusal: Refusal { Refusal(status: status, message: message, details: details) }
}

/// Why a call has no usable answer.
enum CallFailure: Error {
  /// The server refused the request.
  case answered(ErrorAnswer)
  case rateLimited(retryAfter: Duration?)
  case unavailable(Outage)
}

extension UpstreamError {
  init(_ failure: CallFailure) {
    switch failure {
    case .answered(let error) where error.isCode(.wrongCredentials): self = .wrongCredentials
    case .answered(let error) where error.status == 401: self = .unauthorized
    case .answered(let error): self = .refused(error.refusal)
    case .rateLimited(let retryAfter): self = .rateLimited(retryAfter: retryAfter)
    case .unavailable(let outage): self = .unavailable(outage)
    }
  }
}
