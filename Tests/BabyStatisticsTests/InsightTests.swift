import BabyModel
import BabyStatistics
import Testing

@Suite("Insights about a crying child")
struct InsightTests {
  /// In declared form: an activity with a name and a duration.
  private func insight(_ entries: [Entry], settings: [String: String] = [:], at now: Instant) -> Insight {
    InsightFinder(
      entries, basis: AgeBasis(born: born(weeksBefore: 26)), settings: Settings(family: settings), zone: utc, now: now
    ).insight()
  }

  private func finding(_ topic: InsightTopic, _ insight: Insight) throws -> InsightFinding {
    try #require(insight.findings.first { $0.topic == topic }, "\(insight)")
  }

  private func gap(_ reason: InsightGap.Reason, _ insight: Insight) -> InsightGap? {
    insight.gaps.first { $0.reason == reason }
  }

  private func words(_ insight: Insight, _ topic: InsightTopic) throws -> [String] {
    let finding = try finding(topic, insight)
    return [
      Words.text(finding, units: .milliliters, clock: clock), finding.comparison.map { Words.text($0, of: topic) },
    ].compactMap(\.self)
  }

  private func clock(_ instant: Instant) -> String {
    Words.clock(utc.local(instant).time, format: .twentyFourHour)
  }

  /// Without what was logged of day 0 from an hour on.
  private func days(until hour: Double) -> [Entry] {
    BabyStatisticsTests.days(-20..<1).filter { $0.start < at(hour) }
  }

  private func feeds(_ hours: [Double]) -> [Entry] {
    hours.map { entry(.feeding(Feeding(method: .bottle)), $0, $0 + 0.25) }
  }

  @Test("the latest ever at this hour comes first, with its duration, the number of cases, and the last time")
  func late() throws {
    let insight = insight(days(until: 14), at: at(14.75))
    #expect(insight.findings.first?.topic == .feeding || insight.findings.first?.topic == .diaper)
    let feeding = try finding(.feeding, insight)
    #expect(feeding.since == at(10.25) && feeding.length == .minutes(270))
    #expect(feeding.unusualness > 0.99 && feeding.comparison?.share == feeding.unusualness)
    #expect((5...20).contains(feeding.comparison?.count ?? 0))
    #expect(try words(insight, .feeding).first == "4h 30m since the last feed, at 10:15")
    #expect(try words(insight, .feeding).last == "later than 10 of 10 times")
    #expect(try words(insight, .awake) == ["1h 15m, since 13:30", "longer than 0 of 10 times"])
    #expect(insight.findings.map(\.unusualness) == insight.findings.map(\.unusualness).sorted(by: >))
    #expect(insight.gaps.isEmpty)
  }

  @Test("the time since a feed counts as the family's setting says, and so do the times that it is compared with")
  func fromEnd() throws {
    let insight = insight(days(until: 14), settings: ["reminders.from": "end"], at: at(14.75))
    #expect(try words(insight, .feeding) == ["4h 15m since the last feed, at 10:30", "later than 10 of 10 times"])
    let usual = self.insight(days(until: 14), settings: ["reminders.from": "end"], at: at(13.75))
    #expect(try finding(.feeding, usual).unusualness < 0.01)
  }

  @Test("normal values are not mentioned, and the running sleep replaces the time awake")
  func usual() throws {
    let entries = days(until: 12) + [entry(.sleep, 12)]
    let insight = insight(entries, at: at(12.5))
    #expect(Set(insight.findings.map(\.topic)) == [.feeding, .asleep, .diaper])
    #expect(insight.findings.allSatisfy { $0.unusualness < Insight.standsOut })
    #expect(try words(insight, .asleep).first == "30m, since 12:00")
  }

  @Test("in the long run, something is later than 8 of 10 times in 2 of 10 cases")
  func calibrated() throws {
    var dice = Dice(seed: 7)
    var hour = -30 * 24.0
    var times: [Double] = []
    while hour < 30 * 24 {
      times.append(hour)
      hour += 1.5 + 2 * dice.next()
    }
    let later = times.filter { $0 > 0 }
    var shares: [Double] = []
    for time in later {
      // The moment before it is fed.
      let known = feeds(times.filter { $0 < time && $0 > time - 31 * 24 })
      let insight = insight(known, at: at(time - 1.0 / 60))
      shares.append(try #require(finding(.feeding, insight).comparison).share)
    }
    for share in [0.2, 0.5, 0.8] {
      let below = Double(shares.count { $0 <= share }) / Double(shares.count)
      #expect(abs(below - share) < 0.1, "\(below) of the feeds came at a share of at most \(share)")
    }
  }

  @Test("an incomplete log is reported with its start, in place of the time since a feed")
  func quiet() throws {
    let insight = insight(days(until: 9), at: at(11.25))
    #expect(insight.findings.isEmpty)
    #expect(insight.gaps == [InsightGap(.quiet, since: at(7.25))])
    #expect(
      Words.explanation(insight.gaps[0], now: insight.madeAt, clock: clock)
        == "The log looks incomplete since 07:15: nothing was logged for 4h, far longer than usual at this hour.")
    // The noon of a vaccine's day is not a time of logging.
    let vaccine = entry(.declared(.vaccine, [.text("MMR"), nil, nil]), 12)
    #expect(gap(.quiet, self.insight(days(until: 9) + [vaccine], at: at(13))) == InsightGap(.quiet, since: at(7.25)))
    // A usual pause is not a gap, and neither is one during a sleep.
    #expect(self.insight(days(until: 9), at: at(8.75)).gaps.isEmpty)
    let asleep = self.insight(days(until: 9) + [entry(.sleep, 9)], at: at(11.25))
    #expect(gap(.quiet, asleep) == nil)
  }

  @Test("a timer that was never ended makes the log incomplete, too")
  func forgotten() {
    let insight = insight(days(until: -24) + [entry(.sleep, day: -1, 19)], at: at(20))
    #expect(insight.gaps.map(\.reason) == [.timerForgotten] && insight.findings.isEmpty)
  }

  @Test("a topic with missing entries is skipped, and all others are shown")
  func missing() throws {
    let entries = days(until: 17).filter { $0.kind != .diaper || $0.start < at(8) }
    let insight = insight(entries, at: at(16.75))
    #expect(insight.gaps == [InsightGap(.entryMissing, .diaper, since: at(7.25))])
    #expect(Set(insight.findings.map(\.topic)) == [.feeding, .awake])
    let unended = days(until: 12) + [entry(.diaper(.wet), 12.4)]
    var sleep = entry(.sleep, 12)
    sleep.endUnknown = true
    #expect(gap(.endUnknown, self.insight(unended + [sleep], at: at(12.75)))?.topic == .awake)
  }

  @Test("a topic without entries is not a gap, a few are too few to compare, and an empty log has no insights")
  func few() {
    let insight = insight(feeds([-20, -17, 7, 10]), at: at(12))
    #expect(insight.findings.isEmpty)
    #expect(insight.gaps.map(\.reason) == [.fewTimes] && insight.gaps[0].topic == .feeding)
    #expect(self.insight([], at: at(12)).gaps == [InsightGap(.nothingLogged)])
    #expect(self.insight(feeds([-40 * 24]), at: at(12)).gaps == [InsightGap(.nothingLogged)])
  }

  @Test("a temperature and a vaccine of the last two days are shown, in the words that were logged, and no older ones")
  func happenings() throws {
    let fever = EntryContent.declared(.temperature, [.quantity(38.2, unit: 0), .choice(1)])
    let vaccine = EntryContent.declared(.vaccine, [.text("MMR"), .count(1), nil])
    let entries =
      days(until: 12) + [
        entry(fever, day: -1, 20), entry(fever, day: -9, 8), entry(vaccine, day: -1, 9), entry(vaccine, day: -3, 9),
      ]
    let insight = insight(entries, at: at(11.75))
    #expect(insight.findings.filter { $0.topic == .vaccine }.map(\.since) == [at(day: -1, 9)])
    #expect(try words(insight, .temperature) == ["38.2 °C · ear · 20:00"])
    #expect(try words(insight, .vaccine) == ["MMR · dose 1 · 09:00"])
    // With daily measurements a value is less unusual than with a single one.
    let often = (-20..<0).map { entry(fever, day: $0, 20) }
    let daily = try finding(.temperature, self.insight(days(until: 12) + often, at: at(11.75)))
    #expect(try daily.unusualness < 0.2 && finding(.temperature, insight).unusualness > 0.8)
    // They are also reported for an incomplete log: they were logged.
    let stopped = self.insight(days(until: 9) + [entry(fever, day: -1, 20)], at: at(11.25))
    #expect(stopped.findings.map(\.topic) == [.temperature] && gap(.quiet, stopped) != nil)
  }

  @Test("today's crying is compared with the week before, and time logged twice is counted once")
  func crying() throws {
    func crying(_ name: String, day: Int = 0, _ from: Double, minutes: Double) -> Entry {
      entry(.declared(.activity, [.text(name)]), day: day, from, from + minutes / 60)
    }
    let before = (-7..<0).map { crying("crying", day: $0, 17, minutes: $0 == -3 ? 90 : 10) }
    let entries = days(until: 12) + before
    #expect(insight(entries, at: at(11)).findings.contains { $0.topic == .crying } == false)
    let today = [crying("Crying", 8, minutes: 20), crying("cry", 8, minutes: 20), crying("bath", 8.5, minutes: 60)]
    let insight = insight(entries + today + [crying("crying", 10.5, minutes: 10)], at: at(11))
    #expect(
      try words(insight, .crying)
        == ["30m logged today, 21m a day in the week before", "more than on 6 of the 7 days before"])
    // Of a log that has just begun, nothing is compared.
    let first = self.insight(feeds([7, 10]) + [crying("crying", 10.5, minutes: 10)], at: at(11))
    #expect(try words(first, .crying) == ["10m logged today"])
  }

  @Test("a timer that runs for unusually long is shown, and not a new one; a running feed is not a long time ago")
  func timers() throws {
    let earlier = (-8..<0).map { entry(.tummyTime, day: $0, 8, 8.1) }
    let running = days(until: 8) + earlier + [entry(.tummyTime, 8)]
    #expect(insight(running, at: at(8.05)).findings.contains { $0.topic == .timer } == false)
    let insight = insight(running, at: at(8.5))
    #expect(try words(insight, .timer) == ["30m, since 08:00", "longer than 8 of 8 times"])
    #expect(try Words.title(finding(.timer, insight)) == "Tummy time")
    let nursing = Feeding(
      method: .breast, startedSide: .left, breasts: .one, turn: NursingTurn(.left, since: at(8.5)))
    let fed = self.insight(days(until: 8) + [entry(.feeding(nursing), 8.5)], at: at(8.6))
    #expect(fed.findings.contains { $0.topic == .feeding } == false)
  }

  @Test("later, deleted and old entries change nothing")
  func causal() {
    let known = days(until: 12)
    var deleted = entry(.feeding(Feeding(method: .bottle)), 11, 11.1)
    deleted.deletedAt = at(11.2)
    let more = [deleted] + feeds([13]) + BabyStatisticsTests.days(-45 ..< -31)
    #expect(insight(known + more, at: at(11.75)) == insight(known, at: at(11.75)))
  }
}
