import BabyModel
import BabyStatistics

/// A clock on which a test counts: hours from a midnight in UTC.
let midnight = Instant(milliseconds: 1_579_564_800_000)  // 2020-01-21
let utc = ZoneRules(name: "UTC", initialOffset: 0, transitions: [])

func at(day: Int = 0, _ hour: Double) -> Instant {
  midnight + .milliseconds(Int64((Double(day) * 24 + hour) * 3_600_000))
}

func sleep(day: Int = 0, _ from: Double, _ to: Double?) -> Stretch {
  Stretch(start: at(day: day, from), end: to.map { at(day: day, $0) })
}

func feed(day: Int = 0, _ hour: Double, minutes: Int = 15) -> Stretch {
  let start = at(day: day, hour)
  return Stretch(start: start, end: start + .minutes(minutes))
}

/// A date of birth that makes a child so old at the clock's midnight.
func born(weeksBefore weeks: Int) -> LocalDate {
  utc.local(midnight).date.adding(days: -7 * weeks)
}

/// Days of a baby with three naps, four feeds and a night, all by the clock.
func regularDays(_ days: Range<Int>) -> Rhythm {
  Rhythm(
    sleeps: days.flatMap { day in
      [sleep(day: day, 9, 10), sleep(day: day, 12, 13.5), sleep(day: day, 15.5, 16.25), sleep(day: day, 19, 30.5)]
    },
    feedings: days.flatMap { day in [7, 10.25, 14, 18.25].map { feed(day: day, $0) } })
}

/// An entry of a child.
///
/// - Parameters:
///   - from: in hours after a day's midnight.
///   - to: the same; nil for what has no end.
func entry(_ content: EntryContent, day: Int = 0, _ from: Double, _ to: Double? = nil) -> Entry {
  let start = at(day: day, from)
  return Entry(
    id: EntryID(high: UInt64(bitPattern: start.milliseconds), low: UInt64(content.kind.rawValue.utf8.count)),
    childID: ChildID(high: 1, low: 1), content: content, start: start, end: to.map { at(day: day, $0) },
    createdAt: start, updatedAt: start)
}

/// The same days as they are logged: bottles, sleeps, and a diaper a quarter of an hour after each feed.
func days(_ days: Range<Int>) -> [Entry] {
  let rhythm = regularDays(days)
  let hours = { (instant: Instant) in Double((instant - midnight).inMilliseconds) / 3_600_000 }
  return rhythm.sleeps.map { entry(.sleep, hours($0.start), $0.end.map(hours)) }
    + rhythm.feedings.flatMap { feed in
      [
        entry(.feeding(Feeding(method: .bottle)), hours(feed.start), feed.end.map(hours)),
        entry(.diaper(.wet), hours(feed.start) + 0.25),
      ]
    }
}

/// A stream of numbers that is the same on every run.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// 0..<1
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(UInt64(1) << 53)
  }
}
