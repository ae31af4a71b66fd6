public import BabyModel
import GRDB

/// Reminders.
extension WriteTransaction {
  /// Stores the state of an occasion, in place of the rule's earlier one.
  ///
  /// - Parameter operation: the operation in the change log: an insert when it was sent, which cannot be undone, an
  ///   update when it was snoozed, a delete when it was dismissed.
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

  /// Takes over the state of an occasion from another database, to be sent, too. It cannot be undone, because later
  /// occasions of the rule would conflict with it.
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

  /// Adds a custom reminder, or changes the one with its id. The state of its earlier occasions is forgotten.
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

extension ReadTransaction {
  /// A child's custom reminders, in the order in which they were added.
  public func customReminders(child: ChildID) throws -> [CustomReminder] {
    try db.all(
      "SELECT \(CustomReminderRow.columns) FROM custom_reminder WHERE child_id = ? ORDER BY id", [.id(child)],
      CustomReminderRow.decode)
  }

  /// The state of the latest occasion of each of a child's rules, by the rule's key.
  public func reminderMarks(child: ChildID) throws -> [String: ReminderMark] {
    let marks = try db.all(
      "SELECT \(ReminderMarkRow.columns) FROM reminder WHERE child_id = ?", [.id(child)], ReminderMarkRow.decode)
    return Dictionary(marks) { _, last in last }
  }
}

/// The columns of a reminder of a family's own.
enum CustomReminderRow: Int32, Columns {
  case id, childID, name, every, daily, since

  static let columns = ColumnList<Self>()

  static let insertSQL = """
    INSERT INTO custom_reminder (\(columns)) VALUES (\(columns.placeholders))
    ON CONFLICT (id) DO UPDATE SET \(columns.replacing(except: [.id, .childID]))
    """

  static func values(_ reminder: CustomReminder) -> [SQLValue] { allCases.map { $0.value(of: reminder) } }

  private func value(of reminder: CustomReminder) -> SQLValue {
    switch (self, reminder.schedule) {
    case (.id, _): .id(reminder.id)
    case (.childID, _): .id(reminder.childID)
    case (.name, _): .text(reminder.name)
    case (.every, .every(let interval)): .integer(interval.inMilliseconds)
    case (.daily, .daily(let time)): .text(time.description)
    case (.every, .daily), (.daily, .every): .null
    case (.since, _): .instant(reminder.since)
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> CustomReminder {
    let schedule: ReminderSchedule
    if let time = row.optionalText(.daily) {
      guard let time = TimeOfDay(time) else { throw Damage() }
      schedule = .daily(time)
    } else {
      let interval = row.integer(.every)
      guard interval > 0 else { throw Damage() }
      schedule = .every(.milliseconds(interval))
    }
    return CustomReminder(
      id: try row.id(.id), childID: try row.id(.childID), name: row.text(.name), schedule: schedule,
      since: row.instant(.since))
  }
}

/// The columns of the state of a rule's latest occasion.
enum ReminderMarkRow: Int32, Columns {
  case childID, rule, occasion, due, toldAt, snoozedUntil, dismissedAt

  static let columns = ColumnList<Self>()

  /// Puts a mark in place of the rule's earlier one.
  static let replaceSQL = "INSERT OR REPLACE INTO reminder (\(columns)) VALUES (\(columns.placeholders))"

  static func values(_ mark: ReminderMark, rule: String, of child: ChildID) -> [SQLValue] {
    allCases.map { column in
      switch column {
      case .childID: .id(child)
      case .rule: .text(rule)
      case .occasion: .text(mark.id)
      case .due: .instant(mark.due)
      case .toldAt: .instant(mark.toldAt)
      case .snoozedUntil: .instant(mark.snoozedUntil)
      case .dismissedAt: .instant(mark.dismissedAt)
      }
    }
  }

  /// - Returns: the rule's key, and the mark.
  static func decode(_ row: ResultRow<Self>) -> (String, ReminderMark) {
    let mark = ReminderMark(
      id: row.text(.occasion), due: row.instant(.due), toldAt: row.optionalInstant(.toldAt),
      snoozedUntil: row.optionalInstant(.snoozedUntil), dismissedAt: row.optionalInstant(.dismissedAt))
    return (row.text(.rule), mark)
  }
}
