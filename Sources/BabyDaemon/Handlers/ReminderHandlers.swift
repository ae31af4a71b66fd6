import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
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
