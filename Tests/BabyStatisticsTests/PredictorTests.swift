import BabyModel
import BabyStatistics
import Testing

@Suite("Predictions")
struct PredictorTests {
  private func predictor(_ rhythm: Rhythm, weeks: Int = 26, at now: Instant) -> Predictor {
    Predictor(rhythm, basis: AgeBasis(born: born(weeksBefore: weeks)), zone: utc, now: now)
  }

  private func minutes(_ a: Instant, _ b: Instant) -> Int64 { (a - b).wholeMinutes }

  @Test("a regular baby's next nap, feed, bedtime and wake-up come at their usual times")
  func regular() throws {
    let rhythm = regularDays(-20..<1)
    let forecast = predictor(rhythm, at: at(10.5)).forecast()
    let nap = try #require(forecast[.nap])
    #expect(abs(minutes(nap.at, at(12))) <= 10)
    #expect(nap.confidence > 0.8)
    #expect(nap.evidence.since == at(10))
    #expect(abs(minutes(try #require(forecast[.feeding]).at, at(14))) <= 15)
    #expect(abs(minutes(try #require(forecast[.bedtime]).at, at(19))) <= 20)
    #expect(forecast.gaps[.wakeUp] == .awake)
    let asleep = predictor(rhythm, at: at(12.5)).forecast()
    #expect(abs(minutes(try #require(asleep[.wakeUp]).at, at(13.5))) <= 10)
  }

  @Test("the norms for a child born twelve weeks early are those of one born on its due date")
  func corrected() throws {
    let rhythm = Rhythm(sleeps: [sleep(8, 9)], feedings: [feed(8)])
    func forecast(_ basis: AgeBasis) -> Forecast {
      Predictor(rhythm, basis: basis, zone: utc, now: at(9.25)).forecast()
    }
    let (birth, due) = (born(weeksBefore: 26), born(weeksBefore: 14))
    let early = forecast(AgeBasis(born: birth, due: due))
    let term = forecast(AgeBasis(born: due))
    #expect(early.predictions.map(\.at) == term.predictions.map(\.at))
    #expect(early.predictions.map(\.evidence.usual) == term.predictions.map(\.evidence.usual))
    #expect(early.predictions.allSatisfy { $0.evidence.age == 14 && $0.evidence.sinceBirth == 26 })
    #expect(forecast(AgeBasis(born: birth)).predictions.allSatisfy { $0.evidence.sinceBirth == nil })
    let nap = try #require(early[.nap])
    #expect(Words.explanation(nap) { _ in "9:00 AM" }.contains("At 5 months (corrected 14 weeks), "))
    let newborn = forecast(AgeBasis(born: born(weeksBefore: 2), due: born(weeksBefore: -8)))
    #expect(newborn[.nap]?.evidence.age == 0, "not yet due, and predicted for as for a newborn")
  }

  @Test("no nap is predicted while the baby sleeps, and no wake-up while it is awake")
  func ongoing() {
    #expect(throws: PredictionGap.asleep) { try predictor(regularDays(-5..<1), at: at(9.5)).predict(.nap) }
    #expect(throws: PredictionGap.awake) { try predictor(regularDays(-5..<1), at: at(8.5)).predict(.wakeUp) }
  }

  @Test("the night is not a nap: in the evening there is a bedtime")
  func evening() throws {
    let forecast = predictor(regularDays(-20..<0) + today, at: at(17)).forecast()
    #expect(forecast.gaps[.nap] == .bedtimeNext)
    #expect(abs(minutes(try #require(forecast[.bedtime]).at, at(19))) <= 20)
    // The length of last night says nothing of how long a nap will be.
    let napping = try predictor(regularDays(-20..<0) + Rhythm(sleeps: [sleep(9, nil)], feedings: []), at: at(9.25))
      .predict(.wakeUp)
    #expect(abs(minutes(napping.at, at(10))) <= 15)
  }

  private var today: Rhythm {
    Rhythm(
      sleeps: [sleep(9, 10), sleep(12, 13.5), sleep(15.5, 16.25)], feedings: [feed(7), feed(10.25), feed(14)])
  }

  @Test("the child's own times decide, in whatever order they were logged")
  func personal() throws {
    // Awake for an hour before each nap, where the age would say two.
    let naps = (-10..<0).flatMap { day in
      stride(from: 8.0, to: 18, by: 2).map { sleep(day: day, $0, $0 + 1) }
    }
    let now = [sleep(8, 9)]
    for sleeps in [naps + now, (naps + now).reversed()] {
      let nap = try predictor(Rhythm(sleeps: sleeps, feedings: []), at: at(9.25)).predict(.nap)
      #expect(abs(minutes(nap.at, at(10))) <= 10)
    }
  }

  @Test("every age has its own spacing of feeds, and it is in the future")
  func ages() throws {
    let rhythm = Rhythm(sleeps: [], feedings: [feed(9)])
    let times = try (0..<100).map { week in
      try predictor(rhythm, weeks: week, at: at(9.25)).predict(.feeding).at
    }
    #expect(times.allSatisfy { $0 > at(9.25) })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(minutes(times[0], at(9)) < 160 && minutes(times[99], at(9)) > 220)
  }

  @Test("overdue events become less certain, and not more")
  func overdue() throws {
    let rhythm = regularDays(-20..<0) + Rhythm(sleeps: [sleep(9, 10)], feedings: [])
    let early = try predictor(rhythm, at: at(10.5)).predict(.nap)
    let late = try predictor(rhythm, at: at(12.75)).predict(.nap)
    #expect(late.confidence < early.confidence)
    #expect(late.at > at(12.75))
  }

  @Test("a newborn with ten entries gets a prediction from its age")
  func newborn() throws {
    let rhythm = Rhythm(
      sleeps: [sleep(1, 3), sleep(4, 6.5), sleep(7.5, 9), sleep(10, 12), sleep(13, 15)],
      feedings: [feed(0.5), feed(3.25), feed(6.75), feed(9.25), feed(12.25)])
    let forecast = predictor(rhythm, weeks: 0, at: at(15.25)).forecast()
    let nap = try #require(forecast[.nap])
    #expect((30...90).contains(minutes(nap.at, at(15))))
    #expect(forecast.gaps[.bedtime] == .tooYoung)
  }

  @Test("nothing is predicted with missing entries, outside the table's ages, or without entries")
  func gaps() {
    let rhythm = regularDays(-20..<0)
    #expect(throws: PredictionGap.entryMissing) { try predictor(rhythm, at: at(17)).predict(.nap) }
    #expect(throws: PredictionGap.entryMissing) { try predictor(rhythm, at: at(day: 1, 13)).predict(.feeding) }
    #expect(throws: PredictionGap.ageOutOfRange) { try predictor(rhythm, weeks: 120, at: at(7)).predict(.nap) }
    #expect(throws: PredictionGap.ageOutOfRange) { try predictor(rhythm, weeks: -2, at: at(7)).predict(.nap) }
    let none = predictor(Rhythm(sleeps: [], feedings: []), at: at(9)).forecast()
    #expect(none.predictions.isEmpty)
    #expect(none.gaps[.feeding] == .nothingLogged && none.gaps[.nap] == .nothingLogged)
  }

  @Test("a sleep with an unknown end is not a starting point")
  func unknownEnd() {
    let rhythm =
      regularDays(-20..<0)
      + Rhythm(
        sleeps: [Stretch(start: at(9), end: nil, endUnknown: true)], feedings: [])
    #expect(throws: PredictionGap.entryMissing) { try predictor(rhythm, at: at(10)).predict(.nap) }
  }

  @Test("marker sleeps, split feeds, feeds in the night and missing days change little")
  func robust() throws {
    let clean = regularDays(-20..<0) + Rhythm(sleeps: [sleep(9, 10)], feedings: [feed(7), feed(10.25)])
    var rough = clean
    rough.sleeps = rough.sleeps.filter { !($0.start > at(day: -9, 0) && $0.start < at(day: -7, 0)) }
    rough =
      rough
      + Rhythm(
        sleeps: (-20..<0).map { sleep(day: $0, 11, 11 + 1.0 / 60) } + [sleep(10.25, 10.26)],
        feedings: (-20..<0).flatMap { [feed(day: $0, 10.6, minutes: 5), feed(day: $0, 27, minutes: 5)] })
    let now = at(10.75)
    let expected = try predictor(clean, at: now).predict(.nap)
    let nap = try predictor(rough, at: now).predict(.nap)
    #expect(abs(minutes(nap.at, expected.at)) <= 10)
    let feeding = try predictor(rough, at: now).predict(.feeding)
    #expect(abs(minutes(feeding.at, at(14))) <= 20)
  }

  @Test("clock changes do not move a prediction by an hour")
  func daylightSaving() throws {
    // Clocks go forward at two in the morning of day 0.
    let spring = ZoneRules(
      name: "Spring", initialOffset: 0, transitions: [.init(at: at(2), offset: 3600)])
    var rhythm = regularDays(-20..<0)
    // The night ends, and the day goes on, by the new clock.
    rhythm.sleeps[rhythm.sleeps.count - 1].end = at(5.5)
    rhythm = rhythm + Rhythm(sleeps: [sleep(8, 9)], feedings: [])
    let nap = try Predictor(rhythm, basis: AgeBasis(born: born(weeksBefore: 26)), zone: spring, now: at(9.5)).predict(
      .nap)
    #expect(abs(minutes(nap.at, at(11))) <= 15)
    let bedtime = try Predictor(rhythm, basis: AgeBasis(born: born(weeksBefore: 26)), zone: spring, now: at(9.5))
      .predict(.bedtime)
    #expect(abs(minutes(bedtime.at, at(18))) <= 20)
  }

  @Test("a night with brief wakings predicts like one without: they are separate entries and end nothing")
  func briefWakings() {
    let nights = days(-20..<1)
    let wakings = (-20..<0).flatMap { day in
      [21.5, 25, 28].map { entry(.declared(.briefWaking, []), day: day, $0, $0 + 0.4) }
    }
    #expect(Rhythm(nights + wakings) == Rhythm(nights))
    for hour in [1.2, 6.75, 10.5] {
      let quiet = predictor(Rhythm(nights), at: at(hour)).forecast()
      #expect(predictor(Rhythm(nights + wakings), at: at(hour)).forecast() == quiet && !quiet.predictions.isEmpty)
    }
    // What is logged as two sleeps is two.
    var broken = nights
    broken.removeAll { $0.kind == .sleep && $0.start == at(day: -1, 19) }
    broken += [entry(.sleep, day: -1, 19, 25), entry(.sleep, day: -1, 25.4, 30.5)]
    #expect(predictor(Rhythm(broken), at: at(1.2)).forecast() != predictor(Rhythm(nights), at: at(1.2)).forecast())
  }

  @Test("later entries do not change earlier predictions")
  func causal() {
    let known = regularDays(-20..<0)
    for hour in stride(from: 7.0, to: 23, by: 0.5) {
      let before = predictor(
        known + Rhythm(sleeps: [sleep(9, hour >= 9.5 ? 9.5 : nil)], feedings: [feed(7)]), at: at(hour))
      let after = predictor(
        known + Rhythm(sleeps: [sleep(9, 9.5)] + later.sleeps.filter { $0.start > at(hour) }, feedings: [feed(7)])
          + Rhythm(sleeps: [], feedings: later.feedings.filter { $0.start > at(hour) }), at: at(hour))
      #expect(before.forecast() == after.forecast())
    }
  }

  private var later: Rhythm { regularDays(1..<4) }
}

func + (a: Rhythm, b: Rhythm) -> Rhythm {
  Rhythm(sleeps: a.sleeps + b.sleeps, feedings: a.feedings + b.feedings)
}
