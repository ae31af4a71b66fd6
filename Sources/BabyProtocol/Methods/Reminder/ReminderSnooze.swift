/// Puts a reminder off: it is sent again when the time is up, unless what it is about is done by then.
public enum ReminderSnooze: WriteMethod {
  public static let name = "reminder.snooze"
  public static let summary = "Puts a reminder off; it comes back later, unless it is done by then."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.noReminder, .reminderNotFound, .reminderNotDue]

  public static let defaultMinutes = 15
  public static let mostMinutes = 1440

  @WireMembers
  public struct Params: WriteParams {
    /// Id of the reminder, its kind, or a custom one's name; default: the last one that was sent and is not done.
    public var id: String?
    /// For how many minutes, 1 to 1440; default: 15.
    @Wire(in: 1...ReminderSnooze.mostMinutes) public var minutes: Int?
    /// UUID or name of the child; default: any.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = ReminderAnswer
}
