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

/// Predictions for a child.
@WireMembers("PredictionList")
public struct PredictionList: Hashable, WireObject {
  /// When the predictions were made; later ones may differ.
  public var madeAt: Instant
  /// Until when they stay the same while nothing is logged or set.
  public var validUntil: Instant
  /// The predictions, at most one of each kind, the earliest first.
  public var predictions: [PredictionRecord]
  /// The missing predictions, and why.
  public var gaps: [PredictionGapRecord]
  /// To be shown with it: this is not medical advice.
  public var note: String
}

/// Reminders that are due, and those that were snoozed.
@WireMembers("DueReminders")
public struct DueReminders: Hashable, WireObject {
  /// Those that are due, the latest first; then those that quiet hours hold back, and those that were snoozed. toldAt is
  /// when one became due, outside of quiet hours.
  public var reminders: [ReminderRecord]
  /// Until when they stay the same while nothing is logged or set; left out if nothing is to come.
  public var validUntil: Instant?
}
