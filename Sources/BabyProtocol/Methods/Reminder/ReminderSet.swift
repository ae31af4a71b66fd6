/// Adds a custom reminder, or gives the one of this name another schedule.
public enum ReminderSet: WriteMethod {
  public static let name = "reminder.set"
  public static let summary = "Adds a custom reminder, or changes the schedule of the one with this name."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var name: String
    public var every: String?
    public var daily: String?
    public var childID: String?
    public var options: WriteOptions

    public init(
      name: String, every: String? = nil, daily: String? = nil, childID: String? = nil, options: WriteOptions = .init()
    ) {
      self.name = name
      self.every = every
      self.daily = daily
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      name = try members.required("name", "Its name, such as Vitamin D; at most 60 characters.")
      every = try members.optional(
        "every", "How long after it was set or last done it is due: 30m to 168h, such as 8h.")
      daily = try members.optional("daily", "Instead of every: the time of day when it is due, such as 09:00.")
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("name", name)
      members.field("every", every)
      members.field("daily", daily)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = CustomReminderAnswer
}
