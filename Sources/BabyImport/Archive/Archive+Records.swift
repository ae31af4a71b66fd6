import BabyModel
public import BabyProtocol

// How settings and reminders stand in a file; children and entries stand there as they do in the protocol.

extension ArchivedSetting: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    key = try members.required("key", "The setting's name.")
    value = try members.required("value", "Its value.")
    childID = try members.optional("childId", "The child it is for; left out if it is for all.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("key", key)
    members.field("value", value)
    members.field("childId", childID)
  }
}

/// A custom reminder, with the length of its interval in words: `8h`.
struct ArchivedReminder: WireObject {
  var reminder: CustomReminder

  init(_ reminder: CustomReminder) { self.reminder = reminder }

  init(reading members: inout ObjectReader) throws(WireError) {
    reminder = CustomReminder(
      id: try members.required("id", "UUID."), childID: try members.required("childId", "UUID of the child."),
      name: try members.required("name", "Name."), schedule: .daily(.midnight),
      since: try members.required("since", "Its occasions come after this."))
    let everyMinutes = try members.optional(
      "everyMinutes", in: Self.intervals, "How long after it was done it is due.")
    let daily: String? = try members.optional("daily", "The time of day when it is due.")
    // Last, because it refuses a reminder without either.
    if let everyMinutes {
      reminder.schedule = .every(.minutes(everyMinutes))
    } else if let daily, let time = TimeOfDay(daily) {
      reminder.schedule = .daily(time)
    } else {
      throw WireError(path: "daily", message: "must be a time such as 09:00, where there is no everyMinutes")
    }
  }

  /// In minutes.
  private static let intervals =
    Int(ReminderSchedule.intervals.lowerBound.wholeMinutes)...Int(ReminderSchedule.intervals.upperBound.wholeMinutes)

  func write(to members: inout ObjectWriter) {
    members.field("id", reminder.id)
    members.field("childId", reminder.childID)
    members.field("name", reminder.name)
    switch reminder.schedule {
    case .every(let interval): members.field("everyMinutes", Int(interval.wholeMinutes))
    case .daily(let time): members.field("daily", time.description)
    }
    members.field("since", reminder.since)
  }
}
