public import BabyModel

/// A reminder that was sent and is not done, or is still to come.
public struct ReminderRecord: Hashable, WireObject {
  public static var schemaName: String? { "Reminder" }

  public var id: String
  public var kind: ReminderKind
  public var child: ChildReference
  /// A custom reminder's name.
  public var name: String?
  public var text: String
  public var due: Instant
  /// RFC 3339 with the offset of the child's zone.
  public var dueLocal: String
  /// When the quiet hours end that it waits for.
  public var heldUntil: Instant?
  public var heldUntilLocal: String?
  public var snoozedUntil: Instant?
  /// When it was sent; nil until then.
  public var toldAt: Instant?

  public var isOpen: Bool { toldAt != nil }

  public init(_ reminder: Reminder, of child: ChildReference, zone: ZoneRules) {
    id = reminder.id
    kind = reminder.rule.kind
    self.child = child
    if case .custom(let custom) = reminder.rule { name = custom.name }
    text = reminder.text
    due = reminder.due
    dueLocal = reminder.due.text(in: zone)
    heldUntil = !reminder.isOpen && reminder.at > reminder.due ? reminder.at : nil
    heldUntilLocal = heldUntil?.text(in: zone)
    snoozedUntil = reminder.isOpen ? nil : reminder.snoozedUntil
    toldAt = reminder.toldAt
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", "Id of this one occasion: the next feed's reminder has a different id.")
    kind = try members.required("kind", "What it is about.")
    child = try members.required("child", "The child.")
    name = try members.optional("name", "A custom reminder's name.")
    text = try members.required("text", "What to show when it is sent.")
    due = try members.required("due", "When it is or was due, including snoozes.")
    dueLocal = try members.required("dueLocal", "The same time with the offset of the child's time zone.")
    heldUntil = try members.optional("heldUntil", "When the quiet hours end that are holding it back.")
    heldUntilLocal = try members.optional("heldUntilLocal", "The same time with the offset of the child's time zone.")
    snoozedUntil = try members.optional("snoozedUntil", "When it comes back after being snoozed.")
    toldAt = try members.optional("toldAt", "When it was sent; left out until then.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("kind", kind)
    members.field("child", child)
    members.field("name", name)
    members.field("text", text)
    members.field("due", due)
    members.field("dueLocal", dueLocal)
    members.field("heldUntil", heldUntil)
    members.field("heldUntilLocal", heldUntilLocal)
    members.field("snoozedUntil", snoozedUntil)
    members.field("toldAt", toldAt)
  }
}

/// A reminder of a family's own, as it was set.
public struct CustomReminderRecord: Hashable, WireObject {
  public static var schemaName: String? { "CustomReminder" }

  public var child: ChildReference
  public var name: String
  /// `8h`; nil for a daily one.
  public var every: String?
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

  public init(reading members: inout ObjectReader) throws(WireError) {
    child = try members.required("child", "The child.")
    name = try members.required("name", "Its name, which is unique for the child.")
    every = try members.optional("every", "How long after it was set or last done it is due.")
    daily = try members.optional("daily", "The time of day when it is due, in the child's time zone.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("child", child)
    members.field("name", name)
    members.field("every", every)
    members.field("daily", daily)
  }
}

/// The answer to `reminder.snooze` and `reminder.dismiss`.
public struct ReminderAnswer: PressAnswer {
  public static var schemaName: String? { "ReminderAnswer" }

  public var reminder: ReminderRecord
  public var message: String
  public var seq: Int
  public var isDryRun: Bool
  public var isRepeated = false

  public init(reminder: ReminderRecord, message: String, seq: Int, isDryRun: Bool) {
    self.reminder = reminder
    self.message = message
    self.seq = seq
    self.isDryRun = isDryRun
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    reminder = try members.required("reminder", "The reminder as it was.")
    message = try members.required("message", "What was done, in words.")
    seq = try members.required("seq", "Number of the database's last change.")
    isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    isRepeated = try members.repetition()
  }

  public func write(to members: inout ObjectWriter) {
    members.field("reminder", reminder)
    members.field("message", message)
    members.field("seq", seq)
    members.flag("dryRun", isDryRun)
    members.flag("repeated", isRepeated)
  }
}

/// The answer to `reminder.set` and `reminder.remove`.
public struct CustomReminderAnswer: PressAnswer {
  public static var schemaName: String? { "CustomReminderAnswer" }

  public var reminder: CustomReminderRecord
  public var message: String
  public var seq: Int
  public var isDryRun: Bool
  public var isRepeated = false

  public init(reminder: CustomReminderRecord, message: String, seq: Int, isDryRun: Bool) {
    self.reminder = reminder
    self.message = message
    self.seq = seq
    self.isDryRun = isDryRun
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    reminder = try members.required("reminder", "The reminder.")
    message = try members.required("message", "What was done, in words.")
    seq = try members.required("seq", "Number of the database's last change.")
    isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    isRepeated = try members.repetition()
  }

  public func write(to members: inout ObjectWriter) {
    members.field("reminder", reminder)
    members.field("message", message)
    members.field("seq", seq)
    members.flag("dryRun", isDryRun)
    members.flag("repeated", isRepeated)
  }
}
