import Glibc

/// The distribution of a measure among children of one age or length: a normal one once its skewness is taken out.
struct LMS: Equatable, Sendable {
  /// The power that removes the skewness; 1 for none, 0 for the logarithm.
  var skewness: Double
  var median: Double
  /// The coefficient of variation.
  var variation: Double

  /// How many standard deviations a value is from the median.
  ///
  /// - Parameter value: above 0.
  func z(_ value: Double) -> Double {
    let ratio = log(value / median)
    // The form of a power loses its digits where the power is next to nothing.
    return skewness == 0 ? ratio / variation : expm1(skewness * ratio) / (skewness * variation)
  }

  /// The value at a number of standard deviations from the median; nil outside the distribution.
  func value(at z: Double) -> Double? {
    if skewness == 0 { return median * exp(variation * z) }
    let base = skewness * variation * z
    return base > -1 ? median * exp(log1p(base) / skewness) : nil
  }

  /// Like `z`, but beyond ±3 in steps of the distance between 2 and 3.
  ///
  /// The WHO does so with weights: its sample has too few children there for a reliable curve.
  func restrictedZ(_ value: Double) -> Double {
    let z = z(value)
    guard z.magnitude > 3 else { return z }
    let side = z < 0 ? -1.0 : 1.0
    guard let third = self.value(at: 3 * side), let second = self.value(at: 2 * side) else { return z }
    return side * 3 + (value - third) / (third - second) * side
  }

  /// Interpolates between this row of a table and the next one.
  func interpolated(to next: LMS, _ share: Double) -> LMS {
    func between(_ part: KeyPath<LMS, Double>) -> Double {
      self[keyPath: part] + (next[keyPath: part] - self[keyPath: part]) * share
    }
    return LMS(skewness: between(\.skewness), median: between(\.median), variation: between(\.variation))
  }
}

/// The share of a normal distribution that lies below, 0 to 1.
func normalShare(below z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }
