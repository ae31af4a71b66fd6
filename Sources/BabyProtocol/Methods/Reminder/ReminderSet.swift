/// Adds a custom reminder, or gives the one of this name another schedule.
public enum ReminderSet: WriteMethod {
  public static let name = "reminder.set"
  public static let summary = "Adds a custom reminder, or changes the schedule of the one with this name."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.reminderInvalid]

  @WireMembers
  public struct Params: WriteParams {
    /// Its name, such as Vitamin D; at most 60 characters.
    public var name: String
    /// How long after it was set or last done it is due: 30m to 168h, such as 8h.
    public var every: String?
    /// Instead of every: the time of day when it is due, such as 09:00.
    public var daily: String?
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = CustomReminderAnswer
}
