import BabyAPI
import BabyModel
import BabyProtocol

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

/// The common failures of the calls for syncing.
protocol SyncingResult {
  static var unauthorized: Self { get }
  static func rateLimited(retryAfter: Duration?) -> Self
  static func refused(_ refusal: Refusal) -> Self
  static func unavailable(_ outage: Outage) -> Self
}

extension SyncingResult {
  init(_ failure: CallFailure) {
    switch UpstreamError(failure) {
    case .unauthorized, .wrongCredentials: self = .unauthorized
    case .rateLimited(let retryAfter): self = .rateLimited(retryAfter: retryAfter)
    case .refused(let refusal): self = .refused(refusal)
    // Of no operation of syncing.
    case .tooOld: self = .unavailable(.badAnswer("an older server's answer"))
    case .unavailable(let outage): self = .unavailable(outage)
    }
  }
}

extension SendResult: SyncingResult {}
extension RelayResult: SyncingResult {}
extension PollResult: SyncingResult {}
