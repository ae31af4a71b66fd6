import BabyModel
import Testing

@Suite("Totals of many days")
struct TotalsOfDaysTests {
  @Test("equal those of each day alone, over midnight, with running timers, and when clocks change")
  func each() throws {
    let days = (0..<9).map {
      DayWindow(LocalDate(dayNumber: 18_569).adding(days: -$0), dayStart: .midnight, zone: .losAngeles)
    }
    let oldest = try #require(days.last)
    let newest = try #require(days.first)
    let now = newest.end - .hours(1)
    var entries = [
      try Entry.make(.sleep, "2020-11-01T03:00:00Z", to: "2020-11-01T14:00:00Z"),
      try Entry.make(.sleep, "2020-10-31T03:00:00Z"), try Entry.make(.diaper(.both), oldest.start.utcText),
      try Entry.make(.diaper(.wet), newest.end.utcText),
      try Entry.make(.sleep, "2020-10-27T05:00:00Z", to: oldest.start.utcText),
    ]
    let turn = NursingTurn(.right, since: newest.start - .hours(1))
    let nursing = Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(9), turn: turn)
    entries.append(try Entry.make(.feeding(nursing), (newest.start - .hours(2)).utcText))
    for hour in stride(from: -30, to: 24 * 9 + 5, by: 5) {
      let start = oldest.start + .hours(hour)
      entries.append(try Entry.make(.diaper(.wet), start.utcText))
      entries.append(try Entry.bottle(.ml(90), start.utcText, to: (start + .minutes(20)).utcText))
      entries.append(try Entry.make(.sleep, start.utcText, to: (start + .hours(3)).utcText))
    }
    let totals = DayTotals.all(of: days, entries: entries, until: now)
    #expect(totals == days.map { DayTotals(entries: entries.touching($0, now), in: $0) })
    #expect(totals.allSatisfy { $0.feedings > 3 })
    #expect(DayTotals.all(of: [], entries: entries, until: now) == [])
  }
}

extension [Entry] {
  /// The other way to say it: of each entry whether it touches the day.
  fileprivate func touching(_ day: DayWindow, _ now: Instant) -> [Entry] {
    filter { entry in
      let end = entry.isRunning ? now : entry.end ?? entry.start
      return day.contains(entry.start) || (entry.start < day.start && end > day.start)
    }
  }
}
