import BabyModel
import Glibc

/// Possible lengths of time in minutes, each with how much it counts.
struct Distribution {
  private(set) var values: [Double]
  /// The cumulative share up to and including half of each value.
  private let shares: [Double]
  /// How much is left of it after the times that have passed already, 0...1.
  let left: Double
  /// As how many equal ones they count. Each of the child's own times is three of them.
  private let count: Double

  /// - Parameters:
  ///   - elapsed: what has passed already: shorter lengths are not possible any more.
  ///   - rest: lengths beyond that which take the place of some that are not possible any more.
  init(
    _ samples: [(value: Double, weight: Double)], after elapsed: Double,
    rest: [(value: Double, weight: Double)] = []
  ) {
    var possible = samples.filter { $0.value > elapsed }
    let all = samples.reduce(0) { $0 + $1.weight }
    left = all > 0 ? possible.reduce(0) { $0 + $1.weight } / all : 0
    possible += rest
    possible.sort { $0.value < $1.value }
    let total = possible.reduce(0) { $0 + $1.weight }
    let squares = possible.reduce(0) { $0 + $1.weight * $1.weight }
    count = squares > 0 ? total * total / squares / 3 : 0
    values = possible.map(\.value)
    var sum = 0.0
    shares = possible.map { sample in
      sum += sample.weight
      return (sum - sample.weight / 2) / total
    }
  }

  /// The length that a share of all do not exceed; 0 without any.
  func quantile(_ share: Double) -> Double {
    let after = shares.partitioningIndex { $0 > share }
    guard after < values.count else { return values.last ?? 0 }
    guard after > 0 else { return values[0] }
    let part = (share - shares[after - 1]) / (shares[after] - shares[after - 1])
    return values[after - 1] + (values[after] - values[after - 1]) * part
  }

  /// The share of those up to a length, 0...1.
  func share(upTo value: Double) -> Double {
    let after = values.partitioningIndex { $0 > value }
    guard after > 0 else { return 0 }
    guard after < values.count else { return 1 }
    let part = (value - values[after - 1]) / (values[after] - values[after - 1])
    return shares[after - 1] + (shares[after] - shares[after - 1]) * part
  }

  /// From a tenth to nine tenths, and a little further out where there are few: the tenth of a few lies too far inside.
  var fourFifths: (low: Double, high: Double) {
    let tail = 0.1 * count / (count + 1)
    return (quantile(tail), quantile(1 - tail))
  }

  /// The middle: the median, calmed by its neighbours, so that one more sample moves it by little.
  var middle: Double { (quantile(0.42) + quantile(0.5) + quantile(0.58)) / 3 }
}

extension Distribution {
  /// The normal distribution as a few steps of equal weight but the outermost.
  private static let steps: [(offset: Double, weight: Double)] = {
    let offsets = [0, 0.23, 0.47, 0.71, 0.97, 1.28].flatMap { $0 == 0 ? [0] : [-$0, $0] }.map { ($0, 1.0) }
    let outer = [-1.65, 1.65].map { ($0, 0.7) } + [-2.2, 2.2].map { ($0, 0.5) }
    let all = offsets + outer
    let total = all.reduce(0) { $0 + $1.1 }
    return all.map { (offset: $0.0, weight: $0.1 / total) }
  }()

  /// Samples around a length.
  ///
  /// - Parameter spread: on a logarithmic scale.
  static func around(_ center: Double, spread: Double, weight: Double) -> [(value: Double, weight: Double)] {
    steps.map { (center * exp(spread * $0.offset), weight * $0.weight) }
  }

  /// Samples around a value.
  ///
  /// - Parameter spread: in the value's own unit.
  static func evenly(around center: Double, spread: Double, weight: Double) -> [(value: Double, weight: Double)] {
    steps.map { (center + spread * $0.offset, weight * $0.weight) }
  }
}

/// 1 at 0, 0.6 at 1 and -1, next to nothing beyond 3.
func bell(_ distance: Double) -> Double { exp(-distance * distance / 2) }

/// 1 at 0, 1/e at 1.
func decay(_ age: Double) -> Double { exp(-age) }
