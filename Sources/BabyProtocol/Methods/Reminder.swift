public import BabyModel

public enum ReminderList: RPCMethod {
  public static let name = "reminder.list"
  public static let summary = "Lists the reminders that were sent and are not done, those to come, and the custom ones."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: all children.
    public var childID: String?
  }

  @WireMembers("ReminderList")
  public struct Answer: Hashable, WireObject {
    /// False when reminders.enabled is off for every listed child.
    public var isOn: Bool
    /// Reminders that were sent and are not done, latest first.
    public var open: [ReminderRecord]
    /// Reminders to come, the next one first; at most one for each rule.
    public var waiting: [ReminderRecord]
    /// The custom reminders.
    public var custom: [CustomReminderRecord]
    /// How to write clock times.
    public var timeFormat: TimeFormat
  }
}

public enum ReminderSet: WriteMethod {
  public static let name = "reminder.set"
  public static let summary = "Adds a custom reminder, or changes the schedule of the one with this name."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.reminderInvalid]

  @WireMembers
  public struct Params: WriteParams {
    /// Its name, such as Vitamin D; at most 60 characters.
    public var name: String
    /// How long after it was set or last done it is due: 30m to 168h, such as 8h.
    public var every: String?
    /// Instead of every: the time of day when it is due, such as 09:00.
    public var daily: String?
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = CustomReminderAnswer
}

public enum ReminderRemove: WriteMethod {
  public static let name = "reminder.remove"
  public static let summary = "Removes a custom reminder."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.reminderInvalid, .reminderNotFound]

  @WireMembers
  public struct Params: WriteParams {
    /// Its name.
    public var name: String
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = CustomReminderAnswer
}

public enum ReminderSnooze: WriteMethod {
  public static let name = "reminder.snooze"
  public static let summary = "Puts a reminder off; it comes back later, unless it is done by then."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.noReminder, .reminderNotFound, .reminderNotDue]

  public static let defaultMinutes = 15
  public static let mostMinutes = 1440

  @WireMembers
  public struct Params: WriteParams {
    /// Id of the reminder, its kind, or a custom one's name; default: the last one that was sent and is not done.
    public var id: String?
    /// For how many minutes, 1 to 1440; default: 15.
    @Wire(in: 1...ReminderSnooze.mostMinutes) public var minutes: Int?
    /// UUID or name of the child; default: any.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = ReminderAnswer
}

/// The reminder is not sent again until its rule has another occasion.
public enum ReminderDismiss: WriteMethod {
  public static let name = "reminder.dismiss"
  public static let summary = "Marks a reminder as done; it does not come back until it is due again."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.noReminder, .reminderNotFound]

  @WireMembers
  public struct Params: WriteParams {
    /// Id of the reminder, its kind, or a custom one's name; default: the last one that was sent and is not done.
    public var id: String?
    /// UUID or name of the child; default: any.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = ReminderAnswer
}

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
public struct CustomReminderAnswer: WireObject {
  /// The reminder.
  public var reminder: CustomReminderRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
}

/// Reminders of one child that are sent together: nearly always one, and several after quiet hours or a suspend.
@WireMembers("ReminderNotice")
public struct ReminderNotice: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// The text to show.
  public var text: String
  /// The reminders, which are sent together; nearly always one.
  public var reminders: [ReminderRecord]

  /// - Parameter reminders: those of one child that were sent.
  public init(child: ChildReference, reminders: [ReminderRecord]) {
    self.child = child
    text = Words.reminders(reminders.map(\.text))
    self.reminders = reminders
  }
}

/// Reminders that were sent and are not done.
@WireMembers
public struct ReminderSnapshot: Hashable, WireObject {
  /// Reminders that were sent and are not done, latest first.
  public var open: [ReminderRecord]
}
