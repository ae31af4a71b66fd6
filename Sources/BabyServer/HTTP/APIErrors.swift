import BabyAPI
import BabyModel
import BabyProtocol
import Synchronization

extension APIError {
  static let nothing = APIError(.notFound, "Not found.")
  static let unauthorized = APIError(.unauthorized, "Please log in.")
  static func noAccess(needs role: Role) -> APIError {
    APIError(
      .forbidden,
      role == .owner ? "Only this child's owner may do this." : "You may read this child's log, but not change it.")
  }

  /// The answer to an error; nil for errors that the caller cannot fix.
  init?(answering error: any Error) {
    switch error {
    case let error as APIError: self = error
    case let error as BabyError: self.init(error)
    default: return nil
    }
  }

  private init?(_ error: BabyError) {
    switch error {
    case .entryInvalid(let fields), .childInvalid(let fields):
      // A note's text is a separate field in bbctl, and not here.
      let details = fields.map { FieldError($0.field == "text" ? "note" : $0.field, $0.message) }
      self.init(.invalid, details.map { "\($0.field) \($0.message)." }.joined(separator: " "), details: details)
    case .zoneUnknown: self = .invalid("zone", "must be an IANA time zone, such as Europe/Berlin")
    case .settingUnknown(let name, let nearest):
      self = .invalid(name, "is not a setting" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
    case .settingInvalid(let key, value: _, let expected): self = .invalid(key, "must be \(expected)")
    case .storeLocked, .storeFull, .storeReadOnly:
      self.init(.unavailable, "The server cannot save at the moment. Please try again.", retryAfter: 5)
    default: return nil
    }
  }
}

/// Reports why saving fails, such as a full disk. Callers only see that it fails, and the administrator finds
/// the reason in the log: once a minute, however many requests there are.
final class SaveFailureLog: Sendable {
  private let last = Mutex<Instant?>(nil)

  /// - Returns: nil for any other error, and within a minute of the last time.
  func reason(of error: any Error, at now: Instant) -> String? {
    guard let error = error as? BabyError, APIError(answering: error)?.code == .unavailable else { return nil }
    return last.withLock { last in
      if let last, last <= now, now - last < .minutes(1) { return nil }
      last = now
      return "\(ServerStartFailure(error))"
    }
  }
}
