import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  mutating func addReminders() {
    read(ReminderList.self) { params, logbook in
      logbook.reminderList(
        try params.childID.map { [try logbook.reminders(of: logbook.child($0))] } ?? logbook.allReminders())
    }
    write(ReminderSet.self) { params, logbook in
      try logbook.setReminder(params.name, every: params.every, daily: params.daily, child: params.childID)
    }
    write(ReminderRemove.self) { params, logbook in
      try logbook.removeReminder(params.name, child: params.childID)
    }
    write(ReminderSnooze.self) { params, logbook in
      let minutes = params.minutes ?? ReminderSnooze.defaultMinutes
      return try logbook.snoozeReminder(params.id, for: .minutes(minutes), child: params.childID)
    }
    write(ReminderDismiss.self) { params, logbook in
      try logbook.dismissReminder(params.id, child: params.childID)
    }
  }
}
