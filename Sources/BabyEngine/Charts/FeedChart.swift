import BabyModel
import BabyProtocol

/// Feeds of each day: how many, how much was in the bottles, how long at each breast, and how far apart they were.
///
/// A feed counts on the day on which it begins, with its amount and its minutes, as in `DayTotals`. A day without a feed
/// has no numbers: the child was fed, but nobody logged it.
struct FeedChart {
  let log: ChartLog

  /// Entries of kind feeding that are not pumping.
  static let feeds = DayMeasure.count("Feeds") { $0.fed?.feedings }
  private static let atBreast = DayMeasure.count("Breast") { $0.fed?.breastFeedings }
  /// Top-ups and water, too.
  private static let bottles = DayMeasure.count("Bottles") { $0.fed?.bottles }
  /// The time counted at that breast, or all of a feed at that breast alone.
  static let left = DayMeasure.minutes("Left") { $0.nursed?.leftDuration.inMinutes }
  static let right = DayMeasure.minutes("Right") { $0.nursed?.rightDuration.inMinutes }

  /// The sum of the bottles, without water.
  static func amount(in unit: VolumeUnit) -> DayMeasure { volume("Amount", unit, \.milk) }

  /// The parts of that sum: breast milk, formula, and what else there was.
  static func contents(in unit: VolumeUnit) -> [DayMeasure] {
    [
      volume("Breast milk", unit) { $0.contents[.breastMilk] }, volume("Formula", unit) { $0.contents[.formula] },
      volume("Other", unit, \.otherMilk),
    ]
  }

  /// - Parameter amount: in millilitres, of a day with a bottle of milk whose amount is known.
  private static func volume(
    _ heading: String, _ unit: VolumeUnit, _ amount: @escaping @Sendable (DayTotals) -> Double
  ) -> DayMeasure {
    DayMeasure(
      heading: heading, value: { $0.totals.milk > 0 ? amount($0.totals) / unit.milliliters : nil },
      text: { Words.amount(milliliters: $0 * unit.milliliters, in: unit) })
  }

  /// The median time from the start of one feed to the start of the next, which begins on the day. If the family has set
  /// that, a top-up belongs to its feed, and solid food is a feed.
  ///
  /// Unknown for the first of all feeds, and for one before which nothing was logged on its day and the day before.
  static func between(in log: ChartLog) -> DayMeasure {
    let rhythm = Rhythm((log.before + log.days).flatMap(\.begun), solids: log.settings.solids)
    let feeds = rhythm.joiningTopUps(within: log.settings.topUp).feedings.map { feed in
      (start: feed.start, day: DayWindow(containing: feed.start, dayStart: log.settings.dayStart, zone: log.zone).date)
    }
    var times: [LocalDate: [Double]] = [:]
    for (previous, feed) in zip(feeds, feeds.dropFirst()) where previous.day >= feed.day.adding(days: -1) {
      times[feed.day, default: []].append((feed.start - previous.start).inMinutes)
    }
    let usual = times.compactMapValues(\.median)
    return .minutes("Between") { usual[$0.window.date] }
  }

  func chart() -> Chart {
    let unit = log.settings.units
    let (amount, between) = (Self.amount(in: unit), Self.between(in: log))
    let contents = Self.contents(in: unit)
    let panels = [
      log.panel(
        "Feeds a day", [("breast", .feeding, 0, Self.atBreast), ("bottle", .feeding, 1, Self.bottles)],
        usual: Self.feeds, unit: .count),
      log.panel(
        "Bottles in \(unit.rawValue)",
        [
          ("breast milk", .feeding, 0, contents[0]), ("formula", .feeding, 1, contents[1]),
          ("other or not said", .feeding, 2, contents[2]),
        ], usual: amount, unit: .number(unit.rawValue)),
      log.panel(
        "Minutes at the breast", [("left", .feeding, 0, Self.left), ("right", .feeding, 1, Self.right)], usual: nil,
        unit: .minutes),
      log.panel("Between feeds", [], dots: [("usual time", .feeding, 0, between)], usual: between, unit: .minutes),
    ]
    let columns = [Self.atBreast, Self.bottles, amount] + contents + [Self.left, Self.right, between]
    let feeds = Self.feeds.worded { Words.counted($0, "feed", "feeds") }
    let usual = [feeds, amount].compactMap { measure in log.usual(measure).map(measure.text) }
    // The amount may differ.
    let asBefore = Words.asBefore(days: log.before.count)
    let comparison = log.comparison(of: feeds, less: "fewer").map { $0 == asBefore ? "as many feeds \($0)" : $0 }
    return Chart(
      kind: .feeds, title: Words.line(["Feeds", log.title]),
      sentence: log.sentence(
        usual.isEmpty ? nil : Words.listed(usual), comparison: comparison,
        nothing: "feed"),
      panels: panels.filter(\.showsEntries), table: log.table([Self.feeds] + columns.filter(log.tells)),
      note: log.days.contains { $0.totals.contents[.water] > 0 }
        ? "Water is counted as a bottle, but not in the amounts." : nil)
  }
}

extension ChartDay {
  /// The day's numbers if a feed begins in it.
  fileprivate var fed: DayTotals? { totals.feedings > 0 ? totals : nil }
  /// The same if the time at a breast is known.
  fileprivate var nursed: DayTotals? { totals.leftDuration + totals.rightDuration > .zero ? totals : nil }
}

extension DayTotals {
  /// In the bottles, without water. In millilitres.
  fileprivate var milk: Double { rest(of: feedingMilliliters, without: [.water]) }
  /// Other milk, and what was not said to be anything.
  fileprivate var otherMilk: Double { rest(of: milk, without: [.breastMilk, .formula]) }

  private func rest(of milliliters: Double, without others: [BottleContent]) -> Double {
    let rest = others.reduce(milliliters) { $0 - contents[$1] }
    // Sums of converted amounts differ in their last places.
    return rest < 0.01 ? 0 : rest
  }
}

extension ChartLog {
  /// Whether a number is above zero on any day.
  fileprivate func tells(_ measure: DayMeasure) -> Bool {
    days.contains { !$0.isUnlogged && measure.value($0) ?? 0 > 0 }
  }
}

extension ChartPanel {
  /// Whether it has more than gaps and lines to compare with.
  var showsEntries: Bool { series.contains { $0.kind != nil } }
}

extension DayMeasure {
  /// The same number in other words.
  func worded(_ text: @escaping @Sendable (Double) -> String) -> DayMeasure {
    DayMeasure(heading: heading, value: value, text: text)
  }
}

extension Words {
  /// "1 feed", "7.5 feeds"
  static func counted(_ number: Double, _ one: String, _ many: String) -> String {
    let text = decimalText(number, places: 1)
    return "\(text) \(text == "1" ? one : many)"
  }
}
