import BabyImport
import BabyModel
import BabyStore

extension WriteTransaction {
  /// Adds what is missing. Existing settings stay as they are.
  ///
  /// - Throws: `BabyError.childNameTaken` for another child of the same name.
  func add(_ archive: Archive) throws {
    for child in archive.children where try read.child(child.id) == nil {
      let isTaken = try child.removedAt == nil && read.children().contains { $0.name.isSameName(as: child.name) }
      if isTaken { throw BabyError.childNameTaken(child.name) }
      try insert(child)
    }
    for setting in archive.settings where try read.settings(child: setting.childID)[setting.key] == nil {
      try setSetting(setting.key, setting.value, child: setting.childID)
    }
    for reminder in archive.reminders {
      let existing = try read.customReminders(child: reminder.childID)
      if !existing.contains(where: { $0.id == reminder.id || $0.name.isSameName(as: reminder.name) }) {
        try set(reminder)
      }
    }
  }
}
