import BabyModel
import BabyProtocol

/// A child's log as charts see it: the days of a period, and as many before them to compare with.
struct ChartLog {
  let child: Child
  /// Those in force for the child.
  let settings: Settings
  let zone: ZoneRules
  let now: Instant
  let today: LocalDate
  /// The oldest first, at least one.
  let days: [ChartDay]
  /// As many days before them, also the oldest first; fewer at the beginning of the child's life, and none if nothing was
  /// logged on them.
  let before: [ChartDay]
  /// All sleeps of these days in order, whole and without brief wakings.
  let sleeps: [SleepStretch]

  /// - Parameters:
  ///   - days: that follow each other, the oldest first, at least one.
  ///   - before: the days before them, in the same order.
  ///   - entries: all that touch any of the days, in any order.
  init(
    _ child: Child, days: [DayWindow], before: [DayWindow], entries: [Entry], settings: Settings, zone: ZoneRules,
    now: Instant
  ) {
    (self.child, self.settings, self.zone, self.now) = (child, settings, zone, now)
    today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone).date
    let sleeps = SleepStretch.all(of: entries, zone: zone, until: now)
    self.sleeps = sleeps
    let windows = Array((before + days).reversed())
    var first = 0
    let all = zip(before + days, windows.touching(entries, until: now).reversed()).map { window, entries in
      while first < sleeps.count, sleeps[first].end < window.start { first += 1 }
      return ChartDay(
        window: window, entries: entries, sleeps: sleeps[first...].prefix { $0.start < window.end }, now: now)
    }
    let previous = all.prefix(before.count)
    self.before = previous.allSatisfy(\.isUnlogged) ? [] : Array(previous)
    self.days = Array(all.dropFirst(before.count))
  }
}

/// A day and what was logged on it.
struct ChartDay {
  let window: DayWindow
  /// Those that begin or continue in it.
  let entries: [Entry]
  /// The parts of sleeps in it.
  let asleep: [SleepStretch]
  /// The sleeps that begin in it, also the part that goes on into the next day.
  let begunSleeps: [SleepStretch]
  /// Whether all of it has passed.
  let isOver: Bool
  let totals: DayTotals

  /// - Parameter sleeps: those that touch the day, whole.
  init(window: DayWindow, entries: [Entry], sleeps: some Sequence<SleepStretch>, now: Instant) {
    (self.window, self.entries) = (window, entries)
    asleep = sleeps.compactMap { $0.part(in: window) }
    begunSleeps = sleeps.filter { window.contains($0.start) }
    isOver = window.end <= now
    totals = DayTotals(entries: entries, in: window)
  }

  /// Nothing was logged, which does not mean that nothing happened.
  var isUnlogged: Bool { entries.isEmpty }

  /// Entries that begin in it, the oldest first.
  var begun: [Entry] { entries.filter { window.contains($0.start) }.sorted { $0.start < $1.start } }
}

/// A number of a day, such as the hours asleep.
struct DayMeasure: Sendable {
  /// In tables.
  let heading: String
  /// Nil on a day that says nothing about it. Days without entries are never asked.
  let value: @Sendable (ChartDay) -> Double?
  /// The number in words.
  let text: @Sendable (Double) -> String

  /// A time in minutes.
  static func minutes(_ heading: String, _ value: @escaping @Sendable (ChartDay) -> Double?) -> DayMeasure {
    DayMeasure(heading: heading, value: value) { Words.duration(.milliseconds(Int64(($0 * 60_000).rounded()))) }
  }

  /// How many.
  static func count(_ heading: String, _ value: @escaping @Sendable (ChartDay) -> Int?) -> DayMeasure {
    DayMeasure(heading: heading, value: { value($0).map(Double.init) }, text: { Words.decimalText($0, places: 1) })
  }
}

/// One day, or a week of a longer period, in which a number is the median of its days.
struct ChartColumn {
  let days: [ChartDay]
  /// Its left and right end on the axis.
  let from: Double
  let to: Double

  var middle: Double { (from + to) / 2 }
  var isUnlogged: Bool { days.allSatisfy(\.isUnlogged) }

  /// Nil if no day says anything. Today counts only by itself: it is not over.
  func value(_ measure: DayMeasure) -> Double? {
    days.count == 1 ? days[0].isUnlogged ? nil : measure.value(days[0]) : days.usual(measure)
  }
}

extension [ChartDay] {
  /// The median of the days that are over and say anything about it; nil if none does.
  func usual(_ measure: DayMeasure) -> Double? {
    lazy.filter { $0.isOver && !$0.isUnlogged }.compactMap(measure.value).median
  }
}

extension Sequence<Double> {
  /// Nil if it is empty.
  var median: Double? {
    let sorted = sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return (upper + sorted[(sorted.count - 1) / 2]) / 2
  }
}
