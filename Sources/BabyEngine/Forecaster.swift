public import BabyModel
import BabyStatistics
public import BabyStore

/// Predictions and reminders from a child's log: a machine's log, or a family's on its server.
///
/// Valid inside the transaction whose entries it was given.
public struct Forecaster {
  public let child: Child
  /// Those in force for the child.
  public let settings: Settings
  public let zone: ZoneRules
  public let now: Instant
  private let entries: ReadTransaction

  public init(of child: Child, _ entries: ReadTransaction, settings: Settings, zone: ZoneRules, now: Instant) {
    self.child = child
    self.entries = entries
    self.settings = settings
    self.zone = zone
    self.now = now
  }

  /// The current predictions; empty if predictions are off.
  public func forecast() throws -> Forecast {
    guard settings.predictions == .on else { return Forecast(madeAt: now, allOmittedFor: .off) }
    return Predictor(try rhythm(from: now - Predictor.window), basis: child.ageBasis, zone: zone, now: now).forecast()
  }

  /// From when on a forecast is another one though nothing is logged: with the next day, or once time has overtaken a
  /// prediction.
  public func end(of forecast: Forecast) -> Instant {
    let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone)
    return min(day.end, forecast.expiry ?? day.end)
  }

  /// - Parameter from: what began before is left out.
  func rhythm(from: Instant? = nil) throws -> Rhythm {
    try entries.rhythm(child.id, from: from, solids: settings.solids).joiningTopUps(within: settings.topUp)
  }

  /// The basis of the child's reminders.
  ///
  /// - Parameter custom: the child's own.
  public func reminders(_ custom: [CustomReminder]) throws -> ReminderInputs {
    var lasts = try entries.feedFacts(child.id, settings: settings)
    if settings.medicineReminder == .on { lasts.doses = try entries.awaitedDoses(of: child.id, at: now) }
    return ReminderInputs(
      child: child, settings: settings, zone: zone, now: now, facts: lasts, nap: try napToRemindOf(lasts),
      custom: custom)
  }

  /// The nap to be reminded of: as it was predicted when the child woke up, so that the reminder stays where it is while
  /// nothing is logged.
  ///
  /// - Parameter lasts: the child's last entries.
  private func napToRemindOf(_ lasts: DashboardFacts) throws -> Prediction? {
    guard settings.reminders == .on, settings.napReminder != nil, settings.predictions == .on,
      lasts.runningSleep == nil, let end = lasts.lastSleep?.end, end <= now
    else { return nil }
    let rhythm = try rhythm(from: end - Predictor.window)
    return Predictor(rhythm, basis: child.ageBasis, zone: zone, now: end).forecast()[.nap]
  }
}

/// The basis of a child's reminders, which is the same for everybody. Their state differs: one person's phone has
/// received a reminder, and another's has not.
public struct ReminderInputs: Sendable {
  public let child: Child
  public let settings: Settings
  public let zone: ZoneRules
  public let now: Instant
  fileprivate let facts: DashboardFacts
  fileprivate let nap: Prediction?
  public let custom: [CustomReminder]

  /// - Parameter marks: the result of each rule's latest occasion, by the rule's key.
  public func plan(_ marks: [String: ReminderMark]) -> ReminderPlan {
    ReminderPlan(facts: facts, nap: nap, custom: custom, marks: marks, settings: settings, zone: zone, now: now)
  }

  /// Reminders for a client that polls instead of subscribing: what is due, the latest first; then what quiet hours
  /// hold back and what was snoozed, the next first.
  ///
  /// - Returns: the reminders, and when they are others though nothing is logged; nil when they stay.
  public func seen(_ marks: [String: ReminderMark]) -> (reminders: [Reminder], end: Instant?) {
    let plan = ReminderPlan.looked(
      at: facts, nap: nap, custom: custom, marks: marks, settings: settings, zone: zone, now: now)
    let held = plan.waiting.filter { $0.due <= now || $0.snoozedUntil != nil }
    let dues = plan.waiting.map(\.due).filter { $0 > now }
    return (plan.open + held, (dues + [plan.nextChange].compactMap(\.self)).min())
  }
}

/// The upcoming reminders of all children.
public struct ReminderAgenda: Hashable, Sendable {
  /// When the first of them changes by itself; nil when none does.
  public var next: Instant?
  /// Kinds of entries on which a reminder depends. Logging any other changes none.
  public var kinds: Set<EntryKind>
}

extension Engine {
  /// Tells all reminders that are due, in one transaction: each once, whatever happens to the machine.
  ///
  /// - Returns: the next reminders after that.
  /// - Throws: database errors. No reminder has been sent then.
  public func sendDueReminders() async throws -> ReminderAgenda {
    let caller = Caller.daemon
    let (agenda, isDue) = try await read(caller) { book in
      let views = try book.allReminders()
      return (ReminderAgenda(views), views.contains { !$0.plan.due(at: book.now).isEmpty })
    }
    guard isDue else { return agenda }
    return try await write(as: caller) { book in
      try book.sendDueReminders()
      return ReminderAgenda(try book.reader.allReminders())
    }
  }
}

extension ReminderAgenda {
  fileprivate init(_ views: [ReminderView]) {
    next = views.compactMap(\.plan.nextChange).min()
    kinds = views.reduce(into: []) { $0.formUnion($1.settings.remindingKinds) }
  }
}
