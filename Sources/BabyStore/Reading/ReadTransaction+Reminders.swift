public import BabyModel
import GRDB

extension ReadTransaction {
  /// A child's custom reminders, in the order in which they were added.
  public func customReminders(child: ChildID) throws -> [CustomReminder] {
    try db.all(
      "SELECT id, child_id, name, every, daily, since FROM custom_reminder WHERE child_id = ? ORDER BY id",
      [.id(child)]
    ) { row in
      let schedule: ReminderSchedule
      if let time = row.optionalText(4) {
        guard let time = TimeOfDay(time) else { throw Damage() }
        schedule = .daily(time)
      } else {
        let interval = row.integer(3)
        guard interval > 0 else { throw Damage() }
        schedule = .every(.milliseconds(interval))
      }
      return CustomReminder(
        id: try row.id(0), childID: try row.id(1), name: row.text(2), schedule: schedule, since: row.instant(5))
    }
  }

  /// What became of the latest occasion of each of a child's rules, by the rule's key.
  public func reminderMarks(child: ChildID) throws -> [String: ReminderMark] {
    let marks = try db.all(
      "SELECT rule, occasion, due, told_at, snoozed_until, dismissed_at FROM reminder WHERE child_id = ?", [.id(child)]
    ) { row in
      let mark = ReminderMark(
        id: row.text(1), due: row.instant(2), toldAt: row.optionalInstant(3), snoozedUntil: row.optionalInstant(4),
        dismissedAt: row.optionalInstant(5))
      return (row.text(0), mark)
    }
    return Dictionary(marks) { _, last in last }
  }
}
