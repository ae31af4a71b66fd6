import BabyProtocol

@testable import BabyModel

/// A family on the evening of Saturday, 14 November 2026, in Los Angeles.
enum Sample {
  static let zone = ZoneRules(name: "America/Los_Angeles", initialOffset: -8 * 3600)
  /// 22:39:30 on the child's clocks.
  static let now = at("2026-11-15T06:39:30Z")
  static let child = ChildReference(id: identifier(0xe0a), name: "Eva")

  static func at(_ text: String) -> Instant {
    guard let instant = Instant(rfc3339: text) else { preconditionFailure("\(text) is not an instant") }
    return instant
  }

  static func identifier<Subject>(_ number: UInt64) -> Identifier<Subject> {
    Identifier(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
  }

  static func record(
    _ number: UInt64, _ content: EntryContent, _ start: String, _ end: String? = nil, endUnknown: Bool = false,
    note: String? = nil
  ) -> EntryRecord {
    let start = at(start)
    let end = end.map(at)
    let entry = Entry(
      id: identifier(number), childID: child.id, content: content, start: start, end: end, endUnknown: endUnknown,
      note: note, createdAt: start, updatedAt: start)
    return EntryRecord(entry, startLocal: start.text(in: zone), endLocal: end?.text(in: zone))
  }

  static let leftBreast = record(
    0xa1b2c3, .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), "2026-11-15T04:09:00Z",
    "2026-11-15T04:24:00Z")
  static let bottle = record(
    0xa1b2c4, .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters))), "2026-11-15T01:30:00Z")
  static let wetDiaper = record(0xa1b2c5, .diaper(.wet), "2026-11-15T05:37:00Z", note: "a little rash")
  static let nap = record(0xa1b2c6, .sleep, "2026-11-14T21:50:00Z", "2026-11-14T23:35:00Z")
  static let night = record(0xa1b2c7, .sleep, "2026-11-15T05:35:00Z")
  static let tummy = record(0xa1b2c8, .tummyTime, "2026-11-14T18:00:00Z", "2026-11-14T18:05:00Z")
  static let smile = record(0xa1b2c9, .note(.milestone), "2026-11-14T17:20:00Z", note: "first smile")
  static let lastNight = record(0xa1b2ca, .sleep, "2026-11-14T05:10:00Z", "2026-11-14T13:40:00Z")

  static var totals: DayTotalsRecord {
    var totals = DayTotalsRecord.sample
    totals.feedings = 6
    totals.feedingMl = 240
    totals.feedingSeconds = 3_600
    totals.breastFeedings = 4
    totals.bottles = 2
    totals.diapers = 5
    totals.wetDiapers = 4
    totals.dirtyDiapers = 2
    totals.sleeps = 2
    totals.sleepSeconds = 26_400
    totals.tummyTimes = 1
    totals.tummySeconds = 300
    totals.notes = 1
    return totals
  }

  static let day = DayRecord(
    date: date("2026-11-14"), start: at("2026-11-14T08:00:00Z"), end: at("2026-11-15T08:00:00Z"))

  static func date(_ text: String) -> LocalDate {
    guard let date = LocalDate(text) else { preconditionFailure("\(text) is not a date") }
    return date
  }

  static func dashboard(isAsleep: Bool = true, isNew: Bool = false) -> DashboardGet.Answer {
    .init(
      child: child, zone: zone.name, units: .milliliters, timeFormat: .twelveHour, theme: .init(), day: day,
      lastFeeding: isNew ? nil : leftBreast, lastDiaper: isNew ? nil : wetDiaper, lastSleep: isNew ? nil : nap,
      lastTummyTime: isNew ? nil : tummy, lastNote: isNew ? nil : smile, runningSleep: isAsleep ? night : nil,
      suggestedSide: isNew ? nil : .right,
      quick: .init(amount: 120, unit: .milliliters, diaperType: .wet, tummySeconds: 300),
      today: isNew ? .sample : totals, seq: 42)
  }

  /// A feed is late, and a diaper is due after midnight.
  static var dashboardWithIntervals: DashboardGet.Answer {
    var dashboard = dashboard()
    func due(_ record: EntryRecord, after interval: Duration) -> (Instant, String) {
      let due = record.entry.start + interval
      return (due, due.text(in: zone))
    }
    (dashboard.nextFeedingDue, dashboard.nextFeedingDueLocal) = due(leftBreast, after: .hours(2))
    (dashboard.nextDiaperDue, dashboard.nextDiaperDueLocal) = due(wetDiaper, after: .hours(4))
    return dashboard
  }

  /// A feed was due at ten, one diaper is held by quiet hours, and vitamin D comes in the morning.
  static func reminders(isEmpty: Bool = false, isOn: Bool = true) -> ReminderList.Answer {
    guard !isEmpty else {
      return .init(isOn: isOn, open: [], waiting: [], custom: [], timeFormat: .twelveHour)
    }
    let vitaminD = CustomReminder(
      id: identifier(0xd), childID: child.id, name: "Vitamin D", schedule: .daily(time("09:00")),
      since: leftBreast.entry.start)
    let plan = ReminderPlan(
      facts: DashboardFacts(lastFeeding: leftBreast.entry, lastDiaper: wetDiaper.entry), custom: [vitaminD],
      marks: [
        "feeding": ReminderMark(
          id: "feeding.\(leftBreast.entry.id)", due: at("2026-11-15T06:09:00Z"), toldAt: at("2026-11-15T06:09:00Z"))
      ],
      settings: Settings(
        family: ["feeding.interval": "2h", "diaper.interval": "4h", "reminders.quiet": "23:00-06:00"]),
      zone: zone, now: now)
    func record(_ reminder: Reminder) -> ReminderRecord { ReminderRecord(reminder, of: child, zone: zone) }
    return .init(
      isOn: true, open: plan.open.map(record), waiting: plan.waiting.map(record),
      custom: [CustomReminderRecord(vitaminD, of: child)], timeFormat: .twelveHour)
  }

  static let prediction = Prediction(
    kind: .wakeUp, at: at("2026-11-15T14:10:00Z"), interval50: at("2026-11-15T13:40:00Z")...at("2026-11-15T14:35:00Z"),
    interval80: at("2026-11-15T12:50:00Z")...at("2026-11-15T15:05:00Z"), confidence: 0.54,
    evidence: PredictionEvidence(
      since: night.entry.start, age: 47, usual: .minutes(420)...(.minutes(630)), similar: 11, ownShare: 0.93))

  /// Eva is asleep for the night, and a feed is hard to tell.
  static func forecast(isEmpty: Bool) -> PredictionGet.Answer {
    .init(
      child: child, timeFormat: .twelveHour, theme: Theme(), madeAt: now,
      predictions: isEmpty ? [] : [PredictionRecord(prediction, zone: zone, format: .twelveHour)],
      gaps: isEmpty
        ? PredictionKind.allCases.map { PredictionGapRecord($0, .off) }
        : [.init(.nap, .asleep), .init(.bedtime, .nightBegan), .init(.feeding, .entryMissing)],
      note: Words.noMedicalAdvice)
  }

  static func backtest(isEmpty: Bool) -> PredictionBacktest.Answer {
    func score(_ kind: PredictionKind, _ quarter: Int?, _ moments: PredictionMoments) -> PredictionScoreRecord {
      .init(
        kind: kind, quarter: quarter, moments: moments, count: 1543, abstained: 0.007, meanError: 30.9, medianError: 16,
        within15: 0.468, within30: 0.714, within60: 0.889, coverage50: 0.532, coverage80: 0.798, meanConfidence: 0.709,
        ageTableError: 38.2, ownMedianError: 32.4)
    }
    return .init(
      child: child, from: isEmpty ? nil : at("2026-01-01T00:00:00Z"), to: isEmpty ? nil : now,
      scores: isEmpty
        ? []
        : [
          score(.nap, nil, .first), score(.nap, 0, .first), score(.nap, nil, .every), score(.feeding, nil, .every),
        ],
      feedback: isEmpty ? [] : [.init(kind: .nap, tooEarly: 3, justRight: 12, tooLate: 1)])
  }

  static func time(_ text: String) -> TimeOfDay {
    guard let time = TimeOfDay(text) else { preconditionFailure("\(text) is not a time") }
    return time
  }

  /// An import, a setting that was undone, and a feed that another person has changed.
  static let steps = [
    UndoStepRecord(
      id: "step.19", label: "Imported entries", at: now, atLocal: now.text(in: zone), state: .done, children: [child],
      count: 4_207, entryID: nil),
    UndoStepRecord(
      id: "step.18", label: "units is now oz", at: now, atLocal: now.text(in: zone), state: .undone, children: [],
      count: 0, entryID: nil),
    UndoStepRecord(
      id: "step.17", label: "Logged left breast · 15 min", at: leftBreast.entry.start,
      atLocal: leftBreast.entry.start.text(in: zone), state: .skipped, children: [child], count: 1,
      entryID: leftBreast.entry.id),
  ]

  static func answer(_ entry: EntryRecord, _ message: String, isDryRun: Bool = false) -> EntryAnswer {
    .init(entry: entry, child: child, timeFormat: .twelveHour, message: message, seq: 43, isDryRun: isDryRun)
  }
}

extension WireValue {
  /// The value as a client gets it.
  var json: JSON {
    do { return try JSON(parsing: encoded) } catch { preconditionFailure("\(error)") }
  }
}
