/// That somebody came to share a child, or shares it no more, or may do something else with it.
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
  /// Of one child's, a server keeps so many: the latest.
  public static let mostOfChild = 100

  public var childID: ChildID
  /// By the server's clock.
  public var at: Instant
  public var deed: Deed
  /// Whose share it is, as they were called then.
  public var name: String
  /// The role from then on; nil for who is gone.
  public var role: Role?
  /// Which owner has done it, as they were called then; nil for what somebody did themselves, and the server's operator.
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
