/// An invitation to share a child: a link with a code that works once.
public struct Share: Hashable, Sendable, Identifiable {
  public static let lifetime: Duration = .hours(7 * 24)

  public var id: ShareID
  public var childID: ChildID
  /// The role of the person who accepts it; never an owner.
  public var role: Role
  public var createdAt: Instant
  public var expiresAt: Instant

  public init(id: ShareID, childID: ChildID, role: Role, createdAt: Instant) {
    self.init(id: id, childID: childID, role: role, createdAt: createdAt, expiresAt: createdAt + Self.lifetime)
  }

  public init(id: ShareID, childID: ChildID, role: Role, createdAt: Instant, expiresAt: Instant) {
    self.id = id
    self.childID = childID
    self.role = role
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

public typealias ShareID = Identifier<Share>
