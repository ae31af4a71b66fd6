import BabyModel
import Testing

@testable import BabyStatistics

@Suite("Tables")
struct GrowthTableTests {
  let table = GrowthTable(450...452) {
    [
      LMS(skewness: -0.3521, median: 2.441, variation: 0.09182), LMS(skewness: 0, median: 2.4577, variation: 0.09176),
      LMS(skewness: 0.0012, median: 2.4744, variation: 0.0917),
    ][$0 - 450]
  }

  /// The WHO's are read from a file of bytes. The sum is that of the tables as they were when they were 16,372 lines of
  /// decimal numbers.
  @Test("of the WHO are exact to the last bit")
  func checksum() throws {
    var (count, sum) = (0, 0xcbf2_9ce4_8422_2325 as UInt64)
    for (measure, sex) in tables {
      let table = WHOTables.table(of: measure, for: sex)
      for place in measure == .weightForLength ? 450...1207 : 0...1856 {
        let row = try #require(table[place])
        // FNV-1a, number by number.
        for value in [row.skewness, row.median, row.variation] {
          sum = (sum ^ value.bitPattern) &* 0x100_0000_01b3
        }
        count += 1
      }
    }
    #expect(count == 16_372)
    #expect(sum == 0xf880_8dee_c035_77ac)
  }

  @Test("of the WHO begin and end with the right rows")
  func ends() {
    func table(_ measure: GrowthMeasure, _ sex: ReferenceSex) -> GrowthTable { WHOTables.table(of: measure, for: sex) }
    #expect(table(.weight, .girls)[0] == LMS(skewness: 0.3809, median: 3.2322, variation: 0.14171))
    #expect(table(.weight, .girls)[-1] == nil)
    #expect(table(.bmi, .boys)[1856] != nil && table(.bmi, .boys)[1857] == nil)
    #expect(table(.weightForLength, .girls)[449] == nil)
    #expect(table(.weightForLength, .boys)[450] == LMS(skewness: -0.3521, median: 2.441, variation: 0.09182))
    #expect(table(.weightForLength, .boys)[1207] != nil && table(.weightForLength, .boys)[1208] == nil)
  }

  @Test("have nothing before the first row and after the last")
  func beyond() {
    #expect(table[449] == nil)
    #expect(table[453] == nil)
    #expect(table[millimeters: 449.9] == nil)
    #expect(table[millimeters: 452.1] == nil)
    #expect(table[millimeters: 452] == table[452])
  }

  @Test("are interpolated between the rows of two millimetres")
  func between() throws {
    let row = try #require(table[millimeters: 450.25])
    #expect(abs(row.skewness - -0.264075) < 1e-12)
    #expect(abs(row.median - 2.445175) < 1e-12)
    #expect(abs(row.variation - 0.091805) < 1e-12)
  }
}

@Suite("A value's percentile in a standard")
struct GrowthStandardTests {
  private func gap(
    _ measure: GrowthMeasure, _ value: Double, age: Int, length: Double = 0, in standard: GrowthStandard = madeUp
  ) -> GrowthGap? {
    do throws(GrowthGap) {
      _ = try standard.score(measure, value, age: age, length: length, among: .girls)
      return nil
    } catch { return error }
  }

  @Test("numbers that are not above 0 have none", arguments: [0, -3, .nan, .infinity])
  func noValue(value: Double) {
    #expect(gap(.weight, value, age: 3) == .value)
  }

  @Test("ages from birth to the end of the sixtieth month have one, others have a reason")
  func ages() {
    #expect(gap(.weight, 3, age: 0) == nil)
    #expect(gap(.weight, 18, age: 1856) == nil)
    #expect(gap(.weight, 3, age: -1) == .beforeTerm)
    #expect(gap(.weight, 18, age: 1857) == .age)
  }

  @Test("weights have a length that they are for, 45 to 110 cm lying and 65 to 120 cm standing")
  func lengths() {
    #expect(gap(.weightForLength, 3, age: 10, length: 44.9) == .length)
    #expect(gap(.weightForLength, 3, age: 10, length: 45) == nil)
    #expect(gap(.weightForLength, 15, age: 730, length: 110) == nil)
    #expect(gap(.weightForLength, 15, age: 730, length: 110.1) == .length)
    #expect(gap(.weightForLength, 8, age: 731, length: 64.9) == .length)
    #expect(gap(.weightForLength, 8, age: 731, length: 65) == nil)
    #expect(gap(.weightForLength, 20, age: 1800, length: 120) == nil)
    #expect(gap(.weightForLength, 20, age: 1800, length: 120.1) == .length)
    #expect(gap(.weightForLength, 20, age: 1800, length: .nan) == .length)
  }

  @Test(
    "measures with weight are extended linearly far out", arguments: [GrowthMeasure.weight, .bmi, .weightForLength])
  func restricted(measure: GrowthMeasure) throws {
    let z = try [40.0, 50, 60].map { try madeUp.score(measure, $0, age: 200, length: 60, among: .boys).z }
    #expect(z[0] > 3)
    #expect(abs((z[2] - z[1]) - (z[1] - z[0])) < 0.011)
  }

  @Test(
    "values are implausible beyond the WHO's limits, and not a hundredth before",
    arguments: GrowthMeasure.allCases)
  func implausible(measure: GrowthMeasure) {
    let limits: ClosedRange<Double> =
      switch measure {
      case .weight: -6...5
      case .length: -6...6
      case .head, .bmi, .weightForLength: -5...5
      }
    func isImplausible(_ z: Double) -> Bool { GrowthScore(measure, z, among: .boys, by: "").isImplausible }
    #expect(!isImplausible(limits.lowerBound))
    #expect(!isImplausible(limits.upperBound))
    #expect(isImplausible(limits.lowerBound - 0.01))
    #expect(isImplausible(limits.upperBound + 0.01))
  }

  @Test("early standing lengths are increased for lying, and the other way from 731 days on")
  func positions() {
    #expect(Stature(80, .standing).asMeasured(age: 730) == 80.7)
    #expect(Stature(80, .lying).asMeasured(age: 730) == 80)
    #expect(Stature(80, .standing).asMeasured(age: 731) == 80)
    #expect(Stature(80, .lying).asMeasured(age: 731) == 79.3)
    #expect(Stature(80).asMeasured(age: 730) == 80)
    #expect(Stature(80).asMeasured(age: 731) == 80)
  }
}
