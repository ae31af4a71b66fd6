import Testing

@testable import BabyStatistics

@Suite("A distribution by its skewness, median and variation")
struct LMSTests {
  /// The WHO's of boys' weight at birth.
  let newborn = LMS(skewness: 0.3487, median: 3.3464, variation: 0.14602)

  private func rounded(_ z: Double) -> Double { (z * 100).rounded() / 100 }

  @Test("a newborn boy of 3.3464 kg is in the middle")
  func median() {
    #expect(newborn.z(3.3464) == 0)
    #expect(normalShare(below: 0) == 0.5)
  }

  @Test(
    "beyond ±3 the steps are those between 2 and 3 for measures with weight",
    arguments: [(2.0, -3.23, -3.21), (5.5, 3.72, 3.77), (3.0, -0.73, -0.73)])
  func restricted(kilograms: Double, curve: Double, restricted: Double) {
    #expect(rounded(newborn.z(kilograms)) == curve)
    #expect(rounded(newborn.restrictedZ(kilograms)) == restricted)
  }

  @Test("a boy of 44 days and 50 cm is 3.29 below, by the curve alone")
  func length() {
    let row = LMS(skewness: 1, median: 56.4833, variation: 0.03492)
    #expect(rounded(row.z(50)) == -3.29)
  }

  @Test("the value at a z-score has that z-score, whatever the skewness", arguments: [-2, -0.35, 0, 3e-4, 1, 2.5])
  func inverse(skewness: Double) throws {
    let row = LMS(skewness: skewness, median: 16, variation: 0.09)
    for z in stride(from: -3.5, through: 3.5, by: 0.25) {
      let value = try #require(row.value(at: z))
      #expect(abs(row.z(value) - z) < 1e-9)
    }
  }

  @Test("almost no skewness is like none")
  func nearlyNone() {
    let none = LMS(skewness: 0, median: 16.6078, variation: 0.09187)
    let nearly = LMS(skewness: 1e-12, median: 16.6078, variation: 0.09187)
    #expect(abs(none.z(14) - nearly.z(14)) < 1e-9)
  }

  @Test("there are no values beyond the end of a distribution")
  func end() {
    #expect(LMS(skewness: -2, median: 16, variation: 0.2).value(at: 3) == nil)
  }

  @Test(
    "probabilities of the normal distribution",
    arguments: [
      (-3.09023231, 0.001), (-1.95996398, 0.025), (-0.67448975, 0.25), (1.28155157, 0.9), (3.09023231, 0.999),
    ])
  func shares(z: Double, share: Double) {
    #expect(abs(normalShare(below: z) - share) < 1e-8)
  }
}
