/// A person with an account on a family server.
public struct User: Hashable, Sendable, Identifiable {
  /// In bytes; longer ones are not addresses (RFC 5321).
  private static let emailLimit = 254
  /// In characters. A longer one costs no more to check, and a shorter one can be guessed.
  public static let passwordLength = 8...200

  public var id: UserID
  /// Trimmed and in lower case: people write their own address in both.
  public var email: String
  /// As the other caregivers see it on entries.
  public var name: String
  public var createdAt: Instant

  public init(id: UserID, email: String, name: String, createdAt: Instant) {
    self.id = id
    self.email = Self.normalized(email: email)
    self.name = name.trimmed
    self.createdAt = createdAt
  }

  /// An address as accounts are compared by it.
  public static func normalized(email: String) -> String { email.trimmed.lowercased() }

  /// The errors in the account and its intended password; empty if they are valid.
  public func errors(password: String) -> [FieldError] { errors + Self.errors(password: password) }

  /// The errors in the account; empty if it is valid.
  public var errors: [FieldError] {
    var errors: [FieldError] = []
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count != 2 || parts.contains(where: \.isEmpty) || email.contains(where: \.isWhitespace)
      || email.utf8.count > Self.emailLimit || email.unicodeScalars.contains(where: \.isControl)
    {
      errors.append(FieldError("email", "must be an e-mail address"))
    }
    if let problem = Self.problem(withName: name) { errors.append(FieldError("name", problem)) }
    return errors
  }

  /// Error text to follow the field's name; nil if a caregiver's name is valid.
  public static func problem(withName name: String) -> String? {
    if name.isEmpty { return "must not be empty" }
    if let problem = TextLimits.name.problem(with: name) { return problem }
    if !name.isPlainLine { return "must not contain control characters" }
    if name.hasInvisibleMarks { return "must not contain invisible characters" }
    return PersonName.claimsImport(name) ? "must not contain \"imported by\"" : nil
  }

  /// The errors in a new password; empty if it is valid.
  public static func errors(password: String) -> [FieldError] {
    if passwordLength.contains(password.count) { return [] }
    let (least, most) = (passwordLength.lowerBound, passwordLength.upperBound)
    return [FieldError("password", "must have \(least) to \(most) characters")]
  }
}

/// Names an account of a family server.
public typealias UserID = Identifier<User>
