import BabyModel

/// Reminders of one child that are told at a time: nearly always one, and several when quiet hours or a suspended
/// machine had held them.
@WireMembers("ReminderNotice")
public struct ReminderNotice: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// What to show.
  public var text: String
  /// The reminders, which are sent together; nearly always one.
  public var reminders: [ReminderRecord]

  /// - Parameter reminders: those of one child, as they are told.
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
