/// Somebody with an account on a family server.
public struct User: Hashable, Sendable, Identifiable {
  /// Bytes; longer ones are no addresses (RFC 5321).
  public static let emailLimit = 254
  /// In characters. A longer one costs no more to check, and a shorter one is guessed.
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
    self.name = String(name[...].trimmed)
    self.createdAt = createdAt
  }

  public static func normalized(email: String) -> String { email[...].trimmed.lowercased() }

  /// What is wrong with the account and the password that is meant for it; empty when nothing is.
  public func errors(password: String) -> [FieldError] { errors + Self.errors(password: password) }

  /// What is wrong with the account; empty when nothing is.
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

  /// What is wrong with a caregiver's name, as it stands behind the field's; nil when nothing is.
  public static func problem(withName name: String) -> String? {
    if name.isEmpty { return "must not be empty" }
    if let problem = TextLimits.name.problem(with: name) { return problem }
    if !name.isPlainLine { return "must not contain control characters" }
    if name.hasInvisibleMarks { return "must not contain characters that nobody sees" }
    return PersonName.claimsImport(name) ? "must not say who has imported something" : nil
  }

  public static func errors(password: String) -> [FieldError] {
    if passwordLength.contains(password.count) { return [] }
    let (least, most) = (passwordLength.lowerBound, passwordLength.upperBound)
    return [FieldError("password", "must have \(least) to \(most) characters")]
  }
}

public typealias UserID = Identifier<User>
