import BabyModel
import BabyProtocol

/// A horizontal axis of ages in days, to scale.
struct AgeAxis {
  /// In days; below 0 before term.
  let first: Int
  /// Above the first.
  let last: Int
  /// Whether ages count from the day on which the child was due.
  let isCorrected: Bool

  /// The maximum number of labels.
  private static let mostTicks = 7
  /// The maximum number of points of a curve.
  private static let mostPoints = 40

  /// - Parameter goesOn: whether there is room for what comes next: a tenth, and at least four weeks in all.
  init(from first: Int, to last: Int, goesOn: Bool, isCorrected: Bool) {
    (self.first, self.isCorrected) = (first, isCorrected)
    self.last = goesOn ? max(last + (last - first + 9) / 10, 28) : max(last, first + 6)
  }

  func contains(_ age: Int) -> Bool { (first...last).contains(age) }

  /// 0 at the left end, 1 at the right end.
  func position(_ age: Int) -> Double { (Double(age - first) / Double(last - first)).onAxis }

  /// Ages at which a curve is drawn, the closer together the younger: children grow fastest at first.
  func ages(in range: ClosedRange<Int>) -> [Int] {
    let (from, to) = (max(first, range.lowerBound), min(last, range.upperBound))
    guard from < to else { return [] }
    var ages: [Int] = []
    for index in 0..<Self.mostPoints {
      let share = Double(index) / Double(Self.mostPoints - 1)
      let age = from + Int((Double(to - from) * share * share).rounded())
      if ages.last != age { ages.append(age) }
    }
    return ages
  }

  /// Labels in weeks up to 13 weeks, in months up to 24 months, and in years from then on; in a finer unit if fewer than
  /// two would fit.
  var ticks: [ChartTick] {
    let units: [(days: Double, sign: String)] = [(1, "d"), (7, "wk"), (30.4375, "mo"), (365.25, "y")]
    var usual = last <= 91 ? 1 : last <= 731 ? 2 : 3
    while usual > 0, counts(units[usual].days, step: 1).count < 2 { usual -= 1 }
    let (days, sign) = units[usual]
    let step = [1, 2, 3, 4, 6, 12, 24].first { counts(days, step: $0).count <= Self.mostTicks } ?? 60
    return counts(days, step: step).map { count in
      let label = count == 0 ? (isCorrected ? "term" : "birth") : "\(count * step) \(sign)"
      return ChartTick(at: position(Int((Double(count * step) * days).rounded())), label: label)
    }
  }

  /// Which multiples of a step lie on the axis.
  private func counts(_ days: Double, step: Int) -> Range<Int> {
    let length = days * Double(step)
    let lowest = Int((Double(first) / length).rounded(.up))
    return lowest..<max(Int((Double(last) / length).rounded(.down)) + 1, lowest)
  }
}
