public import BabyModel
import GRDB

/// Reminders.
extension WriteTransaction {
  /// Keeps what has become of an occasion, in place of the rule's earlier one.
  ///
  /// - Parameter operation: what the change is logged as: an insert when it was told, which no undo takes back, an update
  ///   when it was snoozed, a delete when it was dismissed.
  /// - Throws: `BabyError.storeFailed` when there is no such child.
  public func mark(
    _ rule: ReminderRule, of child: ChildID, _ mark: ReminderMark, as operation: ChangeOperation
  ) throws {
    let subject = ChangeSubject.reminder(rule: rule.key, child: child)
    if operation == .insert {
      try put(mark, rule, of: child)
      try record(operation, subject)
    } else {
      try change(operation, subject) { try put(mark, rule, of: child) }
    }
  }

  private func put(_ mark: ReminderMark, _ rule: ReminderRule, of child: ChildID) throws {
    try db.run(
      """
      INSERT INTO reminder (child_id, rule, occasion, due, told_at, snoozed_until, dismissed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (child_id, rule)
      DO UPDATE SET occasion = ?3, due = ?4, told_at = ?5, snoozed_until = ?6, dismissed_at = ?7
      """,
      [
        .id(child), .text(rule.key), .text(mark.id), .instant(mark.due), .instant(mark.toldAt),
        .instant(mark.snoozedUntil), .instant(mark.dismissedAt),
      ])
  }

  /// Adds a custom reminder, or changes the one with its id. What became of its occasions so far is forgotten.
  public func set(_ reminder: CustomReminder) throws {
    let isNew = try db.first("SELECT 1 FROM custom_reminder WHERE id = ?", [.id(reminder.id)]) { _ in true } == nil
    var every: Duration?
    var daily: TimeOfDay?
    switch reminder.schedule {
    case .every(let interval): every = interval
    case .daily(let time): daily = time
    }
    try change(isNew ? .insert : .update, .custom(reminder.id, child: reminder.childID)) {
      try db.run(
        """
        INSERT INTO custom_reminder (id, child_id, name, every, daily, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (id) DO UPDATE SET name = ?3, every = ?4, daily = ?5, since = ?6
        """,
        [
          .id(reminder.id), .id(reminder.childID), .text(reminder.name),
          every.map { .integer($0.inMilliseconds) } ?? .null, .optional(daily?.description), .instant(reminder.since),
        ])
      try forgetMark(of: reminder)
    }
  }

  public func remove(_ reminder: CustomReminder) throws {
    try change(.delete, .custom(reminder.id, child: reminder.childID)) {
      try db.run("DELETE FROM custom_reminder WHERE id = ?", [.id(reminder.id)])
      try forgetMark(of: reminder)
    }
  }

  private func forgetMark(of reminder: CustomReminder) throws {
    try db.run(
      "DELETE FROM reminder WHERE child_id = ? AND rule = ?",
      [.id(reminder.childID), .text(ReminderRule.custom(reminder).key)])
  }
}
