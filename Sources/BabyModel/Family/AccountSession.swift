/// A machine's, or a program's, time with an account: from a login until it is ended, or was not used for long.
///
/// The token is not part of it: it is shown once and kept as a hash.
public struct AccountSession: Hashable, Sendable, Identifiable {
  public var id: SessionID
  /// A name given by its owner or the machine: host and program. Nil if unnamed.
  public var name: String?
  public var createdAt: Instant
  /// To about an hour.
  public var usedAt: Instant
  /// Roughly where it was last used from: the first 24 bits of an IPv4 address, or 48 of an IPv6 address, as
  /// `192.0.2.0/24`. Nil if that is not known.
  public var network: String?
  /// When it expires if unused; each use extends it.
  public var expiresAt: Instant

  public init(
    id: SessionID, name: String?, createdAt: Instant, usedAt: Instant, network: String?, expiresAt: Instant
  ) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.usedAt = usedAt
    self.network = network
    self.expiresAt = expiresAt
  }

  /// Error text to follow the field's name; nil if the name is valid.
  public static func problem(withName name: String) -> String? { User.problem(withName: name) }
}

/// Names a session.
public typealias SessionID = Identifier<AccountSession>

/// Proves to a family server which session a request belongs to. Anyone who has it can read and write everything.
///
/// It prints as a placeholder, so that it gets into no log by accident.
public struct SessionToken: Hashable, Sendable {
  /// In bytes; longer texts are not tokens.
  public static let limit = 4096

  /// The token itself: visible ASCII, as it goes into a header.
  public let secret: String

  /// - Returns: nil for what cannot go into a header. White space around it is dropped.
  public init?(_ text: some StringProtocol) {
    let text = Substring(text).trimmed
    guard (1...Self.limit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    secret = String(text)
  }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "(session token)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where a session's token is kept.
public enum TokenPlace: String, Hashable, Sendable, CaseIterable {
  /// Handed over by systemd; it cannot be changed from here.
  case credential
  /// The desktop's keyring, by the Secret Service.
  case keyring
  /// A file for this user alone, in the directory of the databases.
  case file
}

/// How the daemon stands with its family server.
public enum AccountState: String, Hashable, Sendable, CaseIterable {
  /// No account: the daemon works alone.
  case onboarding
  case authenticated
  /// Logged out, or the server has ended the session.
  case unauthenticated
}

extension Words {
  // Changes to the sessions and the account itself.

  /// "Renamed the session to living-room"
  public static func renamedSession(_ name: String) -> String { "Renamed the session to \(name)" }

  /// "Ended the session living-room · babybasicsd"
  public static func endedSession(_ name: String?) -> String { "Ended the session " + (name ?? unnamedSession) }

  public static let unnamedSession = "without a name"

  /// "Ended 2 other sessions", "There are no other sessions"
  public static func endedSessions(_ count: Int) -> String {
    count == 0 ? "There are no other sessions" : "Ended \(count) other \(count == 1 ? "session" : "sessions")"
  }

  /// Additional effects of a new password.
  public static let passwordChanged = "The password is changed · all other sessions have ended"

  /// "You are Anna Maria · anna@example.org"
  public static func accountChanged(_ name: String, email: String) -> String { line(["You are \(name)", email]) }
}
