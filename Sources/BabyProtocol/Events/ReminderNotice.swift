import BabyModel

/// Reminders of one child that are told at a time: nearly always one, and several when quiet hours or a suspended
/// machine had held them.
public struct ReminderNotice: Hashable, WireObject {
  public static var schemaName: String? { "ReminderNotice" }

  public var child: ChildReference
  /// What they say together.
  public var text: String
  public var reminders: [ReminderRecord]

  /// - Parameter reminders: those of one child, as they are told.
  public init(child: ChildReference, reminders: [ReminderRecord]) {
    self.child = child
    text = Words.reminders(reminders.map(\.text))
    self.reminders = reminders
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    child = try members.required("child", "The child.")
    text = try members.required("text", "What to show.")
    reminders = try members.required("reminders", "The reminders, which are sent together; nearly always one.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("child", child)
    members.field("text", text)
    members.field("reminders", reminders)
  }
}

/// Reminders that were sent and are not done.
public struct ReminderSnapshot: Hashable, WireObject {
  public var open: [ReminderRecord]

  public init(open: [ReminderRecord]) { self.open = open }

  public init(reading members: inout ObjectReader) throws(WireError) {
    open = try members.required("open", "Reminders that were sent and are not done, latest first.")
  }

  public func write(to members: inout ObjectWriter) { members.field("open", open) }
}
