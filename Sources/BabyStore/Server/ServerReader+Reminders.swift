public import BabyModel
import GRDB

/// What machines share of a child's reminders lies among its settings, each as one short text.
extension ServerReader {
  /// A child's custom reminders, in the order in which they were added. What cannot be read here, as of a newer version, is
  /// left out.
  public func customReminders(child: ChildID) throws -> [CustomReminder] {
    let prefix = SettingPlace.reminderPrefix
    return try shared(prefix, child).compactMap { key, value in
      Identifier<CustomReminder>(key.dropFirst(prefix.count)).flatMap {
        CustomReminder(sharedText: value, id: $0, childID: child)
      }
    }.sorted { $0.id < $1.id }
  }

  /// What somebody did with the latest occasion of each of a child's rules, by the rule's key: snoozed or dismissed it.
  public func reminderMarks(child: ChildID) throws -> [String: ReminderMark] {
    let prefix = SettingPlace.occasionPrefix
    let marks = try shared(prefix, child).compactMap { key, value in
      ReminderMark(sharedText: value).map { (String(key.dropFirst(prefix.count)), $0) }
    }
    return Dictionary(marks) { _, last in last }
  }

  private func shared(_ prefix: String, _ child: ChildID) throws -> [(key: String, value: String)] {
    try db.all(
      """
      SELECT \(SettingRow.columns) FROM setting
      WHERE user_id IS NULL AND child_id = ? AND key GLOB ? AND value IS NOT NULL
      """, [.id(child), .text(prefix + "*")], SettingRow.decode)
  }
}
