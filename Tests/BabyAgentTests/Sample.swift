import BabyClient
import BabyModel
import BabyProtocol

@testable import BabyAgent

/// An evening of two children, Eva and Ben, in a zone without an offset.
enum Sample {
  static let eva = ChildReference(id: identifier(0xe0a), name: "Eva")
  static let ben = ChildReference(id: identifier(0xbe7), name: "Ben")

  static func identifier<Subject>(_ number: UInt64) -> Identifier<Subject> {
    Identifier(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
  }

  /// A time on Saturday, 14 November 2026.
  static func at(_ clock: String) -> Instant {
    guard let instant = Instant(rfc3339: "2026-11-14T\(clock):00Z") else { preconditionFailure(clock) }
    return instant
  }

  static func record(
    _ number: UInt64, _ content: EntryContent, _ start: String, _ end: String? = nil, note: String? = nil
  ) -> EntryRecord {
    let entry = Entry(
      id: identifier(number), childID: eva.id, content: content, start: at(start), end: end.map(at), note: note,
      createdAt: at(start), updatedAt: at(start))
    return EntryRecord(entry, startLocal: at(start).utcText, endLocal: end.map { at($0).utcText })
  }

  static let breast = record(
    1, .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), "18:30", "18:45")
  static let diaper = record(2, .diaper(.wet), "19:10")
  static let nap = record(3, .sleep, "14:00", "15:30")
  static let night = record(4, .sleep, "20:14")

  static func dashboard(isAsleep: Bool = false) -> DashboardGet.Answer {
    var totals = DayTotalsRecord.sample
    (totals.feedings, totals.diapers, totals.sleeps) = (6, 5, 2)
    guard let date = LocalDate("2026-11-14") else { preconditionFailure() }
    let day = DayRecord(date: date, start: at("00:00"), end: at("00:00") + .hours(24))
    return .init(
      child: eva, zone: "UTC", units: .milliliters, timeFormat: .twelveHour, theme: .init(), day: day,
      lastFeeding: breast,
      lastDiaper: diaper, lastSleep: nap, runningSleep: isAsleep ? night : nil, suggestedSide: .right,
      quick: .init(amount: 120, unit: .milliliters, diaperType: .wet, tummySeconds: 300), today: totals, seq: 42)
  }

  static func record(_ reference: ChildReference, isCurrent: Bool) -> ChildRecord {
    guard let born = LocalDate("2026-01-31") else { preconditionFailure() }
    let child = Child(
      id: reference.id, name: reference.name, born: born, zone: "UTC", createdAt: at("00:00"), updatedAt: at("00:00"))
    return ChildRecord(child, isCurrent: isCurrent)
  }

  /// What is known after a snapshot.
  ///
  /// - Parameters:
  ///   - children: the first is the current one.
  ///   - change: what is else so of the day.
  static func view(
    isAsleep: Bool = false, children: [ChildReference] = [eva], connection: ConnectionRecord? = nil,
    change: (inout DashboardGet.Answer) -> Void = { _ in }
  ) -> FamilyView {
    var dashboard = dashboard(isAsleep: isAsleep)
    change(&dashboard)
    var snapshot = ChangeSnapshot()
    snapshot.dashboard = dashboard
    snapshot.children = .init(children: children.map { record($0, isCurrent: $0 == children[0]) })
    snapshot.connection = connection
    return view(snapshot)
  }

  static func view(_ snapshot: ChangeSnapshot) -> FamilyView {
    var view = FamilyView()
    let answer = ChangesSubscribe.Answer(
      subscription: 1, instance: "0192", seq: 42, isResync: false, snapshot: snapshot)
    view.learn(.snapshot(answer), at: at("20:30"))
    return view
  }

  static func success(
    _ text: String, id: String = "step.1", action: BannerRecord.Action? = .undo, client: String? = "bbagent"
  ) -> BannerRecord {
    BannerRecord(id: id, severity: .success, text: text, action: action, child: eva, client: client)
  }

  static func error(_ text: String, id: String = "store.full", isResolved: Bool = false) -> BannerRecord {
    BannerRecord(id: id, severity: .error, text: text, isResolved: isResolved)
  }

  /// A medicine that was given in the afternoon, every four hours.
  static let tylenol: MedicineCourse = {
    let dose = record(0xd05e, .declared(.medicine, [.text("Tylenol"), nil, .seconds(4 * 3600), nil]), "16:00")
    guard let course = MedicineCourse.all(in: [dose.entry], at: at("20:00")).first else { preconditionFailure() }
    return course
  }()

  /// One that was told at a time of the evening.
  static func reminder(_ kind: ReminderKind, told: String = "20:00") -> ReminderRecord {
    let vitaminD = CustomReminder(
      id: identifier(0xd), childID: eva.id, name: "Vitamin D", schedule: .daily(.midnight), since: at("00:00"))
    let rule: ReminderRule =
      switch kind {
      case .feeding: .feeding
      case .diaper: .diaper
      case .nap: .nap
      case .sleep: .sleep
      case .tummyTime: .tummyTime
      case .nursing: .nursing
      case .medicine: .medicine(tylenol)
      case .custom: .custom(vitaminD)
      }
    let reminder = Reminder(
      id: "\(kind.rawValue).1", rule: rule, since: at(told) - .hours(3), ruleDue: at(told), due: at(told), at: at(told),
      toldAt: at(told))
    return ReminderRecord(reminder, of: eva, zone: .utc)
  }

  static func event(_ record: BannerRecord) throws -> FollowerEvent {
    .change(
      ChangeEvent(
        subscription: 1, seq: 43, topic: .banner, at: at("20:00"), data: try JSON(parsing: record.encoded)))
  }

  /// Text that means something to everything that might read it.
  static let hostile = "<b>Eva</b> & \"x\" 'y' _z_ \u{202E}%s\u{07}\n`id`"
}
