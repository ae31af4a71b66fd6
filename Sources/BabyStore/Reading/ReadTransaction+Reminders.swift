public import BabyModel
import GRDB

extension ReadTransaction {
  /// A child's custom reminders, in the order in which they were added.
  public func customReminders(child: ChildID) throws -> [CustomReminder] {
    try db.all(
      "SELECT \(CustomReminderRow.columns) FROM custom_reminder WHERE child_id = ? ORDER BY id", [.id(child)],
      CustomReminderRow.decode)
  }

  /// What became of the latest occasion of each of a child's rules, by the rule's key.
  public func reminderMarks(child: ChildID) throws -> [String: ReminderMark] {
    let marks = try db.all(
      "SELECT \(ReminderMarkRow.columns) FROM reminder WHERE child_id = ?", [.id(child)], ReminderMarkRow.decode)
    return Dictionary(marks) { _, last in last }
  }
}
