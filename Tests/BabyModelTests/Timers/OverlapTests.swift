import BabyModel
import Testing

@Suite("Time that was logged twice")
struct OverlapTests {
  private func sleep(_ from: String, _ to: String?, kind: EntryContent = .sleep) throws -> Entry {
    var entry = try Entry.make(kind, "2020-05-10T\(from):00-07:00", to: to.map { "2020-05-10T\($0):00-07:00" })
    entry.id = EntryID(high: 1, low: UInt64(entry.start.milliseconds &+ (entry.end?.milliseconds ?? 0)))
    return entry
  }

  private func totals(_ entries: [Entry]) throws -> DayTotals {
    DayTotals(
      entries: entries,
      in: DayWindow(try date("2020-05-10"), dayStart: .midnight, zone: .losAngeles))
  }

  @Test("counts once in a day's totals, and each sleep is counted")
  func totals() throws {
    let whole = try sleep("09:00", "12:00")
    let parts = [try sleep("09:30", "11:30"), try sleep("11:00", "12:30"), try sleep("13:00", "13:10")]
    let all = try totals([parts[2], parts[1], whole, parts[0]])
    #expect(all.sleepDuration == .minutes(220) && all.sleeps == 4)
    #expect(try totals([parts[0], parts[2]]).sleepDuration == .minutes(130))
    // Another kind's time is its own.
    let tummy = [try sleep("09:00", "09:10", kind: .tummyTime), try sleep("09:05", "09:15", kind: .tummyTime)]
    #expect(try totals(tummy + [whole]).tummyDuration == .minutes(15))
    let feeds = [
      try Entry.breast(.left, .one, "2020-05-10T08:00:00-07:00", to: "2020-05-10T08:20:00-07:00"),
      try Entry.bottle(.ml(60), "2020-05-10T08:10:00-07:00", to: "2020-05-10T08:25:00-07:00"),
    ]
    #expect(try totals(feeds).feedingDuration == .minutes(25))
    #expect(try totals(feeds).feedings == 2)
  }

  @Test("with a running sleep belongs to that one, which is added to the totals as it grows")
  func running() throws {
    let entries = [try sleep("09:00", "10:30"), try sleep("11:00", "12:00"), try sleep("10:00", nil)]
    #expect(try totals(entries).sleepDuration == .hours(1))
    #expect(try totals(entries.reversed()).sleepDuration == .hours(1))
  }

  @Test("over the end of a day counts once in each")
  func midnight() throws {
    let evening = try Entry.make(.sleep, "2020-05-09T23:00:00-07:00", to: "2020-05-10T02:00:00-07:00")
    let again = try Entry.make(.sleep, "2020-05-09T22:00:00-07:00", to: "2020-05-10T01:00:00-07:00")
    #expect(try totals([evening, again]).sleepDuration == .hours(2))
  }

  @Test("is found: each entry with the earlier one that reaches farthest; touching does not count")
  func found() throws {
    let night = try sleep("01:00", "06:00")
    let (within, after, across) = (
      try sleep("02:00", "03:00"), try sleep("06:00", "07:00"), try sleep("05:00", "06:30")
    )
    let tummy = try sleep("02:00", "03:00", kind: .tummyTime)
    #expect(Overlap.all(in: [after, night, tummy]) == [])
    #expect(
      Overlap.all(in: [across, within, night, after, tummy])
        == [
          Overlap(earlier: night, later: within), Overlap(earlier: night, later: across),
          Overlap(earlier: across, later: after),
        ])
    #expect(Overlap(earlier: night, later: within).isWithin && !Overlap(earlier: night, later: across).isWithin)
    var deleted = across
    deleted.deletedAt = deleted.start
    #expect(Overlap.all(in: [night, deleted, try sleep("05:00", nil)]) == [])
  }
}

@Suite("The span of a tummy time")
struct TummySpanTests {
  @Test("begins at its given start, and is never in the future")
  func span() throws {
    let now = try at("2020-05-10T12:00:00Z")
    func span(_ minutesAgo: Int, isSaid: Bool = true) -> ResolvedSpan {
      QuickLog.tummySpan(now - .minutes(minutesAgo), isSaid: isSaid, lasting: .minutes(5), now: now)
    }
    #expect(span(40) == ResolvedSpan(start: now - .minutes(40), end: now - .minutes(35)))
    #expect(span(2) == ResolvedSpan(start: now - .minutes(2), end: now))
    #expect(span(0, isSaid: false) == ResolvedSpan(start: now - .minutes(5), end: now))
  }
}
