import BabyModel

/// Reminders of one child that are sent together: nearly always one, and several after quiet hours or a suspend.
@WireMembers("ReminderNotice")
public struct ReminderNotice: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// The text to show.
  public var text: String
  /// The reminders, which are sent together; nearly always one.
  public var reminders: [ReminderRecord]

  /// - Parameter reminders: those of one child that were sent.
  public init(child: ChildReference, reminders: [ReminderRecord]) {
    self.child = child
    text = Words.reminders(reminders.map(\.text))
    self.reminders = reminders
  }
}

/// Reminders that were sent and are not done.
@WireMembers
public struct ReminderSnapshot: Hashable, WireObject {
  /// Reminders that were sent and are not done, latest first.
  public var open: [ReminderRecord]
}
