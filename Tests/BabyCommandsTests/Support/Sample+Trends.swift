import BabyModel
import BabyProtocol

extension Sample {
  /// The last week of a child beside the four before.
  ///
  /// - Parameter child: nil, with much that changed and a week without entries; "calm", with nothing that did; or
  ///   another, whose log is too short.
  static func trends(of child: String?) -> TrendList.Answer {
    func trend(
      _ measure: TrendMeasure, _ title: String, _ text: String, _ comparison: String, isChanged: Bool = false,
      _ weeks: [Double?], _ chart: ChartKind
    ) -> TrendRecord {
      TrendRecord(
        measure: measure, title: title, text: text, comparison: comparison, isChanged: isChanged,
        weeks: weeks.enumerated().compactMap { index, median in
          median.map { TrendWeek(last: date("2026-11-13").adding(days: 7 * (index - 4)), median: $0) }
        },
        command: "bbctl chart \(chart.rawValue) --last 36d")
    }
    let changed = [
      trend(.asleep, "Asleep", "13h 20m a day", "40m more", isChanged: true, [740, 760, nil, 770, 800], .sleep),
      trend(
        .longestSleep, "Longest sleep", "4h 10m", "1h 10m shorter", isChanged: true, [320, 330, nil, 300, 250], .sleep),
    ]
    let others = [
      trend(.naps, "Naps", "4 a day", "as before", [4, 4, nil, 4, 4], .sleep),
      trend(.amount, "Bottles", "610 ml a day", "10 ml more", [590, 600, nil, 605, 610], .feeds),
      trend(.dirtyDiapers, "Dirty diapers", "2 a day", "0.5 fewer", [2, 3, nil, 2.5, 2], .diapers),
    ]
    return TrendList.Answer(
      child: Sample.child, theme: Theme(), last: date("2026-11-13"),
      trends: child == nil ? changed + others : child == "calm" ? others : [],
      note: child == nil || child == "calm" ? nil : "Nothing was logged in the last five weeks.")
  }
}
