/// A person joined or left a child's share, or got another role.
public struct MemberEvent: Hashable, Sendable {
  public enum Deed: String, CaseIterable, Sendable {
    /// By accepting an invitation.
    case joined
    /// By their own doing.
    case left
    /// By an owner's.
    case removed
    /// Has another role than before.
    case role
  }

  /// How long a server keeps it.
  public static let lifetime: Duration = .hours(90 * 24)
  /// How many events a server keeps per child, the latest.
  public static let mostOfChild = 100

  public var childID: ChildID
  /// By the server's clock.
  public var at: Instant
  public var deed: Deed
  /// The person's name at that time.
  public var name: String
  /// The role from then on; nil for who is gone.
  public var role: Role?
  /// The owner who did it, by their name at that time; nil if the person did it themselves, or the server's operator
  /// did.
  public var by: String?

  public init(childID: ChildID, at: Instant, deed: Deed, name: String, role: Role? = nil, by: String? = nil) {
    self.childID = childID
    self.at = at
    self.deed = deed
    self.name = name
    self.role = role
    self.by = by
  }
}
