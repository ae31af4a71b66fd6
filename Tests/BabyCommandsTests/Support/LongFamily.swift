import BabyModel
import BabyProtocol

/// The sample family with whatever makes lines long: names, notes and authors, things that are late, and a server that is
/// away. The children are known by what is special about them.
enum LongFamily {
  static let name = "Maximilian Alexander Theodor von Hohenfels-Sonnenschein"

  static func start(_ account: AccountStatus.Answer) throws -> FakeDaemon {
    try FakeDaemon { request in reply(to: request) ?? SampleDaemon.answer(request, account) }
  }

  private static func reply(to request: Request) -> FakeDaemon.Reply? {
    let named = request.params["childId"]?.stringValue ?? name
    let child = [name, "awake"].first { "\(id($0))" == named } ?? named
    switch request.method {
    case "dashboard.get": return .result(dashboard(child).json)
    case "timeline.list":
      let isToday = request.params["day"] == "today"
      return .result(
        TimelineList.Answer(
          child: reference(name), units: .milliliters, timeFormat: .twelveHour, theme: .init(), entries: entries,
          day: isToday ? Sample.day : nil, totals: isToday ? Sample.totals : nil,
          medicines: isToday ? medicines : nil
        ).json)
    case "activity.list":
      let long = "Ben Bartholomew Featherstonehaugh"
      var answer = Sample.activity(people: long)
      answer.child = reference(name)
      answer.items = [(diaper, long), (Sample.night, nil), (feed, long)].map { record, person in
        ActivityItemRecord(action: .logged, person: person, isYou: person == nil, entry: record)
      }
      return .result(answer.json)
    case "entry.get":
      return .result(EntryGet.Answer(entry: feed, child: reference(name), timeFormat: .twelveHour).json)
    case "settings.list": return .result(SettingsList.Answer(settings: settings).json)
    case "child.list":
      return .result(ChildList.Answer(children: [record(name), record("awake")]).json)
    case "reminder.list": return .result(reminders(child).json)
    default: return nil
    }
  }

  static func reference(_ name: String) -> ChildReference { .init(id: id(name), name: name) }

  private static func id(_ name: String) -> ChildID { name == Self.name ? Sample.child.id : Sample.identifier(0xa3a) }

  private static func record(_ name: String) -> ChildRecord {
    ChildRecord(
      Child(
        id: id(name), name: name, born: Sample.date("2026-08-14"), zone: Sample.zone.name,
        createdAt: Sample.now, updatedAt: Sample.now), isCurrent: name == Self.name)
  }

  static func dashboard(_ child: String) -> DashboardGet.Answer {
    switch child {
    case "awake": return awake
    case "empty":
      var dashboard = Sample.dashboard(isAsleep: false, isNew: true)
      dashboard.child = reference("Mia")
      return dashboard
    case "old": return old
    case "forgotten":
      var dashboard = awake
      dashboard.runningTummyTime = Sample.record(0xd1, .tummyTime, "2026-11-14T19:30:00Z")
      return dashboard
    default:
      var dashboard = Sample.dashboardWithIntervals
      dashboard.child = reference(child)
      dashboard.lastFeeding = feed
      dashboard.lastDiaper = diaper
      dashboard.predictions = [PredictionSummary(Sample.prediction, zone: Sample.zone)]
      dashboard.medicines = medicines
      return dashboard
    }
  }

  /// Since the afternoon, with one feed that Ben gave.
  private static var awake: DashboardGet.Answer {
    var dashboard = Sample.dashboard(isAsleep: false)
    dashboard.child = .init(id: id("awake"), name: "寝子")
    dashboard.lastFeeding?.entry.author = "Ben"
    dashboard.wakings = .init(count: 2, awakeSeconds: 1_500)
    return dashboard
  }

  /// The last of all is six years old.
  private static var old: DashboardGet.Answer {
    var dashboard = Sample.dashboardWithIntervals
    dashboard.child = reference("Tom")
    dashboard.runningSleep = nil
    dashboard.lastFeeding = Sample.record(
      0xe1, .feeding(Feeding(method: .bottle, amount: Volume(210, .milliliters))), "2020-12-06T04:24:00Z")
    dashboard.lastDiaper = Sample.record(0xe2, .diaper(.wet), "2020-12-06T03:10:00Z")
    dashboard.lastSleep = Sample.record(0xe3, .sleep, "2020-12-05T20:00:00Z", "2020-12-05T21:30:00Z")
    dashboard.lastTummyTime = nil
    dashboard.lastNote = nil
    dashboard.today = .sample
    return dashboard
  }

  /// One that is to come tomorrow, and one with a name as on its box that may be given again.
  private static let medicines: [NextDoseRecord] = [
    ("Tylenol", "2026-11-15T03:10:00Z", "2026-11-15T09:10:00Z"),
    ("Ibuprofen Oral Suspension 100 mg per 5 ml for Children", "2026-11-14T23:00:00Z", "2026-11-15T05:00:00Z"),
  ].map { name, last, next in
    NextDoseRecord(
      name: name, last: Sample.at(last), lastLocal: Sample.at(last).text(in: Sample.zone), next: Sample.at(next),
      nextLocal: Sample.at(next).text(in: Sample.zone))
  }

  private static let feed: EntryRecord = {
    var feed = Sample.record(
      0xa1b2c3, .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)), "2026-11-15T04:09:00Z",
      "2026-11-15T04:24:00Z", note: "sleepy, had to be woken up twice and spat up a little afterwards")
    feed.entry.author = "Ben Bartholomew Featherstonehaugh"
    return feed
  }()

  private static let diaper: EntryRecord = {
    var diaper = Sample.record(
      0xa1b2c5, .diaper(.both), "2026-11-15T05:37:00Z", note: "おむつかぶれが少しあります 薬を塗りました 明日もう一度見ます")
    diaper.entry.author = "Ben Bartholomew Featherstonehaugh"
    return diaper
  }()

  private static let entries: [EntryRecord] = [
    diaper, Sample.night, feed, Sample.bottle,
    Sample.record(
      0xa1b2cb, .note(.medicine), "2026-11-15T00:15:00Z",
      note: "2.5 ml, see https://pharmacy.example/leaflets/2026/november/syrup-for-infants-and-toddlers.pdf"),
    Sample.nap, Sample.tummy, Sample.lastNight,
  ]

  private static let settings: [SettingRecord] = SettingKey.all.map { key in
    SettingRecord(
      key: key.name, value: key.defaultValue, defaultValue: key.defaultValue, source: .default, summary: key.summary)
  }

  /// A feed and a medicine that are late, for the child of whom everything is.
  private static func reminders(_ child: String) -> ReminderList.Answer {
    guard child == name else { return Sample.reminders(isEmpty: true) }
    var list = Sample.reminders()
    var vitamins = list.open[0]
    vitamins.id = "custom"
    vitamins.kind = .custom
    vitamins.name = "Vitamin D"
    vitamins.text = "Time for Vitamin D"
    vitamins.due = Sample.at("2026-11-14T17:00:00Z")
    vitamins.dueLocal = vitamins.due.text(in: Sample.zone)
    list.open.append(vitamins)
    return list
  }
}
