import BabyModel
import GRDB

/// A row as a change finds it: it is kept in the table `…_before` of the same columns, and put back from there.
struct KeptRow {
  private let table: String
  private let columns: String
  /// Finds the one row that is meant.
  private let condition: String
  private let key: [SQLValue]

  static func child(_ id: ChildID) -> KeptRow {
    KeptRow(table: "child", columns: "\(ChildRow.columns)", condition: "id = ?", key: [.id(id)])
  }

  /// The rows that changes of a subject change, where they lie as they are; empty for those that are kept otherwise.
  static func rows(of subject: ChangeSubject) -> [KeptRow] {
    switch subject {
    case .child(let id): [child(id)]
    case .setting(let key, let child):
      [
        KeptRow(
          table: "setting", columns: "child_id, \(SettingRow.columns)",
          condition: "ifnull(child_id, x'') = ifnull(?, x'') AND key = ?", key: [.id(child), .text(key)])
      ]
    case .selection(let uid, _):
      [
        KeptRow(
          table: "selection", columns: "\(SelectionRow.columns)", condition: "uid = ?", key: [.integer(Int64(uid))])
      ]
    case .reminder(let rule, let child): [mark(rule, of: child)]
    case .custom(let id, let child):
      [
        KeptRow(
          table: "custom_reminder", columns: "\(CustomReminderRow.columns)", condition: "id = ?", key: [.id(id)]),
        // As `ReminderRule.key` has it.
        mark(id.description, of: child),
      ]
    case .entry, .outbox, .inbox: []
    }
  }

  /// The tables in which rows are kept, each with the column that says whose child's they are.
  static let tables = [
    ("child_before", "id"), ("setting_before", "child_id"), ("selection_before", "child_id"),
    ("custom_reminder_before", "child_id"), ("reminder_before", "child_id"),
  ]

  private static func mark(_ rule: String, of child: ChildID) -> KeptRow {
    KeptRow(
      table: "reminder", columns: "\(ReminderMarkRow.columns)", condition: "child_id = ? AND rule = ?",
      key: [.id(child), .text(rule)])
  }

  /// Keeps the row, if it is there, under the seq of the change that is about to be made.
  func keep(beforeChange seq: Int64, _ db: Database) throws {
    try db.run(
      "INSERT INTO \(table)_before (seq, \(columns)) SELECT ?, \(columns) FROM \(table) WHERE \(condition)",
      [.integer(seq)] + key)
  }

  /// Makes the row what it was before a change, or takes it away when there was none.
  func putBack(from seq: Int64, _ db: Database) throws {
    try db.run("DELETE FROM \(table) WHERE \(condition)", key)
    try db.run(
      "INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM \(table)_before WHERE seq = ?", [.integer(seq)])
  }
}
