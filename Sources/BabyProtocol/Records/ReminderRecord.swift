public import BabyModel

/// A reminder that was sent and is not done, or is still to come.
@WireMembers("Reminder")
public struct ReminderRecord: Hashable, WireObject {
  /// Id of this one occasion: the next feed's reminder has a different id.
  public var id: String
  /// The kind of reminder.
  public var kind: ReminderKind
  /// The child.
  public var child: ChildReference
  /// A custom reminder's name, or the medicine's.
  public var name: String?
  /// The text when it is sent.
  public var text: String
  /// When it is or was due, including snoozes.
  public var due: Instant
  /// The same time with the offset of the child's time zone.
  public var dueLocal: String
  /// When the quiet hours end that are holding it back.
  public var heldUntil: Instant?
  /// The same time with the offset of the child's time zone.
  public var heldUntilLocal: String?
  /// When it comes back after being snoozed.
  public var snoozedUntil: Instant?
  /// When it was sent; left out until then.
  public var toldAt: Instant?

  public var isOpen: Bool { toldAt != nil }

  public init(_ reminder: Reminder, of child: ChildReference, zone: ZoneRules) {
    id = reminder.id
    kind = reminder.rule.kind
    self.child = child
    name = reminder.rule.name
    text = reminder.text
    due = reminder.due
    dueLocal = reminder.due.text(in: zone)
    heldUntil = !reminder.isOpen && reminder.at > reminder.due ? reminder.at : nil
    heldUntilLocal = heldUntil?.text(in: zone)
    snoozedUntil = reminder.isOpen ? nil : reminder.snoozedUntil
    toldAt = reminder.toldAt
  }
}

/// A reminder of a family's own, as it was set.
@WireMembers("CustomReminder")
public struct CustomReminderRecord: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// Its name, which is unique for the child.
  public var name: String
  /// How long after it was set or last done it is due.
  ///
  /// `8h`; nil for a daily one.
  public var every: String?
  /// The time of day when it is due, in the child's time zone.
  ///
  /// `09:00`; nil for one that comes at intervals.
  public var daily: String?

  public init(_ reminder: CustomReminder, of child: ChildReference) {
    self.child = child
    name = reminder.name
    switch reminder.schedule {
    case .every(let interval): every = Words.duration(interval)
    case .daily(let time): daily = time.description
    }
  }
}

/// The answer to `reminder.snooze` and `reminder.dismiss`.
@WireMembers("ReminderAnswer")
public struct ReminderAnswer: PressAnswer {
  /// The reminder as it was.
  public var reminder: ReminderRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
  /// True when the same call came within the second before: it was done once.
  public var isRepeated: Bool = false
}

/// The answer to `reminder.set` and `reminder.remove`.
@WireMembers("CustomReminderAnswer")
public struct CustomReminderAnswer: PressAnswer {
  /// The reminder.
  public var reminder: CustomReminderRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
  /// True when the same call came within the second before: it was done once.
  public var isRepeated: Bool = false
}
