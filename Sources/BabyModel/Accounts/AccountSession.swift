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
  /// `192.0.2.0/24`. Nil where that is not known.
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

public typealias SessionID = Identifier<AccountSession>
