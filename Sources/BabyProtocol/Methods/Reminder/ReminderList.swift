public import BabyModel

/// Reminders that were sent and are not done, those to come, and the custom ones as they were set.
public enum ReminderList: RPCMethod {
  public static let name = "reminder.list"
  public static let summary = "Lists the reminders that were sent and are not done, those to come, and the custom ones."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var childID: String?

    public init(childID: String? = nil) { self.childID = childID }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: all children.")
    }

    public func write(to members: inout ObjectWriter) { members.field("childId", childID) }
  }

  public struct Answer: Hashable, WireObject {
    public static var schemaName: String? { "ReminderList" }

    /// False when reminders are off for every child that is listed.
    public var isOn: Bool
    public var open: [ReminderRecord]
    public var waiting: [ReminderRecord]
    public var custom: [CustomReminderRecord]
    public var timeFormat: TimeFormat

    public init(
      isOn: Bool, open: [ReminderRecord], waiting: [ReminderRecord], custom: [CustomReminderRecord],
      timeFormat: TimeFormat
    ) {
      self.isOn = isOn
      self.open = open
      self.waiting = waiting
      self.custom = custom
      self.timeFormat = timeFormat
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      isOn = try members.required("on", "False when reminders.enabled is off for every listed child.")
      open = try members.required("open", "Reminders that were sent and are not done, latest first.")
      waiting = try members.required("waiting", "Reminders to come, the next one first; at most one for each rule.")
      custom = try members.required("custom", "The custom reminders.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("on", isOn)
      members.field("open", open)
      members.field("waiting", waiting)
      members.field("custom", custom)
      members.field("timeFormat", timeFormat)
    }
  }
}
