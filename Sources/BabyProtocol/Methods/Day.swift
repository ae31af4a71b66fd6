public import BabyModel

/// One day of a child: its date and the instants between which it lies.
@WireMembers("Day")
public struct DayRecord: Hashable, WireObject {
  /// The date on which the day begins, in the child's time zone.
  public var date: LocalDate
  /// The first instant of the day.
  public var start: Instant
  /// The first instant of the next day.
  public var end: Instant
}

extension DayRecord {
  public init(_ window: DayWindow) { self.init(date: window.date, start: window.start, end: window.end) }
}

/// A day and what is in it.
@WireMembers("DaySummary")
public struct DaySummaryRecord: Hashable, WireObject {
  /// The day.
  public var day: DayRecord
  /// Its counts and sums, for all kinds, whatever was searched for.
  public var totals: DayTotalsRecord
}

/// A day's counts and sums. Durations are in whole seconds, and only the part that lies in the day counts.
@WireMembers("DayTotals")
public struct DayTotalsRecord: Hashable, WireObject {
  /// Feeds; pumping does not count.
  public var feedings: Int
  /// Amount fed from bottles, in millilitres.
  public var feedingMl: Double
  /// How much of that was formula, in millilitres; left out if none is known to be.
  public var formulaMl: Double?
  /// How much of it was breast milk, likewise.
  public var breastMilkMl: Double?
  /// How much of it was other milk, likewise.
  public var otherMilkMl: Double?
  /// How much of it was water, likewise.
  public var waterMl: Double?
  /// Time fed, in seconds.
  public var feedingSeconds: Int
  /// Time at the left breast in feeds that began on the day, without the running one, in seconds.
  public var leftSeconds: Int
  /// Time at the right breast, likewise.
  public var rightSeconds: Int
  /// Feeds at the breast.
  public var breastFeedings: Int
  /// Feeds from a bottle.
  public var bottles: Int
  /// Pumping sessions.
  public var pumpings: Int
  /// Amount pumped, in millilitres.
  public var pumpingMl: Double
  /// Diapers.
  public var diapers: Int
  /// Wet diapers; a wet and dirty one counts here and below.
  public var wetDiapers: Int
  /// Dirty diapers.
  public var dirtyDiapers: Int
  /// Sleeps that began on the day.
  public var sleeps: Int
  /// Time asleep on the day, without the running sleep and brief wakings, in seconds.
  public var sleepSeconds: Int
  /// Tummy times that began on the day.
  public var tummyTimes: Int
  /// Tummy time on the day, without the running one, in seconds.
  public var tummySeconds: Int
  /// Notes.
  public var notes: Int
}

extension DayTotalsRecord {
  /// The totals of a day without entries.
  public static let zero = DayTotalsRecord(
    feedings: 0, feedingMl: 0, feedingSeconds: 0, leftSeconds: 0, rightSeconds: 0, breastFeedings: 0, bottles: 0,
    pumpings: 0, pumpingMl: 0, diapers: 0, wetDiapers: 0, dirtyDiapers: 0, sleeps: 0, sleepSeconds: 0, tummyTimes: 0,
    tummySeconds: 0, notes: 0)

  /// Adds another day's.
  public mutating func add(_ other: DayTotalsRecord) {
    feedings += other.feedings
    feedingMl += other.feedingMl
    formulaMl = Self.sum(formulaMl, other.formulaMl)
    breastMilkMl = Self.sum(breastMilkMl, other.breastMilkMl)
    otherMilkMl = Self.sum(otherMilkMl, other.otherMilkMl)
    waterMl = Self.sum(waterMl, other.waterMl)
    feedingSeconds += other.feedingSeconds
    leftSeconds += other.leftSeconds
    rightSeconds += other.rightSeconds
    breastFeedings += other.breastFeedings
    bottles += other.bottles
    pumpings += other.pumpings
    pumpingMl += other.pumpingMl
    diapers += other.diapers
    wetDiapers += other.wetDiapers
    dirtyDiapers += other.dirtyDiapers
    sleeps += other.sleeps
    sleepSeconds += other.sleepSeconds
    tummyTimes += other.tummyTimes
    tummySeconds += other.tummySeconds
    notes += other.notes
  }

  private static func sum(_ one: Double?, _ other: Double?) -> Double? {
    one.map { $0 + (other ?? 0) } ?? other
  }

  /// How much of what bottles held was known to be something, in millilitres.
  public func milliliters(of content: BottleContent) -> Double {
    switch content {
    case .formula: formulaMl ?? 0
    case .breastMilk: breastMilkMl ?? 0
    case .otherMilk: otherMilkMl ?? 0
    case .water: waterMl ?? 0
    }
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

extension Double {
  /// Sums of converted ounces without the noise behind the third place.
  fileprivate var roundedToMicroliters: Double { (self * 1000).rounded() / 1000 }
}
