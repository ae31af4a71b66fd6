/// Dismisses a reminder: it is not sent again until its rule has another occasion.
public enum ReminderDismiss: WriteMethod {
  public static let name = "reminder.dismiss"
  public static let summary = "Marks a reminder as done; it does not come back until it is due again."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.noReminder, .reminderNotFound]

  @WireMembers
  public struct Params: WriteParams {
    /// Id of the reminder, its kind, or a custom one's name; default: the last one that was sent and is not done.
    public var id: String?
    /// UUID or name of the child; default: any.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = ReminderAnswer
}
