import BabyClient
import BabyModel
import BabyProtocol

/// A family of up to three children on an evening, in a zone without an offset.
enum Sample {
  static let now = at("20:30")
  static let eva = ChildReference(id: identifier(0xe0a), name: "Eva")
  static let ben = ChildReference(id: identifier(0xbe7), name: "Ben")
  static let mia = ChildReference(id: identifier(0x31a), name: "Mia")

  static func identifier<Subject>(_ number: UInt64) -> Identifier<Subject> {
    Identifier(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
  }

  /// A time on Saturday, 14 November 2026.
  static func at(_ clock: String) -> Instant {
    guard let instant = Instant(rfc3339: "2026-11-14T\(clock):00Z") else { preconditionFailure(clock) }
    return instant
  }

  // MARK: What is so

  /// A sleep that is running since 8:14 PM.
  static let night = running(.sleep, 1, since: "20:14")

  static func running(_ content: EntryContent, _ number: UInt64, since clock: String) -> EntryRecord {
    let entry = Entry(
      id: identifier(number), childID: eva.id, content: content, start: at(clock), createdAt: at(clock),
      updatedAt: at(clock))
    return EntryRecord(entry, startLocal: at(clock).utcText, endLocal: nil)
  }

  static func dashboard(
    of child: ChildReference, sleep: EntryRecord? = nil, tummyTime: EntryRecord? = nil, side: Side? = nil
  ) -> DashboardGet.Answer {
    let day = DayRecord(
      date: LocalDate("2026-11-14") ?? LocalDate(dayNumber: 0), start: at("00:00"), end: at("00:00") + .hours(24))
    return .init(
      child: child, zone: "UTC", units: .milliliters, timeFormat: .twelveHour, theme: .init(), day: day,
      runningSleep: sleep,
      runningTummyTime: tummyTime, suggestedSide: side,
      quick: .init(amount: 120, unit: .milliliters, diaperType: .wet, tummySeconds: 300), today: .sample, seq: 42)
  }

  static func record(_ reference: ChildReference, isCurrent: Bool = false) -> ChildRecord {
    let child = Child(
      id: reference.id, name: reference.name, born: LocalDate("2026-01-31") ?? LocalDate(dayNumber: 0), zone: "UTC",
      createdAt: at("00:00"), updatedAt: at("00:00"))
    return ChildRecord(child, isCurrent: isCurrent)
  }

  /// Eva's family; of other children the first is the current one.
  static func family(_ children: ChildReference...) -> ChangeSnapshot {
    let children = children.isEmpty ? [eva] : children
    var snapshot = ChangeSnapshot()
    snapshot.dashboard = dashboard(of: children[0])
    snapshot.children = .init(children: children.map { record($0, isCurrent: $0 == children[0]) })
    return snapshot
  }

  /// A reminder of a feed that was told at 8 PM.
  static let reminder = ReminderRecord(
    Reminder(
      id: "feeding.1", rule: .feeding, since: at("17:00"), ruleDue: at("20:00"), due: at("20:00"), at: at("20:00"),
      toldAt: at("20:00")),
    of: eva, zone: .utc)

  // MARK: What is told

  static func snapshot(_ snapshot: ChangeSnapshot, seq: Int = 42, isResync: Bool = false) -> FollowerEvent {
    .snapshot(.init(subscription: 1, instance: "0192", seq: seq, isResync: isResync, snapshot: snapshot))
  }

  static func event(_ topic: Topic, _ data: JSON) -> FollowerEvent {
    .change(ChangeEvent(subscription: 1, seq: 43, topic: topic, at: now, data: data))
  }

  static func event(_ topic: Topic, _ value: some WireObject) throws -> FollowerEvent {
    event(topic, try JSON(parsing: value.encoded))
  }

  static func logged(_ text: String, id: String = "step.1") -> BannerRecord {
    BannerRecord(id: id, severity: .success, text: text, action: .undo, child: eva, client: "bbctl")
  }

  static func error(_ text: String, id: String = "store.full", isResolved: Bool = false) -> BannerRecord {
    BannerRecord(id: id, severity: .error, text: text, isResolved: isResolved)
  }
}

extension ReminderList.Answer {
  /// One that says only that a reminder is open.
  static func open(_ reminder: ReminderRecord) -> ReminderList.Answer {
    .init(isOn: true, open: [reminder], waiting: [], custom: [], timeFormat: .twelveHour)
  }
}
