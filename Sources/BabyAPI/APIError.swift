public import BabyModel
public import BabyProtocol

/// Why the server refused a request. The statuses are those of the app shell's table, and HTTP's own for conditional
/// requests.
public enum APIErrorCode: String, CaseIterable, Sendable {
  case invalid
  case unauthorized
  case wrongCredentials = "wrong_credentials"
  case forbidden
  case notFound = "not_found"
  case emailTaken = "email_taken"
  case alreadyMember = "already_member"
  case lastOwner = "last_owner"
  case timerRunning = "timer_running"
  case entryDeleted = "entry_deleted"
  case epochUnknown = "epoch_unknown"
  case changed
  case tooLarge = "too_large"
  case phraseUnclear = "phrase_unclear"
  case phraseRefused = "phrase_refused"
  case rateLimited = "rate_limited"
  case internalError = "internal_error"
  case unavailable

  public var status: Int {
    switch self {
    case .invalid: 400
    case .unauthorized, .wrongCredentials: 401
    case .forbidden: 403
    case .notFound: 404
    case .emailTaken, .alreadyMember, .lastOwner, .timerRunning, .entryDeleted: 409
    case .epochUnknown: 410
    case .changed: 412
    case .tooLarge: 413
    case .phraseUnclear, .phraseRefused: 422
    case .rateLimited: 429
    case .internalError: 500
    case .unavailable: 503
    }
  }

  /// The code in the OpenAPI document.
  public var summary: String {
    switch self {
    case .invalid: "Something in the request is wrong; `details` says what."
    case .unauthorized: "There is no token, or it has expired or been revoked."
    case .wrongCredentials: "The e-mail address or the password is wrong."
    case .forbidden: "The caller's role does not allow it."
    case .notFound: "It does not exist, or the caller may not see it."
    case .emailTaken: "The e-mail address is already registered."
    case .alreadyMember: "The caller already shares the child."
    case .lastOwner: "The child would have no owner any more."
    case .timerRunning: "The feed, sleep, tummy time or activity of the name is already running; it is in `entry`."
    case .entryDeleted: "The entry has been deleted; its tombstone is in `entry`."
    case .epochUnknown: "The position belongs to another database: start again without one."
    case .changed: "It has changed since; an entry's current version is in `entry`."
    case .tooLarge: "The request is larger than the server accepts."
    case .phraseUnclear: "The phrase can be read in several ways; `choices` has what to say instead."
    case .phraseRefused: "The phrase is not understood or cannot be logged; `choices` may have what to say instead."
    case .rateLimited: "Too much at once, or in one day; `Retry-After` says how many seconds to wait."
    case .internalError: "The server failed."
    case .unavailable: "The server is busy or cannot write; try again."
    }
  }
}

/// The error in an answer's body.
public struct APIError: Error, Hashable, Sendable {
  public var code: APIErrorCode
  /// A sentence for a person.
  public var message: String
  public var details: [FieldError]
  /// The entry that is in the way.
  public var entry: SharedEntryRecord?
  /// Unambiguous phrases to choose from.
  public var choices: [String]
  /// Whole seconds until it is worth trying again.
  public var retryAfter: Int?

  public init(
    _ code: APIErrorCode, _ message: String, details: [FieldError] = [], entry: SharedEntryRecord? = nil,
    choices: [String] = [], retryAfter: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.entry = entry
    self.choices = choices
    self.retryAfter = retryAfter
  }

  /// Refuses one field.
  public static func invalid(_ field: String, _ message: String) -> APIError {
    APIError(.invalid, "\(field) \(message).", details: [FieldError(field, message)])
  }
}

extension APIErrorCode: WireEnum {}

/// `{"error": {…}}`
@WireMembers("Error")
public struct APIErrorBody: WireObject {
  /// The error.
  public var error: APIError

  public init(_ error: APIError) { self.error = error }
}

extension APIError: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      try members.required("code", "The error code, for programs."),
      try members.required("message", "The error, in a sentence."),
      details: try members.required("details", "The errors of single fields; empty for other errors."),
      entry: try members.optional("entry", "The entry that prevents it."),
      choices: try members.optional(
        "choices", "Unambiguous phrases to choose from; left out if there are none.") ?? [])
  }

  public func write(to members: inout ObjectWriter) {
    members.field("code", code)
    members.field("message", message)
    members.field("details", details)
    members.field("entry", entry)
    members.field("choices", choices.isEmpty ? nil : choices)
  }
}
