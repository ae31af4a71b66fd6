public import BabyModel
public import BabyProtocol
import BabyStore

/// A child's reminders and what it takes to show them.
public struct ReminderView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var custom: [CustomReminder]
  public var plan: ReminderPlan

  /// A reminder on the wire, with its times as the child's clocks show them.
  public func record(_ reminder: Reminder) -> ReminderRecord {
    ReminderRecord(reminder, of: ChildReference(child), zone: zone)
  }

  /// Finds a reminder by its id, its rule's kind, or a custom reminder's name; sent ones take precedence over upcoming
  /// ones.
  fileprivate func reminder(_ reference: String) -> Reminder? {
    (plan.open + plan.waiting).first { $0.id == reference || $0.rule.isCalled(reference) }
  }
}

extension LogbookReader {
  public func reminders(of child: Child) throws -> ReminderView {
    let inputs = try forecaster(of: child).reminders(transaction.customReminders(child: child.id))
    return ReminderView(
      child: child, settings: inputs.settings, zone: inputs.zone, custom: inputs.custom,
      plan: inputs.plan(try transaction.reminderMarks(child: child.id)))
  }

  /// Of all children, in the order in which they were added.
  public func allReminders() throws -> [ReminderView] {
    try transaction.children(includingRemoved: false).map(reminders)
  }

  /// Those that a call can mean.
  ///
  /// - Parameter reference: a child; nil for all of them, the current one first.
  fileprivate func reminders(matching reference: String?) throws -> [ReminderView] {
    let child = try child(reference)
    guard reference == nil else { return [try reminders(of: child)] }
    let all = try allReminders()
    return all.filter { $0.child.id == child.id } + all.filter { $0.child.id != child.id }
  }
}

extension LogbookReader {
  /// - Parameter reference: a child; nil for all of them.
  public func reminderList(of reference: String?) throws -> ReminderList.Answer {
    reminderList(try reference.map { [try reminders(of: child($0))] } ?? allReminders())
  }

  /// The open, waiting and custom reminders of some children, in the order of time.
  public func reminderList(_ views: [ReminderView]) -> ReminderList.Answer {
    let waiting = views.flatMap { view in view.plan.waiting.map { (reminder: $0, view: view) } }
    return ReminderList.Answer(
      isOn: views.isEmpty || views.contains { $0.settings.reminders == .on }, open: openReminders(views),
      waiting: waiting.sorted { $0.reminder.at < $1.reminder.at }.map { $0.view.record($0.reminder) },
      custom: views.flatMap { view in
        view.custom.map { CustomReminderRecord($0, of: ChildReference(view.child)) }
      }, timeFormat: views.first?.settings.timeFormat ?? Settings().timeFormat)
  }

  /// Those that were sent and are not done, the latest first.
  public func openReminders(_ views: [ReminderView]) -> [ReminderRecord] {
    let open = views.flatMap { view in view.plan.open.map { (reminder: $0, view: view) } }
    return open.sorted { ($1.reminder.at, $1.reminder.due) < ($0.reminder.at, $0.reminder.due) }.map {
      $0.view.record($0.reminder)
    }
  }
}

extension LogbookWriter {
  /// Sends due reminders: they are open from now on, even without a subscriber.
  public func sendDueReminders() throws {
    for view in try reader.allReminders() {
      for reminder in view.plan.due(at: now) {
        try transaction.mark(reminder.rule, of: view.child.id, reminder.sent(at: now), as: .insert)
      }
    }
  }

  /// Puts a reminder off: the one that was sent last if none is named.
  ///
  /// - Throws: `BabyError.noReminder`, `.reminderNotFound`; `.reminderNotDue` if it is due later than that anyway.
  public func snoozeReminder(_ params: ReminderSnooze.Params) throws -> ReminderAnswer {
    let (reminder, view) = try matchingReminder(params.id, child: params.childID)
    let length = Duration.minutes(params.minutes ?? ReminderSnooze.defaultMinutes)
    guard reminder.isOpen || now + length > reminder.at else { throw BabyError.reminderNotDue(until: reminder.at) }
    try transaction.mark(reminder.rule, of: view.child.id, reminder.snoozed(until: now + length), as: .update)
    return try answer(reminder, view, Words.snoozed(reminder, for: length))
  }

  /// Takes a reminder as done.
  ///
  /// - Throws: `BabyError.noReminder`, `.reminderNotFound`.
  public func dismissReminder(_ reference: String?, child: String?) throws -> ReminderAnswer {
    let (reminder, view) = try matchingReminder(reference, child: child)
    if case .custom(let custom) = reminder.rule {
      try transaction.set(custom.done(at: now, due: reminder.ruleDue))
    } else {
      try transaction.mark(reminder.rule, of: view.child.id, reminder.dismissed(at: now), as: .delete)
    }
    return try answer(reminder, view, Words.dismissed(reminder))
  }

  private func answer(_ reminder: Reminder, _ view: ReminderView, _ message: String) throws -> ReminderAnswer {
    try transaction.label(message)
    return ReminderAnswer(reminder: view.record(reminder), message: message, seq: try seq, isDryRun: isDryRun)
  }

  private func answer(_ reminder: CustomReminder, of child: Child, _ message: String) throws -> CustomReminderAnswer {
    try transaction.label(message)
    return CustomReminderAnswer(
      reminder: CustomReminderRecord(reminder, of: ChildReference(child)), message: message, seq: try seq,
      isDryRun: isDryRun)
  }

  private func matchingReminder(_ reference: String?, child: String?) throws -> (Reminder, ReminderView) {
    let views = try reader.reminders(matching: child)
    guard let reference else {
      let open = views.flatMap { view in view.plan.open.map { ($0, view) } }
      guard let last = open.max(by: { $0.0.at < $1.0.at }) else { throw BabyError.noReminder }
      return last
    }
    for view in views {
      if let reminder = view.reminder(reference) { return (reminder, view) }
    }
    throw BabyError.reminderNotFound(reference)
  }

  // MARK: Custom reminders

  /// Adds a custom reminder, or gives the child's one of this name another schedule.
  ///
  /// - Throws: `BabyError.reminderInvalid`.
  public func setReminder(_ params: ReminderSet.Params) throws -> CustomReminderAnswer {
    let child = try reader.child(params.childID)
    let custom = try reader.transaction.customReminders(child: child.id)
    let earlier = custom.first { $0.isCalled(params.name) }
    let reminder = CustomReminder(
      id: earlier?.id ?? ids.next(at: now), childID: child.id, name: params.name.trimmed,
      schedule: try ReminderSchedule(every: params.every, daily: params.daily), since: now)
    try reminder.validate()
    guard earlier != nil || custom.count < CustomReminder.mostPerChild else {
      throw BabyError.reminderInvalid([FieldError("name", "is one too many: a child can have \(custom.count)")]
      )
    }
    try transaction.set(reminder)
    let message = Words.custom(reminder, format: try reader.settings(of: child).timeFormat)
    return try answer(reminder, of: child, message)
  }

  /// - Throws: `BabyError.reminderNotFound`.
  public func removeReminder(_ name: String, child reference: String?) throws -> CustomReminderAnswer {
    let child = try reader.child(reference)
    guard let reminder = try reader.transaction.customReminders(child: child.id).first(where: { $0.isCalled(name) })
    else { throw BabyError.reminderNotFound(name) }
    try transaction.remove(reminder)
    return try answer(reminder, of: child, Words.removed(reminder))
  }
}

extension ReminderRule {
  fileprivate func isCalled(_ name: String) -> Bool {
    if case .custom(let reminder) = self { return reminder.isCalled(name) }
    return kind.rawValue == name || self.name?.lowercased() == name.trimmed.lowercased()
  }
}

extension CustomReminder {
  fileprivate func isCalled(_ name: String) -> Bool { self.name.lowercased() == name.trimmed.lowercased() }
}

extension ReminderSchedule {
  /// - Throws: `BabyError.reminderInvalid` unless exactly one is given and can be read.
  fileprivate init(every: String?, daily: String?) throws(BabyError) {
    switch (every, daily) {
    case (let every?, nil):
      guard let interval = Duration(text: every) else {
        throw .reminderInvalid([FieldError("every", "must be a length of time, such as 8h")])
      }
      self = .every(interval)
    case (nil, let daily?):
      guard let time = TimeOfDay(daily) ?? TimeOfDay(said: daily) else {
        throw .reminderInvalid([FieldError("daily", "must be a time, such as 09:00")])
      }
      self = .daily(time)
    default: throw .reminderInvalid([FieldError("every", "or daily must be given, but not both")])
    }
  }
}
