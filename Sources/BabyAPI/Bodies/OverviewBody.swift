public import BabyModel
public import BabyProtocol

/// The initial data of a page: the account, its children, and one child's day.
@WireMembers("Overview")
public struct Overview: WireObject {
  /// The caller.
  public var user: User
  /// The children that the caller may see, in the order they were added.
  public var children: [SharedChild]
  /// The dashboard of the requested child, or of the first one; left out if there is none.
  public var dashboard: DashboardGet.Answer?
  /// The ETag that dashboard.get gives the dashboard.
  public var dashboardTag: String?
}
