public import BabyModel

// From the model's values to the wire's.

extension EntryRecord {
  public init(_ entry: Entry, in zone: ZoneRules) {
    self.init(entry, startLocal: entry.start.text(in: zone), endLocal: entry.end.map { $0.text(in: zone) })
  }
}

extension DayTotalsRecord {
  public init(_ totals: DayTotals) {
    func known(_ content: BottleContent) -> Double? {
      let sum = totals.contents[content].roundedToMicroliters
      return sum > 0 ? sum : nil
    }
    self.init(
      feedings: totals.feedings,
      feedingMl: totals.feedingMilliliters.roundedToMicroliters,
      formulaMl: known(.formula), breastMilkMl: known(.breastMilk), otherMilkMl: known(.otherMilk),
      waterMl: known(.water),
      feedingSeconds: totals.feedingDuration.wholeSeconds,
      leftSeconds: totals.leftDuration.wholeSeconds,
      rightSeconds: totals.rightDuration.wholeSeconds,
      breastFeedings: totals.breastFeedings,
      bottles: totals.bottles,
      pumpings: totals.pumpings,
      pumpingMl: totals.pumpingMilliliters.roundedToMicroliters,
      diapers: totals.diapers,
      wetDiapers: totals.wetDiapers,
      dirtyDiapers: totals.dirtyDiapers,
      sleeps: totals.sleeps,
      sleepSeconds: totals.sleepDuration.wholeSeconds,
      tummyTimes: totals.tummyTimes,
      tummySeconds: totals.tummyDuration.wholeSeconds,
      notes: totals.notes)
  }
}

extension QuickLogRecord {
  public init(_ quick: QuickLog) {
    self.init(
      amount: quick.amount.value, unit: quick.amount.unit, diaperType: quick.diaperType,
      tummySeconds: quick.tummyDuration.wholeSeconds)
  }
}

extension DashboardGet.Answer {
  /// - Parameter seq: number of the last change that the dashboard knows of.
  public init(_ dashboard: Dashboard, settings: Settings, zone: ZoneRules, seq: Int) {
    let feedingSince = dashboard.feedingSince.flatMap { $0 == dashboard.lastFeeding?.start ? nil : $0 }
    func record(_ entry: Entry?) -> EntryRecord? { entry.map { EntryRecord($0, in: zone) } }
    self.init(
      child: ChildReference(dashboard.child), zone: dashboard.child.zone, units: settings.units,
      timeFormat: settings.timeFormat, theme: settings.theme, day: DayRecord(dashboard.day),
      lastFeeding: record(dashboard.lastFeeding), feedingSince: feedingSince,
      feedingSinceLocal: feedingSince?.text(in: zone),
      lastDiaper: record(dashboard.lastDiaper), lastSleep: record(dashboard.lastSleep),
      lastTummyTime: record(dashboard.lastTummyTime), lastNote: record(dashboard.lastNote),
      runningFeeding: record(dashboard.runningFeeding),
      runningSleep: record(dashboard.runningSleep), runningTummyTime: record(dashboard.runningTummyTime),
      runningActivities: dashboard.runningActivities.isEmpty
        ? nil : dashboard.runningActivities.map { EntryRecord($0, in: zone) },
      suggestedSide: dashboard.suggestedSide, nextFeedingDue: dashboard.nextFeedingDue,
      nextFeedingDueLocal: dashboard.nextFeedingDue?.text(in: zone), nextDiaperDue: dashboard.nextDiaperDue,
      nextDiaperDueLocal: dashboard.nextDiaperDue?.text(in: zone),
      medicines: NextDoseRecord.all(dashboard.medicines, in: zone),
      wakings: dashboard.wakings.map { WakingsRecord($0) },
      recentKinds: dashboard.recentKinds.isEmpty ? nil : dashboard.recentKinds.map(\.word),
      quick: QuickLogRecord(dashboard.quick),
      today: DayTotalsRecord(dashboard.today), seq: seq)
  }
}

extension Double {
  /// Sums of converted ounces without the noise behind the third place.
  fileprivate var roundedToMicroliters: Double { (self * 1000).rounded() / 1000 }
}

extension Duration {
  fileprivate var wholeSeconds: Int { Int(components.seconds) }
}
