public import BabyModel

/// Reminders that were sent and are not done, those to come, and the custom ones as they were set.
public enum ReminderList: RPCMethod {
  public static let name = "reminder.list"
  public static let summary = "Lists the reminders that were sent and are not done, those to come, and the custom ones."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: all children.
    public var childID: String?
  }

  @WireMembers("ReminderList")
  public struct Answer: Hashable, WireObject {
    /// False when reminders.enabled is off for every listed child.
    public var isOn: Bool
    /// Reminders that were sent and are not done, latest first.
    public var open: [ReminderRecord]
    /// Reminders to come, the next one first; at most one for each rule.
    public var waiting: [ReminderRecord]
    /// The custom reminders.
    public var custom: [CustomReminderRecord]
    /// How to write clock times.
    public var timeFormat: TimeFormat
  }
}
