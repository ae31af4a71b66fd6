/// Puts a reminder off: it is sent again when the time is up, unless what it is about is done by then.
public enum ReminderSnooze: WriteMethod {
  public static let name = "reminder.snooze"
  public static let summary = "Puts a reminder off; it comes back later, unless it is done by then."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public static let defaultMinutes = 15
  public static let mostMinutes = 1440

  public struct Params: WriteParams {
    public var id: String?
    public var minutes: Int?
    public var childID: String?
    public var options: WriteOptions

    public init(
      id: String? = nil, minutes: Int? = nil, childID: String? = nil, options: WriteOptions = .init()
    ) {
      self.id = id
      self.minutes = minutes
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.optional("id", ReminderDismiss.idSummary)
      minutes = try members.optional(
        "minutes", in: 1...ReminderSnooze.mostMinutes, "For how many minutes, 1 to 1440; default: 15.")
      childID = try members.optional("childId", "UUID or name of the child; default: any.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      members.field("minutes", minutes)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = ReminderAnswer
}
