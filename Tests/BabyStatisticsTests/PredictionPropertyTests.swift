import BabyModel
import BabyStatistics
import Testing

@Suite("Properties of every prediction")
struct PredictionPropertyTests {
  /// Random days of a baby: sleeps and feeds of any length, overlapping, open, missing.
  private func wildRhythm(_ dice: inout Dice) -> Rhythm {
    var sleeps: [Stretch] = []
    var feedings: [Stretch] = []
    for day in -12..<1 {
      for _ in 0..<Int(dice.next() * 9) {
        let start = dice.next() * 24
        let end = dice.next() < 0.05 ? nil : start + dice.next() * dice.next() * 12
        sleeps.append(
          Stretch(
            start: at(day: day, start), end: end.map { at(day: day, $0) }, endUnknown: end == nil && dice.next() < 0.5))
      }
      for _ in 0..<Int(dice.next() * 12) {
        feedings.append(feed(day: day, dice.next() * 24, minutes: Int(dice.next() * 40)))
      }
    }
    return Rhythm(sleeps: sleeps, feedings: feedings)
  }

  @Test(
    "the earliest is first, none is in the past, its intervals contain it, and the wider contains the narrower",
    arguments: 0..<60)
  func intervals(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let rhythm = wildRhythm(&dice)
    let birthday = born(weeksBefore: Int(dice.next() * 100) + 2)
    for _ in 0..<20 {
      let now = at(day: -Int(dice.next() * 5), dice.next() * 24)
      let predictions = Predictor(rhythm, basis: AgeBasis(born: birthday), zone: utc, now: now).forecast().predictions
      #expect(predictions.map(\.at) == predictions.map(\.at).sorted())
      for prediction in predictions {
        #expect(prediction.at >= now)
        #expect(prediction.interval50.lowerBound >= now)
        #expect(prediction.interval80.lowerBound >= now)
        #expect(prediction.interval50.contains(prediction.at))
        #expect(prediction.interval80.lowerBound <= prediction.interval50.lowerBound)
        #expect(prediction.interval80.upperBound >= prediction.interval50.upperBound)
        #expect((0...1).contains(prediction.confidence))
        #expect((0...1).contains(prediction.evidence.ownShare))
      }
    }
  }

  @Test("twins with equal logs get equal predictions, and their logs are independent")
  func twins() {
    let log = regularDays(-9..<1)
    let birthday = born(weeksBefore: 20)
    let first = Predictor(log, basis: AgeBasis(born: birthday), zone: utc, now: at(10.5)).forecast()
    #expect(first == Predictor(log, basis: AgeBasis(born: birthday), zone: utc, now: at(10.5)).forecast())
    let none = Predictor(Rhythm(sleeps: [], feedings: []), basis: AgeBasis(born: birthday), zone: utc, now: at(10.5))
      .forecast()
    #expect(none != first)
  }
}
