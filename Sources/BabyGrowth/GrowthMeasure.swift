import BabyModel

extension GrowthMeasure {
  /// The z-scores beyond which the WHO takes a measurement for a mistake, whether of the scales or of the typing.
  var plausible: ClosedRange<Double> {
    switch self {
    case .weight: -6...5
    case .length: -6...6
    case .head, .bmi, .weightForLength: -5...5
    }
  }

  /// Whether the WHO measures what lies beyond ±3 in steps of the last standard deviation, as it does wherever weight is
  /// part of it, instead of by the curve.
  var isRestricted: Bool {
    switch self {
    case .weight, .bmi, .weightForLength: true
    case .length, .head: false
    }
  }
}
