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
    try self.mark(key: rule.key, of: child, mark, as: operation)
  }

  /// - Parameter key: of a rule.
  public func mark(
    key: String, of child: ChildID, _ mark: ReminderMark, as operation: ChangeOperation
  ) throws {
    let subject = ChangeSubject.reminder(rule: key, child: child)
    if operation == .insert {
      try putMark(mark, rule: key, of: child)
      try record(operation, subject)
    } else {
      try change(operation, subject) { try putMark(mark, rule: key, of: child) }
    }
  }

  /// Takes over what has become of an occasion in another database, to be sent too. No undo takes it back: whatever is
  /// told later of the rule would stand in its way.
  ///
  /// - Parameter key: of a rule.
  public func adopt(_ mark: ReminderMark, key: String, of child: ChildID) throws {
    let subject = ChangeSubject.reminder(rule: key, child: child)
    try putMark(mark, rule: key, of: child)
    try record(.insert, subject)
    if keepsOutbox { try enqueueShared(subject) }
  }

  /// - Parameter rule: key of the rule.
  func putMark(_ mark: ReminderMark, rule: String, of child: ChildID) throws {
    try db.run(ReminderMarkRow.replaceSQL, ReminderMarkRow.values(mark, rule: rule, of: child))
  }

  /// Adds a custom reminder, or changes the one with its id. What became of its occasions so far is forgotten.
  public func set(_ reminder: CustomReminder) throws {
    let isNew = try !db.exists("SELECT 1 FROM custom_reminder WHERE id = ?", [.id(reminder.id)])
    try change(isNew ? .insert : .update, .custom(reminder.id, child: reminder.childID)) {
      try putReminder(reminder)
    }
  }

  public func remove(_ reminder: CustomReminder) throws {
    try change(.delete, .custom(reminder.id, child: reminder.childID)) {
      try deleteReminder(reminder.id, child: reminder.childID)
    }
  }

  func putReminder(_ reminder: CustomReminder) throws {
    try db.run(CustomReminderRow.insertSQL, CustomReminderRow.values(reminder))
    try forgetMark(of: reminder.id, child: reminder.childID)
  }

  func deleteReminder(_ id: Identifier<CustomReminder>, child: ChildID) throws {
    try db.run("DELETE FROM custom_reminder WHERE id = ?", [.id(id)])
    try forgetMark(of: id, child: child)
  }

  /// As `ReminderRule.key` has it.
  private func forgetMark(of id: Identifier<CustomReminder>, child: ChildID) throws {
    try db.run("DELETE FROM reminder WHERE child_id = ? AND rule = ?", [.id(child), .text(id.description)])
  }
}
