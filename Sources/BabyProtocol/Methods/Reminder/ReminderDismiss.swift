/// Takes a reminder as done: it is not told again until its rule has another occasion.
public enum ReminderDismiss: WriteMethod {
  public static let name = "reminder.dismiss"
  public static let summary = "Marks a reminder as done; it does not come back until it is due again."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  static let idSummary =
    "Id of the reminder, its kind, or a custom one's name; default: the last one that was sent and is not done."

  public struct Params: WriteParams {
    public var id: String?
    public var childID: String?
    public var options: WriteOptions

    public init(id: String? = nil, childID: String? = nil, options: WriteOptions = .init()) {
      self.id = id
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.optional("id", ReminderDismiss.idSummary)
      childID = try members.optional("childId", "UUID or name of the child; default: any.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = ReminderAnswer
}
