import BabyModel
import BabyProtocol

/// Time asleep on each day: by night and in naps, and the longest sleep.
///
/// A day without any sleep has no numbers: the child slept, but nobody logged it.
struct SleepChart {
  let log: ChartLog

  static let asleep = DayMeasure.minutes("Asleep") { day in day.minutesAsleep { _ in true } }
  static let atNight = DayMeasure.minutes("Night") { day in day.minutesAsleep(\.isOfNight) }
  static let byDay = DayMeasure.minutes("Naps") { day in day.minutesAsleep { !$0.isOfNight } }

  /// How many naps begin on the day, without a waking between.
  static let naps = DayMeasure.count("Naps begun") { day in
    day.asleep.isEmpty ? nil : day.begunSleeps.count { !$0.isOfNight }
  }

  /// The longest sleep that begins on the day, also if it goes on into the next.
  static let longest = DayMeasure.minutes("Longest") { day in day.begunSleeps.map(\.length.inMinutes).max() }

  func chart() -> Chart {
    let usual = log.usual(Self.asleep).map { "\(Self.asleep.text($0)) asleep" }
    return Chart(
      kind: .sleep, title: Words.line(["Sleep", log.title]),
      sentence: log.sentence(
        usual, comparison: log.comparison(of: Self.asleep), nothing: "sleep"),
      panels: [
        log.panel(
          "Asleep a day",
          [("night", .sleep, 0, Self.atNight), ("naps", .sleep, 1, Self.byDay)],
          dots: [("longest sleep", .tummyTime, 0, Self.longest)], usual: Self.asleep, unit: .minutes)
      ],
      table: log.table([Self.asleep, Self.atNight, Self.byDay, Self.naps, Self.longest]))
  }
}

extension ChartDay {
  fileprivate func minutesAsleep(_ isCounted: (SleepStretch) -> Bool) -> Double? {
    asleep.isEmpty ? nil : asleep.reduce(0) { $0 + (isCounted($1) ? $1.length.inMinutes : 0) }
  }
}

extension Duration {
  var inMinutes: Double { Double(inMilliseconds) / 60_000 }
}
