import BabyEngine
import BabyImport
import BabyModel
import BabyProtocol
import BabyStore

// From the model's values to the wire's.

extension EntryRecord {
  init(_ entry: Entry, in zone: ZoneRules) {
    self.init(entry, startLocal: entry.start.text(in: zone), endLocal: entry.end.map { $0.text(in: zone) })
  }
}

extension LogbookReader {
  func record(_ entry: Entry, of child: Child) throws -> EntryRecord {
    EntryRecord(entry, in: try zone(child.zone))
  }
}

extension LogbookWriter {
  func answer(_ outcome: EntryOutcome) throws -> EntryAnswer {
    EntryAnswer(
      entry: EntryRecord(outcome.entry, in: outcome.zone), child: ChildReference(outcome.child),
      timeFormat: outcome.settings.timeFormat, message: outcome.message, seq: try seq, isDryRun: isDryRun)
  }
}

extension TimeWords {
  var texts: TimeTexts { TimeTexts(at: at, for: self.for, from: from, to: to) }
}

extension DayTotalsRecord {
  init(_ totals: DayTotals) {
    self.init()
    feedings = totals.feedings
    feedingMl = totals.feedingMilliliters.roundedToMicroliters
    feedingSeconds = totals.feedingDuration.wholeSeconds
    breastFeedings = totals.breastFeedings
    bottles = totals.bottles
    pumpings = totals.pumpings
    pumpingMl = totals.pumpingMilliliters.roundedToMicroliters
    diapers = totals.diapers
    wetDiapers = totals.wetDiapers
    dirtyDiapers = totals.dirtyDiapers
    sleeps = totals.sleeps
    sleepSeconds = totals.sleepDuration.wholeSeconds
    tummyTimes = totals.tummyTimes
    tummySeconds = totals.tummyDuration.wholeSeconds
    notes = totals.notes
  }
}

extension DashboardGet.Answer {
  init(_ view: DashboardView, in book: LogbookReader) throws {
    let dashboard = view.dashboard
    let zone = try book.zone(view.child.zone)
    func record(_ entry: Entry?) -> EntryRecord? { entry.map { EntryRecord($0, in: zone) } }
    self.init(
      child: ChildReference(view.child), zone: view.child.zone, units: view.settings.units,
      timeFormat: view.settings.timeFormat, theme: view.settings.theme, day: DayRecord(dashboard.day),
      lastFeeding: record(dashboard.lastFeeding),
      lastDiaper: record(dashboard.lastDiaper), lastSleep: record(dashboard.lastSleep),
      lastTummyTime: record(dashboard.lastTummyTime), lastNote: record(dashboard.lastNote),
      runningSleep: record(dashboard.runningSleep), runningTummyTime: record(dashboard.runningTummyTime),
      suggestedSide: dashboard.suggestedSide, nextFeedingDue: dashboard.nextFeedingDue,
      nextFeedingDueLocal: dashboard.nextFeedingDue?.text(in: zone), nextDiaperDue: dashboard.nextDiaperDue,
      nextDiaperDueLocal: dashboard.nextDiaperDue?.text(in: zone), quick: QuickLogRecord(dashboard.quick),
      today: DayTotalsRecord(dashboard.today), seq: Int(try book.transaction.lastSeq()))
  }
}

extension Double {
  /// Sums of converted ounces without the noise behind the third place.
  fileprivate var roundedToMicroliters: Double { (self * 1000).rounded() / 1000 }
}

extension Duration {
  fileprivate var wholeSeconds: Int { Int(components.seconds) }
}

extension QuickLogRecord {
  init(_ quick: QuickLog) {
    self.init(
      amount: quick.amount.value, unit: quick.amount.unit, diaperType: quick.diaperType,
      tummySeconds: quick.tummyDuration.wholeSeconds)
  }
}

extension ImportSummaryRecord {
  init(_ summary: ImportSummary) {
    func counts(_ counts: [(name: String, count: Int)]) -> [NamedCount] {
      counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map { NamedCount(name: $0.name, count: $0.count) }
    }
    func remarks(_ remarks: [ImportRemark]) -> [RowRemark] {
      remarks.prefix(100).map { RowRemark(line: $0.line, reason: $0.reason) }
    }
    self.init(
      format: summary.format?.rawValue ?? "", kinds: counts(summary.kinds.map { ($0.key.rawValue, $0.value) }),
      keptAsNotes: counts(summary.keptAsNotes.map { ($0.key, $0.value) }), badRows: remarks(summary.badRows),
      badRowCount: summary.badRowCount, flaggedRows: remarks(summary.flaggedRows),
      flags: counts(summary.flags.map { ($0.key.rawValue, $0.value) }), first: summary.first, last: summary.last)
  }
}
