import BabyModel
import Testing

@testable import BabyStatistics

@Suite("Properties of every standard")
struct GrowthPropertyTests {
  /// Every tenth length of the table by length, as millimetres.
  private let lengths = stride(from: 450, through: 1100, by: 10).map { Double($0) / 10 }

  private func score(
    _ standard: GrowthStandard, _ measure: GrowthMeasure, _ value: Double, age: Int, length: Double = 0,
    among sex: ReferenceSex
  ) throws -> GrowthScore {
    try standard.score(measure, value, age: age, length: length, among: sex)
  }

  @Test("the median is the 50th percentile on each day of five years", arguments: 0..<standards.count)
  func median(index: Int) throws {
    let standard = standards[index]
    for (measure, sex) in tables where measure != .weightForLength {
      for day in 0...1826 {
        let median = try #require(standard.value(of: measure, at: 0, age: day, among: sex))
        let score = try score(standard, measure, median, age: day, among: sex)
        #expect(score.z == 0)
        #expect(abs(score.percentile - 50) < 1e-9)
      }
    }
  }

  @Test("a larger value never has a lower percentile", arguments: 0..<standards.count)
  func monotone(index: Int) throws {
    let standard = standards[index]
    let shares = stride(from: 0.4, through: 2.0, by: 0.02)
    for (measure, sex) in tables where measure != .weightForLength {
      for day in stride(from: 0, through: 1826, by: 7) {
        let median = try #require(standard.value(of: measure, at: 0, age: day, among: sex))
        let scores = try shares.map { try score(standard, measure, median * $0, age: day, among: sex) }
        #expect(zip(scores, scores.dropFirst()).allSatisfy { $0.percentile <= $1.percentile && $0.z < $1.z })
      }
    }
    for length in lengths {
      for sex in ReferenceSex.allCases {
        let scores = try stride(from: 1.0, through: 30, by: 0.25).map {
          try score(standard, .weightForLength, $0, age: 100, length: length, among: sex)
        }
        #expect(zip(scores, scores.dropFirst()).allSatisfy { $0.percentile <= $1.percentile && $0.z < $1.z })
      }
    }
  }

  /// By length lying on every day, also after two years, when it is 0.7 cm more than the height.
  @Test(
    "percentiles do not jump from one day to the next, not on the second birthday either",
    arguments: 0..<standards.count)
  func continuous(index: Int) throws {
    let standard = standards[index]
    for (measure, sex) in tables where [.weight, .length, .head].contains(measure) {
      for share in [0.9, 1, 1.1] {
        // Newborns grow by a tenth of a standard deviation a day, and a day's share soon becomes less.
        var worst = (first: 0.0, later: 0.0)
        for day in 0..<1826 {
          let value = try #require(standard.value(of: measure, at: 0, age: min(day, 730), among: sex)) * share
          let two = try [day, day + 1].map { age in
            let value = measure == .length ? Stature(value, .lying).asMeasured(age: age) : value
            return try score(standard, measure, value, age: age, among: sex).percentile
          }
          if day < 91 {
            worst.first = max(worst.first, abs(two[1] - two[0]))
          } else {
            worst.later = max(worst.later, abs(two[1] - two[0]))
          }
        }
        #expect(worst.first < 4, "\(measure) \(sex) \(share)")
        #expect(worst.later < 2, "\(measure) \(sex) \(share)")
      }
    }
  }

  @Test("weights do not jump from one millimetre to the next", arguments: 0..<standards.count)
  func continuousByLength(index: Int) throws {
    let standard = standards[index]
    for sex in ReferenceSex.allCases {
      for length in lengths where length < 110 {
        for kilograms in [3.0, 6, 9, 12, 15] {
          let two = try [length, length + 0.01].map {
            try score(standard, .weightForLength, kilograms, age: 100, length: $0, among: sex).percentile
          }
          #expect(two[1] < two[0] + 1e-9 && two[0] - two[1] < 1, "\(sex) \(length) \(kilograms)")
        }
      }
    }
  }

  @Test("at 3 standard deviations the step size changes, and nothing jumps", arguments: [-3.0, 3])
  func restricted(z: Double) throws {
    for skewness in [-0.6, 0, 0.35, 1] {
      let row = LMS(skewness: skewness, median: 12, variation: 0.1)
      let third = try #require(row.value(at: z))
      for value in [third - 1e-6, third, third + 1e-6] { #expect(abs(row.restrictedZ(value) - z) < 1e-4) }
    }
  }
}
