public import BabyModel
public import BabyProtocol

/// What a page begins with that knows nothing: whose it is, which children there are, and how one's day stands.
@WireMembers("Overview")
public struct Overview: WireObject {
  /// The caller.
  public var user: User
  /// The children that the caller may see, in the order they were added.
  public var children: [SharedChild]
  /// The day so far of the child that was asked for, or of the first one; left out while there is none.
  public var dashboard: DashboardGet.Answer?
  /// The ETag that dashboard.get gives the dashboard.
  public var dashboardTag: String?
}
