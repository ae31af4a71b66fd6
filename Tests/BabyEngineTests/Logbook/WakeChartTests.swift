import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

/// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023. Eva is 28 weeks old.
@Suite("The chart of times awake")
struct WakeChartTests {
  private func chart(of log: Log, day: String? = nil, days: Int? = nil) async throws -> Chart {
    try await log.read { try $0.chart(.init(chart: .wake, day: day, days: days)).chart }
  }

  private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: "\(text):00+01:00")) }

  @discardableResult
  private func sleep(_ log: Log, from start: String, to end: String, of child: Child? = nil) async throws -> EntryID {
    let start = try at(start)
    return try await log.machine.log(.sleep, of: child ?? log.eva, at: start, for: try at(end) - start).id
  }

  private func dots(_ chart: Chart) -> [ChartPoint] {
    chart.panels.first?.series.first { $0.shape == .point }?.points ?? []
  }

  private func range(_ chart: Chart) -> [ChartPoint] {
    chart.panels.first?.series.first { $0.shape == .range }?.points ?? []
  }

  @Test("a time awake goes from one sleep to the next, counts on the day on which it ends, and stands at its end")
  func times() async throws {
    let log = try await Log()
    let sleeps = [
      try await sleep(log, from: "2023-11-13T09:00", to: "2023-11-13T10:00"),
      try await sleep(log, from: "2023-11-13T12:00", to: "2023-11-13T13:30"),
      try await sleep(log, from: "2023-11-13T19:00", to: "2023-11-14T06:30"),
      try await sleep(log, from: "2023-11-14T08:30", to: "2023-11-14T09:30"),
      try await sleep(log, from: "2023-11-14T12:00", to: "2023-11-14T12:30"),
    ]
    let chart = try await chart(of: log, days: 2)
    #expect(chart.table.headings == ["Day", "Windows", "Shortest", "Median", "Longest"])
    #expect(
      chart.table.rows == [
        ["2023-11-14", "2", "2h", "2h 15m", "2h 30m"], ["2023-11-13", "2", "2h", "3h 45m", "5h 30m"],
        ["Usual", "2", "2h", "3h 45m", "5h 30m"],
      ])
    #expect(chart.sentence == "Usually awake for 3h 45m between sleeps; usual at this age: 1h 45m to 2h 35m")
    #expect(dots(chart).map(\.from) == [0.25, 0.3958, 0.6771, 0.75])
    #expect(dots(chart).map(\.high) == [0.3333, 0.9167, 0.3333, 0.4167], "of six hours")
    #expect(dots(chart).map(\.entries) == zip(sleeps, sleeps.dropFirst()).map { [$0, $1] })
  }

  @Test("wakings at night, brief wakings and gaps of minutes do not count")
  func wakings() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-12T22:00", to: "2023-11-13T02:00")
    try await sleep(log, from: "2023-11-13T02:40", to: "2023-11-13T06:00")
    try await sleep(log, from: "2023-11-13T09:00", to: "2023-11-13T11:00")
    let waking = try at("2023-11-13T09:50")
    _ = try await log.machine.log(.declared(.briefWaking, []), of: log.eva, at: waking, for: .minutes(15))
    try await sleep(log, from: "2023-11-13T11:07", to: "2023-11-13T11:30")
    let chart = try await chart(of: log, day: "2023-11-13")
    #expect(chart.table.rows.first == ["2023-11-13", "1", "3h", "3h", "3h"])
  }

  @Test("what is longer than a child of the age is awake, or touches a day without entries, is left out")
  func missing() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-10T18:00", to: "2023-11-10T23:00")
    try await sleep(log, from: "2023-11-12T07:00", to: "2023-11-12T07:30")
    try await sleep(log, from: "2023-11-12T16:00", to: "2023-11-12T17:00")
    let start = try at("2023-11-09T10:00")
    _ = try await log.machine.log(.diaper(.wet), of: log.eva, at: start)
    let chart = try await chart(of: log, day: "2023-11-09..2023-11-12")
    #expect(dots(chart).isEmpty)
    #expect(
      chart.table.rows.map { $0.prefix(3) } == [
        ["2023-11-12", "0", "–"], ["2023-11-11", "–", "–"], ["2023-11-10", "0", "–"], ["2023-11-09", "–", "–"],
        ["Usual", "0", "–"],
      ], "on the 9th no sleep was logged, and on the 11th nothing")
    #expect(chart.panels[0].series.first { $0.shape == .gap }?.points.count == 1)
    #expect(chart.sentence.hasPrefix("No time between two sleeps is known on a day that is over"))
  }

  @Test("a time awake ends with a sleep whose end is not known, and none begins with it")
  func endUnknown() async throws {
    let log = try await Log()
    let first = try await sleep(log, from: "2023-11-13T07:00", to: "2023-11-13T08:00")
    var endless = log.machine.entry(.sleep, of: log.eva, at: try at("2023-11-13T10:00"))
    endless.endUnknown = true
    let entry = endless
    try await log.machine.change { try $0.insert(entry) }
    try await sleep(log, from: "2023-11-13T13:00", to: "2023-11-13T14:00")
    let chart = try await chart(of: log, day: "2023-11-13")
    #expect(chart.table.rows.first == ["2023-11-13", "1", "2h", "2h", "2h"])
    #expect(dots(chart).map(\.entries) == [[first, entry.id]])
  }

  @Test("the median of the days is compared with that of as many days before")
  func comparison() async throws {
    let log = try await Log()
    for (day, end) in [(10, "12:00"), (13, "12:30")] {
      try await sleep(log, from: "2023-11-\(day)T09:00", to: "2023-11-\(day)T10:00")
      try await sleep(log, from: "2023-11-\(day)T\(end)", to: "2023-11-\(day)T13:00")
    }
    let chart = try await chart(of: log, days: 3)
    #expect(
      chart.sentence
        == "Usually awake for 2h 30m between sleeps, 30m more than in the 3 days before; "
        + "usual at this age: 1h 45m to 2h 35m")
    #expect(chart.table.rows.last == ["Before", "1", "2h", "2h", "2h"])
    #expect(chart.panels[0].series.contains { $0.name == "usual before" && $0.shape == .line })
  }

  @Test("what is usual grows with the age, counts from the due date if the child came early, and ends with two years")
  func ages() async throws {
    let log = try await Log()
    let year = range(try await chart(of: log, day: "2023-05-01..2023-11-14"))
    #expect(zip(year, year.dropFirst()).allSatisfy { $0.low < $1.low && $0.high < $1.high })
    func chartOf(_ name: String, born: String, due: String?) async throws -> Chart {
      let born = try #require(LocalDate(born))
      let due = due.flatMap { LocalDate($0) }
      try await log.write {
        _ = try $0.addChild(ChildAdd.Params(name: name, born: born, zone: "Europe/Berlin", dueDate: due))
      }
      return try await chart(of: log, days: 1)
    }
    #expect(
      try await chartOf("Ida", born: "2023-05-01", due: "2023-06-26").sentence
        .hasSuffix("; usual at this age: 1h 25m to 2h 05m"), "20 weeks instead of 28")
    let old = try await chartOf("Tom", born: "2021-11-01", due: nil)
    #expect(range(old).isEmpty && !old.sentence.contains("usual"))
  }

  @Test("a changed sleep moves the ends of the times before and after it, and no other dot")
  func change() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-13T06:00", to: "2023-11-13T07:00")
    try await sleep(log, from: "2023-11-13T08:00", to: "2023-11-13T09:00")
    let changed = try await sleep(log, from: "2023-11-13T10:00", to: "2023-11-13T11:00")
    try await sleep(log, from: "2023-11-13T12:00", to: "2023-11-13T13:00")
    try await sleep(log, from: "2023-11-13T18:00", to: "2023-11-13T20:00")
    let before = dots(try await chart(of: log, day: "2023-11-13"))
    try await log.write { try $0.update(.init(id: "\(changed)", time: TimeTexts(at: "2023-11-13T10:20:00+01:00"))) }
    let after = dots(try await chart(of: log, day: "2023-11-13"))
    #expect(before.count == 4 && after.count == 4 && before != after)
    func others(_ dots: [ChartPoint]) -> [ChartPoint] { dots.filter { !$0.entries.contains(changed) } }
    #expect(others(before).count == 2 && others(before) == others(after))
  }

  @Test("of more than 400 times, each day's median is drawn")
  func many() async throws {
    let log = try await Log()
    var sleeps: [Entry] = []
    for day in 1...61 {
      let morning = try at("2023-11-14T06:00") - .hours(24 * day)
      for index in 0..<9 {
        sleeps.append(log.machine.entry(.sleep, of: log.eva, at: morning + .minutes(90 * index), for: .minutes(30)))
      }
    }
    let entries = sleeps
    try await log.machine.change { transaction in for entry in entries { try transaction.insert(entry) } }
    let chart = try await chart(of: log, days: 62)
    let series = try #require(chart.panels[0].series.first { $0.shape == .point })
    #expect(series.name == "median of a day" && series.points.count == 61)
    #expect(Set(series.points.map(\.high)).count == 1)
    #expect(chart.table.rows[1] == ["2023-11-13", "8", "1h", "1h", "1h"])
    #expect(dots(try await self.chart(of: log, days: 30)).count == 29 * 8)
  }
}
