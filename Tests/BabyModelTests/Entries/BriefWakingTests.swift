import BabyModel
import Testing

@Suite("Brief wakings during a sleep")
struct BriefWakingTests {
  private let utc = ZoneRules.make("UTC", initialHours: 0, [])
  private func day(_ clock: String) -> String { "2026-01-10T\(clock):00Z" }

  private func waking(_ start: String, to end: String? = nil) throws -> Entry {
    try .make(.declared(.briefWaking, []), day(start), to: end.map(day))
  }

  private func sleep(_ start: String, to end: String?) throws -> Entry {
    try .make(.sleep, day(start), to: end.map(day))
  }

  private func totals(_ entries: [Entry]) throws -> DayTotals {
    DayTotals(
      entries: entries, in: DayWindow(try date("2026-01-10"), dayStart: .midnight, zone: utc))
  }

  @Test("a sleep has their number and total duration")
  func told() throws {
    let night = try sleep("00:30", to: "09:40")
    let entries = try [
      night, waking("02:00", to: "02:15"), waking("04:00", to: "04:10"), waking("09:45", to: "09:50"), waking("00:10"),
    ]
    let within = BriefWakings(in: night, among: entries, until: try at(day("12:00")))
    #expect(Words.wakings(within) == "2 wakings, 25m awake")
    let moment = BriefWakings(in: night, among: [try waking("02:00")], until: try at(day("12:00")))
    #expect(Words.wakings(moment) == "1 waking")
    #expect(Words.wakings(BriefWakings(in: night, among: [night], until: try at(day("12:00")))) == nil)
    let running = try sleep("01:00", to: nil)
    #expect(BriefWakings(in: running, among: entries, until: try at(day("03:00"))).count == 1)
  }

  @Test("a day's sleep is counted without them, once, and only for the time asleep")
  func totals() throws {
    let night = try sleep("00:00", to: "08:00")
    let wakings = try [waking("02:00", to: "02:15"), waking("02:10", to: "02:20"), waking("07:50", to: "08:30")]
    let totals = try totals([night] + wakings)
    #expect(totals.sleeps == 1)
    #expect(totals.sleepDuration == .hours(8) - .minutes(20) - .minutes(10))
    #expect(try self.totals(wakings).sleepDuration == .zero)
    #expect(try self.totals([night]).sleepDuration == .hours(8))
    // What runs is counted by who shows it.
    let running = try [sleep("00:00", to: "08:00"), sleep("20:00", to: nil), waking("21:00", to: "21:10")]
    #expect(try self.totals(running).sleepDuration == .hours(8))
  }

  @Test("they do not count as waking up in predictions, and a sleep with them is one")
  func rhythm() throws {
    let night = try sleep("00:00", to: "08:00")
    #expect(try Rhythm([night, waking("02:00", to: "02:15")]) == Rhythm([night]))
  }

  @Test("one longer than an hour is refused")
  func limit() throws {
    let child = try Child.make(born: "2025-12-01")
    let now = try at(day("12:00"))
    #expect(throws: BabyError.self) {
      try waking("02:00", to: "03:01").validate(child: child, zone: utc, now: now)
    }
    try waking("02:00", to: "03:00").validate(child: child, zone: utc, now: now)
  }
}
