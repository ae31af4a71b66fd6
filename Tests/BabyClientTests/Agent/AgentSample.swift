import BabyClient
import BabyModel
import BabyProtocol

@testable import bbagent

/// The evening of `Sample`, as the tray and notifications show it.
enum AgentSample {
  static func record(
    _ number: UInt64, _ content: EntryContent, _ start: String, _ end: String? = nil, note: String? = nil
  ) -> EntryRecord {
    let entry = Entry(
      id: Sample.identifier(number), childID: Sample.eva.id, content: content, start: Sample.at(start),
      end: end.map(Sample.at), note: note,
      createdAt: Sample.at(start), updatedAt: Sample.at(start))
    return EntryRecord(entry, startLocal: Sample.at(start).utcText, endLocal: end.map { Sample.at($0).utcText })
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
    let day = DayRecord(date: date, start: Sample.at("00:00"), end: Sample.at("00:00") + .hours(24))
    return .init(
      child: Sample.eva, zone: "UTC", units: .milliliters, timeFormat: .twelveHour, theme: .init(), day: day,
      lastFeeding: breast,
      lastDiaper: diaper, lastSleep: nap, runningSleep: isAsleep ? night : nil, suggestedSide: .right,
      quick: .init(amount: 120, unit: .milliliters, diaperType: .wet, tummySeconds: 300), today: totals, seq: 42)
  }

  /// What is known after a snapshot.
  ///
  /// - Parameters:
  ///   - children: the first is the current one.
  ///   - change: what is else so of the day.
  static func view(
    isAsleep: Bool = false, children: [ChildReference] = [Sample.eva], connection: ConnectionRecord? = nil,
    change: (inout DashboardGet.Answer) -> Void = { _ in }
  ) -> FamilyView {
    var dashboard = dashboard(isAsleep: isAsleep)
    change(&dashboard)
    var snapshot = ChangeSnapshot()
    snapshot.dashboard = dashboard
    snapshot.children = .init(children: children.map { Sample.record($0, isCurrent: $0 == children[0]) })
    snapshot.connection = connection
    return view(snapshot)
  }

  static func view(_ snapshot: ChangeSnapshot) -> FamilyView {
    var view = FamilyView()
    let answer = ChangesSubscribe.Answer(
      subscription: 1, instance: "0192", seq: 42, isResync: false, snapshot: snapshot)
    view.learn(.snapshot(answer), at: Sample.at("20:30"))
    return view
  }

  static func success(
    _ text: String, id: String = "step.1", action: BannerRecord.Action? = .undo, client: String? = "bbagent"
  ) -> BannerRecord {
    BannerRecord(id: id, severity: .success, text: text, action: action, child: Sample.eva, client: client)
  }

  /// A medicine that was given in the afternoon, every four hours.
  static let tylenol: MedicineCourse = {
    let dose = record(0xd05e, .declared(.medicine, [.text("Tylenol"), nil, .seconds(4 * 3600), nil]), "16:00")
    guard let course = MedicineCourse.all(in: [dose.entry], at: Sample.at("20:00")).first else { preconditionFailure() }
    return course
  }()

  /// One that was told at a time of the evening.
  static func reminder(_ kind: ReminderKind, told: String = "20:00") -> ReminderRecord {
    let vitaminD = CustomReminder(
      id: Sample.identifier(0xd), childID: Sample.eva.id, name: "Vitamin D", schedule: .daily(.midnight),
      since: Sample.at("00:00"))
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
      id: "\(kind.rawValue).1", rule: rule, since: Sample.at(told) - .hours(3), ruleDue: Sample.at(told),
      due: Sample.at(told), at: Sample.at(told),
      toldAt: Sample.at(told))
    return ReminderRecord(reminder, of: Sample.eva, zone: .utc)
  }

  static func event(_ record: BannerRecord) throws -> FollowerEvent {
    .change(
      ChangeEvent(
        subscription: 1, seq: 43, topic: .banner, at: Sample.at("20:00"), data: try JSON(parsing: record.encoded)))
  }

  /// Text that means something to everything that might read it.
  static let hostile = "<b>Eva</b> & \"x\" 'y' _z_ \u{202E}%s\u{07}\n`id`"
}
