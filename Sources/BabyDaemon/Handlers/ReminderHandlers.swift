import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension HandlerTable {
  mutating func addReminders() {
    read(ReminderList.self) { params, book in
      book.reminderList(try params.childID.map { [try book.reminders(of: book.child($0))] } ?? book.allReminders())
    }
    write(ReminderSet.self) { params, book in
      try book.answer(
        book.setReminder(params.name, every: params.every, daily: params.daily, child: params.childID))
    }
    write(ReminderRemove.self) { params, book in
      try book.answer(book.removeReminder(params.name, child: params.childID))
    }
    write(ReminderSnooze.self) { params, book in
      let minutes = params.minutes ?? ReminderSnooze.defaultMinutes
      return try book.answer(book.snoozeReminder(params.id, for: .minutes(minutes), child: params.childID))
    }
    write(ReminderDismiss.self) { params, book in
      try book.answer(book.dismissReminder(params.id, child: params.childID))
    }
  }
}

extension LogbookReader {
  func reminderList(_ views: [ReminderView]) -> ReminderList.Answer {
    let waiting = views.flatMap { view in view.plan.waiting.map { (reminder: $0, view: view) } }
    return ReminderList.Answer(
      isOn: views.isEmpty || views.contains { $0.settings.reminders == .on }, open: openReminders(views),
      waiting: waiting.sorted { $0.reminder.at < $1.reminder.at }.map { $0.view.record($0.reminder) },
      custom: views.flatMap { view in
        view.custom.map { CustomReminderRecord($0, of: ChildReference(view.child)) }
      }, timeFormat: views.first?.settings.timeFormat ?? Settings().timeFormat)
  }

  /// Those that were sent and are not done, latest first.
  func openReminders(_ views: [ReminderView]) -> [ReminderRecord] {
    let open = views.flatMap { view in view.plan.open.map { (reminder: $0, view: view) } }
    return open.sorted { ($1.reminder.at, $1.reminder.due) < ($0.reminder.at, $0.reminder.due) }.map {
      $0.view.record($0.reminder)
    }
  }
}

extension ReminderView {
  func record(_ reminder: Reminder) -> ReminderRecord {
    ReminderRecord(reminder, of: ChildReference(child), zone: zone)
  }
}

extension LogbookWriter {
  fileprivate func answer(_ outcome: ReminderOutcome) throws -> ReminderAnswer {
    ReminderAnswer(
      reminder: outcome.view.record(outcome.reminder), message: outcome.message, seq: try seq, isDryRun: isDryRun)
  }

  fileprivate func answer(_ outcome: CustomReminderOutcome) throws -> CustomReminderAnswer {
    CustomReminderAnswer(
      reminder: CustomReminderRecord(outcome.reminder, of: ChildReference(outcome.child)), message: outcome.message,
      seq: try seq, isDryRun: isDryRun)
  }
}
