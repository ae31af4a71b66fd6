import BabyModel
import BabyProtocol

/// A vertical axis with round numbers.
struct ChartScale {
  /// What its numbers are.
  enum Unit {
    case minutes
    case count
    /// Amounts and measurements, with the unit that is written at the top level.
    case number(String)
  }

  /// The numbers at the bottom and the top.
  let bottom: Double
  let top: Double
  private let step: Double
  private let unit: Unit

  /// The maximum number of steps.
  private static let mostSteps = 5.0

  /// From 0.
  init(upTo highest: Double, _ unit: Unit) { self.init(from: 0, to: max(highest, unit.least), unit) }

  /// From and to the round numbers around some values.
  ///
  /// - Parameters:
  ///   - lowest: finite.
  ///   - highest: finite, above the lowest.
  init(from lowest: Double, to highest: Double, _ unit: Unit) {
    self.unit = unit
    let span = max(highest - lowest, unit.least)
    step = unit.step(span / Self.mostSteps)
    bottom = (lowest / step).rounded(.down) * step
    top = max((highest / step).rounded(.up) * step, bottom + step)
  }

  /// 0 at the bottom, 1 at the top.
  func position(_ value: Double) -> Double { ((value - bottom) / (top - bottom)).onAxis }

  /// The labels from bottom to top.
  var levels: [ChartTick] {
    let count = Int(((top - bottom) / step).rounded())
    return (0...count).map { index in
      let value = bottom + Double(index) * step
      return ChartTick(at: position(value), label: unit.label(value, isTop: index == count))
    }
  }
}

extension ChartScale.Unit {
  /// The shortest axis.
  fileprivate var least: Double {
    switch self {
    case .minutes: 10
    case .count: 2
    case .number: 0.1
    }
  }

  /// A round step that is at least this.
  fileprivate func step(_ least: Double) -> Double {
    switch self {
    case .minutes:
      return [5, 10, 15, 30, 60, 120, 180, 240, 360, 720].first { $0 >= least } ?? (least / 1440).rounded(.up) * 1440
    case .count, .number:
      var power = 0.001
      while power * 10 <= least { power *= 10 }
      // Halves of a count say nothing.
      let isCount = if case .count = self { true } else { false }
      let step = (isCount ? [1.0, 2, 5, 10] : [1, 2, 2.5, 5, 10]).map { $0 * power }.first { $0 >= least * 0.999 }
      return max(step ?? power * 10, isCount ? 1 : 0)
    }
  }

  fileprivate func label(_ value: Double, isTop: Bool) -> String {
    switch self {
    case .minutes: Words.duration(.milliseconds(Int64((value * 60_000).rounded())))
    case .count: Words.decimalText(value, places: 0)
    case .number(let unit): Words.decimalText(value, places: 2) + (isTop ? " \(unit)" : "")
    }
  }
}
