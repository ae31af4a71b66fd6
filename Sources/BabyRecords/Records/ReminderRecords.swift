package import BabyEngine
package import BabyModel
package import BabyProtocol
import BabyStore

extension LogbookReader {
  package func reminderList(_ views: [ReminderView]) -> ReminderList.Answer {
    let waiting = views.flatMap { view in view.plan.waiting.map { (reminder: $0, view: view) } }
    return ReminderList.Answer(
      isOn: views.isEmpty || views.contains { $0.settings.reminders == .on }, open: openReminders(views),
      waiting: waiting.sorted { $0.reminder.at < $1.reminder.at }.map { $0.view.record($0.reminder) },
      custom: views.flatMap { view in
        view.custom.map { CustomReminderRecord($0, of: ChildReference(view.child)) }
      }, timeFormat: views.first?.settings.timeFormat ?? Settings().timeFormat)
  }

  /// Those that were told and are not done, the latest first.
  package func openReminders(_ views: [ReminderView]) -> [ReminderRecord] {
    let open = views.flatMap { view in view.plan.open.map { (reminder: $0, view: view) } }
    return open.sorted { ($1.reminder.at, $1.reminder.due) < ($0.reminder.at, $0.reminder.due) }.map {
      $0.view.record($0.reminder)
    }
  }
}

extension ReminderView {
  package func record(_ reminder: Reminder) -> ReminderRecord {
    ReminderRecord(reminder, of: ChildReference(child), zone: zone)
  }
}

extension LogbookWriter {
  package func answer(_ outcome: ReminderOutcome) throws -> ReminderAnswer {
    ReminderAnswer(
      reminder: outcome.view.record(outcome.reminder), message: outcome.message, seq: try seq, isDryRun: isDryRun)
  }

  package func answer(_ outcome: CustomReminderOutcome) throws -> CustomReminderAnswer {
    CustomReminderAnswer(
      reminder: CustomReminderRecord(outcome.reminder, of: ChildReference(outcome.child)), message: outcome.message,
      seq: try seq, isDryRun: isDryRun)
  }
}
