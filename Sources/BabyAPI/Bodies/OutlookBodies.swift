public import BabyModel
public import BabyProtocol

/// What is likely to come next for a child.
@WireMembers("PredictionList")
public struct PredictionList: Hashable, WireObject {
  /// When the predictions were made; later ones may differ.
  public var madeAt: Instant
  /// Until when they stay the same while nothing is logged or set.
  public var validUntil: Instant
  /// What is predicted, at most one of each kind, the earliest first.
  public var predictions: [PredictionRecord]
  /// What is not predicted, and why.
  public var gaps: [PredictionGapRecord]
  /// To be shown with it: this is not medical advice.
  public var note: String
}

/// What is due, and what somebody has put off.
@WireMembers("DueReminders")
public struct DueReminders: Hashable, WireObject {
  /// Those that are due, the latest first; then those that quiet hours hold back, and those that were snoozed. toldAt is
  /// when one became due, outside of quiet hours.
  public var reminders: [ReminderRecord]
  /// Until when they stay the same while nothing is logged or set; left out if nothing is to come.
  public var validUntil: Instant?
}
