import BabyModel
import Testing

@testable import BabyStatistics

@Suite("A child's growth")
struct GrowthHistoryTests {
  private func history(
    _ measurements: [GrowthMeasurement], due: Int? = nil, sex: Sex? = .female, birthWeight: Double? = nil
  ) -> GrowthHistory {
    let child = GrowthSubject(
      basis: AgeBasis(born: birthday, due: due.map { birthday.adding(days: $0) }), sex: sex, birthWeight: birthWeight)
    return GrowthHistory(measurements, of: child, by: madeUp)
  }

  @Test("has the measurements, newest first, in whatever order they were logged")
  func newestFirst() {
    let growth = history([measured(30, .weight(4.2)), measured(0, .weight(3.4)), measured(60, .head(39))])
    #expect(growth.rows.map(\.age.days) == [60, 30, 0])
    #expect(growth.rows.map(\.measure) == [.head, .weight, .weight])
    #expect(growth.rows.map(\.value) == [39, 4.2, 3.4])
  }

  @Test("each number names its standard and its population")
  func standard() throws {
    let score = try #require(history([measured(30, .weight(4.2))]).rows.first?.scores.first)
    #expect(score.standard == "made up")
    #expect(score.sex == .girls)
  }

  @Test("without a known sex, a value is compared with both", arguments: [nil, Sex.other])
  func bothSexes(sex: Sex?) throws {
    let row = try #require(history([measured(30, .weight(4.2))], sex: sex).rows.first)
    #expect(row.scores.map(\.sex) == [.girls, .boys])
    #expect(row.scores[0].percentile > row.scores[1].percentile)
  }

  @Suite("with a weight and a length")
  struct Derived {
    private func rows(_ measurements: [GrowthMeasurement]) -> [GrowthRow] {
      GrowthHistory(measurements, of: GrowthSubject(basis: AgeBasis(born: birthday), sex: .male), by: madeUp).rows
    }

    @Test("of one day there is a BMI and a weight for the length, under the weight's entry")
    func sameDay() throws {
      let rows = rows([measured(100, .weight(6.4), entry: 7), measured(100, tall(62), entry: 8)])
      let bmi = try #require(rows.first { $0.measure == .bmi })
      #expect(abs(bmi.value - 6.4 / (0.62 * 0.62)) < 1e-9)
      #expect(bmi.entry.low == 7)
      #expect(bmi.lengthDay == birthday.adding(days: 100))
      let weight = try #require(rows.first { $0.measure == .weightForLength })
      #expect(weight.value == 6.4)
      #expect(weight.scores == [try madeUp.score(.weightForLength, 6.4, age: 100, length: 62, among: .boys)])
    }

    @Test("the nearest length counts, at most a week away, and the earlier of two")
    func nearest() {
      func lengthDay(_ days: [Int]) -> LocalDate? {
        let lengths = days.map { measured($0, tall(60 + Double($0) / 10)) }
        return rows([measured(100, .weight(6.4))] + lengths).first { $0.measure == .bmi }?.lengthDay
      }
      #expect(lengthDay([]) == nil)
      #expect(lengthDay([92]) == nil)
      #expect(lengthDay([93]) == birthday.adding(days: 93))
      #expect(lengthDay([93, 106]) == birthday.adding(days: 106))
      #expect(lengthDay([95, 105]) == birthday.adding(days: 95))
      #expect(lengthDay([107, 108]) == birthday.adding(days: 107))
      #expect(lengthDay([108]) == nil)
      #expect(lengthDay([40, 99, 101, 200]) == birthday.adding(days: 99))
    }

    @Test("of two lengths of one day the later counts")
    func measuredAgain() throws {
      let rows = rows([
        measured(100, tall(26), entry: 1, hour: 9), measured(100, tall(62), entry: 2, hour: 10),
        measured(100, .weight(6.4), entry: 3, hour: 9),
      ])
      let bmi = try #require(rows.first { $0.measure == .bmi })
      #expect(abs(bmi.value - 6.4 / (0.62 * 0.62)) < 1e-9)
    }

    @Test("a lying length is converted to a height at two years, also in derived values")
    func lying() throws {
      let rows = rows([measured(800, .weight(12)), measured(800, tall(87.7, .lying))])
      let bmi = try #require(rows.first { $0.measure == .bmi })
      #expect(abs(bmi.value - 12 / (0.87 * 0.87)) < 1e-9)
      let length = try #require(rows.first { $0.measure == .length })
      #expect(length.value == 87.7)
      #expect(length.scores == [try madeUp.score(.length, 87.7 - 0.7, age: 800, among: .boys)])
    }
  }

  @Suite("of a child that was born early")
  struct BornEarly {
    /// Born 8 weeks before it was due.
    private func seen(_ day: Int, _ value: BodyMeasure = .weight(5), due: Int = 56) -> GrowthRow? {
      let child = GrowthSubject(basis: AgeBasis(born: birthday, due: birthday.adding(days: due)), sex: .female)
      return GrowthHistory([measured(day, value)], of: child, by: madeUp).rows.first
    }

    @Test("uses the corrected age, and keeps the true one")
    func corrected() throws {
      let row = try #require(seen(100))
      #expect(row.age.days == 100)
      #expect(row.age.corrected == 44)
      #expect(row.day == birthday.adding(days: 100))
      #expect(row.scores == [try madeUp.score(.weight, 5, age: 44, among: .girls)])
    }

    @Test("has no percentile before term in a standard that begins at term")
    func beforeTerm() throws {
      let row = try #require(seen(55, .weight(3)))
      #expect(row.value == 3)
      #expect(row.scores.isEmpty)
      #expect(row.gap == .beforeTerm)
      #expect(seen(56, .weight(3))?.gap == nil)
    }

    @Test("is no longer corrected two years after birth")
    func twoYears() {
      #expect(seen(729)?.age.corrected == 673)
      #expect(seen(730)?.age.corrected == nil)
    }

    @Test("is corrected from three weeks and a day before the due date")
    func term() {
      #expect(seen(30, due: 22)?.age.corrected == 8)
      #expect(seen(30, due: 21)?.age.corrected == nil)
      #expect(seen(30, due: -7)?.age.corrected == nil)
    }

    @Test("uses the corrected age for lying and standing")
    func position() throws {
      let row = try #require(seen(720, tall(85, .standing)))
      #expect(row.scores == [try madeUp.score(.length, 85.7, age: 664, among: .girls)])
    }
  }

  @Test("weight gain counts from the last weight of an earlier day")
  func velocity() {
    let growth = history([
      measured(0, .weight(3.4)), measured(3, .weight(3.1), entry: 1, hour: 8),
      measured(3, .weight(3.2), entry: 2, hour: 9),
      measured(10, .weight(3.48)), measured(10, .head(35)),
    ])
    let grams = growth.rows.filter { $0.measure == .weight }.map { $0.velocity?.grams.rounded() }
    #expect(grams == [280, -200, -300, nil])
    let latest = growth.rows.first { $0.measure == .weight }?.velocity
    #expect(latest?.days == 7)
    #expect(latest.map { abs($0.gramsPerDay - 40) < 1e-9 } == true)
    #expect(growth.rows.first { $0.measure == .head }?.velocity == nil)
  }

  @Test("the birth weight is regained on the day of the first weight that reaches it")
  func birthWeight() {
    let lost = [measured(0, .weight(3.4)), measured(3, .weight(3.1)), measured(6, .weight(3.3))]
    #expect(history(lost).birthWeight?.kilograms == 3.4)
    #expect(history(lost).birthWeight?.regainedByDay == nil)
    let regained = lost + [measured(9, .weight(3.4)), measured(16, .weight(3.9))]
    #expect(history(regained).birthWeight?.regainedByDay == 9)
    #expect(history(regained, birthWeight: 3.5).birthWeight?.regainedByDay == 16)
    #expect(history([measured(9, .weight(3.4))]).birthWeight == nil)
  }

  @Test("impossible values are kept and flagged")
  func implausible() throws {
    let growth = history([
      measured(30, .weight(40)), measured(31, .weight(0.4)), measured(-3, .weight(3)), measured(32, .head(0)),
    ])
    #expect(growth.rows.map(\.value) == [0, 0.4, 40, 3])
    #expect(growth.rows.map { $0.scores.first?.isImplausible } == [nil, true, true, nil])
    #expect(growth.rows.map(\.gap) == [.value, nil, nil, .beforeTerm])
  }

  @Test("five years of weights and lengths are read once each")
  func fiveYears() {
    let measurements = (0...1826).flatMap { day in
      [measured(day, .weight(3 + Double(day) / 120), entry: 1), measured(day, tall(50 + Double(day) / 30), entry: 2)]
    }
    let growth = history(measurements.shuffled())
    #expect(growth.rows.count == 1827 * 4)
    #expect(growth == history(measurements))
  }
}
