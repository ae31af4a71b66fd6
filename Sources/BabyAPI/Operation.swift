public import BabyModel
public import BabyProtocol

/// An operation of the server: path, permission, request and answer.
public struct Operation: Sendable {
  /// Name for programs: `entries.put`.
  public let id: String
  public let verb: Verb
  /// With parameters in braces: `/v1/children/{child}`.
  public let path: String
  public let summary: String
  public let access: Access
  public let parameters: [Parameter]
  public let body: (any WireObject.Type)?
  public let success: Int
  /// The answer's body; nil for none.
  public let answer: (any WireValue.Type)?
  /// The form of the answer's body, if it has one. Errors are JSON.
  public let media: Media
  /// Beside those that its access brings along.
  public let errors: [APIErrorCode]

  public enum Verb: String, Sendable {
    case get, post, put, patch, delete
  }

  public enum Media: String, Sendable {
    case json = "application/json"
    /// An endless stream of server-sent events.
    case events = "text/event-stream"
    case svg = "image/svg+xml"
  }

  /// Who may call it.
  public enum Access: Hashable, Sendable {
    case anybody
    /// Everybody who is logged in.
    case account
    /// Everybody with this role, or a higher one, for the child that the request is about.
    case role(Role)
  }

  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let place: Place
    public let summary: String
    public let schema: Schema

    public enum Place: String, Sendable {
      case path, query, header
    }

    init(_ name: String, _ place: Place, _ summary: String, _ schema: Schema = .string(format: nil)) {
      self.name = name
      self.place = place
      self.summary = summary
      self.schema = schema
    }
  }

  fileprivate init(
    _ id: String, _ verb: Verb, _ path: String, _ summary: String, access: Access, parameters: [Parameter],
    body: (any WireObject.Type)?, success: Int, answer: (any WireValue.Type)?, media: Media, errors: [APIErrorCode]
  ) {
    self.id = id
    self.verb = verb
    self.path = path
    self.summary = summary
    self.access = access
    self.parameters = Self.pathParameters.filter { path.contains("{\($0.name)}") } + parameters
    self.body = body
    self.success = success
    self.answer = answer
    self.media = media
    self.errors = errors
  }

  private static let pathParameters: [Parameter] = [
    Parameter("child", .path, "UUID of the child.", ChildID.schema),
    Parameter("entry", .path, "UUID of the entry.", EntryID.schema),
    Parameter("share", .path, "UUID of the share.", ShareID.schema),
    Parameter("session", .path, "UUID of the session.", SessionID.schema),
    Parameter("user", .path, "UUID of the member.", UserID.schema),
    Parameter("figure", .path, "What the picture shows.", ChartKind.schema),
  ]

  /// All errors that it can be answered with.
  public var allErrors: [APIErrorCode] {
    var all: [APIErrorCode] = []
    switch access {
    case .anybody: break
    case .account: all = [.unauthorized, .rateLimited]
    case .role(.viewer): all = [.unauthorized, .notFound, .rateLimited]
    case .role: all = [.unauthorized, .forbidden, .notFound, .rateLimited]
    }
    if !parameters.isEmpty || body != nil { all.append(.invalid) }
    if body != nil { all.append(.tooLarge) }
    return APIErrorCode.allCases.filter((all + errors + [.internalError, .unavailable]).contains)
  }

  public var takesIdempotencyKey: Bool { parameters.contains(.idempotencyKey) }
}

/// An operation with the types of its bodies; `Never` for none.
public struct TypedOperation<Body: Sendable, Answer: Sendable>: Sendable {
  public let operation: Operation

  init(
    _ id: String, _ verb: Operation.Verb, _ path: String, _ summary: String, access: Operation.Access,
    parameters: [Operation.Parameter] = [], success: Int = Answer.self == Never.self ? 204 : 200,
    media: Operation.Media = .json, errors: [APIErrorCode] = []
  ) {
    operation = Operation(
      id, verb, path, summary, access: access, parameters: parameters, body: Body.self as? any WireObject.Type,
      success: success, answer: Answer.self as? any WireValue.Type, media: media, errors: errors)
  }
}

/// An id in an operation's path.
public enum PathValue: Hashable, Sendable {
  case child(ChildID)
  case entry(EntryID)
  case share(ShareID)
  case session(SessionID)
  case user(UserID)

  /// In braces, as in the path.
  public var name: String {
    switch self {
    case .child: "child"
    case .entry: "entry"
    case .share: "share"
    case .session: "session"
    case .user: "user"
    }
  }

  public var text: String {
    switch self {
    case .child(let id): id.description
    case .entry(let id): id.description
    case .share(let id): id.description
    case .session(let id): id.description
    case .user(let id): id.description
    }
  }
}

extension Operation.Parameter {
  static let idempotencyKey = Self(
    "Idempotency-Key", .header,
    "The client's own key for this call, 1 to 200 characters: repeating the call with it returns the first answer.")
  static let device = Self(
    "Babybasics-Device", .header,
    "The machine's own secret, 32 to 200 characters: if it has logged in before, other people's wrong passwords do "
      + "not lock it out.")
  static let sessionName = Self(
    "Babybasics-Session-Name", .header,
    "The session's name, such as host and program, percent-encoded UTF-8; 1 to 60 characters. Default: the "
      + "beginning of `User-Agent`.")
  static let page = Self(
    PageSession.header, .header,
    "`1`: the session's token is set as a cookie, and not returned. For pages of this server in a browser, which "
      + "send this header with each request.")
  static let ifMatch = Self(
    "If-Match", .header, "The ETag of the version to change; 412 if it has changed since.")
  static let ifAbsent = Self(
    "If-None-Match", .header, "`*`: only if there is no such entry yet; otherwise 412, with the existing one.")
  static let ifNoneMatch = Self("If-None-Match", .header, "The last known ETag; 304 if it has not changed.")
}

/// How a page in a browser says whose session it is: with a cookie that no script can read, and a header that no other
/// site can send along.
public enum PageSession {
  /// The header that a page sends with each request.
  public static let header = "Babybasics-Page"
  /// The only valid value; others are ignored.
  public static let headerValue = "1"
  /// The cookie's name over https. Browsers enforce the rules of the prefix.
  public static let cookie = "__Host-babybasics"
  /// The cookie's name otherwise: over plain HTTP.
  public static let plainCookie = "babybasics"
}
