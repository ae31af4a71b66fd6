import BabyModel
import Testing

@Suite("A child's birth")
struct BirthTests {
  @Test(
    "a weight is parsed and shown as people write it",
    arguments: [
      ("3200g", "3200 g", 3200), ("3.2 kg", "3.2 kg", 3200), ("3,2kg", "3.2 kg", 3200),
      ("7lb4oz", "7 lb 4 oz", 3288.54),
      ("7 lb 4.5 oz", "7 lb 4.5 oz", 3302.72), ("7LB", "7 lb", 3175.15), ("6.9999lb", "7 lb", 3175.1),
    ] as [(String, String, Double)])
  func weights(text: String, told: String, grams: Double) throws {
    let weight = try #require(BodyWeight(text))
    #expect(Words.weight(weight) == told)
    #expect(abs(weight.grams - grams) < 0.01)
  }

  @Test(
    "invalid weights are rejected",
    arguments: [
      "", "3200", "kg", "3.2.1kg", "4oz", "7lb16oz", "7.5lb4oz", "7lb4", "7lb4ozs", "3kg200g", "-3kg", "nankg",
      "1e999kg",
      "3200 grams", String(repeating: "9", count: 50) + "g",
    ])
  func noWeights(text: String) { #expect(BodyWeight(text) == nil) }

  private func child(due: String? = nil, weight: String? = nil) throws -> Child {
    var child = try Child.make(born: "2026-02-11")
    child.dueDate = try due.map(date)
    child.birthWeight = weight.flatMap { BodyWeight($0) }
    return child
  }

  @Test(
    "an impossible due date or weight is refused by name",
    arguments: [
      ("2026-07-01", nil, nil), ("2026-07-02", nil, "dueDate"), ("2026-01-12", nil, nil),
      ("2026-01-11", nil, "dueDate"),
      (nil, "200g", nil), (nil, "199g", "birthWeight"), (nil, "9kg", nil), (nil, "20lb", "birthWeight"),
    ] as [(String?, String?, String?)])
  func limits(due: String?, weight: String?, refused: String?) throws {
    let (child, today) = (try child(due: due, weight: weight), try date("2026-11-23"))
    var fields: [String] = []
    do { try child.validate(today: today) } catch {
      if case .childInvalid(let errors) = error { fields = errors.map(\.field) }
    }
    #expect(fields == [refused].compactMap(\.self))
  }

  private func basis(due: String) throws -> AgeBasis { AgeBasis(born: try date("2026-02-11"), due: try date(due)) }

  @Test("a child born before 37 weeks is as old as from its due date, until two years after birth")
  func corrected() throws {
    let early = try basis(due: "2026-05-06")
    #expect(early.correction == 84)
    #expect(try early.days(on: date("2026-06-05")) == 30)
    #expect(try early.days(on: date("2026-03-01")) == 0)
    #expect(try early.days(on: date("2026-02-10")) == -1)
    #expect(try early.days(on: date("2028-02-10")) == 729 - 84)
    #expect(try early.days(on: date("2028-02-11")) == 730)
    #expect(try early.isCorrected(on: date("2028-02-10")) && !early.isCorrected(on: date("2028-02-11")))
    #expect(try !early.isCorrected(on: date("2026-02-10")))
  }

  @Test(
    "37 weeks and later is at term: the age counts from birth", arguments: ["2026-03-04", "2026-02-11", "2026-01-20"])
  func term(due: String) throws {
    let basis = try basis(due: due)
    #expect(basis.correction == 0)
    #expect(try basis.days(on: date("2026-06-05")) == 114)
  }

  @Test("an age is shown in weeks, then in months, with the corrected one beside it; before birth there is none")
  func told() throws {
    let early = try basis(due: "2026-05-06")
    #expect(try Words.age(on: date("2026-06-05"), early) == "16 weeks (corrected 4 weeks)")
    #expect(try Words.age(on: date("2027-02-11"), basis(due: "2026-02-11")) == "11 months")
    #expect(try Words.age(on: date("2026-02-10"), early) == nil)
  }
}

@Suite("Texts about growth")
struct GrowthWordsTests {
  @Test(
    "a percentile is never overstated or understated",
    arguments: [
      (0, "below the 1st percentile"), (0.96, "below the 1st percentile"), (1, "1st percentile"),
      (2.4, "2nd percentile"), (2.6, "3rd percentile"), (11.2, "11th percentile"), (12, "12th percentile"),
      (13, "13th percentile"), (17.1, "17th percentile"), (21, "21st percentile"), (50, "50th percentile"),
      (98.7, "99th percentile"), (99, "99th percentile"), (99.01, "above the 99th percentile"),
      (100, "above the 99th percentile"),
    ])
  func percentiles(percentile: Double, words: String) {
    #expect(Words.percentile(percentile) == words)
  }

  @Test("a number has its standard beside it, and its population if that is not the child's own sex")
  func standard() {
    func said(_ percentile: Double, _ sex: ReferenceSex? = nil) -> String {
      Words.growth("4.1 kg", percentile: percentile, among: sex, by: "WHO standards")
    }
    #expect(said(43.2) == "4.1 kg · 43rd · WHO standards")
    #expect(said(0.07) == "4.1 kg · below 1st · WHO standards")
    #expect(said(99.6) == "4.1 kg · above 99th · WHO standards")
    #expect(said(43.2, .girls) == "4.1 kg · girls 43rd · WHO standards")
  }

  @Test("weight gain is by the day at first and by the week later")
  func gain() {
    #expect(Words.weightGain(gramsPerDay: 31.6, ageDays: 20) == "+32 g a day")
    #expect(Words.weightGain(gramsPerDay: -12, ageDays: 3) == "-12 g a day")
    #expect(Words.weightGain(gramsPerDay: 12, ageDays: 91) == "+84 g a week")
    #expect(Words.weightGain(gramsPerDay: -0.2, ageDays: 3) == "no change")
    #expect(Words.birthWeightRegained(byDay: 9) == "Back at the birth weight by day 9")
  }
}
