/// Removes a custom reminder.
public enum ReminderRemove: WriteMethod {
  public static let name = "reminder.remove"
  public static let summary = "Removes a custom reminder."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.reminderInvalid, .reminderNotFound]

  @WireMembers
  public struct Params: WriteParams {
    /// Its name.
    public var name: String
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = CustomReminderAnswer
}
