import BabyModel
import Testing

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
