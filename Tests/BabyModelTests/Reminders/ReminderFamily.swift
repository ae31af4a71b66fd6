import BabyModel
import Testing

/// A child with its stored reminders, and a clock: reminders are sent as by the daemon.
struct ReminderFamily {
  var facts = DashboardFacts.nothing
  var nap: Prediction?
  var custom: [CustomReminder] = []
  var marks: [String: ReminderMark] = [:]
  var family: [String: String]
  var zone: ZoneRules
  private(set) var now: Instant
  /// What was told, with the local time of telling: "09:00 Vitamin D".
  private(set) var told: [String] = []
  private var nextID: UInt64 = 100

  init(_ family: [String: String] = [:], zone: ZoneRules = .berlin, at now: String) throws {
    self.family = family
    self.zone = zone
    self.now = try at(now)
  }

  var plan: ReminderPlan {
    ReminderPlan(
      facts: facts, nap: nap, custom: custom, marks: marks, settings: Settings(family: family), zone: zone, now: now)
  }

  /// The plan with all snoozes and dismissals, and nothing sent.
  var lookedPlan: ReminderPlan {
    .looked(
      at: facts, nap: nap, custom: custom,
      marks: marks.compactMapValues { $0.sharedText.flatMap { ReminderMark(sharedText: $0) } },
      settings: Settings(family: family), zone: zone, now: now)
  }

  /// The day and time on the child's clocks.
  func clock(_ instant: Instant) -> String {
    let local = zone.local(instant)
    return "\(local.date.description.suffix(5)) \(local.time)"
  }

  /// What is to come: "feeding 01-10 15:00".
  var waiting: [String] { plan.waiting.map { "\($0.rule.kind.rawValue) \(clock($0.at))" } }
  var open: [String] { plan.open.map(\.text) }

  // MARK: Time

  /// Lets time pass: reminders that become due on the way are sent, each time that the daemon wakes for them.
  mutating func wait(until text: String) throws {
    let end = try at(text)
    tell()
    while let next = plan.nextChange, next <= end {
      now = max(next, now)
      tell()
    }
    now = end
    tell()
  }

  /// The machine sleeps, or its clock is set: nothing happens on the way.
  mutating func jump(to text: String) throws {
    now = try at(text)
    tell()
  }

  private mutating func tell() {
    let due = plan.due(at: now)
    guard !due.isEmpty else { return }
    for reminder in due { marks[reminder.rule.key] = reminder.sent(at: now) }
    let ids = due.map(\.id)
    let texts = plan.open.reversed().filter { ids.contains($0.id) }.map(\.text)
    told.append("\(clock(now)) " + Words.reminders(texts))
  }

  // MARK: What people do

  private mutating func entry(_ content: EntryContent, _ start: Instant?, end: Instant? = nil) -> Entry {
    nextID += 1
    let start = start ?? now
    return Entry(
      id: EntryID(high: 7, low: nextID), childID: ChildID(high: 9, low: 9), content: content, start: start, end: end,
      createdAt: now, updatedAt: now)
  }

  mutating func feed(_ start: String? = nil, to end: String? = nil) throws {
    facts.lastFeeding = entry(.feeding(Feeding(method: .bottle)), try start.map(at), end: try end.map(at))
  }

  mutating func change() throws { facts.lastDiaper = entry(.diaper(.wet), nil) }
  mutating func fallAsleep() { facts.runningSleep = entry(.sleep, nil) }
  mutating func wakeUp() { facts.runningSleep = nil }

  /// A nap is over, and the next is predicted: as likely before as after `at`, and in half of all cases from `from` on.
  mutating func wakeUp(at end: String, nextNap at: String, from: String) throws {
    let end = try BabyModelTests.at(end)
    let interval = try BabyModelTests.at(from)...BabyModelTests.at(at) + .minutes(30)
    facts.runningSleep = nil
    facts.lastSleep = entry(.sleep, end - .minutes(40), end: end)
    nap = Prediction(
      kind: .nap, at: try BabyModelTests.at(at), interval50: interval, interval80: interval, confidence: 0.7,
      evidence: PredictionEvidence(
        since: end, age: 20, usual: .minutes(80)...(.minutes(120)), similar: 9, ownShare: 0.9))
  }

  mutating func startFeed() {
    let turn = NursingTurn(.left, since: now)
    facts.runningFeeding = entry(.feeding(Feeding(method: .breast, startedSide: .left, turn: turn)), nil)
    facts.lastFeeding = facts.runningFeeding
  }

  mutating func stopFeed() {
    facts.runningFeeding = nil
    facts.lastFeeding?.end = now
  }

  mutating func startTummyTime() { facts.runningTummyTime = entry(.tummyTime, nil) }

  mutating func give(_ name: String, every interval: Duration? = nil, most: Int? = nil) {
    let values: [FieldValue?] = [
      .text(name), nil, interval.map { .seconds(Int($0.components.seconds)) }, most.map { .count($0) },
    ]
    facts.doses.insert(entry(.declared(.medicine, values), nil), at: 0)
  }

  /// The newest dose is deleted.
  mutating func takeBackDose() { facts.doses.removeFirst() }

  mutating func add(_ name: String, _ schedule: ReminderSchedule) {
    nextID += 1
    custom.append(
      CustomReminder(
        id: .init(high: 8, low: nextID), childID: ChildID(high: 9, low: 9), name: name, schedule: schedule, since: now))
  }

  private func first(_ kind: ReminderKind) throws -> Reminder {
    try #require((plan.open + plan.waiting).first { $0.rule.kind == kind })
  }

  mutating func snooze(_ kind: ReminderKind, for length: Duration) throws {
    let reminder = try first(kind)
    marks[reminder.rule.key] = reminder.snoozed(until: now + length)
  }

  mutating func dismiss(_ kind: ReminderKind) throws {
    let reminder = try first(kind)
    if case .custom(let done) = reminder.rule {
      custom = custom.map { $0.id == done.id ? done.done(at: now, due: reminder.ruleDue) : $0 }
      marks[reminder.rule.key] = nil
    } else {
      marks[reminder.rule.key] = reminder.dismissed(at: now)
    }
  }
}
